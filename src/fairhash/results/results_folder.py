# SPDX-License-Identifier: Apache-2.0
"""The folder of committed results: one JSON Lines file for each target."""

import fcntl
from collections.abc import Iterable
from pathlib import Path

from fairhash.results import files
from fairhash.results.export import read_json_lines, write_json_lines
from fairhash.results.schema import Result

STALE = "made from other inputs than a run of today would use"


class ResultsFolder:
    """Adds results to the files of a folder, each file replaced whole, one process at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def read(self, target: str) -> list[Result]:
        """All results on one target."""
        file = self._file(target)
        return read_json_lines(file) if file.is_file() else []

    def add(self, results: Iterable[Result]) -> None:
        """Add `results`; one with a known key replaces the stored one.

        A stored result of the same core, recipe and seed with another key is marked stale.
        """
        by_target: dict[str, list[Result]] = {}
        for result in results:
            by_target.setdefault(result.device, []).append(result)
        for target, added in by_target.items():
            with files.one_line_errors("cannot write", self.folder):
                self.folder.mkdir(parents=True, exist_ok=True)
                with (self.folder / f".{target}.lock").open("w") as lock:
                    fcntl.flock(lock, fcntl.LOCK_EX)
                    write_json_lines(merged(self.read(target), added), self._file(target))

    def _file(self, target: str) -> Path:
        return self.folder / f"{target}.jsonl"


def merged(stored: Iterable[Result], added: Iterable[Result]) -> list[Result]:
    """All results, sorted by core, recipe, date and seed, without replaced ones; outdated ones are stale."""
    new = {result.key: result for result in added}
    runs = {_run(result): result.key for result in new.values()}
    others = []
    for result in stored:
        if result.key in new:
            continue
        outdated = not result.stale and _run(result) in runs
        others.append(result.model_copy(update={"stale": STALE}) if outdated else result)
    return sorted([*others, *new.values()], key=_order)


def _run(result: Result) -> tuple[str, str, int]:
    return result.core, result.recipe, result.seed


def _order(result: Result) -> tuple[str, str, str, str, int]:
    return result.core, result.recipe, result.date.isoformat(), result.series, result.seed
