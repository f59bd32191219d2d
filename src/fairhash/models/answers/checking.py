# SPDX-License-Identifier: Apache-2.0
"""The models against answer files."""

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

from fairhash.errors import FairhashError
from fairhash.models.answers.rows import Answer, model_of, read
from fairhash.models.hashing import hash_bits
from fairhash.models.library import Algorithm, find_algorithm

_FAILURES_KEPT = 3


@dataclass(frozen=True)
class Failure:
    """A row whose digest the model does not reproduce."""

    answer: Answer
    algorithm: str
    found: bytes

    def __str__(self) -> str:
        place = f"{self.answer.file}:{self.answer.line}"
        message = f"{self.algorithm} of {self.answer.message_bits} bits"
        return f"{place}: {message}: expected {self.answer.digest.hex()}, found {self.found.hex()}"


@dataclass(frozen=True)
class FileSummary:
    """What became of one file's rows. `failures` holds the first few of the `failed` ones."""

    file: Path
    checked: int
    failed: int
    failures: tuple[Failure, ...]
    skipped: dict[str, int]
    """Rows without a model, by ``algorithm version digest_bits``."""
    algorithms: dict[str, int]
    """Rows checked, by the model's id."""


def _check_row(answer: Answer, model: Algorithm) -> Failure | None:
    found = hash_bits(model.id, answer.message, answer.message_bits, answer.digest_bits)
    return None if found == answer.digest else Failure(answer, model.id, found)


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
    kept = tuple(failures[:_FAILURES_KEPT])
    return FileSummary(file, checked.total(), len(failures), kept, dict(skipped), dict(checked))


def check(
    folder: Path,
    only: Collection[str] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[FileSummary]:
    """Checks every ``*.csv`` in a folder and the folders in it, or one file; files in the order of their names.

    `only` limits the check to rows of these algorithm ids; none means all. `progress` is told how many files are done
    and how many there are.
    """
    wanted = frozenset(find_algorithm(name).id for name in only) if only else None
    files = [folder] if folder.is_file() else sorted(folder.rglob("*.csv"))
    if not files:
        raise FairhashError("no answer files", str(folder), "name a folder with *.csv files")
    summaries = []
    for number, file in enumerate(files, 1):
        summaries.append(_check_file(file, wanted))
        if progress is not None:
            progress(number, len(files))
    return summaries
