# SPDX-License-Identifier: Apache-2.0
"""Ranks of cores with their certainty."""

from fairhash.figures.figures import figures
from fairhash.figures.ranking import CoreRank, core_ranks, ordinal
from fairhash.figures.statistics import RankRange
from tests.results.samples import sample

_SEEDS = (1, 2, 3)


def test_positions_are_named_as_in_english() -> None:
    numbers = (1, 2, 3, 4, 11, 12, 13, 21, 102, 111)
    assert [ordinal(number) for number in numbers] == (
        ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd", "111th"]
    )


def test_a_rank_is_a_sentence_with_its_certainty() -> None:
    """The one that the pages show; without a range where there are no seeds."""
    rank = CoreRank(RankRange("a/b", 4, 3, 5, 0.0), 48, 256, "ecp5-85k-8", is_resampled=True)
    assert rank.sentence() == ("4th of 48 known 256-bit cores on ecp5-85k-8, 3rd to 5th in 95 % of draws, first in 0 %")
    assert (rank.short(), rank.first_share()) == ("4 of 48 (3 to 5)", "0 %")
    certain = CoreRank(RankRange("a/b", 1, 1, 1, 1.0), 2, 512, "ecp5-85k-8", is_resampled=True)
    assert certain.sentence() == "1st of 2 known 512-bit cores on ecp5-85k-8, 1st in 95 % of draws, first in 100 %"
    cells = CoreRank(RankRange("a/b", 2, 2, 2, 0.0), 2, 512, "osu018", is_resampled=False)
    assert cells.sentence() == "2nd of 2 known 512-bit cores on osu018, from one run each, so without a range"
    assert (cells.short(), cells.first_share()) == ("2 of 2", "")


def test_only_known_cores_of_equal_digest_are_ranked_together() -> None:
    """By throughput per area, by hand: 24 * 300 / 3000 = 2.4 before 24 * 100 / 2000 = 1.2; two seeds are too few.

    The slowest run of the first is better than the fastest of the second, so no draw changes the order.
    """
    known = [
        *(sample("keccak-512/highspeed", 300.0 + seed, 3000, seed) for seed in _SEEDS),
        *(sample("sha-512/highspeed", 100.0 + seed, 2000, seed) for seed in _SEEDS),
        *(sample("sha-256/highspeed", 100.0 + seed, 2000, seed, digest_bits=256) for seed in _SEEDS),
        *(sample("jh-512/highspeed", 500.0, 1000, seed) for seed in _SEEDS[:2]),
    ]
    ranks = core_ranks(figures(known))
    shown = {
        core: (rank.range.rank, rank.range.lowest, rank.range.highest, rank.count) for (core, _), rank in ranks.items()
    }
    assert shown == {
        "keccak-512/highspeed": (1, 1, 1, 2),
        "sha-512/highspeed": (2, 2, 2, 2),
        "sha-256/highspeed": (1, 1, 1, 1),
    }
    assert ranks["keccak-512/highspeed", ("ecp5-85k-8", "default", 512)].range.first_share == 1.0
