# SPDX-License-Identifier: Apache-2.0
"""Tests of figures and the table: values of paper A, hand-computed values, and failed runs."""

import csv
import io
from datetime import timedelta

import pytest

from fairhash.figures.figure_table import figure_rows, figure_table, figures_csv, rows_by_target
from fairhash.figures.figures import OWN_BEST, comparisons, figures
from fairhash.results.schema import NetlistGate, Result
from tests.figures import paper_a
from tests.results.samples import NOON, failed, sample

SEEDS = (1, 2, 3)


def paper_runs() -> list[Result]:
    """Keccak-512 and SHA-512 on the seven families as published in paper A, with three equal seeds each."""
    runs = []
    for number, clock in enumerate(paper_a.SHA512_CLOCK_MHZ):
        area = paper_a.SHA512_AREA[number]
        keccak_area = round(area * paper_a.KECCAK_AREA_NORMALISED[number])
        for seed in SEEDS:
            device = f"family{number}-x"
            keccak = paper_a.KECCAK_CLOCK_MHZ[number]
            runs.append(sample("keccak-512/highspeed", keccak, keccak_area, seed, device=device))
            runs.append(sample("sha-512/highspeed", clock, area, seed, device=device, block_bits=1024, block_cycles=81))
    return runs


def test_normalised_values_match_tables_7_and_8_of_paper_a() -> None:
    rows = {(row.core, row.device): row for row in figure_rows(figures(paper_runs()))}
    for number, published in enumerate(paper_a.KECCAK_NORMALISED):
        sha = rows["sha-512/highspeed", f"family{number}-x"]
        keccak = rows["keccak-512/highspeed", f"family{number}-x"]
        assert sha.throughput_mbit_s == pytest.approx(paper_a.SHA512_THROUGHPUT[number], abs=0.02)
        assert sha.throughput_per_cell_mbit_s == pytest.approx(paper_a.SHA512_RATIO[number], abs=0.0051)
        assert (sha.normalised_throughput, sha.normalised_area, sha.normalised_ratio) == (1, 1, 1)
        assert keccak.normalised_throughput == pytest.approx(published, abs=0.0051)
        assert keccak.reference == "sha-512/highspeed"
    assert rows["keccak-512/highspeed", "family2-x"].throughput_mbit_s == pytest.approx(3772.39, abs=0.005)


def test_runs_of_searches_make_no_figures() -> None:
    """A search keeps the best of many runs, so its runs would bias figures upward."""
    runs = paper_runs()
    explored = [run.model_copy(update={"recipe": "explored-0123456789abcdef", "key": "f" * 64}) for run in runs]
    assert figures([*runs, *explored]) == figures(runs)
    assert comparisons(explored) == []


def test_a_stale_recipe_is_not_chosen_before_a_current_one() -> None:
    """`small` is twice as fast, but was measured with earlier sources: it is chosen only if both are stale."""
    default = [sample(clock_mhz=100, seed=seed) for seed in SEEDS]
    small = [sample(clock_mhz=200, seed=seed, recipe="small", stale="changed") for seed in SEEDS]
    outdated = [run.model_copy(update={"stale": "changed"}) for run in default]
    for runs, recipe, stale in (([*default, *small], "default", ""), ([*outdated, *small], "small", "changed")):
        (chosen,) = [figure for figure in comparisons(runs) if figure.comparison == OWN_BEST]
        assert (chosen.first.recipe, chosen.stale) == (recipe, stale)
        assert figure_rows([chosen])[0].note.startswith("preliminary: stale: changed; recipe small") is bool(stale)


def test_own_best_compares_each_core_with_its_best_recipe() -> None:
    """`small` doubles Keccak's clock; for SHA-512 its netlist fails the check, although it is fastest."""
    runs = [sample("keccak-512/highspeed", 100, 4000, seed) for seed in SEEDS]
    runs += [sample("keccak-512/highspeed", 200, 4000, seed, recipe="small") for seed in SEEDS]
    runs += [sample("sha-512/highspeed", 100, 2000, seed) for seed in SEEDS]
    bad = [sample("sha-512/highspeed", 900, 2000, seed, recipe="small") for seed in SEEDS]
    runs += [run.model_copy(update={"netlist": run.netlist.model_copy(update={"verdict": "fail"})}) for run in bad]
    rows = {(row.core, row.comparison): row for row in figure_rows(comparisons(runs))}
    assert len(rows) == 6
    keccak, sha = rows["keccak-512/highspeed", OWN_BEST], rows["sha-512/highspeed", OWN_BEST]
    assert (keccak.recipe, sha.recipe) == ("small", "default")
    assert sha.preliminary.startswith("recipe not chosen: 1 of ")
    assert sha.note == f"preliminary: {sha.preliminary}; recipe default"
    # 576 bits in 24 cycles at 100 MHz; no comparison has a known SHA-512 but that by `default`
    assert rows["keccak-512/highspeed", "default"].normalised_throughput == 1
    assert keccak.throughput_mbit_s == 2 * 2400
    assert [keccak.normalised_throughput, sha.normalised_throughput] == [None, None]
    assert rows["keccak-512/highspeed", "small"].normalised_throughput is None


def test_there_is_no_own_best_comparison_with_one_recipe() -> None:
    assert {figure.comparison for figure in comparisons(paper_runs())} == {"default"}


def test_areas_of_different_devices_are_never_compared() -> None:
    runs = [sample("keccak-512/highspeed", seed=seed, device="ice40-hx8k") for seed in SEEDS]
    runs += [sample("sha-512/highspeed", seed=seed, device="ecp5-85k-8") for seed in SEEDS]
    keccak, sha = figure_rows(figures(runs))
    assert (keccak.core, keccak.reference, keccak.normalised_area) == ("keccak-512/highspeed", None, None)
    assert keccak.throughput_per_cell_mbit_s is not None
    assert set(rows_by_target([keccak, sha])) == {("ice40-hx8k", "default"), ("ecp5-85k-8", "default")}


def test_medians_and_quartiles_match_hand_computed_values() -> None:
    clocks = (100.0, 140.0, 120.0, 110.0, 130.0)
    runs = [sample(clock_mhz=clock, area=5000 + seed, seed=seed) for seed, clock in enumerate(clocks)]
    (row,) = figure_rows(figures(runs))
    spread = (row.fmax_lower_quartile_mhz, row.fmax_median_mhz, row.fmax_upper_quartile_mhz, row.fmax_best_mhz)
    assert spread == (110, 120, 130, 140)
    assert (row.area_cells, row.flip_flops, row.formula, row.seeds) == (5002, 2187, "1+9+24N+8", 5)
    assert row.throughput_mbit_s == 2880
    assert row.throughput_per_cell_mbit_s == pytest.approx(2880 / 5002)


def test_a_figure_has_the_runs_of_the_newest_series() -> None:
    old = [sample(clock_mhz=300, seed=seed, series="old", date=NOON - timedelta(days=2)) for seed in range(5)]
    new = [sample(clock_mhz=100, seed=seed, series="new") for seed in SEEDS]
    (figure,) = figures([*new[:1], *old, *new[1:]])
    assert [run.seed for run in figure.runs] == [1, 2, 3]
    assert figure.clock_mhz is not None
    assert figure.clock_mhz.best == 100


def test_a_stale_series_is_shown_only_if_there_is_no_other() -> None:
    """It is the newer one: the sources were changed and changed back."""
    stale = [sample(clock_mhz=300, seed=seed, series="changed", stale="changed") for seed in SEEDS]
    current = [sample(clock_mhz=100, seed=seed, date=NOON - timedelta(days=2)) for seed in SEEDS]
    (figure,) = figures([*current, *stale])
    assert figure.runs == tuple(current)
    (figure,) = figures(stale)
    assert figure.runs == tuple(stale)


@pytest.mark.parametrize(
    ("runs", "note", "clock"),
    [
        ([failed(seed=seed) for seed in SEEDS], 'unfit: needs 90000 cells, has "83640"', None),
        ([sample(seed=1, netlist=NetlistGate()), sample(seed=2)], "preliminary: netlist check: unchecked", 150),
        (
            [sample(seed=seed, netlist=NetlistGate(verdict="fail", messages=1, detail="digest 3")) for seed in SEEDS],
            "preliminary: netlist check: fail (digest 3)",
            150,
        ),
        (
            [sample(seed=seed, measured_cycles=None, cycles_note="hangs") for seed in SEEDS],
            "preliminary: cycles not measured: hangs",
            150,
        ),
        ([sample(seed=1), sample(seed=2)], "preliminary: 2 of the 3 seeds needed", 150),
        (
            [
                sample(seed=1),
                failed(seed=2, status="unrouted", reason="a"),
                failed(seed=3, status="timed-out", reason="b"),
            ],
            "preliminary: 1 of the 3 seeds needed; 1 of 3 unrouted: a; 1 of 3 timed-out: b",
            150,
        ),
    ],
    ids=["unfit", "unchecked", "wrong", "no cycles", "two seeds", "mixed"],
)
def test_failed_and_unchecked_runs_are_shown_but_not_ranked(runs: list[Result], note: str, clock: float | None) -> None:
    sha = [sample("sha-512/highspeed", seed=seed) for seed in SEEDS]
    among = figures([*runs, *sha])
    row = figure_rows(among)[0]
    assert (row.core, row.note, row.fmax_median_mhz) == ("keccak-512/highspeed", note, clock)
    assert (row.normalised_ratio is None) is ("seeds needed" not in note)


def test_a_figure_with_some_failed_seeds_is_ranked_with_a_note() -> None:
    runs = [sample(seed=seed) for seed in SEEDS] + [failed(seed=4, status="unrouted", reason="congested")]
    sha = [sample("sha-512/highspeed", seed=seed) for seed in SEEDS]
    row = figure_rows(figures([*runs, *sha]))[0]
    assert (row.note, row.seeds, row.normalised_area) == ("1 of 4 unrouted: congested", 4, 1)


def test_no_core_is_normalised_to_an_unchecked_reference() -> None:
    sha = [sample("sha-512/highspeed", seed=seed, netlist=NetlistGate()) for seed in SEEDS]
    among = figures([*sha, *(sample(seed=seed) for seed in SEEDS)])
    assert [row.normalised_ratio for row in figure_rows(among)] == [None, None]


def test_table_cells_and_csv_of_good_and_failed_figures() -> None:
    rows = figure_rows(figures([*(sample(seed=seed) for seed in SEEDS), failed("echo-512/highspeed")]))
    table = figure_table(rows)
    bad, good = (dict(zip(table.headings(), row, strict=True)) for row in table.display_rows())
    assert bad == {
        **dict.fromkeys(table.headings(), "-"),
        "core": "echo-512/highspeed",
        "note": rows[0].note,
        "cycles": bad["cycles"],
    }
    assert (good["fmax MHz"], good["quartiles"], good["Mbit/s/cell"]) == ("150.0", "150.0..150.0", "0.720")
    read = list(csv.DictReader(io.StringIO(figures_csv(rows))))
    assert [(row["core"], row["fmax_median_mhz"]) for row in read] == [
        ("echo-512/highspeed", ""),
        ("keccak-512/highspeed", "150.0"),
    ]
