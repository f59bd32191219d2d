# SPDX-License-Identifier: Apache-2.0
"""Samples requested clocks over the whole range, then near the best ones.

As a function of the requested clock, a tool's achieved clock may have several maxima, and bisection may miss the
highest one (Farahmand, Ferozpuri, Diehl and Gaj, "Minerva: Automated Hardware Optimization Tool", ReConFig 2017). The
search has three steps:

1. The requested clock is doubled until it is missed. The clock then achieved determines the range of samples.
2. The range is divided into equal intervals on a logarithmic scale, as many as half the budget. One random clock is
   requested in each.
3. Golden-section points (Kiefer 1953) of the wider gap next to the best sample follow. Every third request is the
   middle of the widest gap of the whole range, so that the search does not stay at a local maximum.
"""

import random
from itertools import pairwise

from fairhash.explore.trial import Outcome, Setting, TrialRequests, requests_ignored

_GOLDEN = 0.381966
"""The smaller part of a golden section, measured from the best sample."""
_RANGE_LOW, _RANGE_HIGH = 0.6, 2.0
"""The sampled range, as factors of the clock achieved for the missed request."""
_MIN_GAP_RATIO = 1.002
"""A gap is not sampled if the ratio of its ends is smaller."""


def clock_sampling(setting: Setting) -> TrialRequests:
    """Sample until the budget is used up, no gap is left, or the tool ignores the requested clock."""
    rng = random.Random(setting.seed)
    (first,) = yield [setting.start]
    outcomes = [first]
    while outcomes[-1].met and outcomes[-1].trial.clock_mhz < setting.space.clock.high_mhz:
        outcomes += yield [setting.with_clock(2 * outcomes[-1].trial.clock_mhz)]
    middle = outcomes[-1].achieved_mhz or first.trial.clock_mhz
    low, high = (setting.with_clock(factor * middle).clock_mhz for factor in (_RANGE_LOW, _RANGE_HIGH))
    intervals = max(1, setting.budget // 2)
    step = (high / low) ** (1 / intervals)
    order = list(range(intervals))
    rng.shuffle(order)
    for interval in order:
        outcomes += yield [setting.with_clock(low * step ** (interval + rng.random()))]
        if requests_ignored(outcomes):
            return
    requests = 0
    while not requests_ignored(outcomes):
        requests += 1
        request = _widest_gap(outcomes, low, high) if requests % 3 == 0 else _next_to_best(outcomes, low, high)
        if request is None:
            return
        outcomes += yield [setting.with_clock(request)]


def _range_and_requests(outcomes: list[Outcome], low: float, high: float) -> list[float]:
    return sorted({low, high, *(outcome.trial.clock_mhz for outcome in outcomes)})


def _widest_gap(outcomes: list[Outcome], low: float, high: float) -> float | None:
    below, above = max(pairwise(_range_and_requests(outcomes, low, high)), key=lambda gap: gap[1] / gap[0])
    return (below * above) ** 0.5 if above > below * _MIN_GAP_RATIO else None


def _next_to_best(outcomes: list[Outcome], low: float, high: float) -> float | None:
    """A golden-section point of the wider gap next to the best sample; None if no gap is wide enough.

    If the best sample has no wide gap, the next best is taken, and so on.
    """
    clocks = _range_and_requests(outcomes, low, high)
    good = sorted((o for o in outcomes if o.merit is not None), key=lambda o: -(o.merit or 0))
    for outcome in good or outcomes:
        here = outcome.trial.clock_mhz
        index = clocks.index(here)
        neighbours = [clocks[other] for other in (index - 1, index + 1) if 0 <= other < len(clocks)]
        there = max(neighbours, key=lambda clock: max(clock / here, here / clock))
        if max(there / here, here / there) > _MIN_GAP_RATIO:
            return float(here * (there / here) ** _GOLDEN)
    return None
