# SPDX-License-Identifier: Apache-2.0
"""Tables 3 to 7 of paper A: both variants on each family, 512 over 256 bits, clocks, and SHA-2, the reference."""

from collections.abc import Mapping, Sequence

from fairhash.base.table import (
    Cell,
    Column,
    Columns,
    Table,
    column,
    csv_name,
    interval,
    interval_cells,
    interval_columns,
    mark,
)
from fairhash.studies.papers.a import normalised_values
from fairhash.studies.papers.a.normalised_values import (
    ALL,
    MEASURE_NAMES,
    SHA2,
    SHORT_NAMES,
    VARIANTS,
    Bits,
    Candidate,
    NormalisedValues,
    overall,
)
from fairhash.studies.papers.compared_cores import CoreOnDevice, core_link, measured
from fairhash.studies.papers.estimate import MEASURES, Estimate, Measure
from fairhash.studies.papers.our_results import NOT_AVAILABLE, OurResults, seeds_note
from fairhash.studies.papers.published_table import parse_number, parse_optional

FAMILY_NAMES = {3: "Virtex 5", 4: "Stratix III"}

_COLUMNS = (
    Column("algorithm"),
    Column("on", key="device"),
    Column("MHz 512", 1, "max_clock_512_mhz"),
    Column("256", 1, "max_clock_256_mhz"),
    Column("ratio", 2, "max_clock_ratio"),
    Column("Mbit/s 512", key="throughput_512_mbit_s"),
    Column("256", key="throughput_256_mbit_s"),
    Column("ratio", 2, "throughput_ratio"),
    Column("area 512"),
    Column("256", key="area_256"),
    Column("ratio", 2, "area_ratio"),
    Column("Mbit/s/area 512", 3, "throughput_per_area_512_mbit_s"),
    Column("256", 3, "throughput_per_area_256_mbit_s"),
    *interval_columns("ratio", key="throughput_per_area_ratio"),
    Column("seeds 512"),
    Column("256", key="seeds_256"),
    Column("note"),
)


def tables_3_4(ours: OurResults, values: NormalisedValues, number: int, device: str | None) -> Table:
    """Table 3 or 4 next to the values of our device for that table, if there is one."""
    rows = []
    for candidate in ALL:
        rows.append(_published(number, candidate))
        if device:
            rows.append(_ours(ours, values, candidate, device))
    ours_title = f"ours on {device}" if device else "no results of ours yet"
    return Table(
        f"table-{number}",
        f"Table {number}: {FAMILY_NAMES[number]} in the paper, {ours_title}",
        _COLUMNS,
        tuple(rows),
        (_note(number, ours, device),),
    )


def further(ours: OurResults, values: NormalisedValues, device: str) -> Table:
    """The same for a family beyond two."""
    return Table(
        f"variants-{device}",
        f"Both variants on {device}",
        _COLUMNS,
        tuple(_ours(ours, values, candidate, device) for candidate in ALL),
        (_note(None, ours, device),),
    )


def _note(number: int | None, ours: OurResults, device: str | None) -> str:
    units = [f"published area in {normalised_values.AREA_UNITS[number]}"] if number else []
    seeds = ""
    if device:
        cores = [candidate.core(bits) for candidate in ALL for bits in VARIANTS]
        seeds = seeds_note(ours.figure(core, device) for core in cores)
        area_units = {ours.area_unit(figure) for (_, name), figure in ours.figures.items() if name == device}
        units += [f"ours: {unit}" for unit in sorted(area_units)]
    return (
        f"Units: {'; '.join(units) or 'none'}. An area of one family is never divided by one of another. Ours: medians "
        f"over the seeds by the chosen recipe; from and to: 95 % interval. {seeds}".rstrip()
    )


def _published(number: int, candidate: Candidate) -> tuple[Cell, ...]:
    row = normalised_values.rows(number)[candidate.name]
    # the unit is in some names of the paper's columns; the order is the same
    cells = [parse_optional(text) for name, text in row.items() if name not in ("algorithm", "note")]
    return (candidate.name, f"{FAMILY_NAMES[number]} (published)", *cells, None, None, None, None, row["note"])


def _ours(ours: OurResults, values: NormalisedValues, candidate: Candidate, device: str) -> tuple[Cell, ...]:
    large, small = (CoreOnDevice(ours, candidate.core(bits), device) for bits in _LARGE_FIRST)
    ratios = values.large_over_small(candidate, [device]).get(device)
    clocks = [one.figure.clock_mhz.median if one.figure and one.figure.clock_mhz else None for one in (large, small)]
    throughput, area, ratio = (interval_cells(ratios[measure] if ratios else None) for measure in MEASURES)
    clock: Cell = None
    if ratios and clocks[0] and clocks[1]:
        clock = mark(clocks[0] / clocks[1], not ratios["ratio"].is_known)
    over = {"clock_mhz": clock, "throughput_mbit_s": throughput[0], "area_cells": area[0]}
    return (
        candidate.name,
        device,
        *(cell for name, quotient in over.items() for cell in (large.shown(name), small.shown(name), quotient)),
        *(large.shown("ratio"), small.shown("ratio"), *ratio),
        *(len(one.figure.succeeded) if one.figure else 0 for one in (large, small)),
        _words(ours, candidate, device),
    )


_LARGE_FIRST: tuple[Bits, ...] = (512, 256)


def _of_both(remarks: Mapping[Bits, str]) -> str:
    """Return what must be said of either variant; once if it is the same of both."""
    if len(set(remarks.values())) == 1:
        return remarks[256]
    return ". ".join(f"{bits}: {words}" for bits, words in remarks.items() if words)


def _words(ours: OurResults, candidate: Candidate, device: str) -> str:
    cores = {bits: candidate.core(bits) for bits in _LARGE_FIRST}
    parts = {bits: (ours.recipe_note(core, device), ours.statement(core, device)) for bits, core in cores.items()}
    return _of_both({bits: "; ".join(part for part in both if part) for bits, both in parts.items()})


PUBLISHED_GROUPS = {"overall": "overall", "xilinx": "Xilinx", "altera": "Altera"}


def tables_5(ours: OurResults, values: NormalisedValues) -> tuple[Table, ...]:
    """Return the overall table, one for each vendor whose devices are others, and the paper's.

    A vendor's mean is over its devices in the common subset; a vendor without any has all its devices.
    """
    vendors = []
    for vendor, every in ours.devices_by_vendor().items():
        devices = tuple(device for device in every if device in ours.overall_devices) or tuple(every)
        if devices != ours.overall_devices:
            name = f"table-5-{csv_name(vendor.lower()).replace(' ', '-')}"
            vendors.append(_table_5(ours, values, name, vendor, devices))
    return (table_5(values), *vendors, _published_table_5())


def table_5(values: NormalisedValues) -> Table:
    """Return the table over the devices of overall values."""
    ours = values.ours
    return _table_5(ours, values, f"table-5{values.name_suffix}", f"overall{values.title_suffix}", ours.overall_devices)


def published_ratios(candidate: Candidate, group: str = "overall") -> dict[str, float | None]:
    """Table 5 by measure."""
    row = normalised_values.rows(5)[candidate.name]
    return {measure: parse_optional(row[f"{group}_{MEASURE_NAMES[measure][1]}_ratio"]) for measure in MEASURES}


def _published_table_5() -> Table:
    def ratio(group: str, words: str, measure: Measure) -> Columns[Candidate]:
        heading = f"{words if measure == MEASURES[0] else ''} {SHORT_NAMES[measure]}".strip()
        key = f"{group}_{MEASURE_NAMES[measure][1]}_ratio"
        return column(heading, lambda each: published_ratios(each, group)[measure], 2, key)

    return Table.declare(
        "table-5-published",
        "Table 5 as published",
        ALL,
        (
            column("algorithm", lambda each: each.name),
            *(ratio(group, words, measure) for group, words in PUBLISHED_GROUPS.items() for measure in MEASURES),
        ),
        "Xilinx: Spartan 3, Virtex 4 and 5. Altera: Cyclone II and III, Stratix II and III.",
    )


def _table_5(ours: OurResults, values: NormalisedValues, name: str, whose: str, devices: Sequence[str]) -> Table:
    def ratio(measure: Measure) -> tuple[Columns[Candidate], ...]:
        def value(each: Candidate) -> Estimate | None:
            mean = overall(values.large_over_small(each, devices), devices)
            return mean[measure] if mean else None

        def published_cell(each: Candidate) -> Cell:
            return published_ratios(each)[measure]

        heading, key = SHORT_NAMES[measure], f"{MEASURE_NAMES[measure][1]}_ratio"
        ratios = interval(f"ours: {heading}", value, key=key)
        if not whose.startswith("overall"):
            return (ratios,)
        return (column(f"published: {heading}", published_cell, 2, f"published_{key}"), ratios)

    return Table.declare(
        name,
        f"Table 5: 512 over 256 bits, {whose}",
        ALL,
        (
            column("algorithm", lambda each: each.name),
            *(columns for measure in MEASURES for columns in ratio(measure)),
            column("families", lambda each: len(values.large_over_small(each, devices))),
            column("note", lambda each: _statements(ours, each, devices)),
        ),
        f"Ours: geometric mean over {', '.join(devices) or 'no family'}; no value if a variant is "
        "not known on one of them.",
        seeds_note(ours.figure(each.core(bits), device) for each in ALL for bits in VARIANTS for device in devices),
    )


def _statements(ours: OurResults, candidate: Candidate, devices: Sequence[str]) -> str:
    """Return why there is no ratio, or why it is preliminary."""
    words = {bits: dict.fromkeys(ours.statement(candidate.core(bits), each) for each in devices) for bits in VARIANTS}
    return _of_both({bits: "; ".join(word for word in each if word) for bits, each in words.items()})


PUBLISHED_BITS: Bits = 512
"""The paper has Tables 6 to 10 for these variants only."""


def suffix(bits: Bits) -> str:
    """Of the names of tables; the paper's own have none."""
    return "" if bits == PUBLISHED_BITS else f"-{bits}"


def table_6(ours: OurResults, bits: Bits) -> Table:
    """Return the clocks; a word where there is none, and the reason."""
    is_published = bits == PUBLISHED_BITS

    def clock(device: str) -> Columns[Candidate]:
        def cell(each: Candidate) -> Cell:
            core = CoreOnDevice(ours, each.core(bits), device)
            return core.shown("clock_mhz") or ours.absence(core.core, device)

        return column(device, cell, 1, f"{csv_name(device)}_mhz")

    def reasons(each: Candidate) -> str:
        parts = [(device, ours.reason(each.core(bits), device)) for device in ours.family_devices]
        return "; ".join(f"{device}: {reason}" for device, reason in parts if reason)

    return Table.declare(
        f"table-6{suffix(bits)}{ours.name_suffix}",
        f"Table 6: clocks in MHz, {bits} bits{ours.title_suffix}" + ("" if is_published else " (not in the paper)"),
        ALL,
        (
            column("algorithm", lambda each: core_link(each.core(bits), each.algorithm(bits))),
            *([published_families(6)] if is_published else []),
            *map(clock, ours.family_devices),
            column("why preliminary or not", reasons, key="reasons"),
        ),
        "Ours: medians over the seeds. N/A: does not fit or route, with the reason.",
    )


def published_families(table: int) -> Columns[Candidate]:
    """Declare the columns of the families of Table 6, 8, 9 or 10 as published."""
    unit, digits = ("_mhz", 1) if table == 6 else ("", 2)
    heads = (
        Column(f"{'' if number else 'published: '}{name}", digits, f"published_{family}{unit}")
        for number, (family, name) in enumerate(normalised_values.FAMILIES.items())
    )
    return Columns(
        tuple(heads),
        lambda each: [
            NOT_AVAILABLE if value is None else value for value in normalised_values.by_family(table, each.name)
        ],
    )


def table_7(ours: OurResults, bits: Bits) -> Table:
    """Return SHA-2 on every family: absolute values, the quartiles of the clock and the best run beside the median."""

    def quartiles(one: CoreOnDevice) -> tuple[Cell, ...]:
        clock = one.figure.clock_mhz if one.figure and one.figure.has_interval else None
        return (clock.lower, clock.upper, clock.best) if clock else (None,) * 3

    def note(one: CoreOnDevice) -> str:
        return "; ".join(each for each in (ours.recipe_note(one.core, one.device), one.statement()) if each)

    table = Table.declare(
        f"table-7{suffix(bits)}{ours.name_suffix}",
        f"Table 7: {SHA2.algorithm(bits)}, the reference{ours.title_suffix}"
        + ("" if bits == PUBLISHED_BITS else " (not in the paper)"),
        [CoreOnDevice(ours, SHA2.core(bits), device) for device in ours.family_devices],
        (
            column("on", lambda one: one.device, key="device"),
            measured("MHz", "clock_mhz", 1, "max_clock_mhz"),
            Columns(
                (
                    Column("Q1", 1, "max_clock_lower_quartile_mhz"),
                    Column("Q3", 1, "max_clock_upper_quartile_mhz"),
                    Column("best", 1, "max_clock_best_mhz"),
                ),
                quartiles,
            ),
            measured("Mbit/s", "throughput_mbit_s"),
            measured("area", "area_cells"),
            column("unit", lambda one: ours.area_unit(one.figure) if one.figure and one.figure.succeeded else None),
            measured("Mbit/s/area", "ratio", 3, "throughput_per_area_mbit_s"),
            column("seeds", lambda one: len(one.figure.succeeded) if one.figure else 0),
            column("note", note),
        ),
    )
    if bits != PUBLISHED_BITS:
        return table
    names = ("max_clock_mhz", "throughput_mbit_s", "area", "throughput_per_area")
    rows: list[tuple[Cell, ...]] = []
    for row in normalised_values.rows(7).values():
        clock, throughput, area, ratio = (parse_number(row[name]) for name in names)
        values = (clock, None, None, None, throughput, area, row["area_unit"], ratio)
        rows.append((f"{row['family']} (published)", *values, None, ""))
    return table.after(rows)
