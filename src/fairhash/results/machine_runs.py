# SPDX-License-Identifier: Apache-2.0
"""Simulated runs: of computers with accelerators (docs/system.md), and of cores connected to a bus (docs/bus.md).

The runs of a sweep of computers are in one file, the throughputs on a bus in a folder with a file per core.
"""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import AwareDatetime, Field

from fairhash.base.records import CoreMeasurements, MeasurementStore, StoredRecord, read_record, write_record
from fairhash.results.schema import NotNegative, Positive, Text

Share = Annotated[float, Field(ge=0, le=1.01)]
"""Part of a time; a last burst that ends after the digest may exceed 1 by a cycle."""


class MachineRunRecord(StoredRecord):
    """Equal messages on one machine."""

    machine: Literal["paper-e", "today"]
    algorithm: Text
    core: Text
    clock_mhz: Positive
    bus: Text
    host: Text
    disk: str
    """Id of the disk, or empty for messages in memory."""
    cores: Annotated[int, Field(ge=1)]
    interleaved: bool
    batches_in_flight: Annotated[int, Field(ge=1)]
    message_bytes: Annotated[int, Field(ge=1)]
    messages: Annotated[int, Field(ge=1)]
    ns_per_byte: Positive
    """Simulated: elapsed time by all message bytes."""
    formula_ns_per_byte: Positive
    """By the closed form, for many batches."""
    cause_shares: dict[str, Share]
    """Part of the time that belongs to each cause."""
    bus_busy_share: Share
    bus_blocked_share: Share
    computing_share: Share
    """Part of all cores' cycles in which they computed."""

    @property
    def bottleneck(self) -> str:
        """The cause of most of the time."""
        return max(self.cause_shares, key=lambda cause: self.cause_shares[cause])


class MachineRuns(StoredRecord):
    """The runs of one sweep."""

    schema_version: Literal[1] = 1
    commit: str = ""
    date: AwareDatetime
    seconds: NotNegative
    """Elapsed time of all simulations."""
    core_cycles: Annotated[int, Field(ge=0)]
    """Simulated cycles of the clock of the cores."""
    rows: tuple[MachineRunRecord, ...]

    def find(self, machine: str, **values: object) -> list[MachineRunRecord]:
        """Return the rows of a machine whose fields have these values, by length."""
        matching = [
            row
            for row in self.rows
            if row.machine == machine and all(getattr(row, name) == value for name, value in values.items())
        ]
        return sorted(matching, key=lambda row: (row.cores, row.message_bytes))


def read_machine_runs(file: Path) -> MachineRuns:
    """Read a file of runs.

    Raises:
        FairhashError: it is missing or not valid.
    """
    return read_record(file, MachineRuns, "not a file of simulated runs", "simulate again: fairhash system sweep")


def write_machine_runs(file: Path, runs: MachineRuns) -> None:
    """Write a file of runs, one in each line."""
    write_record(file, runs, "rows")


class InterfaceMeasurement(StoredRecord):
    """A message that one core received over one bus."""

    schema_version: Literal[1] = 1
    core: Text
    bus: Text
    device: str = ""
    """The device whose clock was used; empty for a clock that the user gave."""
    clock_basis: Literal["given", "static", "experiment"]
    """Whether `clock_mhz` was given, is the median by static analysis, or the median by experiment."""
    clock_mhz: Positive
    """Effective clock of the core."""
    data_bytes: Annotated[int, Field(gt=0)]
    total_ns: Positive
    """From the start of the transfer to the last digest word."""
    mbit_s: Positive
    """Message bits by `total_ns`."""
    closed_form_mbit_s: Positive
    """The same without simulation."""
    core_mbit_s: Positive
    """Throughput of the core alone for long messages."""
    bus_mbit_s: Positive
    """Throughput of the bus alone."""
    starved_share: Share
    """Part of the time in which the core was ready for a word that had not arrived."""
    bus_busy_share: Share
    bus_blocked_share: Share
    """Part of the time in which the bus waited for room in the buffer."""
    commit: str = ""
    date: AwareDatetime


def _identity(one: InterfaceMeasurement) -> tuple[str, str, str, int, float]:
    """What distinguishes the measurements of a core; clocks of results count as one whatever their value."""
    clock = one.clock_mhz if one.clock_basis == "given" else 0.0
    return one.bus, one.device, one.clock_basis, one.data_bytes, clock


INTERFACES = MeasurementStore(CoreMeasurements[InterfaceMeasurement], "a file of interface measurements", _identity)
"""The measured throughputs."""
