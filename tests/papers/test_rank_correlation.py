# SPDX-License-Identifier: Apache-2.0
"""Intervals over items and the permutation test, against values worked by hand."""

import math

import pytest

from fairhash.papers.rank_correlation import permutation_share, spearman_over_items


def test_the_same_order_is_one_of_all_permutations() -> None:
    """One of 4! = 24 orders agrees as well as the same order, and every order at least as well as the reversed one."""
    values = [1.0, 2.0, 3.0, 4.0]
    share = permutation_share(values, [10.0, 20.0, 30.0, 40.0])
    assert share == pytest.approx(1 / math.factorial(4), abs=0.008)
    assert permutation_share(values, [4.0, 3.0, 2.0, 1.0]) == 1
    # Spearman of one exchanged pair of neighbours is 0.8, which 1 + 3 of the 24 orders reach
    assert permutation_share(values, [2.0, 1.0, 3.0, 4.0]) == pytest.approx(4 / 24, abs=0.015)


def test_too_few_values_have_no_share() -> None:
    assert permutation_share([1.0, 2.0], [1.0, 2.0]) is None
    assert permutation_share([1.0, 1.0, 1.0], [1.0, 2.0, 3.0]) is None
    assert spearman_over_items([1.0, 2.0], [1.0, 2.0]) == (None, None)


def test_another_choice_of_items_changes_the_coefficient() -> None:
    """Equal orders stay equal whatever is drawn; one item out of order is drawn in some resamples and not in others."""
    order = [float(number) for number in range(8)]
    assert spearman_over_items(order, order) == (1, 1)
    low, high = spearman_over_items(order, [7.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.0])
    assert isinstance(low, float)
    assert isinstance(high, float)
    assert low < 0 < high
    assert high == pytest.approx(1)
