# SPDX-License-Identifier: Apache-2.0
"""Paper A's Tables 3 to 5: what the 512-bit variant is to the 256-bit one, recomputed from Tables 1, 3, 4 and 6.

Of Table 5's means over families only two families are published (Tables 3 and 4), so it is compared with itself, and
against Table 4 where Stratix III is the only family.
"""

from tests.published.paper_a import (
    ALTERA,
    BOTH_VARIANTS,
    TABLES,
    XILINX,
    Check,
    area,
    clocks,
    contradictions,
    formula,
    value,
)
from tests.published.paper_a_contradictions import THROUGHPUT_BY_AREA, VENDORS, known
from tests.published.tables import exactly, geometric_mean

_MEASURES = ("throughput", "area", "throughput_per_area")


def _of_one_variant(table: int, name: str, variant: int) -> list[Check]:
    """Throughput from the clock (Table 6 has one digit more of Virtex 5's), and throughput to area ratio."""
    family, unit = BOTH_VARIANTS[table]
    column = f"throughput_{variant}_mbit_s"
    clock = clocks(name)[family] if variant == 512 else value(table, name, "max_clock_256_mhz")
    efficiency = value(table, name, column) / area(table, name, variant)
    return [
        Check(table, name, f"max_clock_{variant}_mhz", "Table 6", clock),
        Check(table, name, column, "clock by Table 1", formula(name, variant).throughput(clock)),
        Check(table, name, f"throughput_per_area_{variant}_mbit_s_per_{unit}", THROUGHPUT_BY_AREA, efficiency),
    ]


def _of_both_variants(table: int, name: str) -> list[Check]:
    throughput = value(table, name, "throughput_512_mbit_s") / value(table, name, "throughput_256_mbit_s")
    areas = area(table, name, 512) / area(table, name, 256)
    clock = clocks(name)[BOTH_VARIANTS[table][0]] / value(table, name, "max_clock_256_mhz")
    ratios = {"max_clock": clock, "throughput": throughput, "area": areas, "throughput_per_area": throughput / areas}
    return [Check(table, name, f"{measure}_ratio", "512 / 256", ratio) for measure, ratio in ratios.items()]


def test_throughputs_and_ratios_of_tables_3_and_4_are_consistent() -> None:
    checks = []
    for table, (family, unit) in BOTH_VARIANTS.items():
        for name, row in TABLES[table].items():
            checks += _of_one_variant(table, name, 256)
            if family in clocks(name):
                checks += _of_one_variant(table, name, 512) + _of_both_variants(table, name)
            else:
                missing = {column for column, cell in row.items() if column != "note" and not cell}
                assert missing == {
                    "max_clock_512_mhz",
                    "throughput_512_mbit_s",
                    f"area_512_{unit}s",
                    f"throughput_per_area_512_mbit_s_per_{unit}",
                    *(column for column in row if column.endswith("_ratio")),
                }
    assert len(checks) == 15 * 3 + 14 * 7 + 15 * 10
    assert contradictions(checks) == known(3, 4)


def test_throughputs_follow_from_the_published_clocks() -> None:
    """To their last digit, so nobody had more digits of these clocks; of Table 3's 256-bit variants somebody had."""
    checks = []
    for table, (family, _) in BOTH_VARIANTS.items():
        for name in TABLES[table]:
            cells = {512: TABLES[6]["SHA-512" if name == "SHA-2" else name][f"{family}_mhz"]}
            if table == 4:
                cells[256] = TABLES[4][name]["max_clock_256_mhz"]
            for variant, cell in cells.items():
                if cell:
                    throughput = formula(name, variant).throughput(exactly(float(cell)))
                    column = f"throughput_{variant}_mbit_s"
                    checks.append(Check(table, name, column, "clock as published", throughput))
    assert len(checks) == 14 + 15 + 15
    assert contradictions(checks) == known(3, 4)


def test_table_5_throughput_to_area_is_the_quotient() -> None:
    """The geometric mean of quotients is the quotient of geometric means."""
    found = contradictions(
        Check(
            5,
            name,
            f"{group}_throughput_per_area_ratio",
            THROUGHPUT_BY_AREA,
            value(5, name, f"{group}_throughput_ratio") / value(5, name, f"{group}_area_ratio"),
        )
        for name, row in TABLES[5].items()
        for group in ("overall", "xilinx", "altera")
        if row[f"{group}_throughput_ratio"]
    )
    assert found == {one for one in known(5) if one.source == THROUGHPUT_BY_AREA}


def test_table_5_overall_is_the_mean_of_vendors() -> None:
    """Each vendor with as many families as have a clock of the 512-bit variant in Table 6."""
    checks = []
    for name in TABLES[5]:
        vendors = [
            vendor
            for vendor, families in (("xilinx", XILINX), ("altera", ALTERA))
            for family in families
            if family in clocks(name)
        ]
        for measure in _MEASURES:
            mean = geometric_mean(value(5, name, f"{vendor}_{measure}_ratio") for vendor in vendors)
            checks.append(Check(5, name, f"overall_{measure}_ratio", VENDORS, mean))
    assert len(checks) == 45
    assert contradictions(checks) == {one for one in known(5) if one.source == VENDORS}


def test_table_5_equals_table_4_for_stratix_iii_alone() -> None:
    alone = [name for name in TABLES[5] if set(clocks(name)) == {"stratix_iii"}]
    assert alone == ["BMW"]
    for measure in _MEASURES:
        row = TABLES[5]["BMW"]
        assert row[f"altera_{measure}_ratio"] == TABLES[4]["BMW"][f"{measure}_ratio"]
        assert row[f"overall_{measure}_ratio"] == TABLES[4]["BMW"][f"{measure}_ratio"]
        assert row[f"xilinx_{measure}_ratio"] == ""


def test_table_5_has_a_vendor_where_table_6_has_a_clock() -> None:
    for name, row in TABLES[5].items():
        for vendor, families in (("xilinx", XILINX), ("altera", ALTERA)):
            there = {bool(row[f"{vendor}_{measure}_ratio"]) for measure in _MEASURES}
            assert there == {any(family in clocks(name) for family in families)}
