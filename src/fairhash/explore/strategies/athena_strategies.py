# SPDX-License-Identifier: Apache-2.0
"""The four search strategies of ATHENa, the tool of paper A: single run, placement, exhaustive and frequency search."""

from dataclasses import replace
from itertools import product

from fairhash.explore.space import Point, Space
from fairhash.explore.trial import Outcome, Setting, TrialRequests, requests_ignored

_CLOCK_STEP = 1.1
"""Factor by which the requested clock is raised while it is achieved."""
_MIN_CLOCK_RATIO = 1.005
"""Requested clocks that differ by less than half a per cent count as equal."""


def single_run(setting: Setting) -> TrialRequests:
    """Request the start trial only, whatever the budget."""
    yield [setting.start]


def placement_search(setting: Setting) -> TrialRequests:
    """Request one placer seed for each run of the budget, all at once; ATHENa varies placement starting points."""
    yield [replace(setting.start, seed=setting.seed + step) for step in range(setting.budget)]


def grid(space: Space) -> list[Point]:
    """All combinations of the options marked as grid, the start first; the last option changes fastest."""
    axes = [
        [option.start, *(name for name in option.choice if name != option.start)] if option.grid else [option.start]
        for option in space.option
    ]
    return list(dict.fromkeys(space.canonical(point) for point in product(*axes)))


def exhaustive_search(setting: Setting) -> TrialRequests:
    """Request the points of the grid in order, as many as the budget allows."""
    yield [setting.with_options(point) for point in grid(setting.space)[: setting.budget]]


def frequency_search(setting: Setting) -> TrialRequests:
    """Search the highest requested clock that is achieved: raise it while it is achieved, then bisect.

    Bisection assumes that every request up to some clock is achieved and none above it, which tools do not guarantee:
    see clock_sampling.
    """
    (first,) = yield [setting.start]
    outcomes: list[Outcome] = [first]
    met = first.trial.clock_mhz if first.met else setting.space.clock.low_mhz
    missed = None if first.met else first.trial.clock_mhz
    request = first.achieved_mhz if first.achieved_mhz and not first.met else _CLOCK_STEP * met
    while not requests_ignored(outcomes):
        (outcome,) = yield [setting.with_clock(request)]
        outcomes.append(outcome)
        if outcome.met:
            met = max(met, outcome.trial.clock_mhz)
        else:
            missed = min(missed or outcome.trial.clock_mhz, outcome.trial.clock_mhz)
        if missed is None and met >= setting.space.clock.high_mhz:
            return
        if missed is not None and missed <= met * _MIN_CLOCK_RATIO:
            return
        request = _CLOCK_STEP * met if missed is None else (met + missed) / 2
