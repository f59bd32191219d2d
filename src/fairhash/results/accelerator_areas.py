# SPDX-License-Identifier: Apache-2.0
"""Implemented accelerators, copies of a core on one bus, and the file that stores them (docs/accelerator.md)."""

from operator import attrgetter
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AwareDatetime, Field

from fairhash.base.records import RecordFolder, StoredRecord
from fairhash.results.schema import NotNegative, Positive, Text

FOLDER = "accelerators"
"""Folder of results/ with one file for each device."""

Count = Annotated[int, Field(ge=0)]


class AcceleratorAreaRecord(StoredRecord):
    """Cells of one accelerator after synthesis and, if it was placed, its clock. Netlists are not simulated."""

    core: Text
    cores: Annotated[int, Field(ge=1)]
    bus_bits: Annotated[int, Field(ge=1)]
    buffer_bytes: Annotated[int, Field(ge=1)]
    """Of each message buffer."""
    recipe: Text
    seed: Count | None = None
    """Of the placement; None if only the synthesis was requested."""
    verilog_digest: Text
    """SHA-256 of the Verilog that Yosys read."""
    inputs: str = ""
    """Digest of what the tools received; empty in rows from before 2026-11-27."""
    status: Text
    """Of the last step: ``ok``, or why it failed."""
    reason: str = ""
    """One line; empty when the status is ``ok``."""
    cells: dict[str, Count]
    """Cells by type after synthesis."""
    flip_flops: Count
    block_rams: Count
    area_cells: Count | None = None
    """Placed: area cells without those that hold only the frame."""
    clock_mhz: Positive | None = None
    """Placed: the maximum clock by static timing analysis."""
    critical_path: str = ""
    """Placed: the path that limits the clock, in one line."""
    tools: tuple[Text, ...]
    """Versions of the tools that ran."""
    commands: tuple[Text, ...]
    """Yosys' commands, then nextpnr's arguments in one line."""
    synthesis_cpu_s: NotNegative
    placement_cpu_s: NotNegative | None = None
    commit: str = ""
    date: AwareDatetime

    @property
    def key(self) -> tuple[object, ...]:
        """What was implemented; a later run of the same replaces the row."""
        return (self.core, self.cores, self.bus_bits, self.buffer_bytes, self.recipe, self.seed is None, self.seed or 0)


class AcceleratorAreas(StoredRecord):
    """Accelerators on one device."""

    schema_version: Literal[1] = 1
    device: Text
    rows: tuple[AcceleratorAreaRecord, ...] = ()

    def find(self, core: str) -> list[AcceleratorAreaRecord]:
        """Return the rows of a core, by number of cores."""
        return [row for row in self.rows if row.core == core]


def _folder(results: Path) -> RecordFolder[AcceleratorAreas]:
    hint = "delete it, and implement again: fairhash system accelerator-area CORE --cores N --store"
    return RecordFolder(results / FOLDER, AcceleratorAreas, "a file of accelerators", hint, rows="rows")


def read_accelerator_areas(results: Path, device: str) -> AcceleratorAreas:
    """The accelerators of a device below a folder of results.

    Raises:
        FairhashError: the file is not valid.
    """
    return _folder(results).read(device) or AcceleratorAreas(device=device)


def store_accelerator_area(results: Path, device: str, row: AcceleratorAreaRecord) -> None:
    """Store a row of a device in place of an earlier run of the same.

    Raises:
        FairhashError: the file exists and is not valid.
    """
    _folder(results).add(device, "rows", [row], attrgetter("key"), device=device)
