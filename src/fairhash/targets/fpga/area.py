# SPDX-License-Identifier: Apache-2.0
"""Area of the core, of its parts and of the frame, from the cells nextpnr really placed."""

from collections.abc import Mapping
from typing import Any

from fairhash.catalog.device import Device
from fairhash.targets.fpga.spacing import IDLE
from fairhash.targets.frame import CORE

_NOT_THE_FRAME = (f"{CORE}.", "$")
"""Cells from the core's netlist have its instance name in front, those of nextpnr's own making a dollar."""
TOP_PART = "top"
"""The part that stands for what lies in the core outside its instances."""


def core_area(module: Mapping[str, Any], device: Device) -> tuple[int, int]:
    """Area cells of the core and of the frame alone.

    A cell that holds logic of the core and, beside it, a register of the frame is the core's; what nextpnr adds by
    itself (feeding carry chains, constants) is the core's too, since the frame needs none of it.
    """
    names = _area_cells(module, device)
    frame = sum(not name.startswith(_NOT_THE_FRAME) for name in names)
    return len(names) - frame, frame


def parts(module: Mapping[str, Any], device: Device) -> dict[str, int]:
    """Area cells by instance in the core, largest first, as far as the names in a flat netlist tell."""
    counts: dict[str, int] = {}
    for name in _area_cells(module, device):
        if name.startswith(_NOT_THE_FRAME):
            counts[_part(name)] = counts.get(_part(name), 0) + 1
    return dict(sorted(counts.items(), key=lambda item: -item[1]))


def _area_cells(module: Mapping[str, Any], device: Device) -> list[str]:
    """Each by its name, as often as it takes logic cells."""
    takes = device.place.area_cells
    cells = [(name, cell["type"]) for name, cell in module["cells"].items() if not name.startswith(IDLE)]
    return [name for name, kind in cells for _ in range(takes.get(kind, 0))]


def _part(name: str) -> str:
    scopes = name.split(".")
    return scopes[1] if len(scopes) > 2 and scopes[0] == CORE else TOP_PART
