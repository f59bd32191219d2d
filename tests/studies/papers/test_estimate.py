# SPDX-License-Identifier: Apache-2.0
"""What chance leaves open: intervals, ranks and correlations worked by hand from few seeds."""

import numpy as np
import pytest

from fairhash.base.table import Preliminary, interval_cells
from fairhash.figures.statistics import DRAWS
from fairhash.studies.papers.a.normalised_values import Ranking, overall
from fairhash.studies.papers.estimate import Estimate, geometric_mean, rank_ranges
from fairhash.studies.papers.orders import coefficient_interval, kendall, spearman
from tests.studies.papers.a.runs import BY_NAME, several, values

SHA = several("sha-512", (100, 100, 100), 1000)
KECCAK = several("keccak-512", (180, 200, 220), 2000)


def estimate(value: float, *draws: float) -> Estimate:
    return Estimate(value, np.array(draws))


def test_the_interval_matches_hand_computed_values() -> None:
    """The median of three drawn is the smallest in 7 of 27 draws, and the largest: both are in the middle 95 %."""
    mean = overall(values(SHA, KECCAK).normalised(BY_NAME["Keccak"], 512), ["ecp5-85k-8"])
    assert mean
    throughput, area, ratio = mean["throughput"], mean["area"], mean["ratio"]
    assert (throughput.value, throughput.low, throughput.high) == pytest.approx((2, 1.8, 2.2))
    assert (area.value, area.low, area.high) == (2, 2, 2)
    assert (ratio.value, ratio.low, ratio.high) == pytest.approx((1, 0.9, 1.1))
    share = float((throughput.known_draws < 1.9).mean())
    # 7 of 27, give or take five standard deviations of 2000 draws
    assert abs(share - 7 / 27) < 5 * (7 / 27 * 20 / 27 / DRAWS) ** 0.5


def test_the_reference_is_resampled_and_is_1_relative_to_itself() -> None:
    sha = several("sha-512", (80, 100, 125), 1000)
    measured = values(sha, several("keccak-512", (200, 200, 200), 2000))
    mean = overall(measured.normalised(BY_NAME["Keccak"], 512), measured.ours.overall_devices)
    assert mean
    assert (mean["throughput"].low, mean["throughput"].high) == pytest.approx((1.6, 2.5))
    itself = overall(measured.normalised(BY_NAME["SHA-2"], 512), measured.ours.overall_devices)
    assert itself
    assert {(one.value, one.low, one.high) for one in itself.values()} == {(1, 1, 1)}


def test_another_core_does_not_change_an_interval() -> None:
    more = several("jh-512", (77, 88, 99), 2000)
    results = [values(SHA, KECCAK), values(more, KECCAK, SHA)]
    with_and_without = [
        overall(measured.normalised(BY_NAME["Keccak"], 512), measured.ours.overall_devices) for measured in results
    ]
    for measure in ("throughput", "area", "ratio"):
        one, other = (mean[measure] for mean in with_and_without if mean)
        assert (one.known_draws == other.known_draws).all()


def test_a_core_with_few_seeds_has_a_value_and_no_interval() -> None:
    """Half the clock with half the cells of SHA-2, from one seed: 0.5, 0.5 and 1."""
    measured = values(SHA, KECCAK, several("jh-512", (50,), 500))
    mean = overall(measured.normalised(BY_NAME["JH"], 512), measured.ours.overall_devices)
    assert mean
    assert [mean[measure].value for measure in ("throughput", "area", "ratio")] == [0.5, 0.5, 1]
    assert {(one.low, one.high, one.is_known) for one in mean.values()} == {(None, None, False)}


def test_nothing_is_divided_by_a_core_with_few_seeds() -> None:
    measured = values(several("sha-512", (100, 100), 1000), several("keccak-512", (200, 300, 250), 1000))
    assert measured.normalised(BY_NAME["Keccak"], 512) == {}


def test_a_preliminary_value_is_in_no_mean_and_divides_nothing() -> None:
    preliminary, other = Estimate(2, None), estimate(3, 3, 3)
    for use in (
        lambda: geometric_mean([other, preliminary]),
        lambda: rank_ranges({"a": other, "b": preliminary}),
        lambda: coefficient_interval(spearman, [other, other, other, preliminary], [1, 2, 3, 4]),
        lambda: other.over(preliminary),
    ):
        with pytest.raises(ValueError, match="preliminary"):
            use()
    assert (preliminary.over(other).value, preliminary.over(other).is_known) == (2 / 3, False)
    assert interval_cells(preliminary) == (2, None, None)
    assert isinstance(interval_cells(preliminary)[0], Preliminary)


def test_the_best_value_is_of_one_run() -> None:
    """Of most throughput per area: 10 Mbit/s per cell at 100 MHz, not 8 at 120."""
    sha = several("sha-512", (100, 100, 100), 1000)
    measured = values(sha, several("keccak-512", (100, 120, 60), (1000, 1500, 900)), statistic="best")
    mean = overall(measured.normalised(BY_NAME["Keccak"], 512), measured.ours.overall_devices)
    assert mean
    assert (mean["throughput"].value, mean["area"].value, mean["ratio"].value) == (1, 1, 1)
    assert mean["ratio"].high == 1
    # the best of three drawn is the worst run in one of 27 draws, which is more than 2.5 %
    assert mean["ratio"].low == pytest.approx(60 / 900 * 10)


def test_means_over_families_are_geometric() -> None:
    there = {"device": "gw2a", "device_family": "gw2a", "area_unit": "LUT4"}
    measured = values(
        *(SHA, KECCAK),
        several("sha-512", (50, 50, 50), 3000, **there),
        several("keccak-512", (400, 400, 400), 1500, **there),
        overall_devices=("ecp5-85k-8", "gw2a"),
    )
    mean = overall(measured.normalised(BY_NAME["Keccak"], 512), measured.ours.overall_devices)
    assert mean
    # 2 and 8; 2 and 1/2; 1 and 16
    assert [mean[measure].value for measure in ("throughput", "area", "ratio")] == pytest.approx([4, 1, 4])
    assert measured.ours.family_devices == ("ecp5-85k-8", "gw2a")


def test_ranks_match_hand_computed_values() -> None:
    estimates = {"a": estimate(3, 3, 3, 3, 1), "b": estimate(2, 2, 2, 2, 2), "c": estimate(1, 1, 1, 1, 1)}
    a, b, c = rank_ranges(estimates)
    assert [(rank.name, rank.rank, rank.lowest, rank.highest) for rank in (a, b, c)] == [
        ("a", 1, 1, 2),
        ("b", 2, 1, 2),
        ("c", 3, 2, 3),
    ]
    assert (a.first_share, b.first_share) == (0.75, 0.25)
    smallest = rank_ranges(estimates, smallest_first=True)
    assert [rank.name for rank in smallest] == ["c", "b", "a"]
    assert rank_ranges({}) == []
    assert [rank.rank for rank in rank_ranges({"x": estimate(1, 1), "y": estimate(1, 1)})] == [1, 1]


def test_ranks_of_overlapping_cores_are_uncertain() -> None:
    measured = values(SHA, KECCAK, several("jh-512", (170, 190, 210), 2000), several("simd-512", (10, 10, 10), 9000))
    ranks = Ranking.from_values(measured, 512, "ratio").ranks
    assert {name: (rank.rank, rank.lowest, rank.highest) for name, rank in ranks.items()} == {
        "Keccak": (1, 1, 2),
        "JH": (2, 1, 2),
        "SIMD": (3, 3, 3),
    }


def test_the_interval_of_a_coefficient_contains_its_value() -> None:
    """Half of the draws swap the first two of four: Spearman 1 or 0.8, Kendall 1 or 2/3."""
    own = [estimate(1, 1, 1, 2, 2), estimate(2, 2, 2, 1, 1), *(estimate(n, n, n, n, n) for n in (3, 4))]
    assert coefficient_interval(spearman, own, [10, 20, 30, 40]) == pytest.approx((1, 0.8, 1))
    assert coefficient_interval(kendall, own, [10, 20, 30, 40]) == pytest.approx((1, 2 / 3, 1))
    assert coefficient_interval(spearman, own[:3], [10, 20, 30]) == (None, None, None)
