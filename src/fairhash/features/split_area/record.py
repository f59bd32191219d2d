# SPDX-License-Identifier: Apache-2.0
"""Cells of a core's control, datapath and shell, each synthesised on its own, beside those of the flat core."""

from collections.abc import Iterable
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Literal

from pydantic import AwareDatetime

from fairhash.base.records import RecordFolder, StoredRecord
from fairhash.results.schema import Cost, Count, Machine, Sha256, Text

Part = Literal["control", "datapath", "shell"]
"""`control`: the instance of that name. `shell`: the instances of entities of rtl/shell. `datapath`: all else."""

FOLDER = "split"
"""Name of the folder below results/synthesis/."""


class CellCounts(StoredRecord):
    """Cells of a mapped netlist; `blocks` are block memories, `others` all further dedicated cells."""

    luts: Count
    carry: Count
    flip_flops: Count
    blocks: Count = 0
    others: Count = 0

    def __add__(self, other: "CellCounts") -> "CellCounts":
        return CellCounts(**{name: getattr(self, name) + getattr(other, name) for name in type(self).model_fields})


class AreaSplit(StoredRecord):
    """One synthesis that keeps the parts of a core apart."""

    key: Sha256
    """Digest of what the tools receive."""
    core: Text
    device: Text
    recipe: Text
    verilog_digest: Sha256
    yosys: Text
    commands: tuple[str, ...]
    """Yosys' commands."""
    parts: dict[Part, CellCounts]
    """Empty if the synthesis failed."""
    flat: CellCounts | None
    """Of the flattened core by the same recipe; None if that synthesis failed."""
    flat_source: Text
    """Where `flat` is from: a stored result, a stored count, or the synthesis that was made for it."""
    reason: str = ""
    """Why there are no parts."""
    cost: Cost
    bench_commit: str
    date: AwareDatetime
    machine: Machine

    @property
    def total(self) -> CellCounts:
        """The cells of all parts together."""
        return sum(self.parts.values(), CellCounts(luts=0, carry=0, flip_flops=0))


class _SplitsOfDevice(StoredRecord):
    splits: tuple[AreaSplit, ...] = ()


def _folder(path: Path) -> RecordFolder[_SplitsOfDevice]:
    return RecordFolder(path, _SplitsOfDevice, "a file of area splits", "take it from the repository", rows="splits")


def read_splits(folder: Path) -> list[AreaSplit]:
    """All splits in `folder`, which has one file for each device; none if there is no folder."""
    return [one for stored in _folder(folder).read_all() for one in stored.splits]


def add_splits(folder: Path, splits: Iterable[AreaSplit]) -> None:
    """Store splits, each in place of an earlier one of the same core, device and recipe."""
    of_device = attrgetter("device")
    for device, new in groupby(sorted(splits, key=of_device), of_device):
        _folder(folder).add(device, "splits", new, attrgetter("core", "recipe"))
