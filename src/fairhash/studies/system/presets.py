# SPDX-License-Identifier: Apache-2.0
"""Presets of the parts of a computer, one data file each: disks, hosts, processors, and lengths of messages."""

import csv
import math
import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import Field, model_validator

from fairhash.base import files
from fairhash.base.errors import FairhashError
from fairhash.base.records import StrictModel
from fairhash.catalog.data_file import read_folder_by_id

_FOLDER = Path(__file__).resolve().parent
_HINT = "see docs/system.md"

Positive = Annotated[float, Field(gt=0, allow_inf_nan=False)]
NotNegative = Annotated[float, Field(ge=0, allow_inf_nan=False)]
_MOST_BYTES = 1 << 40


class Preset(StrictModel):
    """What every data file has."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    title: str
    sources: Annotated[tuple[str, ...], Field(min_length=1)]
    """Where the values are from."""


class Disk(Preset):
    """A disk that files are read from, one after another."""

    mb_s: Positive
    """Rate of a long file in 10^6 bytes per second."""
    access_us: NotNegative
    """From the request to the first byte of a file."""
    block_bytes: Annotated[int, Field(ge=1)] = 512
    """A file is read in whole blocks."""

    def read_ns(self, file_bytes: int) -> float:
        """Return the time to read a file."""
        blocks = -(-file_bytes // self.block_bytes)
        return 1000 * (self.access_us + blocks * self.block_bytes / self.mb_s)


class Host(Preset):
    """The processor that feeds an accelerator: one thread."""

    pad_ns: NotNegative
    """Time to pad a message."""
    pad_ns_per_kb: NotNegative = 0
    """And for each 1000 bytes of it, if the message is copied."""
    notify_ns: NotNegative
    """To announce a batch of messages to the accelerator."""
    complete_ns: NotNegative
    """From the last digest in memory until the host has noticed it."""
    batches_in_flight: Annotated[int, Field(ge=1)] = 1
    """Batches that the host prepares before the first of them is complete; 1 is paper E's host."""

    def padding_ns(self, message_bytes: int) -> float:
        """Return the time to pad a message."""
        return self.pad_ns + self.pad_ns_per_kb * message_bytes / 1000


class FunctionTime(StrictModel):
    """Time of one hash function in software on one thread."""

    block_bytes: Annotated[int, Field(ge=1)]
    ns_per_block: Positive
    ns_per_message: NotNegative = 0


class Processor(Preset):
    """A processor that hashes in software."""

    threads: Annotated[int, Field(ge=1)]
    functions: dict[str, FunctionTime]

    def hash_ns(self, function: str, blocks: int) -> float:
        """Return the time to hash a message on one thread.

        Args:
            function: Id of the algorithm.
            blocks: After padding.
        """
        time = self.functions[function]
        return time.ns_per_message + blocks * time.ns_per_block


class Lengths(Preset):
    """A distribution of message lengths."""

    lengths: Annotated[tuple[tuple[Annotated[int, Field(ge=1, le=_MOST_BYTES)], Positive], ...], Field(min_length=1)]
    """Bytes, and share of the messages."""

    @model_validator(mode="after")
    def _shares_sum_to_one(self) -> "Lengths":
        total = math.fsum(share for _, share in self.lengths)
        if abs(total - 1) > 1e-6:
            raise ValueError(f"the shares sum to {total:.6g} instead of 1")
        return self

    @property
    def mean_bytes(self) -> float:
        """Mean length of a message."""
        return math.fsum(length * share for length, share in self.lengths)

    def percentile(self, percent: float) -> int:
        """Return the length that at least so many percent of the messages do not exceed."""
        below = 0.0
        for length, share in sorted(self.lengths):
            below += share
            if below >= percent / 100 - 1e-9:
                return length
        return max(length for length, _ in self.lengths)

    def sample(self, count: int, seed: int = 1) -> list[int]:
        """Return messages in random order in which each length has its share, rounded to whole messages.

        Args:
            count: Number of messages.
            seed: Of the order.
        """
        rng = random.Random(seed)
        ends = [0.0]
        for _, share in self.lengths:
            ends.append(ends[-1] + share)
        lengths = []
        for number in range(count):
            position = (number + 0.5) / count
            index = next(i for i in range(len(self.lengths)) if position <= ends[i + 1] or i == len(self.lengths) - 1)
            lengths.append(self.lengths[index][0])
        rng.shuffle(lengths)
        return lengths


_Preset = TypeVar("_Preset", bound=Preset)


@cache
def _read(kind: type[_Preset], folder: str) -> dict[str, _Preset]:
    return read_folder_by_id(_FOLDER / folder, kind, _HINT)


def disks() -> dict[str, Disk]:
    """Return the disks by id."""
    return _read(Disk, "disks")


def hosts() -> dict[str, Host]:
    """Return the hosts by id."""
    return _read(Host, "hosts")


def processors() -> dict[str, Processor]:
    """Return the processors by id."""
    return _read(Processor, "processors")


def length_presets() -> dict[str, Lengths]:
    """Return the distributions of lengths by id."""
    return _read(Lengths, "lengths")


def find(presets: dict[str, _Preset], name: str, kind: str) -> _Preset:
    """Return a preset.

    Args:
        presets: All of a kind by id.
        name: The id.
        kind: What it is, for the message.

    Raises:
        FairhashError: there is none of this name.
    """
    if name not in presets:
        raise FairhashError(f"unknown {kind} {name!r}", "", f"known are {', '.join(presets)}")
    return presets[name]


def read_lengths(file: Path) -> Lengths:
    """Read a distribution from CSV: the columns ``bytes`` and ``count``, or one length in each line without a heading.

    Raises:
        FairhashError: the file cannot be read, or a line is not valid.
    """
    counts: dict[int, float] = {}
    # lines with any end
    rows = [row for row in csv.reader(files.read_text(file).splitlines()) if row and row[0].strip()]
    if rows and rows[0][0].strip() == "bytes":
        rows = rows[1:]
    for number, row in enumerate(rows, start=1):
        try:
            length, count = int(row[0]), float(*row[1:] or ["1"])
        except (TypeError, ValueError):
            length, count = 0, 0.0
        if not 1 <= length <= _MOST_BYTES or not 0 < count < math.inf:
            what = f"row {number} {','.join(row)[:40]!r} is not a length in bytes and a count"
            raise FairhashError(what, str(file), "write one row such as 1500,20 for each length")
        counts[length] = counts.get(length, 0) + count
    if not counts:
        raise FairhashError("no lengths", str(file), "write one row such as 1500,20 for each length")
    total = math.fsum(counts.values())
    shares: Sequence[tuple[int, float]] = [(length, count / total) for length, count in sorted(counts.items())]
    return Lengths(id="file", title=file.name, sources=(str(file),), lengths=tuple(shares))
