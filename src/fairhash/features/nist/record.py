# SPDX-License-Identifier: Apache-2.0
"""Outcomes of NIST's three groups, and the folder that stores those of placed cores (`fairhash nist --placed`)."""

from operator import attrgetter
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AwareDatetime, Field

from fairhash.base.records import RecordFolder, StoredRecord
from fairhash.results.schema import Count, Sha256, Text

Group = Literal["short", "long", "monte-carlo"]


class NistGroup(StoredRecord):
    """The outcome of one group."""

    group: Group
    messages: Count
    """Messages that the core hashed."""
    failure: str = ""
    """The first wrong digest or broken rule; empty if the group passed."""


class NistOutcome(StoredRecord):
    """The three groups through one placed core."""

    schema_version: Literal[1] = 1
    core: Text
    device: Text
    recipe: Text
    seed: int
    placement: Sha256
    """Digest of all that decides the routed netlist."""
    groups: Annotated[tuple[NistGroup, ...], Field(min_length=1)]
    commit: str = ""
    date: AwareDatetime

    @property
    def passed(self) -> bool:
        """Whether every digest was right."""
        return not any(group.failure for group in self.groups)


class NistOutcomes(StoredRecord):
    """The outcomes of one core."""

    core: str
    measurements: tuple[NistOutcome, ...] = ()


def nist_folder(path: Path) -> RecordFolder[NistOutcomes]:
    """The folder of outcomes, a file for each core."""
    return RecordFolder(path, NistOutcomes, "a file of outcomes of NIST's groups")


def read_nist(path: Path, core: str) -> list[NistOutcome]:
    """The stored outcomes of a core; a FairhashError if the file is not valid."""
    stored = nist_folder(path).read(core)
    return list(stored.measurements) if stored else []


def store_nist(path: Path, one: NistOutcome) -> None:
    """Store an outcome in place of one of the same device, recipe and seed."""
    nist_folder(path).add(one.core, "measurements", [one], attrgetter("device", "recipe", "seed"), core=one.core)
