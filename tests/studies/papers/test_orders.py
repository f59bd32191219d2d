# SPDX-License-Identifier: Apache-2.0
"""Coefficients, their intervals over items and the permutation test, against values worked by hand and NumPy."""

import math
import random

import numpy as np
import pytest

from fairhash.studies.papers.orders import basis, kendall, permutation_share, spearman, spearman_over_items


def test_the_same_order_is_one_of_all_permutations() -> None:
    """One of 4! = 24 orders agrees as well as the same order, and every order at least as well as the reversed one."""
    values = [1.0, 2.0, 3.0, 4.0]
    share = permutation_share(values, [10.0, 20.0, 30.0, 40.0])
    assert share == pytest.approx(1 / math.factorial(4), abs=0.008)
    assert permutation_share(values, [4.0, 3.0, 2.0, 1.0]) == 1
    # Spearman of one exchanged pair of neighbours is 0.8, which 1 + 3 of the 24 orders reach
    assert permutation_share(values, [2.0, 1.0, 3.0, 4.0]) == pytest.approx(4 / 24, abs=0.015)


def test_too_few_values_have_no_share() -> None:
    assert permutation_share([1.0, 2.0, 3.0], [1.0, 2.0, 3.0]) is None
    assert permutation_share([1.0] * 4, [1.0, 2.0, 3.0, 4.0]) is None
    assert spearman_over_items([1.0, 2.0, 3.0], [1.0, 2.0, 3.0]) == (None, None)


def test_the_basis_says_how_many_are_known() -> None:
    assert basis(4, 14, "candidates") == "4 of 14 candidates known"
    assert basis(3, 14, "candidates") == "not measured: 3 of 14 candidates known, 4 are needed"


def test_another_choice_of_items_changes_the_coefficient() -> None:
    """Equal orders stay equal whatever is drawn; one item out of order is drawn in some resamples and not in others."""
    order = [float(number) for number in range(8)]
    assert spearman_over_items(order, order) == pytest.approx((1, 1))
    low, high = spearman_over_items(order, [7.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.0])
    assert isinstance(low, float)
    assert isinstance(high, float)
    assert low < 0 < high
    assert high == pytest.approx(1)


def test_coefficients_without_ties_match_hand_computed_values() -> None:
    """Two neighbours swapped twice: 1 - 6 x 4 / (5 x 24), and 8 pairs less 2 of 10."""
    one, other = [1, 2, 3, 4, 5], [20, 10, 40, 30, 50]
    assert spearman(one, other) == pytest.approx(0.8)
    assert kendall(one, other) == pytest.approx(0.6)


def test_coefficients_with_ties_match_hand_computed_values() -> None:
    """Ranks 1, 2.5, 2.5, 4 and 1, 3, 2, 4: 4.5 over the root of 4.5 x 5; 5 pairs agree, over the root of 5 x 6."""
    one, other = [1, 2, 2, 4], [1, 3, 2, 4]
    assert spearman(one, other) == pytest.approx(4.5 / (4.5 * 5) ** 0.5)
    assert kendall(one, other) == pytest.approx(5 / 30**0.5)


def test_equal_and_reversed_rankings_give_1_and_minus_1() -> None:
    for coefficient in (spearman, kendall):
        assert coefficient([1, 2, 3, 4], [4, 5, 6, 7]) == pytest.approx(1)
        assert coefficient([1, 2, 3, 4], [7, 6, 5, 4]) == pytest.approx(-1)
    assert (spearman([1, 2, 3], [1, 2, 3]), kendall([1, 2, 3], [1, 2, 3])) == (None, None)
    assert (spearman([1] * 4, [1, 2, 3, 4]), kendall([1, 2, 3, 4], [7] * 4)) == (None, None)


def test_spearman_is_pearson_of_ranks() -> None:
    generator = random.Random(3)
    for count in (4, 8, 14):
        one, other = ([generator.randrange(6) + generator.choice((0, 0.5)) for _ in range(count)] for _ in range(2))
        ranks = [
            [sorted(values).index(value) + (values.count(value) - 1) / 2 for value in values] for values in (one, other)
        ]
        assert spearman(one, other) == pytest.approx(np.asarray(np.corrcoef(ranks))[0, 1])
