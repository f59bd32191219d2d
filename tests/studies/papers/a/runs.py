# SPDX-License-Identifier: Apache-2.0
"""Synthetic runs of paper A's cores: simple or published clocks and areas, three equal runs on each of its families."""

from collections.abc import Iterable, Sequence
from typing import Any

from fairhash.base.table import Cell, Table
from fairhash.catalog.core import Core
from fairhash.results.schema import Resources, Result
from fairhash.studies.papers.a.normalised_values import ALL, VARIANTS, Bits, Candidate, NormalisedValues
from fairhash.studies.papers.estimate import Statistic
from fairhash.studies.papers.our_results import OurResults
from tests.published.paper_a import ALTERA, BOTH_VARIANTS, FAMILIES, TABLES, XILINX, formula
from tests.results.samples import failed, sample

SEEDS = (1, 2, 3)

BY_NAME = {candidate.name: candidate for candidate in ALL}

DEVICES = {family: family.replace("_", "-") for family in FAMILIES}
"""Print's families as devices."""

VENDORS = {
    **{DEVICES[family]: "Xilinx" for family in XILINX},
    **{DEVICES[family]: "Altera" for family in ALTERA},
    "ecp5-85k-8": "Lattice",
    "gw2a": "Gowin",
}


def several(core: str, clocks_mhz: Sequence[float], areas: int | Sequence[int], **changes: Any) -> list[Result]:
    """One run for each clock, with seeds 1, 2, ...; a block of 1000 bits takes ten cycles, so 100 bits each."""
    each = [areas] * len(clocks_mhz) if isinstance(areas, int) else areas
    return [
        sample(
            f"{core}/highspeed",
            clock,
            seed=seed,
            **{
                "block_bits": 1000,
                "block_cycles": 10,
                "resources": Resources(area_cells=area, luts=area, flip_flops=7),
                **changes,
            },
        )
        for seed, (clock, area) in enumerate(zip(clocks_mhz, each, strict=True), 1)
    ]


def estimate(core: str, cells: int, stale: str = "") -> list[Result]:
    """One netlist mapped to a family that nothing places: an area, no clock."""
    used = Resources(area_cells=cells, luts=cells, flip_flops=1)
    return [
        failed(
            f"{core}/highspeed",
            status="estimate",
            reason="area only",
            stage="synthesis",
            device="xc5v",
            resources=used,
            stale=stale,
        )
    ]


def our_results(
    runs: Iterable[Result], cores: Iterable[Core] = (), overall_devices: Sequence[str] = ("ecp5-85k-8",)
) -> OurResults:
    """Return these runs with these cores in the catalogue; the device to show without any runs is ECP5's."""
    known = {core.name: core for core in cores}
    return OurResults(tuple(runs), known, ("ecp5-85k-8",), VENDORS, tuple(overall_devices))


def values(
    *groups: Iterable[Result], statistic: Statistic = "median", overall_devices: Sequence[str] = ("ecp5-85k-8",)
) -> NormalisedValues:
    """Return the values of all these runs, with no core in the catalogue."""
    runs = (run for group in groups for run in group)
    return NormalisedValues(our_results(runs, overall_devices=overall_devices), statistic)


def by(table: Table, first: str, column: int = 0) -> dict[str, Cell]:
    """The row that has this in its first column, by the columns' names in CSV."""
    (row,) = [row for row in table.rows if row[column] == first]
    return dict(zip([column.key for column in table.columns], row, strict=True))


def _on_family(candidate: Candidate, bits: Bits, family: str, clock: str, area: int | None) -> list[Result]:
    """Three equal runs with a published clock; unrouted if the paper has none."""
    places: dict[str, Any] = {"device": DEVICES[family], "device_family": family}
    core = candidate.core(bits)
    if not clock or area is None:
        return [failed(core, status="unrouted", reason="N/A in the paper", **places)]
    declared = formula(candidate.name, bits)
    return [
        sample(
            core,
            float(clock),
            area,
            seed,
            block_bits=declared.block_bits,
            block_cycles=declared.cycles_per_block,
            digest_bits=bits,
            **places,
        )
        for seed in SEEDS
    ]


def _area(candidate: Candidate, family: str) -> int | None:
    """Of the 512-bit variant: counted in Tables 3, 4 and 7, elsewhere Table 9 times Table 7."""
    name = candidate.name
    for table, (counted, unit) in BOTH_VARIANTS.items():
        if family == counted:
            cell = TABLES[table][name][f"area_512_{unit}s"]
            return int(cell) if cell else None
    areas = {row.lower().replace(" ", "_"): int(cells["area"]) for row, cells in TABLES[7].items()}
    if name == "SHA-2":
        return areas[family]
    cell = TABLES[9][name][family]
    return round(float(cell) * areas[family]) if cell else None


def published_large() -> list[Result]:
    """Every 512-bit variant on all seven families: clocks of Table 6, formulas of Table 1, areas as above."""
    return [
        run
        for candidate in ALL
        for family in FAMILIES
        for run in _on_family(candidate, 512, family, _clocks(candidate)[f"{family}_mhz"], _area(candidate, family))
    ]


def _clocks(candidate: Candidate) -> dict[str, str]:
    return TABLES[6]["SHA-512" if candidate.name == "SHA-2" else candidate.name]


def published_small() -> list[Result]:
    """Every 256-bit variant on the two families for which the paper has it."""
    return [
        run
        for candidate in ALL
        for table, (family, unit) in BOTH_VARIANTS.items()
        for run in _on_family(
            candidate,
            256,
            family,
            TABLES[table][candidate.name]["max_clock_256_mhz"],
            int(TABLES[table][candidate.name][f"area_256_{unit}s"]),
        )
    ]


def published_ratios() -> list[Result]:
    """Both variants on all seven families, with the ratios that Table 5 has for the family's vendor on each of them."""
    made = []
    for candidate in ALL:
        row = TABLES[5][candidate.name]
        for family in FAMILIES:
            vendor = "xilinx" if family in XILINX else "altera"
            throughput, area = row[f"{vendor}_throughput_ratio"], row[f"{vendor}_area_ratio"]
            places: dict[str, Any] = {"device": DEVICES[family], "device_family": family}
            # Table 5 has a vendor where one of its families has a clock, and N/A is excluded from means
            if not throughput or not _clocks(candidate)[f"{family}_mhz"]:
                made += [
                    failed(candidate.core(bits), status="unrouted", reason="N/A in the paper", **places)
                    for bits in VARIANTS
                ]
                continue
            both = zip(VARIANTS, (100.0, 100 * float(throughput)), (100000, round(1e5 * float(area))), strict=True)
            made += [
                sample(candidate.core(bits), clock, cells, seed, block_cycles=1, digest_bits=bits, **places)
                for bits, clock, cells in both
                for seed in SEEDS
            ]
    return made
