# SPDX-License-Identifier: Apache-2.0
"""Cell counts of mapped netlists that were synthesised to choose a recipe and need not be placed."""

from collections.abc import Iterable
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from fairhash.errors import FairhashError
from fairhash.results import files
from fairhash.results.schema import Count, Sha256, Text


class SynthesisCount(BaseModel):
    """The outcome of one synthesis; the counts are None where it failed."""

    model_config = ConfigDict(frozen=True, extra="forbid")

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


class _File(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    counts: tuple[SynthesisCount, ...]


def read_counts(folder: Path) -> list[SynthesisCount]:
    """All counts of a folder with one file for each device; none if there is no folder."""
    return [count for file in sorted(folder.glob("*.json")) for count in _read(file)]


def add_counts(folder: Path, counts: Iterable[SynthesisCount]) -> None:
    """Store counts, each in place of an earlier one of the same core, device and recipe."""
    new = list(counts)
    for device in sorted({count.device for count in new}):
        file = folder / f"{device}.json"
        known = {(count.core, count.recipe): count for count in _read(file)}
        known |= {(count.core, count.recipe): count for count in new if count.device == device}
        held = _File(counts=tuple(count for _, count in sorted(known.items())))
        files.write_text(file, held.model_dump_json(indent=1) + "\n")


def _read(file: Path) -> tuple[SynthesisCount, ...]:
    if not file.is_file():
        return ()
    try:
        return _File.model_validate_json(files.read_text(file)).counts
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "the file"
        raise FairhashError(
            f"not a file of synthesis counts: {place}: {first['msg']}", str(file), "take it from the repository"
        ) from error
