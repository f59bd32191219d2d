# SPDX-License-Identifier: Apache-2.0
"""Statements from few seeds against those left out, counted by hand for cores of five and of three seeds."""

from collections.abc import Sequence

from fairhash.figures.difference import held_out
from fairhash.results.schema import Result
from tests.results.samples import failed, sample

STEADY = "keccak-512/highspeed"
OTHER = "cubehash-512/highspeed"


def _runs(core: str, clocks: Sequence[float], series: str = "first", recipe: str = "default") -> list[Result]:
    """Equal cells and cycles, so throughput per area has the order of the clocks."""
    return [sample(core, mhz, seed=seed, series=series, recipe=recipe) for seed, mhz in enumerate(clocks, 1)]


def _counts(results: Sequence[Result]) -> list[tuple[int, int, int, int]]:
    return [(row.pairs, row.comparisons, row.stated, row.held) for row in held_out(results)]


NONE = (0, 0, 0, 0)


def test_a_large_difference_is_stated_and_holds() -> None:
    """Ten choices of each core: a hundred comparisons."""
    assert _counts(_runs(OTHER, [120] * 5) + _runs(STEADY, [100] * 5)) == [NONE, NONE, NONE, (1, 100, 100, 100)]


def test_a_statement_that_the_left_out_seeds_contradict() -> None:
    """Medians 104 and 100. Only the choice of the three fast seeds says "ahead", and it leaves two of 90 MHz."""
    results = _runs(OTHER, [104, 104, 104, 90, 90]) + _runs(STEADY, [100] * 5)
    assert _counts(results) == [NONE, (1, 100, 10, 0), NONE, NONE]


def test_what_is_not_compared() -> None:
    """Four seeds, of which one failed; another recipe; the same core of other sources."""
    few = [*_runs(OTHER, [120] * 4), failed(OTHER, 5)]
    elsewhere = _runs(OTHER, [120] * 5, recipe="small")
    earlier = _runs(STEADY, [120] * 5, series="second")
    assert _counts(few + elsewhere + earlier + _runs(STEADY, [100] * 5)) == [NONE] * 4


def test_one_seed_left_out_of_three() -> None:
    """Medians 103 and 100. Of three choices of the first core one leaves out the slow seed, and that one contradicts.

    The other two choices hold the slow seed, so they state nothing; the second core's choices are alike.
    """
    results = _runs(OTHER, [103, 103, 90]) + _runs(STEADY, [100] * 3)
    counted = [(row.pairs, row.comparisons, row.stated, row.held) for row in held_out(results, compared=2, left_out=1)]
    assert counted == [NONE, (1, 9, 3, 0), NONE, NONE]
