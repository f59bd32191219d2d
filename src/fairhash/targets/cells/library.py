# SPDX-License-Identifier: Apache-2.0
"""A standard-cell library at one corner, as the bench uses it."""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from fairhash.catalog.liberty import LibertyGroup

_LOAD = ("total_output_net_capacitance", "output_net_capacitance", "related_out_total_output_net_capacitance")
_TRANSITION = ("input_transition_time", "input_net_transition", "related_pin_transition")


@dataclass(frozen=True)
class LookupTable:
    """Values in rows of `loads` and columns of `transitions`; the value does not depend on an axis of one point."""

    loads: tuple[float, ...]
    transitions: tuple[float, ...]
    rows: tuple[tuple[float, ...], ...]

    def interpolate(self, load: float, transition: float) -> float:
        """The value at this load and transition.

        Outside the table it is extrapolated from the nearest two points, as OpenSTA does with delays.
        """
        row_index, row_fraction = _locate(self.loads, load)
        column, column_fraction = _locate(self.transitions, transition)

        def in_row(row: tuple[float, ...]) -> float:
            return row[column] if len(row) == 1 else row[column] + (row[column + 1] - row[column]) * column_fraction

        lower = in_row(self.rows[row_index])
        return lower if len(self.rows) == 1 else lower + (in_row(self.rows[row_index + 1]) - lower) * row_fraction


def _locate(axis: tuple[float, ...], value: float) -> tuple[int, float]:
    """Index of the axis point below `value`, and the fraction of the distance to the next point."""
    if len(axis) == 1:
        return 0, 0.0
    index = min(max(bisect_right(axis, value) - 1, 0), len(axis) - 2)
    return index, (value - axis[index]) / (axis[index + 1] - axis[index])


def read_table(group: LibertyGroup, templates: Mapping[str, LibertyGroup]) -> LookupTable | None:
    """The look-up table in a group; None if it depends on anything but load and transition."""
    values = group.numbers("values")
    template = templates.get(group.name, LibertyGroup(""))
    axes: dict[str, tuple[float, ...]] = {}
    order = []
    for number in ("1", "2", "3"):
        variable = template.simple.get(f"variable_{number}")
        rows = group.numbers(f"index_{number}") or template.numbers(f"index_{number}")
        if variable is None or not rows:
            continue
        axis = "load" if variable in _LOAD else "transition" if variable in _TRANSITION else ""
        if not axis or axis in axes:
            return None
        order.append(axis)
        axes[axis] = tuple(rows[0])
    loads, transitions = axes.get("load", (0.0,)), axes.get("transition", (0.0,))
    flat = [value for row in values for value in row]
    if len(flat) != len(loads) * len(transitions):
        return None
    first, second = (transitions, loads) if order[:1] == ["transition"] else (loads, transitions)
    table_rows = [tuple(flat[i * len(second) : (i + 1) * len(second)]) for i in range(len(first))]
    if order[:1] == ["transition"]:
        table_rows = [tuple(row[i] for row in table_rows) for i in range(len(loads))]
    return LookupTable(loads, transitions, tuple(table_rows))


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
