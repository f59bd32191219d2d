# SPDX-License-Identifier: Apache-2.0
"""Clocks found by experiment in timed simulation (docs/clock.md), and the folder that stores them, a file per core."""

from operator import attrgetter
from typing import Annotated, Literal

from pydantic import AwareDatetime, Field

from fairhash.base.records import CoreMeasurements, MeasurementStore, StoredRecord
from fairhash.results.schema import Count, Machine, NotNegative, Positive, Sha256, ToolUse


class TimedPathRecord(StoredRecord):
    """A path from register to register."""

    start: str
    end: str
    delay_ps: Count
    """From the clock edge to the end of the setup time: the shortest period for this path."""
    wire_ps: Count
    cell_ps: Count
    stages: tuple[str, ...]
    """One line for each cell: time in ps, cell and pin, delay of the wire to it and of the cell."""

    @property
    def wire_share(self) -> float:
        """The part of the delay that is in wires."""
        return self.wire_ps / self.delay_ps


class Confirmation(StoredRecord):
    """A simulation of all data at one clock."""

    mhz: Positive
    period_ps: Annotated[int, Field(gt=0)]
    wrong_captures: Count
    """Captures of a value that the register's input lost afterwards, until the end of the data."""
    first_cycle: Count | None = None
    """The first cycle after reset in which any register differs from the simulation at a slow clock."""
    digests_right: bool
    unknown_captures: bool = False
    """Whether wrong captures were simulated as X instead of the old value."""


class ClockMeasurement(StoredRecord):
    """The highest clock at which one placed core captures all data correctly."""

    schema_version: Literal[1] = 1
    key: Sha256
    core: str
    device: str
    recipe: str
    seed: int
    data_bytes: Count
    """Bytes of one repeat."""
    repeats: Count
    data_seed: int
    cycles: Count
    """Simulated cycles after reset."""
    static_mhz: Positive
    """The clock that place and route reports."""
    static_path: TimedPathRecord
    period_ps: Annotated[int, Field(gt=0)]
    """The shortest period at which every register captured every value correctly."""
    mhz: Positive
    """The highest clock with that property, in steps of 0.1 MHz."""
    path: TimedPathRecord
    """The path whose change arrives last; it fails first."""
    cycle: Count
    """The cycle of that change."""
    is_static_path: bool
    """Whether static analysis names it: the slowest path has the same first and last register."""
    static_rank: Count
    """Registers with a slower path by static analysis than the register at the end of `path` has, plus one."""
    static_end_ps: Count
    """The shortest period that static analysis gives for that register."""
    registers: Count
    below: Confirmation
    """At `mhz`."""
    above: Confirmation
    """0.1 MHz higher; or 1 ps below `period_ps`, if only a pulse shorter than the step arrives too late."""
    seconds: NotNegative
    """CPU-bound elapsed time of the simulations."""
    verilog: Sha256
    placement: Sha256
    """Digest of all that decides the routed netlist."""
    commit: str = ""
    tools: tuple[ToolUse, ...] = ()
    date: AwareDatetime
    machine: Machine


CLOCKS = MeasurementStore(
    CoreMeasurements[ClockMeasurement],
    "a file of clock measurements",
    attrgetter("device", "recipe", "seed", "data_bytes", "repeats", "data_seed"),
)
"""The measured clocks."""
