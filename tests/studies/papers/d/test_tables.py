# SPDX-License-Identifier: Apache-2.0
"""Tables II to IV and beyond with made-up results: figures and ratios worked by hand, what is missing shown."""

import csv
import io
from collections.abc import Iterable
from dataclasses import replace

import pytest

from fairhash.base.table import Cell, Preliminary, Table
from fairhash.catalog.cores import all_cores
from fairhash.figures.figures import Figure
from fairhash.figures.measures import LUTS
from fairhash.results.schema import NetlistGate, Result
from fairhash.studies.papers.d import table_2, tables_1_3_4
from fairhash.studies.papers.d.reproduction import PAPER
from fairhash.studies.papers.our_results import OurResults, quotients
from tests.results.samples import failed
from tests.studies.papers.d.runs import cells_run, several

ECP5 = ("keccak-512", "ecp5-85k-8")

CASE_I = "case-1 = highspeed"
"""How tables name the circuit that has both names."""

BASIS = "chosen from 0 of 0 recipes synthesised"
"""How the recipe of a made-up figure was chosen."""

# 576 bits x 150 MHz / 24 cycles = 3600 Mbit/s on 4000 cells; 4 x 576 x 250 / 48 = 12000 on 9000 (8000 LUTs)
CASE_1 = several("case-1", (140, 150, 160), 4000, 3000)
CASE_5 = several("case-5", (250, 250, 250), 8000, 9000)


def ours(*groups: Iterable[Result]) -> OurResults:
    """All of these runs, and no core in the catalogue."""
    return OurResults(tuple(run for group in groups for run in group), {})


def by(table: Table, column: str, value: str) -> dict[str, Cell]:
    """The row with this value, by the columns' names in CSV."""
    keys = [column_.key for column_ in table.columns]
    (row,) = [row for row in table.rows if row[keys.index(column)] == value]
    return dict(zip(keys, row, strict=True))


def test_table_ii_is_shown_with_published_values() -> None:
    table = table_2.cases(ours(CASE_1, CASE_5), *ECP5)
    assert [row[0] for row in table.rows] == ["I", "II", "III", "IV", "V"]
    assert by(table, "case", "V") == {
        "case": "V",
        "approach": "Unrolled k=2 Pipeline n=2 Subpipeline n=2",
        "published_fmax_mhz": 344,
        "published_area_slices": 1406,
        "published_throughput_mbit_s": 16510,
        "published_efficiency_mbit_s_per_slice": 11.47,
        "fmax_median_mhz": 250,
        "fmax_lower_quartile_mhz": 250,
        "fmax_upper_quartile_mhz": 250,
        "area_cells": 9000,
        "luts": 8000,
        "carry_cells": 0,
        "flip_flops": 9000,
        "throughput_mbit_s": 12000,
        "throughput_per_cell_mbit_s": pytest.approx(4 / 3),
        "seeds": 3,
        "note": f"recipe default; {BASIS}",
    }
    first = by(table, "case", "I")
    assert (first["fmax_lower_quartile_mhz"], first["fmax_upper_quartile_mhz"]) == (145, 155)
    assert first["throughput_per_cell_mbit_s"] == 0.9
    missing = by(table, "case", "III")
    assert (missing["published_fmax_mhz"], missing["fmax_median_mhz"], missing["note"]) == (45, None, "not measured")


def test_a_run_that_failed_is_no_seed_of_the_median() -> None:
    unrouted = failed("keccak-512/case-5", seed=4, status="unrouted", block_bits=576)
    row = by(table_2.cases(ours(CASE_1, CASE_5, [unrouted]), *ECP5), "case", "V")
    assert (row["fmax_median_mhz"], row["seeds"]) == (250, 3)
    assert "1 of 4 unrouted" in str(row["note"])


def test_only_devices_with_two_cases_have_tables() -> None:
    """Case I alone compares nothing; a device of which nothing is measured is shown if no other one is."""
    one, two = several("case-1", (100,), 4000, device="gw2a-18c"), several("case-5", (100,), 4000, device="gw2a-18c")
    assert _tables_ii(ours(CASE_1, CASE_5, one)) == ["table-2-keccak-512-ecp5-85k-8"]
    assert _tables_ii(ours(CASE_1, CASE_5, one, two)) == [
        "table-2-keccak-512-ecp5-85k-8",
        "table-2-keccak-512-gw2a-18c",
    ]
    assert _tables_ii(ours(CASE_1)) == ["table-2-keccak-512-ecp5-85k-8"]


def _tables_ii(results: OurResults) -> list[str]:
    return [name for name in PAPER.main_table_names(results) if name.startswith("table-2-keccak")]


def test_ratios_are_shown_with_published_values() -> None:
    """4/3 over 0.9; case I's median of three may be drawn as any of 140, 150 and 160 MHz, each in more than 2.5 %."""
    row = by(table_2.case_ratios(ours(CASE_1, CASE_5), *ECP5), "case", "V")
    assert row["published_efficiency_ratio"] == pytest.approx(11.47 / 4.22)
    assert f"{row['published_efficiency_ratio']:.2f}" == "2.72"
    # the published throughputs and areas of cases V and I
    assert row["derived_efficiency_ratio"] == pytest.approx((16510 / 1406) / (3680 / 871))
    assert f"{row['derived_efficiency_ratio']:.2f}" == "2.78"
    assert row["clock_ratio"] == pytest.approx(250 / 150)
    assert row["throughput_ratio"] == pytest.approx(12000 / 3600)
    assert row["area_ratio"] == pytest.approx(9 / 4)
    assert row["throughput_per_cell_ratio"] == pytest.approx(4 / 3 / 0.9)
    assert row["throughput_per_cell_ratio_low"] == pytest.approx(4 / 3 / 0.96)
    assert row["throughput_per_cell_ratio_high"] == pytest.approx(4 / 3 / 0.84)


def test_luts_can_be_the_area() -> None:
    """12000 Mbit/s on 8000 LUTs: registers cost nothing."""
    row = by(table_2.cases(replace(ours(CASE_5), area=LUTS), *ECP5), "case", "V")
    assert (row["area_cells"], row["flip_flops"], row["throughput_per_cell_mbit_s"]) == (8000, 9000, 1.5)


def test_a_preliminary_case_has_a_ratio_without_interval() -> None:
    """Two seeds of case V: 4 / 3 over 0.9; one seed has no quartiles."""
    known = ours(CASE_1, CASE_5[:2])
    row = by(table_2.case_ratios(known, *ECP5), "case", "V")
    assert row["throughput_per_cell_ratio"] == pytest.approx(4 / 3 / 0.9)
    assert isinstance(row["throughput_per_cell_ratio"], Preliminary)
    assert (row["throughput_per_cell_ratio_low"], row["throughput_per_cell_ratio_high"]) == (None, None)
    assert row["note"] == "keccak-512/case-5 preliminary: 2 of the 3 seeds needed"
    one = by(table_2.cases(ours(CASE_1, CASE_5[:1]), *ECP5), "case", "V")
    assert (one["fmax_median_mhz"], one["fmax_lower_quartile_mhz"], one["fmax_upper_quartile_mhz"]) == (250, None, None)
    drawn = table_2.chart(known, *ECP5)
    assert drawn is not None
    rows = {row["core"]: row for row in csv.DictReader(io.StringIO(drawn.csv))}
    assert (rows["case-5"]["ratio_lower"], rows["case-5"]["rank"]) == ("", "")
    assert rows["case-5"]["preliminary"] == "2 of the 3 seeds needed"


def test_a_stale_case_has_no_ratio_and_no_difference() -> None:
    """As the variants of case I on osu018 whose Verilog has changed since."""
    stale = [run.model_copy(update={"stale": "changed"}) for run in cells_run("case-1-wide", 420, 43000)]
    table = table_2.generators(ours(cells_run("case-1", 400, 44000), stale), "keccak-512", "osu018")
    row = by(table, "architecture", "case-1-wide")
    assert (row["fmax_median_mhz"], row["area_cells_more"], row["throughput_per_cell_ratio"]) == (420, None, None)
    assert row["note"] == "recipe best; preliminary: stale: changed"
    assert by(table, "architecture", CASE_I)["throughput_per_cell_ratio"] == 1


@pytest.mark.parametrize(
    ("recipes", "ratio"), [(("best", "best"), 4 / 3 / 0.9), (("best", "small"), None)], ids=["one recipe", "two"]
)
def test_an_open_choice_is_compared_by_one_recipe_only(recipes: tuple[str, str], ratio: float | None) -> None:
    """Case I is chosen with `best`; while case V is open, its figure by another recipe is not divided by it."""
    figures_of = [
        Figure(tuple(run.model_copy(update={"recipe": recipe}) for run in runs), "own-best", open_choice=reason)
        for runs, recipe, reason in ((CASE_1, recipes[0], ""), (CASE_5, recipes[1], "recipe not chosen"))
    ]
    over = quotients(figures_of[1], figures_of[0])
    assert (over.ratio if over else None) == (None if ratio is None else pytest.approx(ratio))
    assert quotients(figures_of[0], figures_of[1]) is None


def test_the_cases_by_one_recipe_for_all() -> None:
    """By the rule case V has 2 Mbit/s per cell and case I 0.9; by `best` 4 / 3, and case I was not run."""
    by_best = [
        run.model_copy(update={"recipe": "best", "series": "0" * 64, "key": f"{run.seed:064x}"}) for run in CASE_5
    ]
    small = several("case-5", (250, 250, 250), 6000)
    rule = ours(CASE_1, by_best, small)
    main = rule.by_one_recipe("best")
    values = [by(table_2.cases(each, *ECP5), "case", "V")["throughput_per_cell_mbit_s"] for each in (rule, main)]
    assert values == pytest.approx([2, 4 / 3])
    assert by(table_2.case_ratios(main, *ECP5), "case", "V")["note"] == "keccak-512/case-1 no core yet"
    assert "not measured; 1 core is known" in table_2.order_by_one_recipe(rule, main, *ECP5)


@pytest.mark.parametrize(
    "bad",
    [
        several("case-1", (150, 150), 4000),
        [run.model_copy(update={"netlist": NetlistGate(verdict="fail", messages=1)}) for run in CASE_1],
        [],
    ],
    ids=["two seeds", "wrong netlist", "not measured"],
)
def test_excluded_figures_are_not_compared(bad: list[Result]) -> None:
    row = by(table_2.case_ratios(ours(bad, CASE_5), *ECP5), "case", "V")
    assert row["throughput_per_cell_ratio"] is None
    assert f"{row['published_efficiency_ratio']:.2f}" == "2.72"


def test_the_reason_of_an_exclusion_is_shown() -> None:
    table = table_2.cases(ours(several("case-1", (150, 150), 4000)), *ECP5)
    assert by(table, "case", "I")["note"] == f"recipe default; {BASIS}; preliminary: 2 of the 3 seeds needed"


def test_each_core_has_its_best_recipe() -> None:
    small = [
        run.model_copy(update={"recipe": "best", "series": "0" * 64, "key": f"{run.seed:064x}"})
        for run in several("case-5", (250, 250, 250), 6000)
    ]
    row = by(table_2.cases(ours(CASE_5, small), *ECP5), "case", "V")
    assert (row["throughput_per_cell_mbit_s"], row["note"]) == (
        2.0,
        f"recipe best; {BASIS}",
    )


def test_cores_beyond_the_paper_are_listed_separately() -> None:
    """Measured architectures that the paper does not have, and their ratio to case I: 576 x 180 / 24 x 3 on 12000."""
    three = several("pipelined-3", (180, 180, 180), 12000)
    table = table_2.further_cores(ours(CASE_1, CASE_5, three), *ECP5)
    assert [row[0] for row in table.rows] == ["pipelined-3"]
    row = by(table, "architecture", "pipelined-3")
    assert (row["approach"], row["messages_in_flight"]) == ("U [k=3] P [n=3]", 3)
    assert row["throughput_per_cell_mbit_s"] == pytest.approx(12960 / 12000)
    assert row["throughput_per_cell_ratio"] == pytest.approx(1.08 / 0.9)


def test_summary_takes_the_best_of_several_messages() -> None:
    """A basic core never wins, nor one that may not be compared."""
    unsure = several("case-2", (300, 300), 1000)
    table = table_2.summary(ours(CASE_1, CASE_5, unsure), [ECP5, ("keccak-256", "ecp5-85k-8")])
    row = by(table, "algorithm", "keccak-512")
    assert row["architecture"] == "case-5"
    assert row["throughput_per_area_mbit_s"] == pytest.approx(4 / 3)
    assert row["throughput_per_area_ratio"] == pytest.approx(4 / 3 / 0.9)
    assert row["area_unit"] == "cell"
    assert row["note"] == "undecided, preliminary are: case-2"
    assert by(table, "algorithm", "keccak-256")["architecture"] == "not measured"
    none = by(table_2.summary(ours(CASE_1, unsure), [ECP5]), "algorithm", "keccak-512")
    assert (none["architecture"], none["throughput_per_area_mbit_s"]) == ("preliminary", None)


def test_round_constant_generators_are_compared() -> None:
    wide = several("case-1-wide", (150, 150, 150), 4050, 3010)
    table = table_2.generators(ours(CASE_1, wide), *ECP5)
    row = by(table, "architecture", "case-1-wide")
    assert (row["area_cells_more"], row["flip_flops_more"]) == (50, 10)
    assert row["throughput_per_cell_ratio"] == pytest.approx(4000 / 4050)
    assert by(table, "architecture", "case-1-lfsr")["note"] == "not measured"
    assert [row[1] for row in table.rows] == [CASE_I, "case-1-wide", "case-1-lfsr", "case-1-rotating"]


def test_table_iii_groups_by_approach_and_keeps_families_apart() -> None:
    two = several("case-2", (200, 200, 200), 4000)
    other = several("sums-2", (210, 210, 210), 4200)
    ice = several("case-2", (50, 50, 50), 4100, device="ice40-hx8k", unit="ICESTORM_LC")
    table = tables_1_3_4.table_3(ours(CASE_1, two, other, ice))
    rows = [dict(zip([column.key for column in table.columns], row, strict=True)) for row in table.rows]
    assert len([row for row in rows if not str(row["whose"]).startswith("FairHash")]) == 9
    split = [row for row in rows if row["approach"] == "S [n=2]"]
    assert [(row["whose"], row["device_family"], row["area_unit"]) for row in split[-3:]] == [
        ("FairHash keccak-512/case-2", "ecp5 (ecp5-85k-8)", "cell"),
        ("FairHash keccak-512/case-2", "ice40 (ice40-hx8k)", "cell"),
        ("FairHash keccak-512/sums-2", "ecp5 (ecp5-85k-8)", "cell"),
    ]
    assert {row["area_unit"] for row in split[:-3]} == {"slice"}
    # 2 x 576 x 200 / 48
    assert (split[-3]["throughput_mbit_s"], split[-3]["throughput_per_area_mbit_s"]) == (4800, 1.2)
    ring = [row for row in rows if row["approach"] == "U [k=2] P [n=2]"]
    assert [row["note"] for row in ring if row["whose"] == "FairHash"] == ["not measured"]
    assert [row["note"] for row in rows if row["area"] == 3965] == ["the paper says P [n=3]"]


def test_table_iv_separates_measured_and_scaled_values() -> None:
    """One run of a library is enough: its flow has no seed. 576 x 400 / 24 = 9600 Mbit/s on 30 kGE."""
    known = ours(cells_run("case-1", 400, 30000), cells_run("case-5", 500, 80000))
    row = by(tables_1_3_4.table_4(known), "whose", f"FairHash {CASE_I}")
    assert (row["library"], row["area_kge"], row["fmax_mhz"]) == ("osu018", 30, 400)
    assert (row["throughput_gbit_s"], row["efficiency_mbit_s_per_ge"]) == (9.6, 0.32)
    ratios = tables_1_3_4.case_v_over_basic(known)
    assert f"{ratios.rows[0][2]:.2f}" == f"{48.00 / 25.20:.2f}" == "1.90"
    gain = by(ratios, "library", "osu018")
    assert gain["what"] == f"FairHash case-5 over {CASE_I}"
    # 4 x 576 x 500 / 48 = 24000 over 9600 Mbit/s, 80 over 30 kGE
    assert gain["throughput_ratio"] == 2.5
    assert gain["area_ratio"] == pytest.approx(8 / 3)
    # 180, 130, 90, 65 nm: three generations
    scaled = by(tables_1_3_4.scaled(known), "core", f"keccak-512/{CASE_I}")
    assert scaled["factor"] == pytest.approx(1.43**3)
    assert scaled["scaled_fmax_mhz"] == pytest.approx(400 * 2.924207)
    assert 400 * 2.924207 not in [cell for row_ in tables_1_3_4.table_4(known).rows for cell in row_]
    assert "not measured" in tables_1_3_4.scaled(known).title


def test_table_iv_has_all_five_cases_on_three_nodes() -> None:
    """A case without a result has a row that says so; a routed library shows only what was measured on it."""
    nodes = ("nangate45", "osu018", "sky130hd")
    measured = [("case-1", node) for node in nodes] + [("case-4", "osu018"), ("case-1", "osu018-routed")]
    runs = tuple(run for case, node in measured for run in cells_run(case, 400, 30000, node))
    table = tables_1_3_4.table_4(
        OurResults(runs, {name: core for name, core in all_cores().items() if "/case-" in name})
    )
    rows = {(str(row[0]).removeprefix("FairHash "), row[1]): row for row in table.rows}
    for node in nodes:
        for case in (CASE_I, "case-2", "case-3", "case-4", "case-5"):
            note = rows[case, node][-1]
            assert (note == "not measured") == ((case.split(" ")[0], node) not in measured)
    assert [name for name, library in rows if library == "osu018-routed"] == [CASE_I]
    assert rows["case-3", "nangate45"][2:-1] == (None,) * 5


def test_the_scaling_rule_does_not_mix_netlists_with_and_without_wires() -> None:
    known = ours(cells_run("case-1", 1000, 30000, "nangate45"), cells_run("case-1", 400, 31000, "osu018-routed"))
    assert tables_1_3_4.rule_check(known).rows == ()


def test_highspeed_and_case_1_are_one_circuit() -> None:
    """Results under either name are case I, and the circuit is in no table twice."""
    known = ours(several("highspeed", (140, 150, 160), 4000, 3000), CASE_5, cells_run("highspeed", 400, 30000))
    assert by(table_2.case_ratios(known, *ECP5), "case", "V")["clock_ratio"] == pytest.approx(250 / 150)
    assert table_2.further_cores(known, *ECP5).rows == ()
    assert [row[0] for row in tables_1_3_4.table_4(known).rows].count(f"FairHash {CASE_I}") == 1


def test_the_scaling_rule_is_tested_with_two_measured_libraries() -> None:
    known = ours(cells_run("case-1", 1000, 30000, "nangate45"), cells_run("case-1", 400, 31000, "sky130hd"))
    (row,) = tables_1_3_4.rule_check(known).rows
    # 130, 90, 65, 45 nm: three generations
    assert row[:-1] == (f"keccak-512/{CASE_I}", "sky130hd", "nangate45", 2.5)
    assert row[-1] == pytest.approx(2.924207)
    assert tables_1_3_4.scale(130, 65) == pytest.approx(2.0449)
    assert tables_1_3_4.scale(180, 32) is None
    assert tables_1_3_4.process_nm("asap7") is None


def test_without_cell_results_only_published_values_are_shown() -> None:
    assert by(tables_1_3_4.table_4(ours(CASE_1)), "whose", "FairHash")["note"] == "not measured"
    assert tables_1_3_4.scaled(ours(CASE_1)).rows == ()
    (_, none) = tables_1_3_4.case_v_over_basic(ours(CASE_1)).rows
    assert none[-1] == "not measured"


def test_the_chart_needs_case_i_and_another_core() -> None:
    drawn = table_2.chart(ours(CASE_1, CASE_5), *ECP5)
    assert drawn is not None
    assert drawn.svg.startswith("<svg")
    rows = [line.split(",") for line in drawn.csv.splitlines()]
    assert [row[0] for row in rows] == ["core", CASE_I, "case-5"]
    assert float(rows[2][1]) == pytest.approx(12000 / 3600)
    assert table_2.chart(ours(CASE_1), *ECP5) is None
    assert table_2.chart(ours(CASE_5), *ECP5) is None


def test_a_core_relative_to_itself_is_1() -> None:
    """Whatever its seeds: it is not compared with another draw of itself."""
    figure = ours(CASE_1).figure("keccak-512/case-1", "ecp5-85k-8")
    found = quotients(figure, figure)
    assert found is not None
    assert (found.clock, found.throughput, found.area, found.ratio, found.ratio_low, found.ratio_high) == (
        1,
        1,
        1,
        1,
        1,
        1,
    )
