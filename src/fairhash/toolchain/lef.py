# SPDX-License-Identifier: Apache-2.0
"""Reads what placement needs of a LEF file: sizes and pins of cells, the site, and the layers of wires.

Lengths are in units of 0.01 µm, as in the DEF files that qflow's scripts write.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

UNITS = 100
"""Units of length in one µm."""
_NUMBER = r"(-?[\d.]+)"
_SITE = re.compile(rf"^SITE\s+\S+.*?SIZE\s+{_NUMBER}\s+BY\s+{_NUMBER}", re.MULTILINE | re.DOTALL)
_MACRO = re.compile(r"^MACRO (\S+)\n(.*?)^END \1", re.MULTILINE | re.DOTALL)
_SIZE = re.compile(rf"SIZE\s+{_NUMBER}\s+BY\s+{_NUMBER}")
_PIN = re.compile(r"^\s*PIN (\S+)\n(.*?)^\s*END \1", re.MULTILINE | re.DOTALL)
_RECTANGLE = re.compile(rf"RECT\s+{_NUMBER}\s+{_NUMBER}\s+{_NUMBER}\s+{_NUMBER}")
_LAYER = re.compile(r"^LAYER (\S+)\n(.*?)^END \1", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class LefCell:
    """Size of a cell, and the middle of the first rectangle of each pin."""

    width: int
    height: int
    pins: Mapping[str, tuple[int, int]]


@dataclass(frozen=True)
class LefLayer:
    """A layer of wires: the distance of its tracks and the offset of the first one."""

    name: str
    horizontal: bool
    pitch: int
    offset: int


@dataclass(frozen=True)
class Lef:
    """A technology with its cells."""

    site_width: int
    row_height: int
    layers: tuple[LefLayer, ...]
    """From the lowest to the highest."""
    cells: Mapping[str, LefCell]


def read_lef(file: Path) -> Lef:
    """Read the file.

    Raises:
        ValueError: it has no site.
    """
    text = file.read_text(encoding="latin-1")
    site = _SITE.search(text)
    if site is None:
        raise ValueError(f"{file} has no SITE with a SIZE")
    layers = (_read_layer(match[1], match[2]) for match in _LAYER.finditer(text))
    cells = {match[1]: cell for match in _MACRO.finditer(text) if (cell := _read_cell(match[2]))}
    return Lef(_units(site[1]), _units(site[2]), tuple(layer for layer in layers if layer), cells)


def _units(micrometres: str) -> int:
    return round(float(micrometres) * UNITS)


def _read_layer(name: str, body: str) -> LefLayer | None:
    """A layer of wires; None for any other."""
    pitch, offset = re.search(rf"PITCH\s+{_NUMBER}", body), re.search(rf"OFFSET\s+{_NUMBER}", body)
    if not re.search(r"TYPE\s+ROUTING", body) or pitch is None or offset is None:
        return None
    return LefLayer(name, "HORIZONTAL" in body, _units(pitch[1]), _units(offset[1]))


def _read_cell(body: str) -> LefCell | None:
    size = _SIZE.search(body)
    if size is None:
        return None
    pins = {}
    for pin in _PIN.finditer(body):
        if rectangle := _RECTANGLE.search(pin[2]):
            left, bottom, right, top = (_units(corner) for corner in rectangle.groups())
            pins[pin[1]] = (left + right) // 2, (bottom + top) // 2
    return LefCell(_units(size[1]), _units(size[2]), pins)
