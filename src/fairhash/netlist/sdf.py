# SPDX-License-Identifier: Apache-2.0
"""Reads the SDF file (IEEE 1497) that nextpnr writes: the largest value of each delay, in ps."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

_TRIPLE = r"\((?:-?[\d.]+):(?:-?[\d.]+):(-?[\d.]+)\)"
_INSTANCE = re.compile(r"\(INSTANCE (.*)\)\s*$")
_ARC = re.compile(rf"\(IOPATH (?:\(\w+ (\S+)\)|(\S+)) (\S+) {_TRIPLE} {_TRIPLE}")
_WIRE = re.compile(rf"\(INTERCONNECT \S+ (\S+)/(\S+) {_TRIPLE} {_TRIPLE}")
_SETUP = re.compile(rf"\(SETUPHOLD \(\w+ (\S+)\) \(\w+ (\S+)\) {_TRIPLE}")
_ESCAPE = re.compile(r"\\(.)")


@dataclass
class Delays:
    """Delays of a placed design in ps, by nextpnr's names of cells and pins."""

    arcs: dict[str, dict[tuple[str, str], float]] = field(default_factory=dict)
    """Timing arcs by cell, then by input and output pin; an arc from a clock pin is a register's clock-to-output."""
    wires: dict[tuple[str, str], float] = field(default_factory=dict)
    """Delay of the wire to an input, by cell and pin."""
    setups: dict[str, dict[str, float]] = field(default_factory=dict)
    """Setup times of registers, by cell and data pin."""
    clock_pins: dict[str, str] = field(default_factory=dict)
    """The clock pin of each cell with registers."""


def read_delays(lines: Iterable[str], inner_pins: Mapping[str, str] | None = None) -> Delays:
    """Return the delays of one file, which has one item a line.

    Args:
        lines: the file.
        inner_pins: for pins that exist only inside a cell, the outer pin that each is connected to.
    """
    delays, cell = Delays(), ""

    def outer_pin(name: str) -> str:
        return (inner_pins or {}).get(name, _unescape(name))

    for line in lines:
        if match := _WIRE.search(line):
            delays.wires[_unescape(match[1]), _unescape(match[2])] = max(float(match[3]), float(match[4]))
        elif match := _INSTANCE.search(line):
            cell = _unescape(match[1].strip())
        elif match := _ARC.search(line):
            arc = outer_pin(match[1] or match[2]), outer_pin(match[3])
            delays.arcs.setdefault(cell, {})[arc] = max(float(match[4]), float(match[5]))
        elif match := _SETUP.search(line):
            pins = delays.setups.setdefault(cell, {})
            pin = outer_pin(match[1])
            pins[pin] = max(pins.get(pin, 0.0), float(match[3]))
            delays.clock_pins[cell] = outer_pin(match[2])
    return delays


def _unescape(name: str) -> str:
    return _ESCAPE.sub(r"\1", name)
