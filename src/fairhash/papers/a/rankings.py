# SPDX-License-Identifier: Apache-2.0
"""Tables 8 to 10: candidates over SHA-2, ordered by the overall value, with what chance leaves open of it."""

from collections.abc import Mapping

from fairhash.papers.a import printed
from fairhash.papers.a.algorithms import CANDIDATES, SHA2, Bits, Candidate
from fairhash.papers.a.clocks import PRINTED_BITS, suffix
from fairhash.papers.a.columns import MEASURE_NAMES, interval, interval_columns, key
from fairhash.papers.a.drawn import Measure
from fairhash.papers.a.normalised import Ranking, Values
from fairhash.papers.a.ours import MISSING, NO_CORE, NOT_AVAILABLE
from fairhash.papers.content import Cell, Column, Table

NUMBERS: dict[Measure, int] = {"throughput": 8, "area": 9, "ratio": 10}

NO_REFERENCE = "no SHA-2"
"""The core was measured where its reference was not."""


def place(value: float, among: Mapping[str, float], smallest_first: bool) -> int:
    """The rank of a printed value; equal values share the better one."""
    return 1 + sum(other < value if smallest_first else other > value for other in among.values())


def in_order(ranking: Ranking) -> list[Candidate]:
    """Ours by the overall value; those without one after them, as print has them."""
    by_name = {candidate.printed: candidate for candidate in CANDIDATES}
    last = printed.overalls(NUMBERS[ranking.measure]) if ranking.bits == PRINTED_BITS else by_name
    return [by_name[name] for name in dict.fromkeys([*ranking.overalls, *last])]


def overall_table(values: Values, ranking: Ranking) -> Table:
    """The Overall column and the order that follows from it, print's beside ours."""
    number, name = NUMBERS[ranking.measure], MEASURE_NAMES[ranking.measure]
    with_print = ranking.bits == PRINTED_BITS
    theirs = printed.overalls(number) if with_print else {}
    rows = []
    for candidate in in_order(ranking):
        own, rank = ranking.overalls.get(candidate.printed), ranking.ranks.get(candidate.printed)
        places = (rank.rank, rank.lowest, rank.highest) if rank else (None, None, None)
        row: list[Cell] = [candidate.algorithm(ranking.bits), *interval(own), *places]
        if with_print:
            value = theirs[candidate.printed]
            over = own.value / value if own else None
            smallest = ranking.measure == "area"
            both = {name: theirs[name] for name in ranking.overalls}
            row += [value, place(value, theirs, smallest), place(value, both, smallest) if own else None, over]
        rows.append((*row, len(values.normalised(candidate, ranking.bits)), _words(values, candidate, ranking.bits)))
    columns = [
        Column("algorithm", "algorithm"),
        *interval_columns("overall", "overall"),
        Column("rank", "rank"),
        Column("from", "rank_lowest"),
        Column("to", "rank_highest"),
    ]
    if with_print:
        columns += [
            Column("print: overall", "printed_overall", 2),
            Column("rank", "printed_rank"),
            Column("among ours", "printed_rank_among_measured"),
            Column("ours over print", "overall_over_printed", 2),
        ]
    best = "" if values.statistic == "median" else "-best"
    registers = "-registers" if values.ours.registers_count else ""
    seeds = "" if values.statistic == "median" else ", best of the seeds"
    return Table(
        f"table-{number}{suffix(ranking.bits)}{best}{registers}",
        f"Table {number}: {name[0]} over that of {SHA2.algorithm(ranking.bits)}{seeds}{values.ours.counting}"
        + ("" if with_print else " (not in print)"),
        (*columns, Column("families", "families"), Column("note", "note")),
        tuple(rows),
        (_note(values),),
    )


def _note(values: Values) -> str:
    averaged = values.ours.averaged
    unsure = [device for device in values.without_spread() if device in averaged]
    lacking = (
        f" No core has three seeds on {', '.join(unsure)}: what chance does there is not in the intervals."
        if unsure
        else ""
    )
    what = (
        "the run of most throughput per area of each core, as ATHENa reports"
        if values.statistic == "best"
        else "medians over the seeds"
    )
    counted = " An area is at least the number of registers." if values.ours.registers_count else ""
    one_sided = " No draw has a better run than the best there was." if values.statistic == "best" else ""
    return (
        f"Ours: {what}; geometric mean over the families the core and SHA-2 have both, of {', '.join(averaged)}. From "
        f"and to: 95 % of the draws of seeds.{one_sided}{counted}{lacking}"
    )


def family_table(values: Values, ranking: Ranking) -> Table:
    """The other columns: each family, print's and ours."""
    number, name = NUMBERS[ranking.measure], MEASURE_NAMES[ranking.measure]
    with_print = ranking.bits == PRINTED_BITS
    columns = [Column("algorithm", "algorithm")]
    if with_print:
        columns += [
            Column(f"{'print: ' if first == 0 else ''}{words}", f"printed_{family}", 2)
            for first, (family, words) in enumerate(printed.FAMILIES.items())
        ]
    columns += [Column(device, key(device), 2) for device in values.ours.devices]
    rows = []
    for candidate in in_order(ranking):
        row: list[Cell] = [candidate.algorithm(ranking.bits)]
        if with_print:
            theirs = printed.by_family(number, candidate.printed)
            row += [NOT_AVAILABLE if value is None else value for value in theirs]
        found = values.normalised(candidate, ranking.bits, values.ours.devices)
        for device in values.ours.devices:
            triple = found.get(device)
            row.append(triple[ranking.measure].value if triple else _absence(values, candidate, ranking.bits, device))
        rows.append(tuple(row))
    return Table(
        f"table-{number}-families{suffix(ranking.bits)}",
        f"Table {number} by family: {name[0]} over that of {SHA2.algorithm(ranking.bits)}",
        tuple(columns),
        tuple(rows),
        ("Why a core has no value: Table 6.",),
    )


def _absence(values: Values, candidate: Candidate, bits: Bits, device: str) -> str:
    return values.ours.absence(candidate, bits, device) or NO_REFERENCE


def _words(values: Values, candidate: Candidate, bits: Bits) -> str:
    """Where it has no value, if it has one anywhere; else why not."""
    absent: dict[str, list[str]] = {}
    found = values.normalised(candidate, bits)
    for device in values.ours.averaged:
        if device not in found:
            absent.setdefault(_absence(values, candidate, bits, device), []).append(device)
    if set(absent) <= {NO_CORE, MISSING} and not found:
        return "; ".join(absent)
    return "; ".join(f"{word} on {', '.join(devices)}" for word, devices in absent.items())
