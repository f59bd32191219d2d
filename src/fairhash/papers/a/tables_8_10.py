# SPDX-License-Identifier: Apache-2.0
"""Tables 8 to 10: candidates over SHA-2, ordered by the overall value, with what chance leaves open of it."""

from collections.abc import Mapping

from fairhash.papers.a import published
from fairhash.papers.a.candidates import CANDIDATES, SHA2, Bits, Candidate
from fairhash.papers.a.normalised_values import MEASURE_NAMES, NormalisedValues, Ranking
from fairhash.papers.a.tables_6_7 import PUBLISHED_BITS, suffix
from fairhash.papers.estimate import Measure
from fairhash.papers.our_results import NO_CORE, NOT_AVAILABLE, NOT_MEASURED, seeds_note
from fairhash.papers.table import Cell, Column, Preliminary, Table, csv_name, interval_cells, interval_columns

NUMBERS: dict[Measure, int] = {"throughput": 8, "area": 9, "ratio": 10}

NO_REFERENCE = "no SHA-2"
"""The core was measured where its reference was not."""


def place(value: float, among: Mapping[str, float], smallest_first: bool) -> int:
    """The rank of a published value; equal values share the better one."""
    return 1 + sum(other < value if smallest_first else other > value for other in among.values())


def in_order(ranking: Ranking) -> list[Candidate]:
    """Return the known candidates by our overall value, then the preliminary ones, then the others in the paper's
    order."""
    by_name = {candidate.name: candidate for candidate in CANDIDATES}
    last = published.overalls(NUMBERS[ranking.measure]) if ranking.bits == PUBLISHED_BITS else by_name
    return [by_name[name] for name in dict.fromkeys([*ranking.overalls, *ranking.preliminary, *last])]


def overall_table(values: NormalisedValues, ranking: Ranking) -> Table:
    """The Overall column and the order that follows from it, published and ours."""
    number, name = NUMBERS[ranking.measure], MEASURE_NAMES[ranking.measure]
    is_published = ranking.bits == PUBLISHED_BITS
    published_values = published.overalls(number) if is_published else {}
    rows = []
    for candidate in in_order(ranking):
        known, rank = ranking.overalls.get(candidate.name), ranking.ranks.get(candidate.name)
        own = known or ranking.preliminary.get(candidate.name)
        places = (rank.rank, rank.lowest, rank.highest) if rank else (None, None, None)
        row: list[Cell] = [candidate.algorithm(ranking.bits), *interval_cells(own), *places]
        if is_published:
            value = published_values[candidate.name]
            over: Cell = own.value / value if own else None
            if isinstance(over, float) and not known:
                over = Preliminary(over)
            smallest = ranking.measure == "area"
            both = {name: published_values[name] for name in ranking.overalls}
            row += [
                value,
                place(value, published_values, smallest),
                place(value, both, smallest) if known else None,
                over,
            ]
        rows.append((*row, len(values.normalised(candidate, ranking.bits)), _words(values, candidate, ranking.bits)))
    columns = [
        Column("algorithm"),
        *interval_columns("overall"),
        Column("rank"),
        Column("from", key="rank_lowest"),
        Column("to", key="rank_highest"),
    ]
    if is_published:
        columns += [
            Column("published: overall", 2),
            Column("rank", key="published_rank"),
            Column("among ours", key="published_rank_among_measured"),
            Column("ours over published", 2, "overall_over_published"),
        ]
    seeds = "" if values.statistic == "median" else ", best of the seeds"
    return Table(
        f"table-{number}{suffix(ranking.bits)}{values.name_suffix}",
        f"Table {number}: {name[0]} over that of {SHA2.algorithm(ranking.bits)}{seeds}{values.title_suffix}"
        + ("" if is_published else " (not in the paper)"),
        (*columns, Column("families"), Column("note")),
        tuple(rows),
        (_note(values, ranking.bits),),
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
        f"Ours: {what}; geometric mean over {', '.join(devices) or 'no family'}; a core that is not known "
        f"on one of them has no overall value. From and to: 95 % of the draws of seeds.{one_sided} "
        f"{seeds_note(values.shown_figures(bits, devices))}"
    ).rstrip()


def family_table(values: NormalisedValues, ranking: Ranking) -> Table:
    """The other columns: each family, the paper's and ours."""
    number, name = NUMBERS[ranking.measure], MEASURE_NAMES[ranking.measure]
    is_published = ranking.bits == PUBLISHED_BITS
    columns = [Column("algorithm")]
    if is_published:
        columns += [
            Column(f"{'published: ' if first == 0 else ''}{words}", 2, f"published_{family}")
            for first, (family, words) in enumerate(published.FAMILIES.items())
        ]
    columns += [Column(device, 2, csv_name(device)) for device in values.ours.family_devices]
    rows = []
    for candidate in in_order(ranking):
        row: list[Cell] = [candidate.algorithm(ranking.bits)]
        if is_published:
            published_values = published.by_family(number, candidate.name)
            row += [NOT_AVAILABLE if value is None else value for value in published_values]
        by_family = values.normalised(candidate, ranking.bits, values.ours.family_devices)
        for device in values.ours.family_devices:
            triple = by_family.get(device)
            cell = interval_cells(triple[ranking.measure])[0] if triple else None
            row.append(cell or _absence(values, candidate, ranking.bits, device))
        rows.append(tuple(row))
    return Table(
        f"table-{number}-families{suffix(ranking.bits)}{values.name_suffix}",
        f"Table {number} by family: {name[0]} over that of {SHA2.algorithm(ranking.bits)}{values.title_suffix}",
        tuple(columns),
        tuple(rows),
        ("Why a core has no value or a preliminary one: Table 6.",),
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
