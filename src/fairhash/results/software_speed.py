# SPDX-License-Identifier: Apache-2.0
"""Speeds of hash functions in software on one machine (docs/system.md), and the file that stores them."""

import json
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AwareDatetime, Field

from fairhash.base import files
from fairhash.base.records import StoredRecord, read_record, write_record
from fairhash.results.schema import NotNegative, Text

Source = Literal["memory", "disk"]
Cache = Literal["none", "direct", "dropped", "warm"]
"""State of the page cache. ``none``: messages in memory. ``direct``: read with O_DIRECT. ``dropped``: pages removed
before each sample. ``warm``: read from the page cache."""


class Quartiles(StoredRecord):
    """Median, quartiles and least value over the samples."""

    least: NotNegative
    """The value with the least influence of other processes."""
    lower: NotNegative
    median: NotNegative
    upper: NotNegative


class SoftwareSpeed(StoredRecord):
    """One function, one length of message, one source, one number of threads."""

    function: Text
    """Id of the algorithm, or ``openssl-sha-256`` and ``openssl-sha3-256``."""
    source: Source
    cache: Cache
    messages: Annotated[int, Field(ge=1)]
    """Messages of a pass. 1 is single-message hashing, except from disk: there the files are hashed one by one."""
    multiplicity: Literal["one", "many"]
    """One message after another on one thread, or many messages at a time."""
    threads: Annotated[int, Field(ge=1)]
    lanes: bool
    """Whether each thread hashes its messages with one call, in the lanes of a vector register where the model can."""
    message_bytes: Annotated[int, Field(ge=1)]
    ns_per_byte: Quartiles
    """Elapsed time by all message bytes, reading included."""
    read_ns_per_byte: Quartiles | None = None
    """Part of it for opening, reading and closing the files, mean over the threads."""
    cpu_ns_per_byte: Quartiles
    """Processor time of all threads by all message bytes."""
    pad_ns: Quartiles | None = None
    """Time to pad one message, which an accelerator's host must do; measured apart."""
    samples: Annotated[int, Field(ge=1)]
    passes: Annotated[int, Field(ge=1)]
    """Passes over all messages in a sample."""

    @property
    def case(self) -> tuple[str, str, str, str, int, bool, int]:
        """What distinguishes the rows of a file; they are sorted by it."""
        return (
            *(self.function, self.source, self.cache, self.multiplicity),
            *(self.threads, self.lanes, self.message_bytes),
        )

    @property
    def total_ns(self) -> float:
        """Median time of one message."""
        return self.ns_per_byte.median * self.message_bytes


class SoftwareMachine(StoredRecord):
    """The machine and the conditions of a measurement."""

    cpu: Text
    processors: Annotated[int, Field(ge=1)]
    memory: Text
    disk: str
    """Name, kind and file system of the disk; empty if nothing was read from it."""
    os: Text
    kernel: Text
    compiler: Text
    flags: str
    cpu_features: Text
    openssl: Text
    load_before: NotNegative
    """Load average over a minute when the measurement began: other processes that used a processor."""
    load_after: NotNegative


class SoftwareSpeeds(StoredRecord):
    """All speeds of one machine."""

    schema_version: Literal[1] = 1
    name: Text
    machine: SoftwareMachine
    commit: str = ""
    date: AwareDatetime
    seconds: NotNegative
    complete: bool
    """Whether all requested cases were measured; False after an interruption."""
    rows: tuple[SoftwareSpeed, ...]

    def find(
        self, function: str, source: Source = "memory", cache: Cache = "none", **values: object
    ) -> list[SoftwareSpeed]:
        """Return the rows of a function and source whose fields have these values, by length."""
        matching = [
            row
            for row in self.rows
            if (row.function, row.source, row.cache) == (function, source, cache)
            and all(getattr(row, name) == value for name, value in values.items())
        ]
        return sorted(matching, key=lambda row: row.message_bytes)


def write_json_schema(file: Path) -> None:
    """Write docs/software-speeds.schema.json; needed after a change of the types."""
    files.write_text(file, json.dumps(SoftwareSpeeds.model_json_schema(), indent=2) + "\n")


_HINT = "measure again: fairhash system measure"


def read_software_speeds(file: Path) -> SoftwareSpeeds:
    """Read a file of speeds.

    Raises:
        FairhashError: it is missing or not valid.
    """
    return read_record(file, SoftwareSpeeds, "not a file of software speeds", _HINT)


def write_software_speeds(file: Path, speeds: SoftwareSpeeds) -> None:
    """Write a file of speeds; rows of the present file with other cases stay in it.

    Its disk also stays if nothing of `speeds` was read from a disk.
    """
    rows, machine = {row.case: row for row in speeds.rows}, speeds.machine
    if file.is_file():
        present = read_software_speeds(file)
        rows = {row.case: row for row in present.rows} | rows
        machine = machine.model_copy(update={"disk": machine.disk or present.machine.disk})
    whole = speeds.model_copy(update={"machine": machine, "rows": tuple(rows[case] for case in sorted(rows))})
    write_record(file, whole, "rows")
