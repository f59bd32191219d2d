# SPDX-License-Identifier: Apache-2.0
"""Each option left out once, then all that did harm left out together.

Batch elimination of Pan and Eigenmann ("Fast and Effective Orchestration of Compiler Optimizations", CGO 2006, section
2): with n options it takes n + 2 runs and takes options for independent of each other.
"""

from fairhash.explore.trial import Asking, Setting


def batch_elimination(setting: Setting) -> Asking:
    """Only options that say what their absence is; with a small budget the first of them. A tie is no harm."""
    space = setting.space
    absent = [(option.name, option.without) for option in space.option if option.without]
    absent = absent[: max(0, setting.budget - 2)]
    (start,) = yield [setting.start]
    alone = yield [setting.at(space.switched(space.start, name, choice)) for name, choice in absent]
    together = space.start
    for (name, choice), outcome in zip(absent, alone, strict=True):
        if outcome.beats(start):
            together = space.switched(together, name, choice)
    yield [setting.at(together)]
