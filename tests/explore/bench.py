# SPDX-License-Identifier: Apache-2.0
"""A made-up space and benches with known optima, for tests of strategies."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from fairhash.explore.search import Found, Search, explore
from fairhash.explore.space import Space
from fairhash.explore.strategies import STRATEGIES
from fairhash.explore.trial import Outcome, Setting, Trial

SPACE: dict[str, Any] = {
    "family": "ecp5",
    "description": "Made up.",
    "clock": {"start_mhz": 100, "low_mhz": 10, "high_mhz": 1000},
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
            "about": "Wide functions.",
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
            "about": "Of the analytic placer.",
            "start": "usual",
            "only_with": {"placer": "heap"},
            "choice": {"usual": {}, "more": {"place": ["--weight", "30"]}},
        },
    ],
}


def make_space(**changes: Any) -> Space:
    """The space above with other entries."""
    return Space.model_validate({**SPACE, **changes})


@dataclass
class Bench:
    """Outcomes by a function of the trial: merit and achieved clock; no merit is a failure. Keeps what was asked."""

    outcome: Callable[[Trial], tuple[float | None, float | None]]
    asked: list[Trial] = field(default_factory=list)

    def __call__(self, trials: Sequence[Trial]) -> list[Outcome]:
        self.asked += trials
        return [Outcome(trial, *self.outcome(trial)) for trial in trials]


def search(
    strategy: str, outcome: Callable[[Trial], tuple[float | None, float | None]], budget: int = 10, seed: int = 1
) -> Found:
    """What a strategy finds in the made-up space."""
    setting = Setting(make_space(), budget, seed)
    return explore(Search(STRATEGIES[strategy], setting), Bench(outcome))


def by_clock(achieved: Callable[[float], float]) -> Callable[[Trial], tuple[float, float]]:
    """A tool whose achieved clock, which is also the merit, depends on the requested clock alone."""

    def outcome(trial: Trial) -> tuple[float, float]:
        mhz = achieved(trial.clock_mhz)
        return mhz, mhz

    return outcome


def by_options(gain: dict[str, float], base: float = 100.0) -> Callable[[Trial], tuple[float, float]]:
    """Each choice adds what `gain` says; nothing depends on clock or seed."""

    def outcome(trial: Trial) -> tuple[float, float]:
        merit = base + sum(gain.get(choice, 0) for choice in trial.point)
        return merit, merit

    return outcome
