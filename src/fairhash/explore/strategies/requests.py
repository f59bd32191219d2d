# SPDX-License-Identifier: Apache-2.0
"""What the two searches over requested clocks have in common."""

from collections.abc import Sequence

from fairhash.explore.trial import Outcome

_ENOUGH = 3


def unheeded(seen: Sequence[Outcome]) -> bool:
    """Whether three requests ended in the very same clock and merit: a tool that does not heed them.

    nextpnr is such a tool (docs/measuring.md); there is nothing to search for then, and the budget is left.
    """
    return (
        len({outcome.trial.clock_mhz for outcome in seen}) >= _ENOUGH
        and len({(outcome.achieved_mhz, outcome.merit) for outcome in seen}) == 1
        and seen[0].achieved_mhz is not None
    )
