# SPDX-License-Identifier: Apache-2.0
"""Paper B's tables with made-up results: values worked by hand, what is missing shown as missing."""

from dataclasses import replace
from pathlib import Path

import pytest

from fairhash.base.table import Preliminary
from fairhash.results.schema import MeasuredCycles, NetlistGate, Result
from fairhash.studies.papers.b import figures, published, summary, tables
from fairhash.studies.papers.b.published import CANDIDATES, candidate
from tests.results.samples import failed, sha256
from tests.studies.papers.b.runs import DEVICE, evidence, lightweight, row, several

# 1088 x 120 / 240 = 544 Mbit/s on 1088 cells; one block takes 258 cycles
KECCAK = lightweight("Keccak", 120, 1088, 1088, 240)


def test_published_values() -> None:
    """Tables 2 to 4; the area of CubeHash is lost: 21.55 / 0.055 = 391.8 to 2.05 / 0.0045 = 455.6 slices."""
    formula = published.formula(candidate("JH42"))
    assert formula is not None
    assert (formula.block, formula.single, formula.text) == (1845, 1865, "35+(32+1813)N-15")
    assert published.formula(candidate("SHA-256")) is None
    assert published.formula(candidate("Groestl")) == published.formula(candidate("Groestl-0"))
    assert published.per_area(candidate("JH"), "virtex_5", "long") == 62.8 / 161
    assert published.area(candidate("BLAKE-256"), "cyclone_2") == 1365
    lost = published.area(candidate("CubeHash"), "spartan_3")
    assert lost == pytest.approx((21.55 / 0.055 + 2.05 / 0.0045) / 2)
    assert published.mbit_s(candidate("SHA-256"), "spartan_3", "long") is None
    assert published.area(candidate("SHA-256"), "spartan_3") is None


def test_every_design_has_every_published_value() -> None:
    for each in CANDIDATES:
        assert published.table_1(each), each.name
        for family in published.FAMILIES:
            for message in published.MESSAGES:
                value, exact = (
                    published.rounded_per_area(each, family, message),
                    published.per_area(each, family, message),
                )
                assert value is not None
                assert exact is not None
                # two or three decimals, and the wrong value of JH42 on Cyclone II (docs/published.md)
                assert exact == pytest.approx(value, abs=0.012 if message == "long" else 0.0013)


def test_table_1_has_cycles_of_a_round_and_a_byte(tmp_path: Path) -> None:
    """240 cycles are 10 a round of 24, and 240 / 136 a byte; the paper's 3696 / 136 = 27.2, with loading 3764."""
    table = tables.table_1(evidence(tmp_path, KECCAK, without=["bmw-256/lightweight"]))
    keccak = row(table, "algorithm", "Keccak")
    assert (keccak["published_cycles_per_byte"], keccak["published_cycles_per_block_with_loading"]) == (27.2, 3764)
    assert (keccak["cycles_per_block"], keccak["cycles_per_round"]) == (240, 10)
    assert keccak["cycles_per_byte"] == pytest.approx(240 / 136)
    assert keccak["cycles_per_block_ratio"] == pytest.approx(240 / 3764)
    assert (keccak["missing"], row(table, "algorithm", "BLAKE-32")["missing"]) == ("", "not measured")
    assert row(table, "algorithm", "BMW")["missing"] == "no core yet"
    reference = row(table, "algorithm", "SHA-256")
    assert (reference["rounds"], reference["published_cycles_per_block"]) == (64, None)


def test_table_2_has_measured_cycles(tmp_path: Path) -> None:
    """Fugue was simulated from two blocks on: 18 + 2 x 36 = 90 cycles, and one block by the formula: 54."""
    cycles = KECCAK[0].measured_cycles
    fugue = lightweight("Fugue", 60, 1000, 32, 36)
    assert cycles is not None
    assert fugue[0].measured_cycles is not None
    formula = fugue[0].measured_cycles.formula
    longer = MeasuredCycles(formula=formula, blocks=(2, 2, 3), cycles=(90, 90, 126))
    fugue = [run.model_copy(update={"measured_cycles": longer}) for run in fugue]
    table = tables.table_2(evidence(tmp_path, KECCAK, fugue))
    keccak = row(table, "algorithm", "Keccak")
    assert (keccak["single_block_cycles"], keccak["further_block_cycles"]) == (258, 240)
    assert (keccak["published_single_block_cycles"], keccak["simulated_blocks"]) == (3783, "1 2 3")
    assert keccak["single_block_ratio"] == pytest.approx(258 / 3783)
    other = row(table, "algorithm", "Fugue")
    assert (other["single_block_cycles"], other["simulated_blocks"]) == (54, "2 3")
    assert (other["shortest_message_blocks"], other["shortest_message_cycles"]) == (2, 90)
    missing = row(table, "algorithm", "Skein")
    assert (missing["single_block_cycles"], missing["missing"]) == (None, "not measured")


def test_tables_3_and_4_of_a_device(tmp_path: Path) -> None:
    """120 MHz are 8.33 ns; 544 Mbit/s on 1088 cells are 0.5; one block: 1088 x 120 / 258 = 506.0."""
    unfit = [failed(candidate("ECHO").core, seed) for seed in (1, 2)]
    unchecked = [run.model_copy(update={"netlist": NetlistGate()}) for run in lightweight("Luffa", 100, 900, 256, 100)]
    stored = evidence(tmp_path, KECCAK, unfit, unchecked)
    areas = tables.table_3(stored, DEVICE)
    keccak = row(areas, "algorithm", "Keccak")
    assert (keccak["area_cells"], keccak["clock_mhz"], keccak["seeds"]) == (1088, 120, 3)
    assert keccak["period_ns"] == pytest.approx(8.3333, abs=1e-4)
    assert str(row(areas, "algorithm", "ECHO")["note"]).startswith("N/A: unfit: needs 90000 cells")
    speeds = tables.table_4(stored, DEVICE)
    keccak = row(speeds, "algorithm", "Keccak")
    assert keccak["long_mbit_s"] == pytest.approx(544)
    assert keccak["long_mbit_s_per_cell"] == pytest.approx(0.5)
    assert keccak["short_mbit_s"] == pytest.approx(1088 * 120 / 258)
    assert keccak["short_mbit_s_per_cell"] == pytest.approx(120 / 258)
    luffa = row(speeds, "algorithm", "Luffa")
    assert (luffa["long_mbit_s"], luffa["long_mbit_s_per_cell_low"]) == (256, None)
    assert str(luffa["note"]).startswith("preliminary: netlist check: unchecked")
    assert row(areas, "algorithm", "Luffa")["area_cells"] == 900


def test_the_published_tables_show_what_the_text_lost() -> None:
    lost = row(tables.published_table_3(), "algorithm", "Keccak")
    assert (lost["spartan_3_area_slices"], lost["spartan_6_delay_ns"], lost["cyclone_2_area_les"]) == (None, 5.91, 996)
    shabal = row(tables.published_table_4(), "algorithm", "Shabal")
    assert (shabal["spartan_3_long_mbit_s"], shabal["cyclone_2_short_mbit_s_per_le"]) == (524.7, 0.080)
    assert len(tables.published_table_4().rows) == 16


def test_table_5_computes_throughput_again() -> None:
    """[29]: 512 bits in 160 cycles of 16.67 ns; the cycles of [8] are lost."""
    table = tables.table_5()
    assert len(table.rows) == 22
    assert row(table, "reference", "[29]")["derived_throughput_mbit_s"] == pytest.approx(191.96, abs=0.01)
    assert row(table, "reference", "[8]")["derived_throughput_mbit_s"] is None


def test_goals_are_met_or_not(tmp_path: Path) -> None:
    """Keccak: 0.5 Mbit/s per cell over 34.8 / 578.35 / 2; BLAKE-32 takes more cells; Fugue more cycles than 63."""
    large = lightweight("BLAKE-32", 300, 1300, 512, 180)
    slow = lightweight("Fugue", 60, 1000, 32, 64)
    greedy = [
        run.model_copy(update={"over_budget": "3 memory ports, allowed 2"})
        for run in lightweight("Shabal", 400, 800, 512, 64)
    ]
    weak = lightweight("Skein", 1, 1000, 512, 552)
    second = lightweight("Keccak", 60, 1100, 1088, 240, device="ice40-hx8k")
    table = summary.goals(evidence(tmp_path, KECCAK, large, slow, greedy, weak, second))
    keccak = row(table, "algorithm", "Keccak")
    assert (keccak["area_cells_ecp5_85k_8"], keccak["area_cells_ice40_hx8k"]) == (1088, 1100)
    assert keccak["all_met"] == "yes"
    area = published.area(candidate("Keccak"), "spartan_3")
    assert area is not None
    assert keccak["mbit_s_per_cell_ratio"] == pytest.approx(0.5 * 2 * area / 34.8)
    for name in ("BLAKE-32", "Fugue", "Shabal", "Skein"):
        assert row(table, "algorithm", name)["all_met"] == "no", name
    assert row(table, "algorithm", "Shabal")["beyond_the_budget"] == "3 memory ports, allowed 2"
    assert row(table, "algorithm", "JH")["all_met"] == "unknown"
    assert row(table, "algorithm", "SHA-256")["all_met"] == ""
    assert table.notes[0].startswith("All met by 1 of 16.")


@pytest.mark.parametrize(
    ("areas", "outcome"),
    [({}, "unknown"), ({"ice40-hx8k": 1250}, "no"), ({"ice40-hx8k": 1250, "gatemate-a1": 1200}, "yes")],
)
def test_the_budget_must_hold_on_one_more_family(tmp_path: Path, areas: dict[str, int], outcome: str) -> None:
    others = [lightweight("Keccak", 60, cells, 1088, 240, device=device) for device, cells in areas.items()]
    table = summary.goals(evidence(tmp_path, KECCAK, *others))
    assert row(table, "algorithm", "Keccak")["all_met"] == outcome


def test_the_budget_is_not_missed_while_a_family_is_preliminary(tmp_path: Path) -> None:
    """Keccak is beyond the area of one family, and has two seeds on the other, where it may still be within it."""
    known = lightweight("Keccak", 60, 1250, 1088, 240, device="ice40-hx8k")
    preliminary = lightweight("Keccak", 60, 1100, 1088, 240, device="gatemate-a1")[:2]
    table = summary.goals(evidence(tmp_path, KECCAK, known, preliminary))
    assert row(table, "algorithm", "Keccak")["all_met"] == "preliminary"


def test_the_budget_applies_to_families_of_lut4s() -> None:
    """The Artix-7 of the vendor tool has LUTs of six inputs."""
    assert figures.has_band("gatemate-a1")
    assert not figures.has_band("vivado-xc7a100t-1")


def test_requested_devices_are_shown_too(tmp_path: Path) -> None:
    """A device that is not in the campaign is shown if it was requested and has results."""
    other = lightweight("Keccak", 60, 1250, 1088, 240, device="gw5a-25a")
    stored = evidence(tmp_path, KECCAK, other)
    assert stored.devices == [DEVICE]
    ours = replace(stored.ours, requested_devices=("gw5a-25a",))
    assert replace(stored, ours=ours).devices == [DEVICE, "gw5a-25a"]


def test_one_seed_has_no_interval(tmp_path: Path) -> None:
    """Keccak's three runs are 10 % apart, and Skein's one run says nothing of a spread."""
    spread = several("keccak-256/lightweight", (90, 100, 110), 1000, 1088, 240)
    alone = several("skein-512-256/lightweight", (100,), 1000, 512, 512)
    table = tables.table_4(evidence(tmp_path, spread, alone), DEVICE)
    skein = row(table, "algorithm", "Skein")
    assert skein["long_mbit_s_per_cell"] == pytest.approx(0.1)
    assert isinstance(skein["long_mbit_s_per_cell"], Preliminary)
    assert (skein["long_mbit_s_per_cell_low"], skein["long_mbit_s_per_cell_high"]) == (None, None)
    assert skein["note"] == "preliminary: 1 of the 3 seeds needed"
    keccak = row(table, "algorithm", "Keccak")
    assert (keccak["long_mbit_s_per_cell_low"], keccak["long_mbit_s_per_cell_high"]) == pytest.approx(
        (90 * 1088 / 240 / 1000, 110 * 1088 / 240 / 1000)
    )
    assert "3 times in 4 over 3 seeds" in table.notes[1]


def test_goals_of_preliminary_cores_have_no_verdict(tmp_path: Path) -> None:
    """Two seeds of Keccak within all goals, and of BLAKE-32 beyond the area: neither is a verdict."""
    second = lightweight("Keccak", 60, 1100, 1088, 240, device="ice40-hx8k")
    large = lightweight("BLAKE-32", 300, 1300, 512, 180)[:2]
    table = summary.goals(evidence(tmp_path, KECCAK[:2], large, second))
    for name in ("Keccak", "BLAKE-32"):
        assert row(table, "algorithm", name)["all_met"] == "preliminary"
    assert row(table, "algorithm", "Keccak")["missing"] == "preliminary: 2 of the 3 seeds needed"
    assert table.notes[0].startswith("All met by 0 of 16.")


def test_tables_3_and_4_by_one_recipe_for_all(tmp_path: Path) -> None:
    """By the rule Keccak has 0.6 and Skein 0.5 per cell, by `best` 0.4 and 0.5."""

    def runs(name: str, recipe: str, mhz: float) -> list[Result]:
        return [
            run.model_copy(update={"recipe": recipe, "series": sha256(f"{name} {recipe}")})
            for run in lightweight(name, mhz, 1000, 1000, 200)
        ]

    every = [*runs("Keccak", "small", 120), *runs("Keccak", "best", 80), *runs("Skein", "best", 100)]
    by_rule = evidence(tmp_path, every)
    by_best = replace(by_rule, ours=by_rule.ours.by_one_recipe("best"))
    values = [
        [row(tables.table_4(each, DEVICE), "algorithm", name)["long_mbit_s_per_cell"] for name in ("Keccak", "Skein")]
        for each in (by_rule, by_best)
    ]
    assert values == [[0.6, 0.5], [0.4, 0.5]]
    assert tables.per_cell_line(by_rule, by_best, DEVICE).endswith(
        "differs at 2 of 2 ranks of the cores known by both (rule / `best`): Keccak / Skein, Skein / Keccak."
    )
    assert tables.table_4(by_best, DEVICE).name == f"table-4-{DEVICE}-recipe-best"
    assert tables.area_line(by_rule, by_best, DEVICE).endswith("the same, of 2 cores known by both.")
