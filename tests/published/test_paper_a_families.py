# SPDX-License-Identifier: Apache-2.0
"""Paper A's Tables 7 to 10: SHA-512 and what the candidates are to it, recomputed from Tables 1, 3, 4 and 6."""

from itertools import pairwise

from tests.published.paper_a import (
    BOTH_VARIANTS,
    FAMILIES,
    TABLES,
    Check,
    Contradiction,
    area,
    clocks,
    contradictions,
    formula,
    normalised_throughputs,
    value,
)
from tests.published.paper_a_contradictions import NO_CLOCK, THROUGHPUT_BY_AREA, known
from tests.published.tables import exactly, geometric_mean


def test_table_7_follows_from_the_clocks_of_table_6() -> None:
    checks = []
    for name, row in TABLES[7].items():
        clock = clocks("SHA-512")[name.lower().replace(" ", "_")]
        efficiency = value(7, name, "throughput_mbit_s") / exactly(int(row["area"]))
        checks.append(Check(7, name, "max_clock_mhz", "Table 6", clock))
        checks.append(Check(7, name, "throughput_mbit_s", "Table 6", formula("SHA-512", 512).throughput(clock)))
        checks.append(Check(7, name, "throughput_per_area", THROUGHPUT_BY_AREA, efficiency))
    assert len(checks) == 21
    assert contradictions(checks) == known(7)
    assert TABLES[7]["Virtex 5"]["area"] == TABLES[3]["SHA-2"]["area_512_slices"]
    assert TABLES[7]["Stratix III"]["area"] == TABLES[4]["SHA-2"]["area_512_aluts"]


def test_rows_with_a_clock_have_results() -> None:
    """N/A of Tables 8 to 10 is N/A of Table 6."""
    found = set()
    for table in (8, 9, 10):
        for name, row in TABLES[table].items():
            there = {family for family in FAMILIES if row[family]}
            assert there >= set(clocks(name))
            found |= {
                Contradiction(table, name, family, NO_CLOCK, row[family], "N/A") for family in there - set(clocks(name))
            }
    assert found == {one for one in known(8, 9, 10) if one.source == NO_CLOCK}


def _others(*tables: int) -> set[Contradiction]:
    return {one for one in known(*tables) if one.source != NO_CLOCK}


def _overall(table: int, name: str) -> Check:
    mean = geometric_mean(value(table, name, family) for family in clocks(name))
    return Check(table, name, "overall", "mean of families", mean)


def test_table_8_is_normalised_throughput() -> None:
    checks = []
    for name in TABLES[8]:
        throughputs = normalised_throughputs(name)
        checks += [Check(8, name, family, "Table 6", ratio) for family, ratio in throughputs.items()]
        checks.append(_overall(8, name))
        checks.append(Check(8, name, "overall", "Table 6", geometric_mean(throughputs.values())))
    assert len(checks) == 85 + 2 * 14
    assert contradictions(checks) == _others(8)


def test_table_9_is_normalised_area() -> None:
    """Areas of five families are published only in Table 10."""
    checks = [_overall(9, name) for name in TABLES[9]]
    for table, (family, _) in BOTH_VARIANTS.items():
        for name in TABLES[9]:
            if family in clocks(name):
                ratio = area(table, name, 512) / area(table, "SHA-2", 512)
                checks.append(Check(9, name, family, f"Table {table}", ratio))
    assert len(checks) == 14 + 13 + 14
    assert contradictions(checks) == _others(9)


def test_table_10_is_normalised_throughput_per_area() -> None:
    checks = []
    for name in TABLES[10]:
        for family, ratio in normalised_throughputs(name).items():
            checks.append(Check(10, name, family, "Tables 6 and 9", ratio / value(9, name, family)))
            checks.append(Check(10, name, family, "Tables 8 and 9", value(8, name, family) / value(9, name, family)))
        for table, (family, _) in BOTH_VARIANTS.items():
            if family in clocks(name):
                areas = area(table, name, 512) / area(table, "SHA-2", 512)
                ratio = normalised_throughputs(name)[family] / areas
                checks.append(Check(10, name, family, f"Tables 6 and {table}", ratio))
        checks.append(_overall(10, name))
        overall = value(8, name, "overall") / value(9, name, "overall")
        checks.append(Check(10, name, "overall", "Tables 8 and 9", overall))
    assert len(checks) == 2 * 85 + 13 + 14 + 2 * 14
    assert contradictions(checks) == _others(10)


def test_rows_are_ranked() -> None:
    """Best first: most throughput, least area, most throughput to area."""
    for table, sign in ((8, 1), (9, -1), (10, 1)):
        overalls = [sign * float(row["overall"]) for row in TABLES[table].values()]
        assert all(first >= second for first, second in pairwise(overalls))
