# SPDX-License-Identifier: Apache-2.0
"""The highest request that is met, by bisection: ATHENa's frequency search.

It takes the clock achieved to be met up to some request and never beyond, which tools do not promise: compare
clock_sampling.
"""

from fairhash.explore.strategies.requests import unheeded
from fairhash.explore.trial import Asking, Outcome, Setting

_RAISE = 1.1
_CLOSE = 1.005
"""Requests nearer to each other than half a per cent are the same."""


def frequency_search(setting: Setting) -> Asking:
    """Raise the request while it is met, starting from what was achieved first; then halve what is between."""
    (first,) = yield [setting.start]
    seen: list[Outcome] = [first]
    met = first.trial.clock_mhz if first.met else setting.space.clock.low_mhz
    missed = None if first.met else first.trial.clock_mhz
    request = first.achieved_mhz if first.achieved_mhz and not first.met else _RAISE * met
    while not unheeded(seen):
        (outcome,) = yield [setting.requesting(request)]
        seen.append(outcome)
        if outcome.met:
            met = max(met, outcome.trial.clock_mhz)
        else:
            missed = min(missed or outcome.trial.clock_mhz, outcome.trial.clock_mhz)
        if missed is None and met >= setting.space.clock.high_mhz:
            return
        if missed is not None and missed <= met * _CLOSE:
            return
        request = _RAISE * met if missed is None else (met + missed) / 2
