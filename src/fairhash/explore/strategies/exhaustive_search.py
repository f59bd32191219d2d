# SPDX-License-Identifier: Apache-2.0
"""Every combination of chosen options: ATHENa's exhaustive search."""

from itertools import product

from fairhash.explore.space import Point, Space
from fairhash.explore.trial import Asking, Setting


def grid(space: Space) -> list[Point]:
    """The combinations of the options marked as grid, the start first; the last option changes fastest."""
    axes = [
        [option.start, *(name for name in option.choice if name != option.start)] if option.grid else [option.start]
        for option in space.option
    ]
    return list(dict.fromkeys(space.settled(point) for point in product(*axes)))


def exhaustive_search(setting: Setting) -> Asking:
    """The grid in its order, as far as the budget reaches."""
    yield [setting.at(point) for point in grid(setting.space)[: setting.budget]]
