# SPDX-License-Identifier: Apache-2.0
"""The basis of paper A's tables, and Tables 1 and 2: cycles, parameters, and what they predict."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from fairhash.base.table import Cell, Column, Columns, Table, column
from fairhash.figures.figures import MIN_SEEDS, Figure
from fairhash.results.schema import Result
from fairhash.studies.papers.a import normalised_values
from fairhash.studies.papers.a.normalised_values import (
    ALL,
    GROUPS,
    SHA2,
    VARIANTS,
    Bits,
    Candidate,
    NormalisedValues,
    group,
    overall,
)
from fairhash.studies.papers.estimate import Measure
from fairhash.studies.papers.our_results import NO_CORE, NOT_AVAILABLE, NOT_MEASURED, PRELIMINARY, STALE, OurResults
from fairhash.studies.papers.published_table import parse_number, parse_optional


def basis_table(ours: OurResults) -> Table:
    """Return the devices of the tables, and the number of cores and seeds on each."""

    def figures(device: str) -> list[Figure]:
        return [figure for (_, name), figure in ours.figures.items() if name == device]

    def joined(values: Iterable[str]) -> str | None:
        return ", ".join(sorted(set(values))) or None

    def counts(device: str) -> tuple[Cell, ...]:
        words = [ours.absence(candidate.core(bits), device) for candidate in ALL for bits in VARIANTS]
        return tuple(map(words.count, ("", PRELIMINARY, NOT_AVAILABLE, NOT_MEASURED, NO_CORE)))

    def seeds(device: str) -> tuple[Cell, Cell]:
        found = [len(figure.succeeded) for figure in figures(device) if figure.succeeded]
        return min(found, default=0), max(found, default=0)

    def family(device: str) -> str | None:
        return next((figure.first.device_family for figure in figures(device)), None)

    means = f" Overall values are means over {', '.join(ours.overall_devices)}, for every core."
    excluded = ", ".join(ours.excluded_devices)
    others = f" Excluded, because one device represents a family: {excluded}." if excluded else ""
    return Table.declare(
        "basis",
        "Basis of the tables",
        ours.family_devices,
        (
            column("device", str),
            column("family", family, key="device_family"),
            column("vendor", ours.vendor),
            column("area unit", lambda device: joined(map(ours.area_unit, figures(device)))),
            column("recipes", lambda device: joined(figure.first.recipe for figure in figures(device))),
            Columns(
                (
                    Column("known", key="cores_known"),
                    Column("preliminary", key="cores_preliminary"),
                    Column("N/A", key="cores_not_available"),
                    Column("not measured", key="cores_not_measured"),
                    Column("no core yet", key="cores_missing"),
                ),
                counts,
            ),
            Columns((Column("seeds from", key="seeds_fewest"), Column("to", key="seeds_most")), seeds),
            column("preliminary because", lambda device: _reasons(figures(device)), key="reasons"),
        ),
        f"Of {len(ALL) * len(VARIANTS)} cores. Known: {MIN_SEEDS} seeds of today's sources succeeded, the netlists "
        "passed, the cycles were measured, and the recipe is the final choice. Only known figures have ranks and "
        f"intervals, are in means and correlations, and others are divided by them.{means}{others}",
    )


def _reasons(figures: Iterable[Figure]) -> str:
    """How many figures are preliminary for each reason, details after a colon excluded; the commonest first."""
    shown = [figure for figure in figures if figure.succeeded or figure.stale]
    reasons = Counter(
        figure.preliminary.partition(":")[0] if figure.succeeded else STALE for figure in shown if figure.preliminary
    )
    return ", ".join(f"{reason} ({count})" for reason, count in reasons.most_common())


_TABLE_1 = (
    Column("algorithm"),
    Column("bits", key="digest_bits"),
    Column("published: bus", key="published_io_bus_width_bits"),
    Column("hash time", key="published_hash_time_cycles"),
    Column("N = 1", key="published_one_block_cycles"),
    Column("Mbit/s", key="published_throughput_mbit_s"),
    Column("ours", key="core"),
    Column("bus", key="io_bus_width_bits"),
    Column("declared", key="declared_hash_time_cycles"),
    Column("measured", key="measured_hash_time_cycles"),
    Column("for N", key="measured_blocks"),
    Column("N = 1", key="one_block_cycles"),
    Column("Mbit/s"),
    Column("as published", key="throughput_as_published"),
)


def table_1(ours: OurResults) -> Table:
    """Return bus width, hash time and throughput of each variant: published, declared by our cores, and measured."""
    return Table(
        "table-1",
        "Table 1: bus width in bits, hash time in cycles, throughput in Mbit/s",
        _TABLE_1,
        tuple(_cycles(ours, candidate, bits) for candidate in ALL for bits in VARIANTS),
        (
            "T: clock period in µs. N: blocks. `measured`: simulation took exactly so many cycles for each of these N. "
            "`N = 1`: cycles of a message of one block. "
            "`as published`: equal bits of a block and equal cycles for each further block; other differences do "
            "not affect the throughput of long messages. Where the paper contradicts itself: published-paper-a.md.",
        ),
    )


def _cycles(ours: OurResults, candidate: Candidate, bits: Bits) -> tuple[Cell, ...]:
    row = normalised_values.rows(1)[candidate.name]
    published_values = (
        parse_optional(row[f"io_bus_width_{bits}_bits"]),
        row[f"hash_time_{bits}_cycles"],
        normalised_values.one_block_cycles(candidate.name, bits),
        row[f"throughput_{bits}_mbit_s"],
    )
    start = (candidate.name, bits, *published_values)
    core = ours.cores.get(candidate.core(bits))
    if core is None:
        return (*start, NO_CORE, *(None,) * 7)
    run, older = _newest(ours, candidate, bits)
    measured = run.measured_cycles if run else None
    confirmed = (
        (measured.formula.text(run.io_ratio), " ".join(map(str, measured.blocks)))
        if run and measured
        else (f"{NOT_MEASURED}: stale" if older else NOT_MEASURED, None)
    )
    # what simulation confirmed counts, a declaration only where nothing was measured
    block, cycles = (
        (run.block_bits, measured.formula.block) if run and measured else (core.block_bits, core.formula.block)
    )
    same = normalised_values.throughput(candidate.name, bits) == normalised_values.Throughput(block, cycles)
    return (
        *start,
        core.name,
        core.word_bits,
        core.formula.text(core.io_ratio),
        *confirmed,
        core.formula.cycles(1, core.io_ratio),
        f"{block}/({cycles}·T)" if cycles > 1 else f"{block}/T",
        "yes" if same else f"no: {cycles} cycles",
    )


def _newest(ours: OurResults, candidate: Candidate, bits: Bits) -> tuple[Result | None, bool]:
    """The newest run of today's sources with measured cycles, and whether there are older ones."""
    runs = [
        run
        for device in ours.family_devices
        if (figure := ours.figure(candidate.core(bits), device))
        for run in figure.runs
        if run.measured_cycles
    ]
    of_today = [run for run in runs if not run.stale]
    return max(of_today, key=lambda run: run.date, default=None), len(of_today) < len(runs)


_PARAMETERS = {
    "state": "state_size_{}_bits",
    "block": "block_size_{}_bits",
    "rounds": "rounds_{}",
    "word": "word_size_{}_bits",
}
"""The parameters of Table 2, by the words of their headings."""


@dataclass(frozen=True)
class Prediction:
    """Ratios of 512 over 256 bits, from Table 2's parameters."""

    area: float
    """Eq. 6: of the state sizes."""
    throughput: float
    """Eq. 8: of the block sizes over that of the rounds."""


def prediction(candidate: Candidate) -> Prediction:
    """By the paper's equations."""
    row = normalised_values.rows(2)[candidate.name]
    blocks = [parse_number(row[f"block_size_{bits}_bits"]) for bits in VARIANTS]
    rounds = [parse_number(row[f"rounds_{bits}"]) for bits in VARIANTS]
    area = parse_number(row["state_size_512_bits"]) / parse_number(row["state_size_256_bits"])
    return Prediction(area, (blocks[1] * rounds[0]) / (blocks[0] * rounds[1]))


def at_equal_clock(ours: OurResults, candidate: Candidate) -> float | None:
    """The ratio of throughputs that our cores' blocks and cycles alone make."""
    small, large = (ours.cores.get(candidate.core(bits)) for bits in VARIANTS)
    return large.throughput_mbit_s(1) / small.throughput_mbit_s(1) if small and large else None


def table_2(ours: OurResults, values: NormalisedValues) -> Table:
    """Return the parameters of both variants, what Eq. 6 and 8 predict from them, the groups, and what came out."""

    def parameter(heading: str, name: str) -> Columns[Candidate]:
        return column(heading, lambda each: parse_optional(normalised_values.rows(2)[each.name][name]), 0, name)

    def predicted(heading: str, name: str) -> Columns[Candidate]:
        return column(
            heading, lambda each: parse_number(normalised_values.rows(2)[each.name][name]), 2, f"published_{name}"
        )

    def measured(heading: str, measure: Measure) -> Columns[Candidate]:
        def cell(each: Candidate) -> float | None:
            mean = overall(values.large_over_small(each), ours.overall_devices)
            return mean[measure].value if mean else None

        return column(heading, cell, 2, f"measured_{measure}_ratio")

    listed = (
        f"Group {number} ({what}): " + ", ".join(candidate.name for candidate in ALL if candidate.group == number)
        for number, what in GROUPS.items()
    )
    predictions = {each: prediction(each) for each in ALL}
    return Table.declare(
        "table-2",
        "Table 2: parameters, predicted and measured ratios of 512 over 256 bits",
        ALL,
        (
            column("algorithm", lambda each: each.name),
            *(
                parameter(f"{words} 256" if bits == VARIANTS[0] else str(bits), name.format(bits))
                for words, name in _PARAMETERS.items()
                for bits in VARIANTS
            ),
            predicted("published: area", "predicted_area_ratio"),
            predicted("Thr", "predicted_throughput_ratio"),
            column("Eq. 6: area", lambda each: predictions[each].area, 2, "predicted_area_ratio"),
            column("Eq. 8: Thr", lambda each: predictions[each].throughput, 2, "predicted_throughput_ratio"),
            column("by our cycles", lambda each: at_equal_clock(ours, each), 2, "throughput_ratio_at_equal_clock"),
            column("published: group", lambda each: each.group),
            column("derived", lambda each: group(predictions[each].area, predictions[each].throughput), 0, "group"),
            measured("ours: area", "area"),
            measured("Thr", "throughput"),
            column("families", lambda each: len(values.large_over_small(each))),
        ),
        "Eq. 6: state over state. Eq. 8: block over block, divided by rounds over rounds. `by our cycles`: block "
        f"bits and cycles that our cores declare, at equal clocks. Ours: Table 5. {SHA2.name} is in the paper's "
        "group 3 too.",
        *listed,
    )
