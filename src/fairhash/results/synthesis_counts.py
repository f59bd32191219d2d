# SPDX-License-Identifier: Apache-2.0
"""Cell counts of mapped netlists that were synthesised to choose a recipe and need not be placed."""

from collections.abc import Iterable
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from fairhash.base.records import RecordFolder, StoredRecord
from fairhash.results.schema import Count, Sha256, Text


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


class _CountsOfDevice(StoredRecord):
    counts: tuple[SynthesisCount, ...] = ()


def _folder(path: Path) -> RecordFolder[_CountsOfDevice]:
    return RecordFolder(
        path, _CountsOfDevice, "a file of synthesis counts", "take it from the repository", rows="counts"
    )


def read_counts(folder: Path) -> list[SynthesisCount]:
    """All counts in `folder`, which has one file for each device; none if there is no folder."""
    return [one for stored in _folder(folder).read_all() for one in stored.counts]


def add_counts(folder: Path, counts: Iterable[SynthesisCount]) -> None:
    """Store counts, each in place of an earlier one of the same core, device and recipe."""
    of_device = attrgetter("device")
    for device, new in groupby(sorted(counts, key=of_device), of_device):
        _folder(folder).add(device, "counts", new, attrgetter("core", "recipe"))
