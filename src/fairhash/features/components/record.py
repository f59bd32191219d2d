# SPDX-License-Identifier: Apache-2.0
"""The stored checks of components and of padded cores: one file for each core."""

from operator import attrgetter
from pathlib import Path
from typing import Literal

from pydantic import AwareDatetime

from fairhash.base.records import RecordFolder, StoredRecord
from fairhash.results.schema import Count, NotNegative, Sha256, Text

FOLDER = "components"
"""Folder of results/ with one file for each core."""
Kind = Literal["component", "padded"]
"""A core and its padding unit with AXI ports, or without them."""


class Check(StoredRecord):
    """The outcome of one check."""

    kind: Kind
    algorithm: Text
    bus_bits: int | None = None
    """Bits of `tdata`; None for a padded core, as is `own_clock`."""
    own_clock: bool | None = None
    """Whether the core had a clock that is not that of the bus."""
    verdict: Literal["pass", "fail"]
    reason: str = ""
    """Why the check failed, in one line."""
    digests: Count
    """Digests that were compared with those of the models."""
    sources: Sha256
    """Digest of the code of all sources and of the generated entities."""
    seconds: NotNegative
    tools: tuple[Text, ...]
    """Versions of GHDL and of the simulator."""
    commit: str = ""
    date: AwareDatetime


class ComponentChecks(StoredRecord):
    """The checks of one core."""

    core: Text
    checks: tuple[Check, ...] = ()

    def find(self, kind: Kind, algorithm: str) -> Check | None:
        """The check of this kind and algorithm, or None."""
        return next((check for check in self.checks if (check.kind, check.algorithm) == (kind, algorithm)), None)


def _folder(results: Path) -> RecordFolder[ComponentChecks]:
    hint = "restore it from the repository, or delete it and check again"
    return RecordFolder(results / FOLDER, ComponentChecks, "a file of checks of components", hint, rows="checks")


def read_checks(results: Path, core: str) -> ComponentChecks:
    """The checks of a core below a folder of results; a FairhashError if the file is not valid."""
    return _folder(results).read(core) or ComponentChecks(core=core)


def store_check(results: Path, core: str, check: Check) -> None:
    """Store a check in place of an earlier one of the same kind and algorithm."""
    _folder(results).add(core, "checks", [check], attrgetter("kind", "algorithm"), core=core)
