# SPDX-License-Identifier: Apache-2.0
"""Area of the core, of its parts and of the frame, from the cells in the placed netlist."""

from collections.abc import Mapping
from typing import Any

from fairhash.catalog.device import Device
from fairhash.targets.fpga.empty_rows import without_fillers
from fairhash.targets.frame import CORE

_CORE_PREFIXES = (f"{CORE}.", "$")
"""First characters of names of the core's cells: its instance name, or `$` for cells that nextpnr added."""
TOP_PART = "top"
"""Name of the part that holds the core's cells outside all instances."""


def core_area(module: Mapping[str, Any], device: Device) -> tuple[int, int]:
    """Count the area cells of the core and those that hold only the frame.

    A cell with logic of the core and a register of the frame counts for the core. So do the cells that nextpnr adds
    (to feed carry chains, for constants): the frame needs none of them.
    """
    names = _area_cells(module, device)
    frame = sum(not name.startswith(_CORE_PREFIXES) for name in names)
    return len(names) - frame, frame


def parts(module: Mapping[str, Any], device: Device) -> dict[str, int]:
    """Area cells by instance in the core, largest first. Instances are recognised by the names of the flat netlist."""
    counts: dict[str, int] = {}
    for name in _area_cells(module, device):
        if name.startswith(_CORE_PREFIXES):
            counts[_part(name)] = counts.get(_part(name), 0) + 1
    return dict(sorted(counts.items(), key=lambda item: -item[1]))


def _area_cells(module: Mapping[str, Any], device: Device) -> list[str]:
    """Names of the cells that count as area; a cell that occupies several logic cells is listed several times."""
    logic_cells = device.place.area_cells
    cells = [(name, cell["type"]) for name, cell in without_fillers(module)["cells"].items()]
    return [name for name, kind in cells for _ in range(logic_cells.get(kind, 0))]


def _part(name: str) -> str:
    scopes = name.split(".")
    return scopes[1] if len(scopes) > 2 and scopes[0] == CORE else TOP_PART
