# SPDX-License-Identifier: Apache-2.0
"""Requested clocks sampled all over the range, then beside the best ones.

What a tool achieves over what it was asked rises and falls, with several summits; bisection between met and missed ends
beside the highest (Farahmand, Ferozpuri, Diehl and Gaj, "Minerva: Automated Hardware Optimization Tool", ReConFig
2017). So: the request is doubled until it is missed, which shows where the range is; half the budget goes into one draw
from each of as many equal parts of it, on a logarithmic scale; then follow golden sections (Kiefer 1953) of the wider
gap beside the best sample, and, each third time, the middle of the widest gap of all, from which the search may start
again.
"""

import random
from itertools import pairwise

from fairhash.explore.strategies.requests import unheeded
from fairhash.explore.trial import Asking, Outcome, Setting

_GOLDEN = 0.381966
"""The smaller part of a golden section, from the side of the best sample."""
_BELOW, _ABOVE = 0.6, 2.0
"""Parts of the clock achieved for a missed request between which is sampled."""
_CLOSE = 1.002


def clock_sampling(setting: Setting) -> Asking:
    """Stops early only where no gap is left, or where the tool does not heed what is requested."""
    rng = random.Random(setting.seed)
    (first,) = yield [setting.start]
    seen = [first]
    while seen[-1].met and seen[-1].trial.clock_mhz < setting.space.clock.high_mhz:
        seen += yield [setting.requesting(2 * seen[-1].trial.clock_mhz)]
    middle = seen[-1].achieved_mhz or first.trial.clock_mhz
    low, high = (setting.requesting(part * middle).clock_mhz for part in (_BELOW, _ABOVE))
    parts = max(1, setting.budget // 2)
    step = (high / low) ** (1 / parts)
    order = list(range(parts))
    rng.shuffle(order)
    for part in order:
        seen += yield [setting.requesting(low * step ** (part + rng.random()))]
        if unheeded(seen):
            return
    turn = 0
    while not unheeded(seen):
        turn += 1
        request = _widest_gap(seen, low, high) if turn % 3 == 0 else _beside_best(seen, low, high)
        if request is None:
            return
        seen += yield [setting.requesting(request)]


def _marks(seen: list[Outcome], low: float, high: float) -> list[float]:
    return sorted({low, high, *(outcome.trial.clock_mhz for outcome in seen)})


def _widest_gap(seen: list[Outcome], low: float, high: float) -> float | None:
    below, above = max(pairwise(_marks(seen, low, high)), key=lambda gap: gap[1] / gap[0])
    return (below * above) ** 0.5 if above > below * _CLOSE else None


def _beside_best(seen: list[Outcome], low: float, high: float) -> float | None:
    """In the wider gap beside the best sample that has one; the samples in order of merit."""
    marks = _marks(seen, low, high)
    good = sorted((o for o in seen if o.merit is not None), key=lambda o: -(o.merit or 0))
    for outcome in good or seen:
        here = outcome.trial.clock_mhz
        place = marks.index(here)
        beside = [marks[other] for other in (place - 1, place + 1) if 0 <= other < len(marks)]
        there = max(beside, key=lambda mark: max(mark / here, here / mark))
        if max(there / here, here / there) > _CLOSE:
            return float(here * (there / here) ** _GOLDEN)
    return None
