# SPDX-License-Identifier: Apache-2.0
"""Simulated runs of computers with accelerators (docs/system.md), and the file that stores them."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import AwareDatetime, Field

from fairhash.base.records import StoredRecord, read_record, write_record
from fairhash.results.schema import NotNegative, Positive, Text

Share = Annotated[float, Field(ge=0, le=1.01)]


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
