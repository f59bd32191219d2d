# SPDX-License-Identifier: Apache-2.0
"""Cells of a core's control, datapath and shell, each synthesised on its own, beside those of the flat core."""

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, ValidationError

from fairhash.errors import FairhashError
from fairhash.results import files
from fairhash.results.schema import Cost, Count, Machine, Sha256, Text

Part = Literal["control", "datapath", "shell"]
"""`control`: the instance of that name. `shell`: the instances of entities of rtl/shell. `datapath`: all else."""

FOLDER = "split"
"""Name of the folder below results/synthesis/."""


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class CellCounts(_Table):
    """Cells of a mapped netlist; `blocks` are block memories, `others` all further dedicated cells."""

    luts: Count
    carry: Count
    flip_flops: Count
    blocks: Count = 0
    others: Count = 0

    def __add__(self, other: "CellCounts") -> "CellCounts":
        return CellCounts(**{name: getattr(self, name) + getattr(other, name) for name in type(self).model_fields})


class AreaSplit(_Table):
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


class _File(_Table):
    splits: tuple[AreaSplit, ...]


def read_splits(folder: Path) -> list[AreaSplit]:
    """All splits in `folder`, which has one file for each device; none if there is no folder."""
    return [split for file in sorted(folder.glob("*.json")) for split in _read(file)]


def add_splits(folder: Path, splits: Iterable[AreaSplit]) -> None:
    """Store splits, each in place of an earlier one of the same core, device and recipe."""
    new = list(splits)
    for device in sorted({split.device for split in new}):
        file = folder / f"{device}.json"
        known = {(split.core, split.recipe): split for split in _read(file)}
        known |= {(split.core, split.recipe): split for split in new if split.device == device}
        stored = _File(splits=tuple(split for _, split in sorted(known.items())))
        files.write_text(file, stored.model_dump_json(indent=1) + "\n")


def _read(file: Path) -> tuple[AreaSplit, ...]:
    if not file.is_file():
        return ()
    try:
        return _File.model_validate_json(files.read_text(file)).splits
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "the file"
        raise FairhashError(
            f"not a file of area splits: {place}: {first['msg']}", str(file), "take it from the repository"
        ) from error
