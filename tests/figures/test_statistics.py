# SPDX-License-Identifier: Apache-2.0
"""Quartiles against values worked by hand and by Python's statistics; bootstrap: the same every time, and sensible."""

import itertools
import random
import statistics
from fractions import Fraction

import pytest

from fairhash.figures.statistics import (
    Spread,
    interval_note,
    median_coverage,
    quantile,
    rank_ranges,
    ratio_interval,
    spread,
)

GENERATOR = random.Random(7)
ONE = [1.0]
"""The interval of a ratio over this is that of a median."""
LISTS = [[GENERATOR.uniform(50, 150) for _ in range(count)] for count in (2, 3, 4, 5, 6, 17, 100)]


def test_statistics_of_five_seeds_match_hand_computed_values() -> None:
    assert spread([143, 121, 130, 139, 126]) == Spread(130, 126, 139, 143, 5)
    assert spread([4, 1, 3, 2], min) == Spread(2.5, 1.75, 3.25, 1, 4)
    assert spread([7]) == Spread(7, 7, 7, 7, 1)


@pytest.mark.parametrize("values", LISTS, ids=len)
def test_quartiles_agree_with_python(values: list[float]) -> None:
    expected = statistics.quantiles(values, n=4, method="inclusive")
    assert [quantile(values, share) for share in (0.25, 0.5, 0.75)] == pytest.approx(expected)


@pytest.mark.parametrize("values", LISTS, ids=len)
def test_the_interval_is_repeatable_and_contains_the_median(values: list[float]) -> None:
    low, high = ratio_interval(values, ONE)
    assert (low, high) == ratio_interval(values, ONE)
    assert min(values) <= low <= statistics.median(values) <= high <= max(values)


def test_interval_depends_on_the_recorded_seed() -> None:
    values = LISTS[-1]
    assert len({ratio_interval(values, ONE, rng_seed, draws=50) for rng_seed in range(10)}) > 5


def test_interval_narrows_with_more_seeds() -> None:
    def width(values: list[float]) -> float:
        low, high = ratio_interval(values, ONE)
        return high - low

    assert width(LISTS[-1]) < width(LISTS[-2]) / 1.5
    assert width([5.0] * 9) == 0


def test_the_interval_covers_the_true_median_at_its_level() -> None:
    covered = 0
    for trial in range(100):
        source = random.Random(trial)
        low, high = ratio_interval([source.gauss(100, 5) for _ in range(30)], ONE, draws=200)
        covered += low <= 100 <= high
    # 95 of 100 expected; a binomial count leaves 87..99 with one failure in a thousand
    assert 87 <= covered <= 99


def test_the_interval_of_a_quotient_matches_hand_computed_values() -> None:
    """The median of three drawn is the smallest in 7 of 27 draws, and the largest: both are in the middle 95 %."""
    assert ratio_interval([2, 4, 6], [2]) == (1, 3)
    assert ratio_interval([12], [2, 4, 6]) == (2, 6)
    assert ratio_interval([5, 5], [2, 2]) == (2.5, 2.5)


def test_the_interval_of_a_quotient_resamples_both_independently() -> None:
    """Drawn together, a list over itself would always be 1."""
    low, high = ratio_interval(LISTS[-1], LISTS[-1])
    assert low < 1 < high
    assert (low, high) == ratio_interval(LISTS[-1], LISTS[-1])


def test_ranks_of_distant_values_are_certain() -> None:
    first, second, third = rank_ranges({"b": [[5, 5.1, 5.2]], "c": [[1, 1.2, 1.1]], "a": [[9, 9.1, 9.5]]})
    assert [(rank.name, rank.rank, rank.lowest, rank.highest) for rank in (first, second, third)] == [
        ("a", 1, 1, 1),
        ("b", 2, 2, 2),
        ("c", 3, 3, 3),
    ]
    assert (first.first_share, second.first_share) == (1.0, 0.0)


def test_ranks_of_overlapping_values_are_uncertain() -> None:
    close = rank_ranges({"a": [[1.0, 2.0, 3.0, 4.0, 5.0]], "b": [[1.1, 2.1, 3.1, 3.9, 4.9]], "c": [[0.1, 0.2, 0.1]]})
    assert [(rank.lowest, rank.highest) for rank in close] == [(1, 2), (1, 2), (3, 3)]
    assert close[0].name == "b"
    assert 0.3 < close[0].first_share < 0.7


def test_ranks_average_over_devices_geometrically() -> None:
    # products 8 and 9: the arithmetic mean would put a first
    ranks = rank_ranges({"a": [[8.0], [1.0]], "b": [[3.0], [3.0]]}, draws=10)
    assert [rank.name for rank in ranks] == ["b", "a"]


def test_equal_values_share_a_rank() -> None:
    assert [rank.rank for rank in rank_ranges({"a": [[2.0]], "b": [[2.0]], "c": [[1.0]]}, draws=5)] == [1, 1, 3]


@pytest.mark.parametrize("count", [3, 4, 5])
def test_the_coverage_of_few_seeds_is_counted_over_all_cases(count: int) -> None:
    """Each value is below or above the true median with probability 1/2; it is inside unless all are on one side."""
    cases = list(itertools.product((False, True), repeat=count))
    assert median_coverage(count) == Fraction(sum(len(set(case)) == 2 for case in cases), len(cases))


def test_the_note_states_the_coverage_of_each_number_of_seeds() -> None:
    assert interval_note((5, 3, 3, 1, 20)) == (
        "Few seeds: even the range from the smallest value to the largest, which is the 95 % bootstrap interval, "
        "contains the true median only 3 times in 4 over 3 seeds, 15 times in 16 over 5 seeds."
    )
    assert interval_note((1, 2, 6)) == ""
