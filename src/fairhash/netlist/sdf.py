# SPDX-License-Identifier: Apache-2.0
"""Reads the SDF file (IEEE 1497) that nextpnr writes: the largest of each delay it counted with, in ps."""

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
    """By cell and pin as nextpnr calls them."""

    arcs: dict[str, dict[tuple[str, str], float]] = field(default_factory=dict)
    """Through a cell, from pin to pin; from a clock pin it is the delay of a register."""
    wires: dict[tuple[str, str], float] = field(default_factory=dict)
    """To a pin, from wherever it is driven."""
    setups: dict[str, dict[str, float]] = field(default_factory=dict)
    """Before the clock, by the pin that must be still."""
    clock_pins: dict[str, str] = field(default_factory=dict)
    """The pin of the clock, of each cell with registers."""


def read_delays(lines: Iterable[str], inner_pins: Mapping[str, str] | None = None) -> Delays:
    """The delays of one file, which nextpnr writes an item a line.

    `inner_pins` are pins of the file that no cell has outside, and the cell's pin each belongs to.
    """
    delays, cell = Delays(), ""

    def pin_of(name: str) -> str:
        return (inner_pins or {}).get(name, _plain(name))

    for line in lines:
        if found := _WIRE.search(line):
            delays.wires[_plain(found[1]), _plain(found[2])] = max(float(found[3]), float(found[4]))
        elif found := _INSTANCE.search(line):
            cell = _plain(found[1].strip())
        elif found := _ARC.search(line):
            arc = pin_of(found[1] or found[2]), pin_of(found[3])
            delays.arcs.setdefault(cell, {})[arc] = max(float(found[4]), float(found[5]))
        elif found := _SETUP.search(line):
            pins = delays.setups.setdefault(cell, {})
            pin = pin_of(found[1])
            pins[pin] = max(pins.get(pin, 0.0), float(found[3]))
            delays.clock_pins[cell] = pin_of(found[2])
    return delays


def _plain(name: str) -> str:
    return _ESCAPE.sub(r"\1", name)
