# SPDX-License-Identifier: Apache-2.0
"""Random points, with equal probability of all choices of an option: the baseline for the other strategies."""

import random

from fairhash.explore.trial import Setting, TrialRequests


def random_search(setting: Setting) -> TrialRequests:
    """Request the start, then random points without end; repeated points do not use up the budget."""
    rng = random.Random(setting.seed)
    yield [setting.start]
    while True:
        yield [setting.with_options(tuple(rng.choice(list(option.choice)) for option in setting.space.option))]
