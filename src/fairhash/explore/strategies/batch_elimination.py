# SPDX-License-Identifier: Apache-2.0
"""Batch elimination: disables each option once, then all harmful options together.

Source: Pan and Eigenmann, "Fast and Effective Orchestration of Compiler Optimizations", CGO 2006, section 2. With n
options it needs n + 2 runs, and it assumes that options are independent of each other.
"""

from fairhash.explore.trial import Setting, TrialRequests


def batch_elimination(setting: Setting) -> TrialRequests:
    """Search over the options that have a `without` choice, with a small budget over the first of them.

    An option is harmful if disabling it gives a strictly better run.
    """
    space = setting.space
    disabled = [(option.name, option.without) for option in space.option if option.without]
    disabled = disabled[: max(0, setting.budget - 2)]
    (start,) = yield [setting.start]
    alone = yield [setting.with_options(space.with_choice(space.start, name, choice)) for name, choice in disabled]
    together = space.start
    for (name, choice), outcome in zip(disabled, alone, strict=True):
        if outcome.beats(start):
            together = space.with_choice(together, name, choice)
    yield [setting.with_options(together)]
