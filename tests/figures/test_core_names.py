# SPDX-License-Identifier: Apache-2.0
"""Results of one circuit that were stored under two names."""

from datetime import timedelta

from fairhash.figures.difference import difference
from fairhash.figures.figure_table import figure_rows
from fairhash.figures.figures import comparisons
from fairhash.results.reader import under_main_name
from tests.results.samples import NOON, sample

SEEDS = (1, 2, 3)
MAIN, OTHER = "keccak-512/highspeed", "keccak-512/case-1"


def test_results_under_either_name_make_one_row() -> None:
    """The newer series counts, whichever name it has."""
    runs = [sample(MAIN, 100, seed=seed, date=NOON - timedelta(days=1)) for seed in SEEDS]
    runs += [sample(OTHER, 150, seed=seed) for seed in SEEDS]
    (row,) = figure_rows(comparisons(runs))
    assert (row.core, row.fmax_median_mhz, row.seeds) == (MAIN, 150, 3)


def test_every_result_has_the_main_name() -> None:
    runs = [sample(MAIN), sample(OTHER, series="second"), sample("sha-512/highspeed")]
    assert [run.core for run in under_main_name(runs)] == [MAIN, MAIN, "sha-512/highspeed"]


def test_a_difference_accepts_a_core_by_its_second_name() -> None:
    runs = [sample(MAIN, 100 + seed, seed=seed) for seed in SEEDS]
    runs += [sample("sha-512/highspeed", 50 + seed, seed=seed) for seed in SEEDS]
    found = difference(runs, (OTHER, "sha-512/highspeed"), "ecp5-85k-8", "default", "throughput")
    assert found.figures[0].first.core == MAIN
    assert found.seeds.ratio > 1
