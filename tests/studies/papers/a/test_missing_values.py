# SPDX-License-Identifier: Apache-2.0
"""A missing value has a reason; an unverified result enters no ratio; one device represents a family."""

from dataclasses import replace

import pytest

from fairhash.catalog.cores import all_cores, find_core
from fairhash.figures.measures import CELLS, LUTS
from fairhash.models import algorithms
from fairhash.results.schema import NetlistGate, Resources, Result
from fairhash.studies.papers.a import cores, correlations, rankings, tables_1_2, tables_3_7
from fairhash.studies.papers.a.normalised_values import ALL, CANDIDATES, VARIANTS, NormalisedValues, Ranking, group
from fairhash.studies.papers.paper import find_paper
from tests.published.paper_a import TABLES
from tests.results.samples import failed, sample
from tests.studies.papers.a.runs import BY_NAME, by, estimate, our_results, several, values

SHA = several("sha-512", (100, 100, 100), 1000)
CORES = [find_core("keccak-512/highspeed"), find_core("sha-512/highspeed")]


def known(*groups: list[Result]) -> NormalisedValues:
    """With two cores in the catalogue."""
    return NormalisedValues(our_results((run for group_ in groups for run in group_), CORES))


def test_missing_values_have_their_reasons() -> None:
    bad = [failed("bmw-512/highspeed", seed, status="unrouted", reason="no way") for seed in (1, 2)]
    unchecked = several("jh-512", (100, 100, 100), 900, netlist=NetlistGate(verdict="unchecked", detail="no models"))
    unmeasured = several("echo-512", (100, 100), 900, measured_cycles=None, cycles_note="7 instead of 6")
    measured = known(SHA, bad, unchecked, unmeasured)
    table = tables_3_7.table_6(measured.ours, 512)
    assert by(table, "bmw-512")["ecp5_85k_8_mhz"] == "N/A"
    assert by(table, "bmw-512")["reasons"] == "ecp5-85k-8: unrouted: no way"
    assert by(table, "keccak-512")["ecp5_85k_8_mhz"] == "not measured"
    assert by(table, "skein-512-512")["ecp5_85k_8_mhz"] == "no core yet"
    assert by(table, "jh-512")["ecp5_85k_8_mhz"] == 100
    families = rankings.family_table(measured, Ranking.from_values(measured, 512, "ratio"))
    assert {str(row[0]): row[-1] for row in families.rows} == {
        **{candidate.large: "no core yet" for candidate in CANDIDATES},
        "bmw-512": "N/A",
        "keccak-512": "not measured",
        "jh-512": "preliminary",
        "echo-512": "preliminary",
    }
    overall = rankings.overall_table(measured, Ranking.from_values(measured, 512, "ratio"))
    assert {row[1] for row in overall.rows} == {None}
    assert by(overall, "jh-512")["note"] == "preliminary: netlist check: unchecked (no models) on ecp5-85k-8"
    assert by(overall, "skein-512-512")["note"] == "no core yet"
    text = tables_3_7.tables_3_4(measured.ours, measured, 3, "ecp5-85k-8").rows
    (echo,) = [row for row in text if row[:2] == ("ECHO", "ecp5-85k-8")]
    assert (
        echo[-1] == "512: recipe default, chosen from 0 of 0 recipes synthesised; preliminary: "
        "cycles not measured: 7 instead of 6. 256: no core yet"
    )


def test_unrouted_seeds_are_reported() -> None:
    measured = known(SHA, several("keccak-512", (90, 100), 900), [failed("keccak-512/highspeed", 3, status="unrouted")])
    table = tables_3_7.table_6(measured.ours, 512)
    assert by(table, "keccak-512")["ecp5_85k_8_mhz"] == 95
    assert "1 of 3 unrouted" in str(by(table, "keccak-512")["reasons"])


def test_without_reference_there_is_no_ratio() -> None:
    measured = known(several("keccak-512", (100, 100, 100), 900))
    families = rankings.family_table(measured, Ranking.from_values(measured, 512, "ratio"))
    assert by(families, "keccak-512")["ecp5_85k_8"] == "no SHA-2"
    assert by(tables_3_7.table_7(measured.ours, 512), "ecp5-85k-8")["note"] == "not measured"


def test_a_family_has_one_device_and_ecp5_is_first() -> None:
    gowin = {"device": "gw2a", "device_family": "gw2a"}
    small = {"device": "ecp5-25k-6", "device_family": "ecp5"}
    many = [run for name in ("keccak-512", "jh-512", "sha-512") for run in several(name, (100,), 900, **gowin)]
    measured = known(many, SHA, several("keccak-512", (100,), 900), several("sha-512", (100,), 900, **small))
    assert (measured.ours.family_devices, measured.ours.excluded_devices) == (("ecp5-85k-8", "gw2a"), ("ecp5-25k-6",))
    assert measured.ours.devices_by_vendor() == {"Lattice": ["ecp5-85k-8"], "Gowin": ["gw2a"]}
    assert (
        tables_3_7.tables_3_4(measured.ours, measured, 4, "gw2a").title
        == "Table 4: Stratix III in the paper, ours on gw2a"
    )


def test_the_choice_of_the_recipe_is_shown() -> None:
    """On a device that the catalogue does not have, the one recipe of all cores."""
    there = {"device": "gw2a", "device_family": "gw2a"}
    fast = several("keccak-512", (120, 120, 120), 900, recipe="fast", series="second", **there)
    measured = known(SHA, several("keccak-512", (100, 100, 100), 900, **there), fast)
    assert measured.ours.recipe_note("keccak-512/highspeed", "gw2a") == "recipe default, of 2"
    assert measured.ours.recipe_note("sha-512/highspeed", "ecp5-85k-8") == (
        "recipe default, chosen from 0 of 0 recipes synthesised"
    )
    assert measured.ours.recipe_note("jh-512/highspeed", "ecp5-85k-8") == ""


def test_a_circuit_with_two_names_has_one_figure() -> None:
    """Keccak-512's case-1 and highspeed."""
    runs = [sample("keccak-512/highspeed", 150, seed=seed) for seed in (1, 2)]
    runs[0] = runs[0].model_copy(update={"core": "keccak-512/case-1"})
    ours = our_results(runs, CORES)
    both = [ours.figure(f"keccak-512/{name}", "ecp5-85k-8") for name in ("case-1", "highspeed")]
    assert both[0] is both[1]
    assert [[run.seed for run in figure.succeeded] for figure in both if figure] == [[1, 2]] * 2
    assert ours.absence("keccak-512/case-1", "ice40-hx8k") == "not measured"


def test_other_architectures_and_standard_cells_are_excluded() -> None:
    other = [sample("keccak-512/case-2", 300, seed=seed) for seed in (1, 2, 3)]
    cells = several("keccak-512", (300,), 900, device="osu018", area_unit="GE")
    assert known(SHA, other, cells).ours.family_devices == ("ecp5-85k-8",)
    assert find_paper("A").document([*SHA, *other, *cells]).figure_count == 1


def test_an_estimated_area_is_not_a_result() -> None:
    measured = known(SHA, estimate("sha-512", 800), estimate("jh-512", 2000))
    assert measured.ours.family_devices == ("ecp5-85k-8",)
    table = correlations.mapped_areas(measured.ours)
    assert table
    assert by(table, "jh-512")["xc5v_mapped"] == 2.5
    assert by(table, "jh-512")["published_virtex_5"] == 1.93
    assert by(table, "keccak-512")["xc5v_mapped"] == "not measured"
    without_reference = correlations.mapped_areas(known(SHA, estimate("jh-512", 2000)).ours)
    assert without_reference
    assert by(without_reference, "jh-512")["xc5v_mapped"] == "sha-512 not measured"


def test_table_1_shows_declared_and_measured_formulas() -> None:
    measured = known(several("keccak-512", (100,), 900, block_bits=576, block_cycles=24))
    table = tables_1_2.table_1(measured.ours)
    assert len(table.rows) == 30
    (keccak,) = [row for row in table.rows if row[:2] == ("Keccak", 512)]
    assert keccak == (
        *("Keccak", 512, 64, "1+16+24·N+8", 49, "576/(24·T)"),
        *("keccak-512/highspeed", 64, "1+9+24N+8", "1+9+24N+8", "1 2 3", 42, "576/(24·T)", "yes"),
    )
    (sha,) = [row for row in table.rows if row[:2] == ("SHA-2", 512)]
    assert (sha[9], sha[-1]) == ("not measured", "no: 80 cycles")
    (bmw,) = [row for row in table.rows if row[:2] == ("BMW", 512)]
    # 1 + 16/16 + 1 + 8/16, a cycle that has started counts
    assert (bmw[4], bmw[6]) == (4, "no core yet")


def test_table_1_uses_the_measured_formula() -> None:
    measured = known(several("keccak-512", (100,), 900, block_bits=576, block_cycles=25))
    (keccak,) = [row for row in tables_1_2.table_1(measured.ours).rows if row[:2] == ("Keccak", 512)]
    assert keccak[-2:] == ("576/(25·T)", "no: 25 cycles")


def test_table_2_has_published_predictions_and_our_ratios() -> None:
    measured = values(several("keccak-256", (100, 100, 100), 1000), several("keccak-512", (50, 50, 50), 900))
    table = tables_1_2.table_2(measured.ours, measured)
    for name, row in TABLES[2].items():
        ours = by(table, name)
        for key in ("area", "throughput"):
            assert ours[f"published_predicted_{key}_ratio"] == float(row[f"predicted_{key}_ratio"])
            assert f"{ours[f'predicted_{key}_ratio']:.2f}" == f"{float(row[f'predicted_{key}_ratio']):.2f}"
        assert ours["published_group"] == ours["group"], name
    assert by(table, "Keccak")["measured_area_ratio"] == pytest.approx(0.9)
    assert by(table, "Keccak")["measured_throughput_ratio"] == pytest.approx(0.5)
    declared = NormalisedValues(
        our_results([], [find_core("groestl0-256/highspeed"), find_core("groestl0-512/highspeed")])
    )
    # 1024 / 29 over 512 / 21
    assert by(tables_1_2.table_2(declared.ours, declared), "Groestl")[
        "throughput_ratio_at_equal_clock"
    ] == pytest.approx(42 / 29)


def test_groups_that_the_paper_lacks_are_shown() -> None:
    assert [group(1, 2), group(0.5, 1), group(2, 3)] == [None, None, None]


def test_core_names_are_in_the_catalogue() -> None:
    """Of the model library, which has them all, and of the cores there are."""
    names = {candidate.algorithm(bits) for candidate in ALL for bits in VARIANTS}
    assert len(names) == 30
    assert names <= set(algorithms())
    for core in all_cores().values():
        if core.name in {candidate.core(bits) for candidate in ALL for bits in VARIANTS}:
            (bits,) = [bits for candidate in ALL for bits in VARIANTS if candidate.core(bits) == core.name]
            assert core.digest_bits == bits
    assert BY_NAME["Skein"].large == "skein-512-512"


def test_overall_values_are_over_the_same_families_for_every_core() -> None:
    """Keccak is 3 times SHA-512 on one family and 5 times on the one where JH is missing."""
    on_gw2a = {"device": "gw2a", "device_family": "gw2a"}
    runs = [
        *several("sha-512", [100] * 3, 1000),
        *several("keccak-512", [300] * 3, 1000),
        *several("jh-512", [200] * 3, 1000),
        *several("sha-512", [100] * 3, 1000, **on_gw2a),
        *several("keccak-512", [500] * 3, 1000, **on_gw2a),
    ]
    for devices, expected in (
        (["ecp5-85k-8"], {"Keccak": 3, "JH": 2}),
        (["ecp5-85k-8", "gw2a"], {"Keccak": 15**0.5}),
    ):
        ranking = Ranking.from_values(measured := values(runs, overall_devices=devices), 512, "throughput")
        assert {name: one.value for name, one in ranking.overalls.items()} == pytest.approx(expected)
        families = rankings.family_table(measured, ranking)
        assert by(families, "jh-512")["ecp5_85k_8"] == pytest.approx(2)
        assert by(families, "jh-512")["gw2a"] == "no core yet"


def test_registers_count_as_area_unless_luts_are_requested() -> None:
    """SHA-512 has more registers than LUTs, Keccak-512 more LUTs than registers."""
    used = {"sha-512": (1000, 1500), "keccak-512": (1800, 900)}
    runs = [
        run
        for core, (luts, registers) in used.items()
        for run in several(core, (100,) * 3, 0, resources=Resources(area_cells=luts, luts=luts, flip_flops=registers))
    ]
    for area, expected in ((CELLS, 1800 / 1500), (LUTS, 1800 / 1000)):
        ours = replace(our_results(runs), area=area)
        ranking = Ranking.from_values(NormalisedValues(ours), 512, "area")
        assert ranking.overalls["Keccak"].value == pytest.approx(expected)
        assert Ranking.from_values(NormalisedValues(ours), 512, "ratio").overalls["Keccak"].value == pytest.approx(
            1 / expected
        )
    table = cores.counts_table(our_results(runs), "ecp5-85k-8")
    assert by(table, "sha-512") == {
        "algorithm": "sha-512",
        "area": 1500,
        "counted_cells": 1000,
        "luts": 1000,
        "carry_cells": 0,
        "registers": 1500,
        "seeds": 3,
        "note": "",
    }
