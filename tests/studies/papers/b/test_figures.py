# SPDX-License-Identifier: Apache-2.0
"""Paper B's figures, tweaks, correlations, curves and differences with made-up results, worked by hand."""

from pathlib import Path

import pytest

from fairhash.base.table import Preliminary
from fairhash.results.schema import Result
from fairhash.studies.papers.b import comparisons, figures, published, summary, trade_offs
from fairhash.studies.papers.b.published import CANDIDATES, FINALISTS, candidate
from fairhash.studies.papers.b.reproduction import PaperB
from tests.results.samples import failed
from tests.studies.papers.b.runs import DEVICE, evidence, lightweight, row, rows, several, store_split

# throughput per cell of long messages: 0.5, 0.25, 0.125; of one block 100 cycles / 118
KECCAK = lightweight("Keccak", 100, 1000, 500, 100)
SKEIN = lightweight("Skein", 100, 1000, 250, 100)
JH42 = lightweight("JH42", 100, 1000, 125, 100)
SHABAL = lightweight("Shabal", 100, 1000, 1000, 100)


def finalists() -> list[Result]:
    """All finalists: 0.1 Mbit/s per cell, Keccak 3.2; their geometric mean is 0.2."""
    return [
        run
        for each in FINALISTS
        for run in lightweight(each.name, 100, 1000, 3200 if each.name == "Keccak" else 100, 100)
    ]


def test_figure_7_has_the_band_of_the_budget(tmp_path: Path) -> None:
    stored = evidence(tmp_path, KECCAK, SHABAL, lightweight("Keccak", 50, 4000, 500, 100, device="vivado-xc7a100t-1"))
    chart = figures.figure_7(stored, DEVICE)
    assert chart is not None
    assert "800 to 1200 cells" in chart.svg
    assert chart.csv.splitlines()[1:] == ["Keccak,1000.0,500.0,500.0,500.0,", "Shabal,1000.0,1000.0,1000.0,1000.0,"]
    other = figures.figure_7(stored, "vivado-xc7a100t-1")
    assert other is not None
    assert "800 to 1200 cells" not in other.svg
    assert "is not a LUT4 with a register" in other.caption
    alone = evidence(tmp_path, lightweight("SHA-256", 100, 800, 512, 74))
    assert figures.figure_7(alone, DEVICE) is None
    assert figures.figure_7(evidence(tmp_path), DEVICE) is None


def test_figure_8_is_in_the_order_of_long_messages(tmp_path: Path) -> None:
    """Published on Spartan-3: Shabal is first for long messages and third for one block."""
    table = figures.order_table(evidence(tmp_path, KECCAK, SKEIN, SHABAL), DEVICE)
    assert [each[0] for each in table.rows] == ["Shabal", "Keccak", "Skein"]
    shabal = row(table, "algorithm", "Shabal")
    assert (shabal["published_long_rank"], shabal["published_short_rank"]) == (1, 3)
    keccak = row(table, "algorithm", "Keccak")
    assert (keccak["long_rank"], keccak["long_mbit_s_per_cell"]) == (2, 0.5)
    assert keccak["short_mbit_s_per_cell"] == pytest.approx(0.5 * 100 / 118)
    assert "among the 3 of 16 designs that are known" in table.notes[0]
    assert table.notes[-1].startswith("No figure: BLAKE-256, Groestl, JH42, BLAKE-32")
    chart = figures.order_chart(table, DEVICE)
    assert chart is not None
    assert chart.svg.startswith("<svg")
    assert figures.order_chart(figures.order_table(evidence(tmp_path), DEVICE), DEVICE) is None


def test_the_published_figure_8_begins_with_shabal() -> None:
    lines = figures.published_chart("spartan_3").csv.splitlines()
    assert lines[1] == "Shabal,1.05,0.299"
    assert len(lines) == 17


def test_figure_8e_prefers_the_recipe_of_the_figure(tmp_path: Path) -> None:
    store_split(tmp_path, "keccak-256/lightweight", "best", {"control": 1, "datapath": 1, "shell": 1})
    store_split(tmp_path, "keccak-256/lightweight", "default", {"control": 20, "datapath": 60, "shell": 20})
    store_split(tmp_path, "skein-512-256/lightweight", "best", {"control": 30, "datapath": 70})
    table = figures.split_table(evidence(tmp_path, KECCAK), DEVICE)
    keccak = row(table, "algorithm", "Keccak")
    assert (keccak["control_percent"], keccak["control_percent_without_shell"]) == (20, 25)
    assert (keccak["flat_cells"], keccak["note"]) == (100, "recipe default")
    skein = row(table, "algorithm", "Skein")
    assert (skein["datapath_percent"], skein["note"]) == (
        70,
        "recipe best; preliminary: stale: no run of the core's sources of today",
    )
    assert isinstance(skein["datapath_percent"], Preliminary)
    assert row(table, "algorithm", "Shabal")["note"] == "not measured"
    chart = figures.split_chart(table, DEVICE)
    assert chart is not None
    assert figures.split_chart(figures.split_table(evidence(tmp_path / "none"), DEVICE), DEVICE) is None


def test_tweaks_are_compared_with_the_paper(tmp_path: Path) -> None:
    """0.25 / 0.5; published on Spartan-3: (173.8 / 545) / (261.0 / 527)."""
    older, newer = lightweight("BLAKE-32", 100, 1000, 500, 100), lightweight("BLAKE-256", 100, 2000, 500, 100)
    table = comparisons.tweaks_table(evidence(tmp_path, older, newer))
    ours, spartan = (
        next(each for each in rows(table, "device", device) if each["versions"] == "BLAKE-256 / BLAKE-32")
        for device in (DEVICE, "Spartan-3 (published)")
    )
    assert (ours["throughput_ratio"], ours["area_ratio"], ours["long_ratio"]) == (1, 2, 0.5)
    assert ours["outcome"] == "worse"
    assert spartan["long_ratio"] == pytest.approx((173.8 / 545) / (261.0 / 527))
    jh = [each for each in rows(table, "device", DEVICE) if each["versions"] == "JH42 / JH"]
    assert [each["note"] for each in jh] == ["JH42 not measured; JH not measured"]
    assert [comparisons.outcome(*interval) for interval in ((1.1, 1.2), (0.9, 1.1))] == ["better", "undecided"]


def test_correlation_with_published_orders(tmp_path: Path) -> None:
    """Spartan-3: Shabal 1.05, JH42 0.07, Keccak 0.06, Skein 0.04. Skein before JH42 instead: 1 - 6 x 8 / 60."""
    keccak = lightweight("Keccak", 100, 1000, 280, 100)
    same = summary.correlations(evidence(tmp_path, SHABAL, lightweight("JH42", 100, 1000, 300, 100), keccak, SKEIN))
    ranks = next(each for each in rows(same, "device", DEVICE) if each["published_family"] == "Spartan-3")
    assert (ranks["designs_known"], ranks["messages"]) == ("4 of 16 designs known", "long")
    assert (ranks["spearman"], ranks["spearman_low"]) == (1, 1)
    middle = lightweight("Keccak", 100, 1000, 200, 100)
    changed = summary.correlations(evidence(tmp_path, SHABAL, JH42, middle, SKEIN))
    ranks = next(each for each in rows(changed, "device", DEVICE) if each["published_family"] == "Spartan-3")
    assert ranks["spearman"] == pytest.approx(0.2)
    families = next(each for each in rows(changed, "device", "Virtex-5 (published)") if each["messages"] == "long")
    assert (families["designs_known"], families["published_family"]) == ("16", "Spartan-3")
    few = summary.correlations(evidence(tmp_path, SHABAL, JH42, keccak, SKEIN[:2]))
    assert {(each["spearman"], each["designs_known"]) for each in rows(few, "device", DEVICE)} == {
        (None, "not measured: 3 of 16 designs known, 4 are needed")
    }


def test_correlation_at_the_published_cycles(tmp_path: Path) -> None:
    """Skein: 0.25 x 100 / 2439; JH42: 0.125 x 100 / 1845; now Skein 0.01025 is still before JH42 0.00678."""
    stored = evidence(tmp_path, SHABAL, JH42, SKEIN)
    speeds = {each: speed.per_cell for each, speed in stored.speeds(DEVICE, "long").items()}
    converted = summary.with_published_cycles(stored, speeds, "long")
    values = {each.name: round(estimate.value, 5) for each, estimate in converted.items()}
    assert values == {"Shabal": round(100 / 96, 5), "JH42": round(12.5 / 1845, 5), "Skein": round(25 / 2439, 5)}
    alone = summary.with_published_cycles(stored, speeds, "short")
    # one block alone takes 118 cycles, and Shabal's 32 + 96 + 208 = 336
    assert {each.name: estimate.value for each, estimate in alone.items()}["Shabal"] == pytest.approx(118 / 336)


def test_curves_show_the_growth(tmp_path: Path) -> None:
    """Twice the area and eight times the throughput: exponent 3; a slower and larger one is no better."""
    small = several("keccak-256/lightweight", (100,) * 3, 1000, 500, 100)
    large = several("keccak-256/highspeed", (100,) * 3, 2000, 4000, 100)
    worse = several("keccak-256/case-2", (100,) * 3, 3000, 2000, 100)
    unfit = [failed("keccak-256/sums-2")]
    stored = evidence(tmp_path, large, small, worse, unfit, SKEIN)
    table = trade_offs.trade_off_table(stored, DEVICE)
    assert table is not None
    assert [each[0] for each in table.rows if str(each[0]).startswith("keccak")] == [
        "keccak-256/lightweight",
        "keccak-256/highspeed",
        "keccak-256/case-2",
        "keccak-256/sums-2",
    ]
    fast = row(table, "core", "keccak-256/highspeed")
    assert (fast["area_ratio"], fast["throughput_ratio"]) == (2, 8)
    assert fast["exponent"] == pytest.approx(3)
    case = row(table, "core", "keccak-256/case-2")
    assert (case["exponent"], case["dominated_by"]) == (None, "highspeed")
    assert str(row(table, "core", "keccak-256/sums-2")["note"]).startswith("N/A")
    assert "keccak-256/case-3" in table.notes[1]
    names = [chart.name for chart in trade_offs.charts(stored, DEVICE)]
    assert names == [f"trade-off-{DEVICE}", f"trade-off-keccak-256-{DEVICE}"]
    assert trade_offs.trade_off_table(evidence(tmp_path), DEVICE) is None
    assert trade_offs.charts(evidence(tmp_path), DEVICE) == []


def test_conclusions_of_the_paper(tmp_path: Path) -> None:
    """Shabal 1, Keccak 0.5, Skein 0.25, JH42 0.125; Keccak grows from 0.5 to 2 Mbit/s per cell, SHA-256 falls.

    The other designs have 0.01 to 0.11, ECHO and Groestl do not fit.
    """
    large = several("keccak-256/highspeed", (100,) * 3, 2000, 4000, 100)
    sha = several("sha-256/lightweight", (100,) * 3, 800, 512, 64)
    larger_sha = several("sha-256/highspeed", (100,) * 3, 2000, 600, 64)
    fast, unfit = ("Shabal", "Keccak", "Skein", "JH42"), ("ECHO", "Groestl")
    others = [each.name for each in CANDIDATES if each.name not in (*fast, *unfit)]
    slow = [run for bits, name in enumerate(others, 1) for run in lightweight(name, 100, 1000, 10 * bits, 100)]
    none = [failed(candidate(name).core) for name in unfit]
    every = [*SHABAL, *KECCAK, *SKEIN, *JH42, *slow, *none, *large, *sha, *larger_sha]
    first = "4.1: Shabal is the first for long messages"
    finalists, growth = "4.3: order of the finalists, long messages", "4.2: more area gives more throughput per area"
    values = {str(each[0]): each[1:] for each in summary.claims(evidence(tmp_path, every)).rows}
    assert values[first] == ("Shabal", "Shabal")
    assert values[finalists] == ("BLAKE-256, Groestl, JH42, Keccak, Skein", "Keccak, Skein, JH42, BLAKE-256")
    last = "4.1: designs with a long finalisation are the last for one block"
    assert values[last] == ("CubeHash, Fugue", f"{others[1]}, {others[0]}")
    assert values[growth][1] == "1 of 2"
    # one seed of Skein and a stale Keccak: nothing that they belong to is decided
    few = [run for run in every if run.core != SKEIN[0].core or run.seed == 1]
    stale = [run.model_copy(update={"stale": "changed"}) if run.core == large[0].core else run for run in few]
    values = {str(each[0]): each[1:] for each in summary.claims(evidence(tmp_path, stale)).rows}
    assert values[first][1] == "undecided: 13 of 16 designs known"
    assert values[finalists][1] == "undecided: 3 of 5 designs known"
    assert values[growth][1] == "undecided: 1 of 2 algorithms known"


def test_an_algorithm_with_one_architecture_has_no_curve(tmp_path: Path) -> None:
    """Skein-512-256 without any other core than the lightweight one."""
    others = [core for core in evidence(tmp_path).ours.cores if core.startswith("skein-512-256/")]
    stored = evidence(tmp_path, SKEIN, KECCAK, without=set(others) - {"skein-512-256/lightweight"})
    table = trade_offs.trade_off_table(stored, DEVICE)
    assert table is not None
    assert not rows(table, "core", "skein-512-256/lightweight")


def test_differences_are_relative_to_the_finalists(tmp_path: Path) -> None:
    """0.1 / 0.2 = 0.5 and 3.2 / 0.2 = 16; Shabal 1 / 0.2 = 5."""
    by_quantity = {
        (each.algorithm, each.quantity): each
        for each in comparisons.comparisons(evidence(tmp_path, finalists(), SHABAL), DEVICE)
    }
    assert by_quantity["Skein", comparisons.SPEEDS["long"]].measured == pytest.approx(0.5)
    assert by_quantity["Keccak", comparisons.SPEEDS["long"]].measured == pytest.approx(16)
    assert by_quantity["Shabal", comparisons.SPEEDS["long"]].measured == pytest.approx(5)
    assert by_quantity["Skein", comparisons.CYCLES[0]].expected == 2439
    assert by_quantity["Skein", comparisons.CYCLES[1]].measured == 118
    expected = [by_quantity[each.name, comparisons.SPEEDS["long"]].expected for each in FINALISTS]
    product = expected[0] * expected[1] * expected[2] * expected[3] * expected[4]
    assert product == pytest.approx(1)


def test_factors_multiply_to_the_departure(tmp_path: Path) -> None:
    """Keccak's clock in the paper: 34.8 x 3764 / 1088 MHz. The product over that of the finalists is the departure."""
    stored = evidence(tmp_path, finalists(), SHABAL)
    table = comparisons.factors_table(stored, DEVICE)
    assert table is not None
    keccak = row(table, "algorithm", "Keccak")
    assert keccak["clock_ratio"] == pytest.approx(100 / (34.8 * 3764 / 1088))
    assert keccak["cycles_ratio"] == pytest.approx(100 / 3764)
    slices = published.area(candidate("Keccak"), "spartan_3")
    assert slices is not None
    assert keccak["area_ratio"] == pytest.approx(1000 / 2 / slices)
    differences = {
        each.algorithm: each
        for each in comparisons.comparisons(stored, DEVICE)
        if each.quantity == comparisons.SPEEDS["long"]
    }
    for name in ("Keccak", "Shabal", "Skein"):
        own = row(table, "algorithm", name)["throughput_per_area_ratio_over_finalists"]
        # the made-up blocks have other sizes than those of the paper
        bits = {"Keccak": 3200 / 1088, "Shabal": 1000 / 512, "Skein": 100 / 512}
        mean = (100 / 512) ** 0.8 * (3200 / 1088) ** 0.2
        assert isinstance(own, float)
        assert differences[name].over == pytest.approx(own * bits[name] / mean)
    explanation = differences["Keccak"].explanation
    assert explanation is not None
    clock, area = 100 / (34.8 * 3764 / 1088), 500 / slices
    assert (
        f"clock {clock:.2f}, cycles of a block 0.03, cycles of one block alone 0.03, area {area:.2f};"
        in explanation.text
    )
    assert comparisons.explanations(evidence(tmp_path, SHABAL), DEVICE) == {}
    few = comparisons.factors_table(evidence(tmp_path, SHABAL), DEVICE)
    assert few is not None
    assert row(few, "algorithm", "Shabal")["throughput_per_area_ratio_over_finalists"] is None
    assert comparisons.factors_table(evidence(tmp_path), DEVICE) is None


def test_a_stale_finalist_is_in_no_mean(tmp_path: Path) -> None:
    """JH42's row shows its own values; nothing is divided by a mean that it would be in."""
    runs = [run.model_copy(update={"stale": "changed"}) if run.core.startswith("jh42") else run for run in finalists()]
    stored = evidence(tmp_path, runs, SHABAL)
    assert {each.quantity for each in comparisons.comparisons(stored, DEVICE)} == set(comparisons.CYCLES)
    table = comparisons.factors_table(stored, DEVICE)
    assert table is not None
    assert {each["throughput_per_area_ratio_over_finalists"] for each in rows(table, "note", "")} == {None}
    assert not rows(table, "algorithm", "JH42")
    assert comparisons.explanations(stored, DEVICE) == {}


def test_a_preliminary_design_has_a_hollow_dot_and_no_rank(tmp_path: Path) -> None:
    """One seed of Skein, 0.25 Mbit/s per cell; the tweak of BLAKE with one seed of BLAKE-256 has no outcome."""
    older, newer = lightweight("BLAKE-32", 100, 1000, 500, 100), lightweight("BLAKE-256", 100, 2000, 500, 100)[:1]
    stored = evidence(tmp_path, KECCAK, SKEIN[:1], older, newer)
    order = figures.order_table(stored, DEVICE)
    skein = row(order, "algorithm", "Skein")
    assert (skein["long_rank"], skein["long_mbit_s_per_cell"], skein["long_mbit_s_per_cell_low"]) == (None, 0.25, None)
    assert skein["note"] == "preliminary: 1 of the 3 seeds needed"
    assert order.display_rows()[-1][4] == "(0.250)"
    hollow, full = (figures.dot(stored, candidate(name), DEVICE) for name in ("Skein", "Keccak"))
    assert hollow
    assert full
    assert (hollow.is_hollow, full.is_hollow) == (True, False)
    (blake,) = [
        each
        for each in rows(comparisons.tweaks_table(stored), "device", DEVICE)
        if each["versions"] == "BLAKE-256 / BLAKE-32"
    ]
    assert (blake["long_ratio"], blake["long_ratio_low"], blake["outcome"]) == (0.5, None, "preliminary")
    assert blake["note"] == "BLAKE-256 preliminary: 1 of the 3 seeds needed"


def test_a_preliminary_architecture_is_on_no_curve(tmp_path: Path) -> None:
    small = several("keccak-256/lightweight", (100,) * 3, 1000, 500, 100)
    lucky = several("keccak-256/highspeed", (100,), 2000, 4000, 100)
    table = trade_offs.trade_off_table(evidence(tmp_path, small, lucky), DEVICE)
    assert table is not None
    fast = row(table, "core", "keccak-256/highspeed")
    assert (fast["area_ratio"], fast["throughput_ratio"], fast["exponent"], fast["dominated_by"]) == (2, 8, None, "")
    assert fast["note"] == "preliminary: 1 of the 3 seeds needed"


def test_without_a_finalist_no_speeds_are_compared(tmp_path: Path) -> None:
    four = [run for run in finalists() if not run.core.startswith("skein")]
    quantities = {each.quantity for each in comparisons.comparisons(evidence(tmp_path, four, SHABAL), DEVICE)}
    assert quantities == set(comparisons.CYCLES)


def test_the_page_without_results_says_so(tmp_path: Path) -> None:
    document = PaperB(tmp_path).document([])
    names = {table.name for table in document.tables()}
    assert document.figure_count == 0
    assert set(document.main_table_names) <= names
    assert {f"table-3-{DEVICE}", f"table-4-{DEVICE}", "table-5", "round-3-over-round-2"} <= names
    assert [chart.name for chart in document.charts()] == [
        f"figure-8-published-{family}-chart" for family in ("spartan-3", "spartan-6", "virtex-5", "cyclone-2")
    ]


def test_the_page_grows_with_the_results(tmp_path: Path) -> None:
    """A second family adds its tables; the names of all tables and charts differ."""
    other = lightweight("Keccak", 50, 1100, 1088, 240, device="ice40-hx8k")
    alone = several("skein-512-256/lightweight", (100,), 1000, 512, 552, device="gatemate-a1")
    document = PaperB(tmp_path).document([*finalists(), *SHABAL, *other, *alone])
    names = [table.name for table in document.tables()]
    assert len(names) == len(set(names))
    for device in (DEVICE, "ice40-hx8k", "gatemate-a1"):
        assert {f"table-3-{device}", f"figure-8-{device}", f"figure-8e-{device}"} <= set(names)
    charts = [chart.name for chart in document.charts()]
    assert len(charts) == len(set(charts))
    assert f"figure-7-{DEVICE}" in charts
    differences = next(table for table in document.tables() if table.name == "departures")
    assert ("Keccak", comparisons.CYCLES[0]) in [each[:2] for each in differences.rows]
    assert len(CANDIDATES) == 16
