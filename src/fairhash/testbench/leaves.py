# SPDX-License-Identifier: Apache-2.0
"""The cases of the mode `back-to-back`: short messages, then for a tree hash messages of several leaves.

The messages of all other modes are a few blocks long, so they have one leaf.
"""

from collections.abc import Iterator
from dataclasses import replace

from fairhash.testbench import plans
from fairhash.testbench.message import Case
from fairhash.testbench.plans import Setup

LEAVES = 4
"""Leaves of the longest of these messages."""
CASES_PER_RANDOM = 20
"""Random messages requested for each of these cases."""


def back_to_back(setup: Setup) -> Iterator[Case]:
    """Two to five messages without a gap; of a tree hash also messages of several leaves."""
    yield from plans.back_to_back(setup)
    if setup.core.tree and setup.engine == "fast":
        yield from _several_leaves(setup, setup.core.tree.leaf_blocks)


def _several_leaves(setup: Setup, leaf_blocks: int) -> Iterator[Case]:
    """A message of up to LEAVES leaves between shorter ones, some with stalls, every third case cut off by a reset."""
    for number in range(max(setup.count // CASES_PER_RANDOM, 3)):
        kind = (0, 3, 1, 0, 2)[number % 5]
        long = setup.any_message(LEAVES * leaf_blocks, split=True)
        case = Case(
            (setup.any_message(1), long, setup.any_message(leaf_blocks + 2, split=True), setup.any_message(1)),
            stalls=setup.stalls(kind) if kind else None,
        )
        if number % 3 == 2:
            longest = setup.core.cycles(LEAVES * leaf_blocks) * setup.core.io_ratio
            yield replace(case, abort=setup.draw.randrange(1, longest))
            yield replace(case, stalls=None, reset=setup.core.reset_cycles)
        else:
            yield case
