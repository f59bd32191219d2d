# SPDX-License-Identifier: Apache-2.0
"""A standard-cell library at one corner, as the bench uses it."""

from dataclasses import dataclass
from pathlib import Path

from fairhash.targets.cells.lookup_table import LookupTable


@dataclass(frozen=True)
class InternalPower:
    """One internal_power group of a pin: energy dissipated inside the cell by a transition of the pin.

    The tables hold energies in units of `Library.energy_j`.
    """

    related_pin: str
    """The input whose change causes the transition; empty if the group names none."""
    rise: LookupTable | None
    fall: LookupTable | None


@dataclass(frozen=True)
class Pin:
    """One pin of a cell; capacitance in the library's unit."""

    name: str
    output: bool
    capacitance: float
    function: str
    internal_power: tuple[InternalPower, ...]


@dataclass(frozen=True)
class FlipFlop:
    """The pins of a rising-edge flip-flop without set, reset or enable."""

    cell: str
    clock: str
    data: str
    output: str


@dataclass(frozen=True)
class LibraryCell:
    """One cell; area in the library's unit (by convention µm²), leakage in units of `Library.leakage_w`."""

    name: str
    area: float
    leakage: float
    pins: dict[str, Pin]
    sequential: bool
    """Whether it is a flip-flop or a latch."""
    latch: bool
    clock: str
    """The clock pin of a flip-flop; empty for other cells."""


@dataclass(frozen=True)
class Library:
    """A library at one corner.

    `time_s`, `capacitance_f`, `leakage_w` and `energy_j` convert the Liberty file's units to SI units.
    """

    name: str
    files: tuple[Path, ...]
    digest: str
    """SHA-256 of the files' contents in order."""
    voltage_v: float
    time_s: float
    capacitance_f: float
    leakage_w: float
    cells: dict[str, LibraryCell]
    nand2: str
    """The two-input NAND whose area is one gate equivalent."""
    driver: str
    """The buffer that drives the inputs during mapping."""
    flip_flop: FlipFlop
    """The flip-flop of the frame's registers."""
    clock_transition: float
    """Transition time of the ideal clocks: the shortest one in the flip-flop's timing tables."""
    dont_use: tuple[str, ...]

    @property
    def energy_j(self) -> float:
        """Joules in one unit of internal energy: the unit of capacitance times one volt squared."""
        return self.capacitance_f

    def gate_equivalents(self, area: float) -> float:
        """Convert an area in the library's unit to two-input NANDs."""
        return area / self.cells[self.nand2].area
