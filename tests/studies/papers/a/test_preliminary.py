# SPDX-License-Identifier: Apache-2.0
"""Paper A while figures are preliminary, and when all are known: hand-computed values from constructed runs."""

import csv
import io
from collections.abc import Sequence
from typing import Any

import pytest

from fairhash.base.table import Preliminary
from fairhash.results.schema import Result
from fairhash.studies.papers.a import correlations, rankings, tables_3_7
from fairhash.studies.papers.a.normalised_values import NormalisedValues, Ranking
from fairhash.studies.papers.a.reproduction import comparisons
from fairhash.studies.papers.document import Document
from fairhash.studies.papers.orders import order_line
from fairhash.studies.papers.paper import find_paper
from tests.results.samples import failed, sha256
from tests.studies.papers.a.runs import by, our_results, several, values

SEEDS = 3
SHA = several("sha-512", (100,) * SEEDS, 1000)
SMALL_SHA = several("sha-256", (100,) * SEEDS, 500, digest_bits=256)
CELLS = {"keccak-512": 2000, "jh-512": 2500, "luffa-512": 4000, "shabal-512": 500}
"""At the clock of SHA-512: 0.5, 0.4, 0.25 and 2 times its throughput per cell."""


def candidates(seeds: int = SEEDS, **changes: Any) -> list[Result]:
    return [run for core, cells in CELLS.items() for run in several(core, (100,) * seeds, cells, **changes)]


def document(runs: Sequence[Result]) -> Document:
    return find_paper("A").document(runs)


def test_a_preliminary_candidate_has_a_value_and_no_rank() -> None:
    """JH with one seed at three times the clock: 3 x 1000 / 2500 = 1.2 would be the second."""
    runs = [run for run in candidates() if not run.core.startswith("jh")]
    measured = values(SHA, runs, several("jh-512", (300,), 2500))
    ranking = Ranking.from_values(measured, 512, "ratio")
    table = rankings.overall_table(measured, ranking)
    assert [row[0] for row in table.rows[:5]] == ["shabal-512", "keccak-512", "luffa-512", "jh-512", "cubehash-512"]
    jh = by(table, "jh-512")
    assert jh["overall"] == pytest.approx(1.2)
    assert (jh["overall_low"], jh["overall_high"], jh["rank"]) == (None, None, None)
    assert jh["note"] == "preliminary: 1 of the 3 seeds needed on ecp5-85k-8"
    assert table.display_rows()[3][1] == "(1.20)"
    assert [by(table, core)["rank"] for core in ("shabal-512", "keccak-512", "luffa-512")] == [1, 2, 3]
    # the fourth candidate is not known
    row = correlations.correlation_table([measured]).rows[2]
    assert row[3:5] == ("not measured: 3 of 14 candidates known, 4 are needed", None)
    assert {each.algorithm for each in comparisons(measured)} == {"Shabal", "Keccak", "Luffa"}
    chart = rankings.figure_1(measured, 512)
    assert chart
    shown = {row["algorithm"]: row for row in csv.DictReader(io.StringIO(chart.csv))}
    assert (shown["jh-512"]["throughput_low"], shown["jh-512"]["preliminary"]) == ("", "1 of the 3 seeds needed")
    assert (shown["keccak-512"]["throughput_low"], shown["keccak-512"]["preliminary"]) == ("1.0", "")


@pytest.mark.parametrize(
    ("reference", "words"),
    [
        ([run.model_copy(update={"stale": "changed"}) for run in SHA], "no SHA-2: preliminary on ecp5-85k-8"),
        (SHA[:2], "no SHA-2: preliminary on ecp5-85k-8"),
        ([], "no SHA-2 on ecp5-85k-8"),
    ],
    ids=["stale", "two seeds", "none"],
)
def test_nothing_is_divided_by_a_reference_that_is_not_known(reference: list[Result], words: str) -> None:
    measured = values(reference, candidates())
    ranking = Ranking.from_values(measured, 512, "area")
    assert (ranking.overalls, ranking.preliminary, ranking.ranks) == ({}, {}, {})
    table = rankings.overall_table(measured, ranking)
    assert by(table, "keccak-512")["note"] == words
    assert rankings.figure_1(measured, 512) is None
    assert comparisons(measured) == []


def test_a_stale_candidate_has_its_values_and_no_ratio() -> None:
    measured = values(SHA, several("jh-512", (300,) * SEEDS, 2500, stale="changed"))
    row = by(rankings.overall_table(measured, Ranking.from_values(measured, 512, "ratio")), "jh-512")
    assert (row["overall"], row["note"]) == (None, "preliminary: stale: changed on ecp5-85k-8")
    clock = by(tables_3_7.table_6(measured.ours, 512), "jh-512")
    assert (clock["ecp5_85k_8_mhz"], clock["reasons"]) == (300, "ecp5-85k-8: stale: changed")
    assert isinstance(clock["ecp5_85k_8_mhz"], Preliminary)


def test_a_mean_over_two_families_needs_both_known() -> None:
    there = {"device": "gw2a", "device_family": "gw2a"}
    runs = [*SHA, *candidates(), *several("sha-512", (100,) * SEEDS, 1000, **there), *candidates(1, **there)]
    both = ("ecp5-85k-8", "gw2a")
    measured = values(runs, overall_devices=both)
    ranking = Ranking.from_values(measured, 512, "ratio")
    assert (ranking.overalls, ranking.preliminary) == ({}, {})
    families = by(rankings.family_table(measured, ranking), "keccak-512")
    assert (families["ecp5_85k_8"], families["gw2a"]) == (0.5, 0.5)
    assert [isinstance(families[name], Preliminary) for name in ("ecp5_85k_8", "gw2a")] == [False, True]


def test_a_core_of_one_family_has_a_value_on_it_alone() -> None:
    """Keccak is known on both families, 0.5 and twice as much: 0.5 x 2^0.5 overall; the others on ECP5 only."""
    there = {"device": "gw2a", "device_family": "gw2a"}
    on_gw2a = [
        *several("sha-512", (100,) * SEEDS, 1000, **there),
        *several("keccak-512", (100,) * SEEDS, 1000, **there),
    ]
    measured = values(SHA, candidates(), on_gw2a, overall_devices=("ecp5-85k-8", "gw2a"))
    table = rankings.overall_table(measured, Ranking.from_values(measured, 512, "ratio"))
    keccak, jh = by(table, "keccak-512"), by(table, "jh-512")
    assert [keccak["overall"], keccak["ecp5_85k_8_alone"]] == [pytest.approx(0.5**0.5), 0.5]
    assert (jh["overall"], jh["ecp5_85k_8_alone"]) == (None, 0.4)
    spread = by(correlations.family_spread(measured), "keccak-512")
    assert (spread["ours_families"], spread["ours_largest_over_smallest"]) == (2, 2)
    alone = by(correlations.family_spread(measured), "jh-512")
    assert (alone["ours_families"], alone["ours_largest_over_smallest"]) == (1, None)
    order = correlations.our_families(measured)
    assert [row[1] for row in order.rows] == ["ecp5-85k-8", "gw2a"] * 3
    assert [row[2] for row in order.rows[:2]] == [
        "4 of 14 candidates known",
        "not measured: 1 of 14 candidates known, 4 are needed",
    ]


def test_512_over_256_bits_needs_a_known_256() -> None:
    """Half the clock and 0.8 of the cells; one seed of either variant."""
    small, large = several("keccak-256", (100,) * SEEDS, 1000), several("keccak-512", (50,) * SEEDS, 800)
    for runs, ratio, low, note in (
        ((small, large), 0.5, 0.5, ""),
        ((small, large[:1]), 0.5, None, "512: preliminary: 1 of the 3 seeds needed"),
        ((small[:1], large), None, None, "256: preliminary: 1 of the 3 seeds needed"),
    ):
        measured = values(*runs)
        row = by(tables_3_7.table_5(measured), "Keccak")
        assert (row["throughput_ratio"], row["throughput_ratio_low"], row["note"]) == (ratio, low, note)
        device = tables_3_7.further(measured.ours, measured, "ecp5-85k-8")
        both = by(device, "Keccak")
        assert (both["max_clock_ratio"], both["area_ratio"]) == (ratio, None if ratio is None else 0.8)
        assert isinstance(both["max_clock_ratio"], Preliminary) is bool(ratio and note)


def test_quartiles_of_one_run_are_empty() -> None:
    for runs, quartile in ((several("sha-512", (100,), 1000), None), (SHA, 100)):
        row = by(tables_3_7.table_7(our_results(runs), 512), "ecp5-85k-8")
        names = ("lower_quartile", "upper_quartile", "best")
        assert {row[f"max_clock_{name}_mhz"] for name in names} == {quartile}
        assert row["max_clock_mhz"] == 100


def of_recipe(core: str, recipe: str, mhz: float, cells: int = 1000) -> list[Result]:
    runs = several(core, (mhz,) * SEEDS, cells, recipe=recipe, series=f"{core} {recipe}")
    return [run.model_copy(update={"key": sha256(f"{core} {recipe} {run.seed}")}) for run in runs]


def test_tables_by_one_recipe_are_beside_those_by_the_rule() -> None:
    """Keccak is 3 times SHA-512 by the rule (`small`), 1.5 by `best`; JH is 2 by both."""
    runs = [
        *of_recipe("sha-512", "best", 100),
        *of_recipe("keccak-512", "small", 300),
        *of_recipe("keccak-512", "best", 150),
        *of_recipe("jh-512", "best", 200),
    ]
    rule = values(runs)
    main = NormalisedValues(rule.ours.by_one_recipe("best"))
    both = [Ranking.from_values(each, 512, "throughput") for each in (rule, main)]
    expected: tuple[dict[str, float], ...] = ({"Keccak": 3, "JH": 2}, {"JH": 2, "Keccak": 1.5})
    for ranking, overalls in zip(both, expected, strict=True):
        assert {name: each.value for name, each in ranking.overalls.items()} == pytest.approx(overalls)
    assert rankings.ranking_line(*both) == (
        "Order by recipe `best` for all cores, by throughput: differs at 2 of 2 ranks of the cores known by both "
        "(rule / `best`): Keccak / JH, JH / Keccak."
    )
    assert "differs at 2 of 3 ranks" in rankings.clock_line(rule.ours, main.ours, 512)
    assert "not measured; 0 cores are known" in rankings.table_5_line(rule, main)
    tables = {table.name: table for table in document(runs).tables()}
    names = [f"table-{number}{bits}" for number in range(6, 11) for bits in ("", "-256")]
    assert {f"{name}-recipe-best" for name in ("table-5", *names)} <= set(tables)
    assert by(tables["table-8-recipe-best"], "keccak-512")["overall"] == pytest.approx(1.5)
    assert by(tables["table-8"], "keccak-512")["overall"] == pytest.approx(3)
    assert by(tables["table-6-recipe-best"], "keccak-512")["ecp5_85k_8_mhz"] == 150


def test_the_order_is_compared_over_the_cores_known_by_both() -> None:
    same = order_line("area", {"a": 1.0, "b": 2.0, "c": 3.0}, {"b": 5.0, "a": 4.0}, smallest_first=True)
    assert same == "Order by recipe `best` for all cores, by area: the same, of 2 cores known by both."
    assert "differs" in order_line("area", {"a": 1.0, "b": 2.0}, {"b": 4.0, "a": 5.0}, smallest_first=True)
    assert "not measured" in order_line("area", {"a": 1.0, "b": 2.0}, {"b": 4.0}, smallest_first=True)


@pytest.mark.parametrize("state", ["one seed", "stale", "unrouted", "known"])
def test_the_page_is_whole_whatever_is_known(state: str) -> None:
    """Every core of the page in one state: with nothing known no table has a rank or an interval."""
    runs = [*SHA, *SMALL_SHA, *candidates(), *several("keccak-256", (100,) * SEEDS, 1500, digest_bits=256)]
    if state == "one seed":
        runs = [run for run in runs if run.seed == 1]
    elif state == "stale":
        runs = [run.model_copy(update={"stale": "changed"}) for run in runs]
    elif state == "unrouted":
        runs = [
            failed(run.core, run.seed, status="unrouted", reason="no way", digest_bits=run.digest_bits) for run in runs
        ]
    tables = {table.name: table for table in document(runs).tables()}
    ranked = by(tables["table-10"], "shabal-512")
    spearman = tables["correlation"].rows[0]
    if state == "known":
        assert (ranked["overall"], ranked["rank"], ranked["overall_low"]) == (2, 1, 2)
        assert spearman[3] == "4 of 14 candidates known"
        assert isinstance(by(tables["table-5"], "Keccak")["area_ratio"], float)
        return
    assert (ranked["overall"], ranked["rank"]) == (None, None)
    assert (spearman[3], spearman[4]) == ("not measured: 0 of 14 candidates known, 4 are needed", None)
    assert tables["departures"].rows == ()
    for table in tables.values():
        keys = [column.key for column in table.columns]
        for key in keys:
            if key.endswith(("_low", "_high", "quartile_mhz")) or key in ("rank", "rank_lowest"):
                assert {row[keys.index(key)] for row in table.rows} <= {None}, (table.name, key)
    reason = {"one seed": "1 of the 3 seeds needed", "stale": "stale: changed", "unrouted": "unrouted: no way"}[state]
    assert reason in str(ranked["note"])
