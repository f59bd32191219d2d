# SPDX-License-Identifier: Apache-2.0
"""Spearman's and Kendall's coefficients against values worked by hand, and Spearman's against NumPy's Pearson."""

import random

import numpy as np
import pytest

from fairhash.analysis.correlation import kendall, mean_ranks, spearman


def test_coefficients_without_ties_match_hand_computed_values() -> None:
    """Two neighbours swapped twice: 1 - 6 x 4 / (5 x 24), and 8 pairs less 2 of 10."""
    one, other = [1, 2, 3, 4, 5], [20, 10, 40, 30, 50]
    assert spearman(one, other) == pytest.approx(0.8)
    assert kendall(one, other) == pytest.approx(0.6)


def test_coefficients_with_ties_match_hand_computed_values() -> None:
    """Ranks 1, 2.5, 2.5, 4 and 1, 3, 2, 4: 4.5 over the root of 4.5 x 5; 5 pairs agree, over the root of 5 x 6."""
    one, other = [1, 2, 2, 4], [1, 3, 2, 4]
    assert mean_ranks(one) == [1, 2.5, 2.5, 4]
    assert spearman(one, other) == pytest.approx(4.5 / (4.5 * 5) ** 0.5)
    assert kendall(one, other) == pytest.approx(5 / 30**0.5)


def test_equal_and_reversed_rankings_give_1_and_minus_1() -> None:
    for coefficient in (spearman, kendall):
        assert coefficient([1, 2, 3], [4, 5, 6]) == pytest.approx(1)
        assert coefficient([1, 2, 3], [6, 5, 4]) == pytest.approx(-1)
    assert (spearman([1, 2], [1, 2]), kendall([1, 2], [1, 2])) == (None, None)
    assert (spearman([1, 1, 1], [1, 2, 3]), kendall([1, 2, 3], [7, 7, 7])) == (None, None)


def test_spearman_is_pearson_of_ranks() -> None:
    generator = random.Random(3)
    for count in (3, 8, 14):
        one, other = ([generator.randrange(6) + generator.choice((0, 0.5)) for _ in range(count)] for _ in range(2))
        ranks = [
            [sorted(values).index(value) + (values.count(value) - 1) / 2 for value in values] for values in (one, other)
        ]
        assert spearman(one, other) == pytest.approx(np.asarray(np.corrcoef(ranks))[0, 1])
