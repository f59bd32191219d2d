# SPDX-License-Identifier: Apache-2.0
"""Cell counts of mapped netlists that were synthesised to choose a recipe and need not be placed."""

from collections.abc import Iterable
from pathlib import Path

from fairhash.results.device_files import DeviceFiles
from fairhash.results.schema import Count, Sha256, Text
from fairhash.results.stored_record import StoredRecord


class SynthesisCount(StoredRecord):
    """The outcome of one synthesis; the counts are None where it failed."""

    core: Text
    device: Text
    recipe: Text
    verilog_digest: Sha256
    """Of the core's sources at the time: a count of other sources is stale."""
    yosys: Text
    luts: Count | None
    carry: Count | None
    flip_flops: Count | None
    reason: str = ""
    """Why there are no counts."""


_FILES = DeviceFiles(SynthesisCount, "counts", "synthesis counts")


def read_counts(folder: Path) -> list[SynthesisCount]:
    """All counts of a folder with one file for each device; none if there is no folder."""
    return _FILES.read(folder)


def add_counts(folder: Path, counts: Iterable[SynthesisCount]) -> None:
    """Store counts, each in place of an earlier one of the same core, device and recipe."""
    _FILES.add(folder, counts)
