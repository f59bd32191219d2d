# SPDX-License-Identifier: Apache-2.0
"""The published clocks, formulas and areas, processed by the code for our results, must give the published tables.

What does not come out is a contradiction of the paper that docs/published-paper-a.md lists, and nothing else.
"""

from functools import cache

import pytest

from fairhash.base.table import Cell, Table
from fairhash.studies.papers.a import correlations, rankings, tables_3_7
from fairhash.studies.papers.a.normalised_values import ALL, CANDIDATES, NormalisedValues, Ranking, overall
from fairhash.studies.papers.a.reproduction import comparisons
from fairhash.studies.papers.differences import differences_table
from fairhash.studies.papers.estimate import MEASURES, Measure
from fairhash.studies.papers.orders import spearman
from tests.published.paper_a import ALTERA, FAMILIES, TABLES, XILINX
from tests.published.paper_a_contradictions import known
from tests.published.tables import Interval, published_interval
from tests.studies.papers.a.runs import BY_NAME, DEVICES, by, published_large, published_ratios, published_small, values

ALL_DEVICES = tuple(DEVICES.values())

COLUMNS = {"throughput": "throughput", "area": "area", "ratio": "throughput_per_area"}


@cache
def large() -> NormalisedValues:
    return values(published_large(), overall_devices=ALL_DEVICES)


@cache
def both() -> NormalisedValues:
    return values(published_large(), published_small(), overall_devices=ALL_DEVICES)


def on_all_families() -> list[str]:
    """Return the candidates that the paper has on all seven families; only these have an overall value of ours."""
    return [
        candidate.name
        for candidate in CANDIDATES
        if all(TABLES[6][candidate.name][f"{family}_mhz"] for family in FAMILIES)
    ]


def agree(text: str, value: Cell, error: float, digits: int | None = None) -> bool:
    """Compare a published cell with a value whose inputs have this relative error; a word means an empty cell."""
    if not isinstance(value, int | float):
        return not text
    return bool(text) and published_interval(text, digits).meets(Interval(value * (1 - error), value * (1 + error)))


# a clock of Table 6 has three digits at least, an area of Table 9 two
@pytest.mark.parametrize(("measure", "error"), [("throughput", 1e-3), ("area", 0.006), ("ratio", 0.007)])
def test_published_values_give_tables_8_to_10(measure: Measure, error: float) -> None:
    ranking = Ranking.from_values(large(), 512, measure)
    number = rankings.NUMBERS[measure]
    table, families = rankings.overall_table(large(), ranking), rankings.family_table(large(), ranking)
    contradictions = set()

    def is_better(one: str, other: str) -> bool:
        return float(one) < float(other) if measure == "area" else float(one) > float(other)

    complete = [name for name in TABLES[number] if name in on_all_families()]
    assert 5 < len(complete) < len(CANDIDATES)
    assert [row[0] for row in table.rows[: len(complete)]] == [BY_NAME[name].large for name in complete]
    for name, row in TABLES[number].items():
        ours = by(table, BY_NAME[name].large)
        # the paper's mean is over the families that a core has
        having = large().normalised(BY_NAME[name], 512)
        mean = overall(having, list(having))
        assert mean
        assert agree(row["overall"], mean[measure].value, error), name
        assert ours["overall"] == (mean[measure].value if name in complete else None)
        assert ours["published_overall"] == float(row["overall"])
        better = [other for other in TABLES[number].values() if is_better(other["overall"], row["overall"])]
        assert ours["published_rank"] == 1 + len(better)
        if name in complete:
            assert ours["rank"] == complete.index(name) + 1
            among = [each for each in complete if is_better(TABLES[number][each]["overall"], row["overall"])]
            assert ours["published_rank_among_measured"] == 1 + len(among)
        else:
            assert str(ours["note"]).startswith("N/A: unrouted: N/A in the paper on ")
        on = by(families, BY_NAME[name].large)
        for family in FAMILIES:
            value = on[DEVICES[family].replace("-", "_")]
            if not agree(row[family], value, error):
                contradictions.add((number, name, family, row[family], value))
    assert contradictions == {(one.table, one.row, one.column, one.published, one.derived) for one in known(number)}


def test_published_values_give_tables_6_and_7() -> None:
    table_6, table_7 = tables_3_7.table_6(large().ours, 512), tables_3_7.table_7(large().ours, 512)
    for candidate in ALL:
        row = TABLES[6]["SHA-512" if candidate.name == "SHA-2" else candidate.name]
        ours = by(table_6, candidate.large)
        for family in FAMILIES:
            expected = float(row[f"{family}_mhz"]) if row[f"{family}_mhz"] else "N/A"
            assert ours[f"published_{family}_mhz"] == ours[f"{DEVICES[family].replace('-', '_')}_mhz"] == expected
    for name, row in TABLES[7].items():
        ours = by(table_7, DEVICES[name.lower().replace(" ", "_")])
        for key, theirs in (
            ("max_clock_mhz", "max_clock_mhz"),
            ("throughput_mbit_s", "throughput_mbit_s"),
            ("area", "area"),
            ("throughput_per_area_mbit_s", "throughput_per_area"),
        ):
            assert agree(row[theirs], ours[key], 1e-9), (name, key)


@pytest.mark.parametrize(("number", "family"), [(3, "virtex_5"), (4, "stratix_iii")])
def test_published_values_give_tables_3_and_4(number: int, family: str) -> None:
    table = tables_3_7.tables_3_4(both().ours, both(), number, DEVICES[family])
    for candidate in ALL:
        cells = {key: text for key, text in TABLES[number][candidate.name].items() if key != "note"}
        rows = [row for row in table.rows if row[0] == candidate.name]
        theirs, ours = rows
        assert [value for value in theirs[2:14] if value is not None] == [
            float(text) for text in list(cells.values())[1:] if text
        ]
        for text, value in zip(list(cells.values())[1:], ours[2:14], strict=True):
            # some ratios of Table 3 were made from clocks with more digits than it prints
            assert agree(text, value, 1e-3), (candidate.name, text, value)


def test_table_5_of_a_single_family_equals_table_4() -> None:
    """BMW: no clock but on Stratix III."""
    measured = values(published_large(), published_small(), overall_devices=[DEVICES["stratix_iii"]])
    table, *vendors, _published = tables_3_7.tables_5(measured.ours, measured)
    # Altera's families of overall values are the same one: no second table of it
    assert [vendor.name for vendor in vendors] == ["table-5-xilinx"]
    row = by(table, "BMW")
    for column in COLUMNS.values():
        assert agree(TABLES[5]["BMW"][f"overall_{column}_ratio"], row[f"{column}_ratio"], 1e-9)
    assert row["families"] == 1


def test_table_5_overall_is_the_mean_over_vendors_families() -> None:
    measured = values(published_ratios(), overall_devices=ALL_DEVICES)
    table_of_all, *vendors, as_published = tables_3_7.tables_5(measured.ours, measured)
    assert [table.name for table in vendors] == ["table-5-altera", "table-5-xilinx"]
    differing_columns = set()
    for candidate in ALL:
        row = TABLES[5][candidate.name]
        clocks = TABLES[6]["SHA-512" if candidate.name == "SHA-2" else candidate.name]
        for group, table, families in (
            ("overall", table_of_all, FAMILIES),
            ("altera", vendors[0], ALTERA),
            ("xilinx", vendors[1], XILINX),
        ):
            ours = by(table, candidate.name)
            if not all(clocks[f"{family}_mhz"] for family in families):
                assert ours["area_ratio"] is None
                continue
            for measure in MEASURES:
                column = f"{group}_{COLUMNS[measure]}_ratio"
                # of two rounded factors, for their quotient
                error = 0.02 if measure == "ratio" else 0.01
                if not agree(row[column], ours[f"{COLUMNS[measure]}_ratio"], error):
                    differing_columns.add((candidate.name, column))
                assert by(as_published, candidate.name)[column] == (float(row[column]) if row[column] else None)
    expected = {(one.row, one.column) for one in known(5)}
    assert differing_columns <= expected
    assert ("SHA-2", "overall_area_ratio") in differing_columns


def test_differences_from_predictions_match_the_paper() -> None:
    """Sect. 5 names BMW, Hamsi, Luffa (and Keccak, by 9 %); Eq. 8 is said to be too high for BLAKE and BMW.

    BLAKE and BMW are not on all families and have no overall value here.
    """
    measured = values(published_ratios(), overall_devices=ALL_DEVICES)
    table = differences_table(comparisons(measured), {})
    differences = {(str(row[0]), str(row[1])) for row in table.rows}
    assert {name for name, quantity in differences if quantity == "Eq. 6: area"} == {"Hamsi", "Luffa"}
    assert {name for name, quantity in differences if quantity == "Eq. 8: throughput"} == {"Hamsi"}
    assert not [quantity for _, quantity in differences if quantity.startswith("Table 5")]
    assert all("On spartan-3 it has" in str(row[-2]) for row in table.rows)


def test_published_values_have_no_differences_from_themselves() -> None:
    table = differences_table(comparisons(large()), {})
    assert (table.rows, table.notes[0][:23]) == ((), f"0 of {3 * len(on_all_families())} compared values"[:23])


def test_published_values_correlate_with_themselves() -> None:
    table = correlations.correlation_table([large()])
    rows = {str(row[0]): row for row in table.rows}
    size = len(on_all_families())
    assert rows["8: throughput"][3] == f"{size} of 14 candidates known"
    assert list(rows["8: throughput"][4:]) == pytest.approx([1] * 6)
    assert rows["9: area"][4] == pytest.approx(1)
    # Fugue and SHAvite-3 tie in the paper: Pearson of 1..9 and the same with 6.5 twice is sqrt(1 - 0.5 / 60);
    # 35 of 36 pairs in order, over sqrt(36 x 35)
    assert size == 9
    by_ranks, by_pairs = rows["10: throughput per area"][4], rows["10: throughput per area"][7]
    assert by_ranks == pytest.approx((1 - 0.5 / 60) ** 0.5)
    assert by_pairs == pytest.approx((35 / 36) ** 0.5)


def test_published_families_are_compared_with_ours() -> None:
    """BMW has one family; ECHO's 0.00 on Cyclone II is none."""
    table: Table = correlations.by_family(large())
    complete = on_all_families()
    counts = {row[1]: int(str(row[2]).split()[2]) for row in table.rows if row[0] == "8: throughput"}
    clocked = {
        name: sum(bool(TABLES[6][candidate.name][f"{family}_mhz"]) for candidate in CANDIDATES)
        for family, name in zip(FAMILIES, counts, strict=True)
    }
    assert counts == clocked
    assert counts["Cyclone II"] == 10
    assert {row[2] for row in table.rows if row[1] == "Cyclone II"} == {f"{len(complete)} of 10 candidates known"}
    # our overall value is the paper's, for the candidates that have one
    overalls = [float(TABLES[8][name]["overall"]) for name in on_all_families()]
    for row, family in zip(table.rows, FAMILIES, strict=False):
        expected = spearman([float(TABLES[8][name][family]) for name in on_all_families()], overalls)
        assert row[3] == pytest.approx(expected)
