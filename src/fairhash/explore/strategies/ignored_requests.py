# SPDX-License-Identifier: Apache-2.0
"""Detects a tool that ignores the requested clock, for the two strategies that vary it."""

from collections.abc import Sequence

from fairhash.explore.trial import Outcome

_MIN_REQUESTS = 3


def requests_ignored(outcomes: Sequence[Outcome]) -> bool:
    """Whether at least three different requested clocks gave exactly the same achieved clock and merit.

    nextpnr behaves so (docs/measuring.md). Such a search ends, since its remaining runs would show nothing new.
    """
    return (
        len({outcome.trial.clock_mhz for outcome in outcomes}) >= _MIN_REQUESTS
        and len({(outcome.achieved_mhz, outcome.merit) for outcome in outcomes}) == 1
        and outcomes[0].achieved_mhz is not None
    )
