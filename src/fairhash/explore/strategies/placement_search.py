# SPDX-License-Identifier: Apache-2.0
"""One seed of the placer after another: ATHENa's placement search, whose starting points are our seeds."""

from dataclasses import replace

from fairhash.explore.trial import Asking, Setting


def placement_search(setting: Setting) -> Asking:
    """As many seeds as the budget has runs, all asked for at once."""
    yield [replace(setting.start, seed=setting.seed + step) for step in range(setting.budget)]
