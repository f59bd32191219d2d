# SPDX-License-Identifier: Apache-2.0
"""Outcomes of NIST's three groups, and the folder that stores those of placed cores (`fairhash nist --placed`)."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import AwareDatetime, Field

from fairhash.results.measurement_folder import MeasurementFolder
from fairhash.results.schema import Count, Sha256, Text
from fairhash.results.stored_record import StoredRecord

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


def _identity(one: NistOutcome) -> tuple[str, str, int]:
    return one.device, one.recipe, one.seed


def nist_folder(path: Path) -> MeasurementFolder[NistOutcome]:
    """Return the folder of outcomes; one of the same device, recipe and seed is replaced."""
    return MeasurementFolder(path, NistOutcome, "outcomes of NIST's groups", _identity)
