# SPDX-License-Identifier: Apache-2.0
"""Stored reasons why original cores of a paper have no figures, one for each core."""

from collections.abc import Mapping
from pathlib import Path

from fairhash.results.records import StoredRecord, read_record, write_record
from fairhash.results.schema import Sha256, Text

_FILE = "failures.json"


class OriginalFailure(StoredRecord):
    """An original core that failed a mode of the testbench."""

    core: Text
    mode: Text
    problem: Text
    source_digest: Sha256
    """Of the sources that were verified, after the edits of the description."""

    @property
    def reason(self) -> str:
        """The mode and what was wrong, as one text."""
        return f"mode {self.mode}: {self.problem}"


class _Failures(StoredRecord):
    failures: tuple[OriginalFailure, ...]


def read_failures(folder: Path) -> dict[str, OriginalFailure]:
    """The stored failures by core; none if there is no file.

    Raises:
        FairhashError: The file is not valid.
    """
    file = folder / _FILE
    if not file.is_file():
        return {}
    stored = read_record(file, _Failures, "not a file of failures", "take it from the repository")
    return {failure.core: failure for failure in stored.failures}


def store_failure(folder: Path, failure: OriginalFailure) -> None:
    """Store a failure in place of an earlier one of the same core."""
    _write(folder, {**read_failures(folder), failure.core: failure})


def remove_failure(folder: Path, core: str) -> None:
    """Remove the failure of a core that is measured now."""
    stored = read_failures(folder)
    if stored.pop(core, None):
        _write(folder, stored)


def _write(folder: Path, failures: Mapping[str, OriginalFailure]) -> None:
    record = _Failures(failures=tuple(failure for _, failure in sorted(failures.items())))
    write_record(folder / _FILE, record)
