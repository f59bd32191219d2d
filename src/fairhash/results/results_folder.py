# SPDX-License-Identifier: Apache-2.0
"""A folder of results: one JSON Lines file for each target, a result a line, sorted.

A line is rewritten only if its result changes, so that a commit shows what was measured and nothing else. Each file is
replaced whole, by one process at a time.
"""

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path

from fairhash.base import files, paths
from fairhash.results.export import parse_json_lines, read_json_lines
from fairhash.results.schema import Result

STALE = "made from other inputs than a run of today would use"

_Stamp = tuple[int, int, int]


class ResultsFolder:
    """Reads and adds results. Processes and threads may add to the same folder at the same time."""

    def __init__(self, folder: Path, *, with_digests: bool = False) -> None:
        """Open a folder.

        Args:
            folder: The folder; created when something is added.
            with_digests: Whether the digest of each file is stored beside it, for a folder without version control.
        """
        self.folder = folder
        self._with_digests = with_digests
        self._parsed: dict[Path, tuple[_Stamp, list[tuple[Result, str]]]] = {}
        """By file: what it was when it was parsed, and its results with their lines."""

    def read(self, target: str | None = None) -> list[Result]:
        """All results on one target, or on all; those of subfolders, which are of searches, are not among them.

        Raises:
            FairhashError: A line is not a result; the message gives its number.
        """
        names = [target] if target else sorted(file.stem for file in self.folder.glob("*.jsonl"))
        found = [self._file(name) for name in names]
        return [result for file in found if file.is_file() for result in read_json_lines(file)]

    def add(self, results: Iterable[Result], *, replace: bool = True) -> int:
        """Add `results`. A stored result of the same core, recipe and seed with another key is marked stale.

        Args:
            results: The results. They are written file by file, each file whole or not at all.
            replace: Whether a result replaces a stored one with the same key; otherwise the stored one remains.

        Returns:
            The number of results that were added or have changed.
        """
        return sum(self._add(self._file(target), added, replace) for target, added in _by_target(results).items())

    def remove(self, results: Iterable[Result]) -> None:
        """Remove the stored results with the keys of these."""
        for target, removed in _by_target(results).items():
            file = self._file(target)
            with files.locked(file):
                kept = [(result, line) for result, line in self._lines(file) if result.key not in removed]
                self._write(file, "".join(line + "\n" for _, line in kept))
                self._parsed[file] = _stamp(file), kept

    def _add(self, file: Path, added: Mapping[str, Result], replace: bool) -> int:
        with files.locked(file):
            stored = {result.key: (result, line) for result, line in self._lines(file)}
            new = {
                key: result
                for key, result in added.items()
                if key not in stored or (replace and stored[key][0] != result)
            }
            if new:
                together = merged([result for result, _ in stored.values()], new.values())
                lines = [(result, _line(result, stored)) for result in together]
                self._write(file, "".join(line + "\n" for _, line in lines))
                self._parsed[file] = _stamp(file), lines
        return len(new)

    def _write(self, file: Path, text: str) -> None:
        """Write a file and its digest. While it is replaced, the digests of the old and the new text are stored.

        A file that was damaged gets no new digest: the damage is found until the file is restored or deleted.
        """
        old = _file_digest(file) if self._with_digests else ""
        if not self._with_digests or not _is_stored(old, file):
            files.write_text(file, text)
            return
        digests, digest = _digests_file(file), _digest(text.encode("utf-8"))
        files.write_text(digests, f"{old}\n{digest}\n")
        files.write_text(file, text)
        files.write_text(digests, f"{digest}\n")

    def _lines(self, file: Path) -> list[tuple[Result, str]]:
        """Each result with its line. A file is parsed again only if it was replaced: a sweep adds many times."""
        if not file.is_file():
            return []
        stamp = _stamp(file)
        if file not in self._parsed or self._parsed[file][0] != stamp:
            self._parsed[file] = stamp, parse_json_lines(file)
        return self._parsed[file][1]

    def _file(self, target: str) -> Path:
        return self.folder / f"{target}.jsonl"


def _by_target(results: Iterable[Result]) -> dict[str, dict[str, Result]]:
    """The results by target and key."""
    by_target: dict[str, dict[str, Result]] = {}
    for result in results:
        by_target.setdefault(result.device, {})[result.key] = result
    return by_target


def own_results() -> ResultsFolder:
    """The folder of the user's own results, build/results."""
    return ResultsFolder(paths.own_results(), with_digests=True)


def is_as_written(file: Path) -> bool:
    """Whether a file of results has its stored digest; a file without a stored digest has not changed."""
    return _is_stored(_file_digest(file), file)


def _is_stored(digest: str, file: Path) -> bool:
    """Whether a digest is a stored one of the file; so is any where none is stored, and that of a missing file."""
    try:
        stored = _digests_file(file).read_text(encoding="ascii", errors="replace").split()
    except OSError:
        return True
    return not digest or digest in stored


def _file_digest(file: Path) -> str:
    """Empty if the file cannot be read."""
    try:
        return _digest(file.read_bytes())
    except OSError:
        return ""


def _digests_file(file: Path) -> Path:
    return file.with_name(f".{file.stem}.sha256")


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _stamp(file: Path) -> _Stamp:
    status = file.stat()
    return status.st_ino, status.st_size, status.st_mtime_ns


def _line(result: Result, stored: Mapping[str, tuple[Result, str]]) -> str:
    """The line of a result, as it is stored if the result has not changed."""
    old, text = stored.get(result.key, (None, ""))
    return text if result == old else result.model_dump_json()


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
