# SPDX-License-Identifier: Apache-2.0
"""Tables 8 to 10 of paper A: candidates over SHA-2 in order, Fig. 1, and the order if all cores have one recipe.

The candidates on standard cells are shown beside FPGAs: throughput per area over SHA-2, ranks, and rank correlations.
"""

from collections.abc import Mapping, Sequence
from functools import cache

from fairhash.base.table import Cell, Column, Columns, Table, column, csv_name, interval, interval_cells, mark
from fairhash.figures.figures import Figure
from fairhash.figures.ranking import Point, Relative
from fairhash.studies.papers.a import normalised_values
from fairhash.studies.papers.a.normalised_values import (
    ALL,
    CANDIDATES,
    MEASURE_NAMES,
    SHA2,
    Bits,
    Candidate,
    NormalisedValues,
    Ranking,
    overall,
)
from fairhash.studies.papers.a.tables_3_7 import PUBLISHED_BITS, published_families, suffix
from fairhash.studies.papers.charts import Chart, throughput_area_chart
from fairhash.studies.papers.compared_cores import core_link
from fairhash.studies.papers.estimate import MEASURES, Estimate, Estimates, Measure
from fairhash.studies.papers.orders import basis, order_line, spearman
from fairhash.studies.papers.our_results import NO_CORE, NOT_MEASURED, OurResults, seeds_note

NUMBERS: dict[Measure, int] = {"throughput": 8, "area": 9, "ratio": 10}

NO_REFERENCE = "no SHA-2"
"""The core was measured where its reference was not."""


def place(value: float, among: Mapping[str, float], smallest_first: bool) -> int:
    """The rank of a value; equal values share the better one."""
    return 1 + sum(other < value if smallest_first else other > value for other in among.values())


def in_order(ranking: Ranking) -> list[Candidate]:
    """Return the known candidates by our overall value, then the preliminary ones, then the others in the paper's
    order."""
    by_name = {candidate.name: candidate for candidate in CANDIDATES}
    last = normalised_values.overalls(NUMBERS[ranking.measure]) if ranking.bits == PUBLISHED_BITS else by_name
    return [by_name[name] for name in dict.fromkeys([*ranking.overalls, *ranking.preliminary, *last])]


def overall_table(values: NormalisedValues, ranking: Ranking) -> Table:
    """Return the Overall column and the order that follows from it, published and ours."""
    number, name = NUMBERS[ranking.measure], MEASURE_NAMES[ranking.measure]
    is_published = ranking.bits == PUBLISHED_BITS
    seeds = "" if values.statistic == "median" else ", best of the seeds"

    def ranks(each: Candidate) -> tuple[Cell, ...]:
        rank = ranking.ranks.get(each.name)
        return (rank.rank, rank.lowest, rank.highest) if rank else (None, None, None)

    return Table.declare(
        f"table-{number}{suffix(ranking.bits)}{values.name_suffix}",
        f"Table {number}: {name[0]} over that of {SHA2.algorithm(ranking.bits)}{seeds}{values.title_suffix}"
        + ("" if is_published else " (not in the paper)"),
        in_order(ranking),
        (
            column("algorithm", lambda each: core_link(each.core(ranking.bits), each.algorithm(ranking.bits))),
            interval("overall", lambda each: ranking.value(each.name)),
            Columns((Column("rank"), Column("from", key="rank_lowest"), Column("to", key="rank_highest")), ranks),
            *_first_device_alone(values, ranking),
            *([_published_overall(ranking)] if is_published else []),
            column("families", lambda each: len(values.normalised(each, ranking.bits))),
            column("note", lambda each: _words(values, each, ranking.bits)),
        ),
        _note(values, ranking.bits),
    )


def _first_device_alone(values: NormalisedValues, ranking: Ranking) -> list[Columns[Candidate]]:
    """Declare the column of the first device alone, on which also large cores have a value; none if it is the only
    one."""
    devices = values.ours.overall_devices
    if len(devices) < 2:
        return []

    def alone(each: Candidate) -> Estimate | None:
        found = values.normalised(each, ranking.bits, devices[:1]).get(devices[0])
        return found[ranking.measure] if found else None

    return [interval(f"{devices[0]} alone", alone, key=f"{csv_name(devices[0])}_alone")]


def _published_overall(ranking: Ranking) -> Columns[Candidate]:
    """Declare the published Overall column with its ranks, and ours over it."""
    values, smallest = normalised_values.overalls(NUMBERS[ranking.measure]), ranking.measure == "area"
    both = {name: values[name] for name in ranking.overalls}

    def cells(each: Candidate) -> tuple[Cell, ...]:
        value, found = values[each.name], ranking.value(each.name)
        return (
            value,
            place(value, values, smallest),
            place(value, both, smallest) if each.name in both else None,
            mark(found.value / value, each.name not in both) if found else None,
        )

    return Columns(
        (
            Column("published: overall", 2),
            Column("rank", key="published_rank"),
            Column("among ours", key="published_rank_among_measured"),
            Column("ours over published", 2, "overall_over_published"),
        ),
        cells,
    )


def _note(values: NormalisedValues, bits: Bits) -> str:
    devices = values.ours.overall_devices
    what = (
        "the run of most throughput per area of each core, as ATHENa reports"
        if values.statistic == "best"
        else "medians over the seeds"
    )
    one_sided = " No draw has a better run than the best there was." if values.statistic == "best" else ""
    return (
        f"Ours: {what}; geometric mean over {', '.join(devices)}; a core that is not known "
        f"on one of them has no overall value. From and to: 95 % of the draws of seeds.{one_sided} "
        f"{seeds_note(values.shown_figures(bits, devices))}"
    ).rstrip()


def family_table(values: NormalisedValues, ranking: Ranking) -> Table:
    """Return the other columns: each family, the paper's and ours."""
    number, name = NUMBERS[ranking.measure], MEASURE_NAMES[ranking.measure]
    devices = values.ours.family_devices

    def family(device: str) -> Columns[Candidate]:
        def cell(each: Candidate) -> Cell:
            measures = values.normalised(each, ranking.bits, devices).get(device)
            shown = interval_cells(measures[ranking.measure])[0] if measures else None
            return shown or _absence(values, each, ranking.bits, device)

        return column(device, cell, 2, csv_name(device))

    return Table.declare(
        f"table-{number}-families{suffix(ranking.bits)}{values.name_suffix}",
        f"Table {number} by family: {name[0]} over that of {SHA2.algorithm(ranking.bits)}{values.title_suffix}",
        in_order(ranking),
        (
            column("algorithm", lambda each: core_link(each.core(ranking.bits), each.algorithm(ranking.bits))),
            *([published_families(number)] if ranking.bits == PUBLISHED_BITS else []),
            *map(family, devices),
        ),
        "Why a core has no value or a preliminary one: Table 6.",
    )


def _absence(values: NormalisedValues, candidate: Candidate, bits: Bits, device: str) -> str:
    absence = values.ours.absence(candidate.core(bits), device)
    figure = values.ours.figure(candidate.core(bits), device)
    reference = values.ours.absence(SHA2.core(bits), device)
    # a preliminary figure that may be divided lacks a reference too
    if reference and (not absence or (figure and not figure.ratio_exclusion)):
        return NO_REFERENCE if reference in (NO_CORE, NOT_MEASURED) else f"{NO_REFERENCE}: {reference}"
    return absence


def _words(values: NormalisedValues, candidate: Candidate, bits: Bits) -> str:
    """Why it has no value or a preliminary one, and on which devices."""
    absent: dict[str, list[str]] = {}
    by_family = values.normalised(candidate, bits)
    for device in values.ours.overall_devices:
        figure = values.ours.figure(candidate.core(bits), device)
        words = []
        if figure and figure.preliminary:
            words.append(values.ours.statement(candidate.core(bits), device))
        if device not in by_family and (not words or not figure or not figure.ratio_exclusion):
            words.append(_absence(values, candidate, bits, device))
        for word in dict.fromkeys(words):
            absent.setdefault(word, []).append(device)
    if set(absent) <= {NO_CORE, NOT_MEASURED} and not by_family:
        return "; ".join(absent)
    return "; ".join(f"{word} on {', '.join(devices)}" for word, devices in absent.items())


def ranking_line(by_rule: Ranking, by_recipe: Ranking) -> str:
    """Return the line of one of Tables 8 to 10."""
    rule, recipe = ({name: each.value for name, each in one.overalls.items()} for one in (by_rule, by_recipe))
    return order_line(MEASURE_NAMES[by_rule.measure][0], rule, recipe, smallest_first=by_rule.measure == "area")


def table_5_line(by_rule: NormalisedValues, by_recipe: NormalisedValues) -> str:
    """Return the line of Table 5, by the quotient of throughput per area."""
    rule, recipe = (
        {
            candidate.name: mean["ratio"].value
            for candidate in ALL
            if (mean := overall(values.large_over_small(candidate), values.ours.overall_devices))
            and mean["ratio"].is_known
        }
        for values in (by_rule, by_recipe)
    )
    return order_line("512 over 256 bits in throughput per area", rule, recipe, smallest_first=False)


def clock_line(by_rule: OurResults, by_recipe: OurResults, bits: Bits) -> str:
    """Return the line of Table 6, by the clock on the first device."""
    device = by_rule.family_devices[0]
    rule, recipe = (
        {
            candidate.name: figure.clock_mhz.median
            for candidate in ALL
            if (figure := ours.known_figure(candidate.core(bits), device)) and figure.clock_mhz
        }
        for ours in (by_rule, by_recipe)
    )
    return order_line(f"clock on {device}", rule, recipe, smallest_first=False)


_Mean = tuple[Candidate, Estimates]
"""A candidate and its overall values."""


def figure_1(values: NormalisedValues, bits: Bits) -> Chart | None:
    """Return Fig. 1 with our results, overall throughput over overall area; None if no candidate has a value."""
    devices = values.ours.overall_devices
    means = [(each, overall(values.normalised(each, bits), devices)) for each in (*CANDIDATES, SHA2)]
    shown: list[_Mean] = [(each, mean) for each, mean in means if mean]
    if len(shown) < 2:
        return None

    def figures(each: Candidate) -> tuple[Figure, ...]:
        return tuple(figure for device in devices if (figure := values.ours.figure(each.core(bits), device)))

    def value(measure: Measure) -> Columns[_Mean]:
        return interval(measure, lambda one: one[1][measure], key=MEASURE_NAMES[measure][1])

    def preliminary(one: _Mean) -> str:
        return next((figure.preliminary for figure in figures(one[0]) if figure.preliminary), "")

    title = f"Fig. 1: {bits}-bit variants, measured"
    heads = (column("algorithm", lambda one: one[0].algorithm(bits)), *map(value, MEASURES))
    table = Table.declare("figure-1", title, shown, (*heads, column("preliminary", preliminary)))
    points = [
        _point(each.algorithm(bits), [_relative(mean[measure]) for measure in MEASURES], figures(each))
        for each, mean in shown
    ]
    return throughput_area_chart(
        f"figure-1{suffix(bits)}",
        title,
        points,
        reference=SHA2.algorithm(bits),
        csv=table.to_csv(),
        caption="Divided by SHA-2, geometric means over the same families for all, both axes logarithmic; bars: 95 % "
        "of the draws of seeds; dashed: equal throughput per area; hollow: preliminary.",
    )


def _point(name: str, values: Sequence[Relative], figures: tuple[Figure, ...] = ()) -> Point:
    throughput, area, ratio = values
    return Point(name, throughput, area, ratio, (), figures)


def _relative(estimate: Estimate) -> Relative:
    return Relative(estimate.value, estimate.low, estimate.high)


@cache
def published_figure_1() -> Chart:
    """Return the paper's figure, made from the Overall columns of its Tables 8, 9 and 10."""
    throughputs, areas, ratios = (normalised_values.overalls(table) for table in (8, 9, 10))
    rows = [(name, throughputs[name], areas[name], ratios[name]) for name in throughputs]
    rows.append((SHA2.algorithm(512), 1.0, 1.0, 1.0))
    points = [_point(name, [Relative(value, None, None) for value in values]) for name, *values in rows]
    columns = (Column("algorithm"), *(Column(name, key=name) for _, name in MEASURE_NAMES.values()))
    title = "Fig. 1: 512-bit variants, published"
    return throughput_area_chart(
        "figure-1-published",
        title,
        points,
        reference=SHA2.algorithm(512),
        csv=Table("figure-1-published", title, columns, tuple(rows)).to_csv(),
        caption="From the Overall columns of Tables 8 and 9 as published, axes as above.",
    )


def measured_libraries(ours: OurResults) -> list[str]:
    """Return the cell libraries on which a candidate's core is known beside SHA-2."""
    return [
        library
        for library in ours.libraries
        if any(_over_sha2(ours, library, bits, "ratio") for bits in normalised_values.VARIANTS)
    ]


def _over_sha2(ours: OurResults, library: str, bits: Bits, measure: Measure) -> dict[str, float]:
    """Return the known quotients over SHA-2 of equal digest, by the paper's name of the candidate."""
    quotients = {
        candidate.name: ours.quotients(candidate.core(bits), SHA2.core(bits), library) for candidate in CANDIDATES
    }
    return {
        name: getattr(quotient, measure)
        for name, quotient in quotients.items()
        if quotient is not None and not quotient.preliminary
    }


def cells_ranking_table(values: NormalisedValues, bits: Bits) -> Table:
    """Return throughput per area over SHA-2 and its rank: on our FPGAs, and on each library."""
    ours = values.ours
    libraries = measured_libraries(ours)
    fpgas = {name: mean.value for name, mean in Ranking.from_values(values, bits, "ratio").overalls.items()}
    columns = {"FPGAs": fpgas} | {library: _over_sha2(ours, library, bits, "ratio") for library in libraries}

    def ranked(over: Mapping[str, float], candidate: Candidate) -> tuple[Cell, Cell]:
        value = over.get(candidate.name)
        return (None, None) if value is None else (value, place(value, over, smallest_first=False))

    rows = [(each.name, *(cell for over in columns.values() for cell in ranked(over, each))) for each in CANDIDATES]
    return Table(
        f"cells-{bits}",
        f"Throughput per area over SHA-2 on standard cells, {bits} bits",
        (
            Column("candidate"),
            *(
                column
                for name in columns
                for column in (
                    Column(name, 2, f"{name.lower()}_ratio"),
                    Column("rank", 0, f"{name.lower()}_rank"),
                )
            ),
        ),
        tuple(rows),
        (
            "FPGAs: the overall value of Table 10 over our families. Ranks are among the candidates that are known in "
            "the column. On standard cells wires have no delay and no area.",
        ),
    )


def cells_correlation_table(values: NormalisedValues) -> Table:
    """Return the rank correlation of each library's order with that of our FPGAs and with the paper's."""
    rows: list[tuple[Cell, ...]] = []
    for library in measured_libraries(values.ours):
        for bits in normalised_values.VARIANTS:
            for measure in MEASURES:
                on_cells = _over_sha2(values.ours, library, bits, measure)
                fpgas = {name: mean.value for name, mean in Ranking.from_values(values, bits, measure).overalls.items()}
                published = normalised_values.overalls(NUMBERS[measure]) if bits == 512 else {}
                rows.append(
                    (
                        library,
                        bits,
                        MEASURE_NAMES[measure][0],
                        basis(len(on_cells), len(CANDIDATES), "candidates"),
                        _spearman(on_cells, fpgas),
                        _spearman(on_cells, published),
                    )
                )
    return Table(
        "cells-correlation",
        "Order on standard cells against the order on FPGAs",
        (
            Column("library"),
            Column("bits"),
            Column("measure"),
            Column("candidates", key="candidates_known"),
            Column("with our FPGAs", 2, "spearman_fpgas"),
            Column("with the paper's FPGAs", 2, "spearman_published"),
        ),
        tuple(rows),
        (
            "Spearman's coefficient over the candidates that both orders have; the paper's Overall columns are of 512 "
            "bits.",
        ),
    )


def _spearman(one: Mapping[str, float], other: Mapping[str, float]) -> float | None:
    names = [name for name in one if name in other]
    return spearman([one[name] for name in names], [other[name] for name in names])
