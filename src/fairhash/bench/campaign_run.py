# SPDX-License-Identifier: Apache-2.0
"""One run of a campaign: what is stored of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from fairhash.bench.campaign_prices import UNKNOWN, Price
from fairhash.catalog.core import Core
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.target import Target
from fairhash.results.schema import Result

State = Literal["done", "failed", "stale", "missing"]
"""`failed`: a run with the present inputs is stored and failed; `stale`: only a run with other inputs is stored."""

Stage = Literal["synthesis", "result", "accelerator"]
"""What is stored: the cell counts of a synthesis, for the choice of a recipe; a result; or an accelerator's area."""


@dataclass(frozen=True)
class CampaignRun:
    """One run of a campaign."""

    core: Core
    target: Target
    recipe: Recipe
    seed: int
    key: str
    state: State
    stage: Stage = "result"
    selection: int = 0
    """Number of the campaign's entry that needs it for the choice of a recipe, from 1; 0 for all other runs."""
    entry: str = ""
    """Name of the campaign's entry."""
    copies: int = 0
    """Cores of the accelerator."""
    waits: bool = False
    """Whether the choice of its recipe is not final, so that it must not start."""
    price: Price = UNKNOWN

    @property
    def cpu_s(self) -> float | None:
        """Expected CPU time in seconds, from stored runs; None if nothing like it is stored."""
        return self.price.synthesis_s if self.stage == "synthesis" else self.price.cpu_s

    @property
    def is_due(self) -> bool:
        """Whether it should be run."""
        return self.state in ("stale", "missing")


def stored_state(key: str, run: tuple[str, str, int], stored: Sequence[Result]) -> State:
    """State of the run with this key; `run` is the core, the recipe and the seed.

    A run with a figure but without measured cycles is not done: all its stages but the cycles are taken from the store.
    """
    for result in stored:
        if result.key != key:
            continue
        if result.status not in ("ok", "estimate"):
            return "failed"
        return "done" if result.measured_cycles else "missing"
    is_stored = any((result.core, result.recipe, result.seed) == run for result in stored)
    return "stale" if is_stored else "missing"
