# SPDX-License-Identifier: Apache-2.0
"""Power against a plain simulation and against the formula for normal samples; coverage of the intervals."""

import math
import random
from itertools import product
from statistics import NormalDist, median

import pytest

from fairhash.base.errors import FairhashError
from fairhash.figures import difference
from fairhash.figures.difference import MAX_SEEDS, power, seeds_needed
from fairhash.figures.statistics import quantile, rank_ranges, ratio_interval

FIRST = [100.0, 104.0, 97.0, 102.0, 95.0, 108.0, 99.0]
SECOND = [104.0, 108.0, 102.0, 107.0, 99.0, 113.0, 105.0]


@pytest.mark.parametrize("count", [3, 4, 9])
def test_power_agrees_with_a_direct_simulation(count: int) -> None:
    """Samples drawn, intervals by the ratio_interval that the tables show."""
    source = random.Random(count)
    shown = 0
    for trial in range(300):
        ones, others = (source.choices(values, k=count) for values in (FIRST, SECOND))
        _, high = ratio_interval(ones, others, trial, draws=200)
        shown += high < 1
    # a binomial share of 300 strays by 3 * sqrt(1/4/300) = 0.087 at most in all but one case of 400
    assert power(FIRST, SECOND, count) == pytest.approx(shown / 300, abs=0.1)


def test_seeds_needed_for_normal_samples_match_theory() -> None:
    """Medians of n normal values have variance pi/2 s^2/n; for a difference d n = 2 (z_.975 + z_.8)^2 pi/2 (s/d)^2."""
    normal = NormalDist()
    values = [normal.inv_cdf((place + 0.5) / 400) for place in range(400)]
    expected = 2 * (normal.inv_cdf(0.975) + normal.inv_cdf(0.8)) ** 2 * (math.pi / 2) * (4 / 5) ** 2
    said = seeds_needed([105 + 4 * value for value in values], [100 + 4 * value for value in values])
    assert said.needed is not None
    assert 0.7 * expected < said.needed < 1.4 * expected
    assert said.established


@pytest.mark.parametrize("least", [3, 4, 7, 12, 97, 199, 200])
def test_the_least_number_with_enough_power_is_found(least: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(difference, "power", lambda _first, _second, count, _seed: 0.8 if count >= least else 0.79)
    assert seeds_needed(FIRST, SECOND).needed == least


def test_equal_samples_show_no_difference() -> None:
    said = seeds_needed(FIRST, [*FIRST])
    assert (said.ratio, said.needed, said.established) == (1, None, False)
    assert said.power_now < 0.1


def test_a_difference_much_smaller_than_the_spread_cannot_be_shown() -> None:
    said = seeds_needed([80.0, 90.0, 100.0, 110.0, 120.0], [80.0, 90.0, 100.1, 110.0, 120.0])
    assert said.needed is None
    assert MAX_SEEDS == 200


def test_a_difference_without_spread_needs_the_minimum() -> None:
    assert seeds_needed([5.0, 5.0, 5.0], [4.0, 4.0, 4.0, 4.0]).needed == 3


def test_more_spread_needs_more_seeds() -> None:
    def needed(width: float) -> int:
        low, high = ([middle + width * step for step in range(-5, 6)] for middle in (100, 103))
        return seeds_needed(low, high).needed or MAX_SEEDS

    assert needed(0.3) < needed(0.6) < needed(1.2)


def test_fewer_than_three_runs_are_rejected() -> None:
    with pytest.raises(FairhashError, match=r"2 and 7 successful runs"):
        seeds_needed([1.0, 2.0], FIRST)


@pytest.mark.parametrize(("count", "coverage"), [(3, 0.75), (5, 0.9375)])
def test_intervals_of_few_seeds_reach_from_smallest_to_largest(count: int, coverage: float) -> None:
    """The median of a draw is the least value in 7 of 27 draws of three, and in 181 of 3125 of five: more than 2.5 %.

    So the interval misses the true median only where all values lie on one side of it, twice in 2^count.
    """
    draws = list(product(range(count), repeat=count))
    assert sum(median(draw) == 0 for draw in draws) / len(draws) > 0.025
    source = random.Random(count)
    covered = 0
    for _ in range(400):
        values = [source.gauss(0, 1) for _ in range(count)]
        low, high = ratio_interval(values, [1.0], draws=1000)
        assert (low, high) == (min(values), max(values))
        covered += low <= 0 <= high
    assert covered / 400 == pytest.approx(coverage, abs=0.065)


def test_the_interval_of_a_ratio_covers_the_true_ratio() -> None:
    """95 of 100 expected with 25 seeds each; a binomial count leaves 87..100 with one failure in a thousand."""
    covered = 0
    for trial in range(100):
        source = random.Random(trial)
        above, below = ([source.gauss(mean, 5) for _ in range(25)] for mean in (150, 100))
        low, high = ratio_interval(above, below, draws=200)
        covered += low <= 1.5 <= high
    assert covered >= 87


def test_the_range_of_ranks_covers_the_true_rank() -> None:
    """Five cores 1 % apart with 3 % spread, 15 seeds: the middle 95 % of drawn ranks holds the true rank."""
    held = total = 0
    wide = []
    for trial in range(40):
        source = random.Random(trial)
        samples = {str(place): [[source.gauss(105 - place, 3) for _ in range(15)]] for place in range(1, 6)}
        for rank in rank_ranges(samples, draws=150):
            total += 1
            held += rank.lowest <= int(rank.name) <= rank.highest
            wide.append(rank.highest - rank.lowest)
    assert held / total > 0.93
    assert quantile(wide, 0.5) < 4
