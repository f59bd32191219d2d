# SPDX-License-Identifier: Apache-2.0
"""Implemented accelerators, copies of a core on one bus, and the file that stores them (docs/accelerator.md)."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import AwareDatetime, Field

from fairhash.results import files
from fairhash.results.schema import NotNegative, Positive, Text
from fairhash.results.stored_record import StoredRecord, read_record, write_rows

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
    """Of the placement; None if the accelerator was only synthesised."""
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

    def with_row(self, row: AcceleratorAreaRecord) -> "AcceleratorAreas":
        """Return the accelerators with this one, sorted, in place of an earlier run of the same."""
        rows = [*(one for one in self.rows if one.key != row.key), row]
        return self.model_copy(update={"rows": tuple(sorted(rows, key=lambda one: one.key))})

    def find(self, core: str) -> list[AcceleratorAreaRecord]:
        """Return the rows of a core, by number of cores."""
        return [row for row in self.rows if row.core == core]


def areas_file(results: Path, device: str) -> Path:
    """Return the file of a device below the folder of results."""
    return results / FOLDER / f"{device}.json"


def read_accelerator_areas(file: Path) -> AcceleratorAreas:
    """Read the accelerators of a device.

    Raises:
        FairhashError: the file is missing or not valid.
    """
    hint = "delete it, and implement again: fairhash system accelerator-area CORE --cores N --store"
    return read_record(file, AcceleratorAreas, "not a file of accelerators", hint)


def store_accelerator_area(file: Path, device: str, row: AcceleratorAreaRecord) -> None:
    """Add a row to the file of a device, which is created if it does not exist.

    Raises:
        FairhashError: the file exists and is not valid.
    """
    with files.locked(file):
        old = read_accelerator_areas(file) if file.is_file() else AcceleratorAreas(device=device)
        head = old.model_dump_json(indent=1, exclude={"rows"})
        write_rows(file, head, "rows", old.with_row(row).rows)
