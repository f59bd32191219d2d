# SPDX-License-Identifier: Apache-2.0
"""Checks the models against answer files."""

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

from fairhash.base.errors import FairhashError
from fairhash.models.answers.answer import Answer, model_of, read
from fairhash.models.hashing import hash_bits
from fairhash.models.library import Algorithm, find_algorithm

_MAX_FAILURES = 3
"""Number of failures stored for each file; all are counted."""


@dataclass(frozen=True)
class WrongAnswer:
    """A row whose digest the model does not reproduce."""

    answer: Answer
    algorithm: str
    actual: bytes
    """The model's digest."""

    def __str__(self) -> str:
        position = f"{self.answer.file}:{self.answer.line}"
        message = f"{self.algorithm} of {self.answer.message_bits} bits"
        return f"{position}: {message}: expected {self.answer.digest.hex()}, found {self.actual.hex()}"


@dataclass(frozen=True)
class FileSummary:
    """Outcome of the check of one file: numbers of rows, and the first few `failures`."""

    file: Path
    checked: int
    failed: int
    failures: tuple[WrongAnswer, ...]
    skipped: dict[str, int]
    """Number of rows without a model, by ``algorithm version digest_bits``."""
    algorithms: dict[str, int]
    """Number of checked rows, by algorithm id."""


def _check_row(answer: Answer, model: Algorithm) -> WrongAnswer | None:
    actual = hash_bits(model.id, answer.message, answer.message_bits, answer.digest_bits)
    return None if actual == answer.digest else WrongAnswer(answer, model.id, actual)


def _check_file(file: Path, only: frozenset[str] | None) -> FileSummary:
    failures = []
    checked: Counter[str] = Counter()
    skipped: Counter[str] = Counter()
    for answer in read(file):
        model = model_of(answer)
        if model is None:
            skipped[f"{answer.algorithm} {answer.version_token} {answer.digest_bits}"] += 1
        elif only is None or model.id in only:
            checked[model.id] += 1
            failure = _check_row(answer, model)
            if failure is not None:
                failures.append(failure)
    first_failures = tuple(failures[:_MAX_FAILURES])
    return FileSummary(file, checked.total(), len(failures), first_failures, dict(skipped), dict(checked))


def check(
    folder: Path,
    only: Collection[str] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[FileSummary]:
    """Check one answer file, or every ``*.csv`` below a folder, in the order of their names.

    Args:
        folder: The folder or file.
        only: Ids of the algorithms to check; default all.
        progress: Called after each file with the number of checked files and of all files.

    Raises:
        FairhashError: There is no answer file, one is malformed, or an algorithm is unknown.
    """
    requested = frozenset(find_algorithm(name).id for name in only) if only else None
    files = [folder] if folder.is_file() else sorted(folder.rglob("*.csv"))
    if not files:
        raise FairhashError("no answer files", str(folder), "name a folder with *.csv files")
    summaries = []
    for number, file in enumerate(files, 1):
        summaries.append(_check_file(file, requested))
        if progress is not None:
            progress(number, len(files))
    return summaries
