# SPDX-License-Identifier: Apache-2.0
"""Outcomes of NIST's three groups, and the folder that stores those of placed cores (`fairhash nist --placed`)."""

from operator import attrgetter
from typing import Annotated, Literal

from pydantic import AwareDatetime, Field

from fairhash.base.records import CoreMeasurements, MeasurementStore, StoredRecord
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


NIST_OUTCOMES = MeasurementStore(
    CoreMeasurements[NistOutcome], "a file of outcomes of NIST's groups", attrgetter("device", "recipe", "seed")
)
"""The outcomes of placed cores."""
