# SPDX-License-Identifier: Apache-2.0
"""The folder of committed results: one JSON Lines file for each target, a result a line, sorted.

A line is rewritten only if its result changes, so that a commit shows what was measured and nothing else.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

from fairhash.results import files
from fairhash.results.export import parse_json_lines, read_json_lines
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
            file = self._file(target)
            with files.locked(file):
                lines = parse_json_lines(file) if file.is_file() else []
                texts = {result.key: (result, text) for result, text in lines}
                together = merged([result for result, _ in lines], added)
                files.write_text(file, "".join(_line(result, texts) for result in together))

    def _file(self, target: str) -> Path:
        return self.folder / f"{target}.jsonl"


def _line(result: Result, stored: Mapping[str, tuple[Result, str]]) -> str:
    """The line of a result, as it is stored if the result has not changed."""
    old, text = stored.get(result.key, (None, ""))
    return f"{text if result == old else result.model_dump_json()}\n"


def merged(stored: Iterable[Result], added: Iterable[Result]) -> list[Result]:
    """All results, sorted by core, recipe, date and seed, without replaced ones; outdated ones are stale."""
    new = {result.key: result for result in added}
    runs = {_run(result) for result in new.values() if not result.stale}
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
