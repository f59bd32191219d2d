# SPDX-License-Identifier: Apache-2.0
"""A synthetic search space and synthetic benches with known optima, for tests of strategies."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from fairhash.studies.explore.search import Search, SearchResult, explore
from fairhash.studies.explore.space import Space
from fairhash.studies.explore.strategies import STRATEGIES, SearchSetting, Trial, TrialOutcome

SPACE: dict[str, Any] = {
    "family": "ecp5",
    "description": "Synthetic.",
    "clock_mhz": 123.5,
    "timeouts": {"synthesis_s": 10, "place_s": 20},
    "synthesis": ["{synth} {wide} -run begin:luts", "{map}", "{synth} -run luts:"],
    "option": [
        {
            "name": "map",
            "about": "Mapper.",
            "start": "own",
            "without": "stock",
            "grid": True,
            "choice": {"own": {"commands": ["abc -lut {luts}", "clean"]}, "stock": {"commands": ["abc9"]}},
        },
        {
            "name": "wide",
            "about": "Wide LUTs.",
            "start": "off",
            "without": "on",
            "choice": {
                "off": {"words": {"wide": "-nowide", "luts": "4"}},
                "on": {"words": {"wide": "", "luts": "4:7"}},
            },
        },
        {
            "name": "passes",
            "about": "Own passes.",
            "start": "trim",
            "without": "none",
            "choice": {"trim": {"passes": ["trim"]}, "none": {}},
        },
        {
            "name": "placer",
            "about": "Placer.",
            "start": "static",
            "grid": True,
            "choice": {
                "static": {"place": ["--placer", "static"]},
                "heap": {"place": ["--placer", "heap"]},
                "sa": {"place": ["--placer", "sa"]},
            },
        },
        {
            "name": "weight",
            "about": "Weight of the analytic placer.",
            "start": "usual",
            "only_with": {"placer": "heap"},
            "choice": {"usual": {}, "more": {"place": ["--weight", "30"]}},
        },
    ],
}


def make_space(**changes: Any) -> Space:
    """The space above with changed entries."""
    return Space.model_validate({**SPACE, **changes})


@dataclass
class Bench:
    """Outcomes from a function of the trial, which returns merit (None for a failure) and achieved clock.

    `requested` records all requested trials.
    """

    outcome: Callable[[Trial], tuple[float | None, float | None]]
    requested: list[Trial] = field(default_factory=list)

    def __call__(self, trials: Sequence[Trial]) -> list[TrialOutcome]:
        self.requested += trials
        return [TrialOutcome(trial, *self.outcome(trial)) for trial in trials]


def search(
    strategy: str, outcome: Callable[[Trial], tuple[float | None, float | None]], budget: int = 10, seed: int = 1
) -> SearchResult:
    """Run a strategy in the synthetic space."""
    setting = SearchSetting(make_space(), budget, seed)
    return explore(Search(STRATEGIES[strategy], setting), Bench(outcome))


def by_options(gain: dict[str, float], base: float = 100.0) -> Callable[[Trial], tuple[float, float]]:
    """A tool whose merit is `base` plus the `gain` of each choice; the seed has no effect."""

    def outcome(trial: Trial) -> tuple[float, float]:
        merit = base + sum(gain.get(choice, 0) for choice in trial.point)
        return merit, merit

    return outcome
