# SPDX-License-Identifier: Apache-2.0
"""Tables 3 and 4: both variants of every algorithm on one family, the paper's row above ours."""

from fairhash.analysis.figures import Figure
from fairhash.analysis.statistics import Spread
from fairhash.papers.a import published
from fairhash.papers.a.candidates import ALL, VARIANTS, Candidate
from fairhash.papers.a.normalised_values import NormalisedValues
from fairhash.papers.estimate import MEASURES
from fairhash.papers.our_results import OurResults, seeds_note, shown_value
from fairhash.papers.published_table import parse_optional
from fairhash.papers.table import Cell, Column, Preliminary, Table, interval_cells, interval_columns

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


def table(ours: OurResults, values: NormalisedValues, number: int, device: str | None) -> Table:
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
    units = [f"published area in {published.AREA_UNITS[number]}"] if number else []
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
    row = published.rows(number)[candidate.name]
    # the unit is in some names of the paper's columns; the order is the same
    cells = [parse_optional(text) for name, text in row.items() if name not in ("algorithm", "note")]
    return (candidate.name, f"{FAMILY_NAMES[number]} (published)", *cells, None, None, None, None, row["note"])


def _ours(ours: OurResults, values: NormalisedValues, candidate: Candidate, device: str) -> tuple[Cell, ...]:
    small, large = (ours.figure(candidate.core(bits), device) for bits in VARIANTS)
    ratios = values.large_over_small(candidate, [device]).get(device)
    clocks = [figure.clock_mhz.median if figure and figure.clock_mhz else None for figure in (large, small)]
    compared = [interval_cells(ratios[measure] if ratios else None) for measure in MEASURES]
    throughput, area = compared[0][0], compared[1][0]
    clock: Cell = clocks[0] / clocks[1] if ratios and clocks[0] and clocks[1] else None
    if ratios and not ratios["ratio"].is_known and isinstance(clock, float):
        clock = Preliminary(clock)
    return (
        candidate.name,
        device,
        _median(large, "clock_mhz"),
        _median(small, "clock_mhz"),
        clock,
        _median(large, "throughput_mbit_s"),
        _median(small, "throughput_mbit_s"),
        throughput,
        _median(large, "area_cells"),
        _median(small, "area_cells"),
        area,
        _median(large, "ratio"),
        _median(small, "ratio"),
        *compared[2],
        _seeds(large),
        _seeds(small),
        _words(ours, candidate, device),
    )


def _median(figure: Figure | None, measure: str) -> Cell:
    spread: Spread | None = getattr(figure, measure, None)
    return shown_value(figure, spread)


def _seeds(figure: Figure | None) -> int:
    return len(figure.succeeded) if figure else 0


def _words(ours: OurResults, candidate: Candidate, device: str) -> str:
    """What must be said of either variant; once if it is the same of both."""
    remarks = {}
    for bits in (512, 256):
        core = candidate.core(bits)
        remarks[bits] = "; ".join(
            part for part in (ours.recipe_note(core, device), ours.statement(core, device)) if part
        )
    if remarks[512] == remarks[256]:
        return remarks[512]
    return ". ".join(f"{bits}: {words}" for bits, words in remarks.items() if words)
