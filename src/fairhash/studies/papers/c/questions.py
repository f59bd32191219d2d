# SPDX-License-Identifier: Apache-2.0
"""The questions of paper C: is SHA-512 faster than SHA-1, at what cost, do the 5-to-3 counter and unrolling pay."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

from fairhash.base.table import Cell, Column, Columns, Table, column, interval, interval_cells, interval_columns
from fairhash.figures.figures import Figure
from fairhash.studies.papers.c.evidence import (
    ARCHITECTURES,
    PAIR,
    PAPER_ARCHITECTURE,
    Interval,
    ShaEvidence,
    faster,
    follow_up,
    follow_up_gain,
    levels,
    quotient,
    quotient_of_figures,
    value,
)
from fairhash.studies.papers.compared_cores import CoreOnDevice, core_link, divided
from fairhash.studies.papers.our_results import NOT_MEASURED, PRELIMINARY, UNDECIDED, quotients, seeds_note, shown_value
from fairhash.studies.papers.published_table import parse_number

ROUNDS = {"sha-1": (2, 4, 5, 8), "sha-256": (2, 4, 8), "sha-512": (2, 4, 5, 8)}
"""Rounds in a cycle of the unrolled cores; 64 rounds are no multiple of 5."""


def core_name(algorithm: str, rounds: int) -> str:
    """Return the core with so many rounds in a cycle; one round: the architecture of the paper."""
    return f"{algorithm}/{PAPER_ARCHITECTURE if rounds == 1 else f'unrolled-{rounds}'}"


@dataclass(frozen=True)
class UnrollingStep:
    """One number of rounds, compared with one round in a cycle."""

    rounds: int
    figure: Figure
    throughput: Interval
    area: float
    delay: float
    """Clock period over that of one round in a cycle."""
    ratio: Interval
    """Of throughput per area."""


def steps(evidence: ShaEvidence, algorithm: str, device: str) -> list[UnrollingStep]:
    """Return the unrolled cores over one round in a cycle, preliminary ones included; none if that one is not known."""
    base = evidence.figure(core_name(algorithm, 1), device)
    measured = []
    for rounds in ROUNDS[algorithm]:
        figure = evidence.figure(core_name(algorithm, rounds), device)
        over = quotients(figure, base)
        throughput = quotient_of_figures(figure, base, "throughputs_mbit_s")
        ratio = quotient_of_figures(figure, base, "ratios")
        if figure and over and throughput and ratio:
            measured.append(UnrollingStep(rounds, figure, throughput, over.area, 1 / over.clock, ratio))
    return measured


def known_steps(measured: list[UnrollingStep]) -> list[UnrollingStep]:
    """Return the steps whose figures are known."""
    return [step for step in measured if not step.figure.preliminary]


def verdict(measured: list[UnrollingStep], tried: int, preliminary: int = 0) -> str:
    """Return where unrolling stops paying, in a sentence.

    Args:
        measured: the known steps.
        tried: number of unrolled cores.
        preliminary: how many of the cores, the one with one round in a cycle included, are preliminary.
    """
    if preliminary:
        return f"Where it stops paying: {UNDECIDED}, {preliminary} of {tried + 1} cores are preliminary."
    if not measured:
        return f"Where it stops paying: {NOT_MEASURED}."
    fastest = max(measured, key=lambda step: step.throughput.value)
    efficient = max(measured, key=lambda step: step.ratio.value)
    parts = []
    if (fastest.throughput.low or 0) > 1:
        parts.append(f"the throughput is highest at m = {fastest.rounds}, {fastest.throughput.value:.2f} times m = 1")
        if any(step.rounds > fastest.rounds for step in measured):
            parts.append("more rounds are slower")
        elif len(measured) < tried:
            parts.append("no larger m was measured")
    else:
        parts.append("no m has a throughput that is surely higher than that of m = 1")
    if (efficient.ratio.low or 0) > 1:
        parts.append(
            f"throughput per cell is highest at m = {efficient.rounds}, {efficient.ratio.value:.2f} times m = 1"
        )
    elif max(step.ratio.high or step.ratio.value for step in measured) < 1:
        parts.append("throughput per cell falls from the first m on")
    else:
        parts.append("no m has a throughput per cell that is surely higher than that of m = 1")
    return f"Where it stops paying: {'; '.join(parts)}."


def unrolling_table(evidence: ShaEvidence, algorithm: str, device: str) -> Table:
    """Return all numbers of rounds, m = 1 first."""
    by_rounds = {step.rounds: step for step in steps(evidence, algorithm, device)}
    known = known_steps(list(by_rounds.values()))
    cores = {rounds: core_name(algorithm, rounds) for rounds in (1, *ROUNDS[algorithm])}
    preliminary = sum(evidence.ours.absence(core, device) == PRELIMINARY for core in cores.values())

    def on(rounds: int) -> CoreOnDevice:
        return evidence.on(cores[rounds], device, cores[1])

    def cycles(rounds: int) -> int | None:
        declared = evidence.ours.cores.get(cores[rounds])
        return declared.formula.block if declared else None

    def over(value: Callable[[UnrollingStep], float]) -> Callable[[int], Cell]:
        return lambda rounds: shown_value(step.figure, value(step)) if (step := by_rounds.get(rounds)) else None

    return Table.declare(
        f"unrolling-{algorithm}-{device}",
        f"Rounds in a cycle: {algorithm} on {device}",
        cores,
        (
            column("m", int, key="rounds_per_cycle"),
            column("core", lambda rounds: cores[rounds]),
            column("cycles of a block", cycles, key="block_cycles"),
            column("MHz", lambda rounds: on(rounds).shown("clock_mhz"), 1),
            column("Mbit/s", lambda rounds: on(rounds).shown("throughput_mbit_s")),
            column("cells", lambda rounds: on(rounds).shown("area_cells")),
            interval("Mbit/s x", lambda rounds: step.throughput if (step := by_rounds.get(rounds)) else None),
            column("delay x", over(lambda step: step.delay), 2),
            column("cells x", over(lambda step: step.area), 2),
            column("Mbit/s/cell x", over(lambda step: step.ratio.value), 2),
            column("note", lambda rounds: on(rounds).quotient_note()),
        ),
        verdict(known, len(ROUNDS[algorithm]), preliminary),
        _published(algorithm),
    )


def _published(algorithm: str) -> str:
    texts = {
        "sha-1": f"Published: {value('unrolled throughput at m = 5'):.0f} times the throughput at m "
        "= 5, with a delay of "
        f"logic less than {value('unrolled delay at m = 5')} times as long (preliminary); the follow-up has "
        f"{follow_up_gain('SHA-1'):.2f} times.",
        "sha-512": f"Published: the follow-up has {follow_up_gain('SHA-512'):.2f} times the throughput.",
    }
    return texts.get(algorithm, "The paper does not implement SHA-256.")


def follow_up_table(evidence: ShaEvidence, device: str) -> Table:
    """Return throughput of the basic and of the fastest unrolled architecture, published and ours."""
    rows: list[tuple[Cell, ...]] = []
    for algorithm in PAIR:
        row = follow_up(algorithm.upper())
        published = (parse_number(row["basic_mbit_s"]), parse_number(row["unrolled_mbit_s"]))
        gain = follow_up_gain(algorithm.upper())
        rows.append((algorithm, "published", row["device"], published[0], published[1], gain, None, None, row["note"]))
        figure = evidence.figure(core_name(algorithm, 1), device)
        basic = shown_value(figure, figure.throughput_mbit_s if figure else None)
        known = known_steps(steps(evidence, algorithm, device))
        best = max(known, key=lambda step: step.throughput.value, default=None)
        fastest = best.figure.throughput_mbit_s if best else None
        cores = [core_name(algorithm, 1), *(core_name(algorithm, rounds) for rounds in ROUNDS[algorithm])]
        missing = [
            f"m = {rounds} {statement}"
            for rounds, core in zip((1, *ROUNDS[algorithm]), cores, strict=True)
            if (statement := evidence.ours.statement(core, device))
        ]
        ratio = interval_cells(best.throughput if best else None)
        note = "; ".join([*([f"fastest known core: m = {best.rounds}"] if best else []), *missing])
        rows.append((algorithm, "ours", device, basic, fastest.median if fastest else None, *ratio, note))
    return Table(
        f"follow-up-{device}",
        f"The follow-up and our cores on {device}",
        (
            Column("algorithm"),
            Column("source"),
            Column("device"),
            Column("basic Mbit/s"),
            Column("unrolled Mbit/s"),
            Column("unrolled x", 2),
            Column("from", 2, "unrolled_ratio_low"),
            Column("to", 2, "unrolled_ratio_high"),
            Column("note"),
        ),
        tuple(rows),
        (
            "Published: Lien, Grembowski, Gaj, CT-RSA 2004, Abstract. Basic: one round a cycle. The factor is that of "
            "the fastest unrolled core that is known.",
        ),
    )


COMPARED = ("sha-1", "sha-256", "sha-512")
"""Functions with a core of both architectures."""


def static_ratio(evidence: ShaEvidence, architecture: str, device: str) -> Interval | None:
    """Return SHA-512's throughput over that of SHA-1 by static analysis, if SHA-1 is known."""
    above, below = (evidence.figure(f"{name}/{architecture}", device) for name in ("sha-512", "sha-1"))
    return quotient_of_figures(above, below, "throughputs_mbit_s")


def experiment_ratio(evidence: ShaEvidence, architecture: str, device: str) -> Interval | None:
    """Return the same by experiment."""
    cores = [f"{name}/{architecture}" for name in ("sha-512", "sha-1")]
    above, below = (evidence.experiments(core, device) for core in cores)
    if above.ratio_exclusion or below.preliminary:
        return None
    values = [evidence.experiment_mbit_s(core, device) for core in cores]
    if above.preliminary:
        return Interval(median(values[0]) / median(values[1]), None, None, above.preliminary)
    return quotient(values[0], values[1])


def area_ratio(evidence: ShaEvidence, architecture: str, device: str) -> Interval | None:
    """Return SHA-512's cells over SHA-1's, which have no interval."""
    over = evidence.ours.quotients(f"sha-512/{architecture}", f"sha-1/{architecture}", device)
    return Interval(over.area, None, None, over.preliminary) if over else None


def speed_table(evidence: ShaEvidence) -> Table:
    """Return SHA-512 over SHA-1 on each device."""
    static, experiment = faster("static analysis"), faster("experiment")
    rows: list[tuple[Cell, ...]] = [("published", "XCV1000-6", static, None, None, experiment, None, None, None, "")]
    for device in evidence.devices_and_libraries:
        for architecture in ARCHITECTURES:
            one, other = (ratio(evidence, architecture, device) for ratio in (static_ratio, experiment_ratio))
            cells = area_ratio(evidence, architecture, device)
            note = "; ".join(_speed_notes(evidence, architecture, device))
            both = (*interval_cells(one), *interval_cells(other))
            rows.append((architecture, device, *both, interval_cells(cells)[0], note))
    figures = [
        evidence.figure(f"{name}/{architecture}", device)
        for device in evidence.devices
        for architecture in ARCHITECTURES
        for name in ("sha-512", "sha-1")
    ]
    return Table(
        "sha-512-over-sha-1",
        "SHA-512 over SHA-1",
        (
            Column("architecture"),
            Column("device"),
            *interval_columns("Mbit/s x, static", key="static_throughput_ratio"),
            *interval_columns("Mbit/s x, experiment", key="experiment_throughput_ratio"),
            Column("cells x", 2),
            Column("note"),
        ),
        tuple(rows),
        (
            "Quotients of medians with 95 % intervals over at least three seeds; cell libraries have one run. "
            "Published for the area: almost twice the slices, and two block RAMs.",
            *([seeds] if (seeds := seeds_note(figures)) else []),
        ),
    )


def _speed_notes(evidence: ShaEvidence, architecture: str, device: str) -> list[str]:
    """Why a quotient is missing or preliminary."""
    cores = (f"sha-512/{architecture}", f"sha-1/{architecture}")
    notes = []
    if static := evidence.ours.quotient_note(*cores, device):
        notes.append(f"static: {static}")
    for core in cores:
        if reason := evidence.experiments(core, device).preliminary:
            notes.append(f"experiment: {core} {reason}")
    return notes


def counters_table(evidence: ShaEvidence) -> Table:
    """Return the cores with 5-to-3 counters over our cores with plain adders, on each device."""
    return Table.declare(
        "counters-over-adders",
        "5-to-3 counters against plain adders with carry chains",
        [
            evidence.on(f"{algorithm}/{PAPER_ARCHITECTURE}", device, f"{algorithm}/highspeed")
            for device in evidence.devices_and_libraries
            for algorithm in COMPARED
        ],
        (
            column("algorithm", lambda one: core_link(one.core, one.core.partition("/")[0])),
            column("device", lambda one: one.device),
            _counts("counters", lambda one: one.core),
            _counts("highspeed", lambda one: one.base),
            divided("throughput", "ratio"),
            column("pays", _verdict),
        ),
        "`counters` adds all operands of a round in one cycle, with counters before one carry "
        "chain; `highspeed` adds "
        "two operands a cycle in consecutive cycles, each with a carry chain. Levels are the cells on the slowest "
        "path, a carry chain counted cell by cell. `pays` is about throughput per cell, with its 95 % interval.",
    )


def pays(low: float | None, high: float | None) -> str:
    """Return whether a ratio with this interval is surely above 1; without an interval it is not decided."""
    if low is None or high is None:
        return UNDECIDED
    return "yes" if low > 1 else "no" if high < 1 else UNDECIDED


def _counts(name: str, core: Callable[[CoreOnDevice], str]) -> Columns[CoreOnDevice]:
    """Declare the columns of one architecture: cells, carry cells, levels, and clock."""

    def cells(one: CoreOnDevice) -> tuple[Cell, ...]:
        shown = CoreOnDevice(one.ours, core(one), one.device)
        depth = shown_value(shown.figure, levels(shown.figure)) if shown.figure else None
        return (shown.shown("area_cells"), shown.shown("carry"), depth, shown.shown("clock_mhz"))

    return Columns(
        (
            Column(f"{name}: cells"),
            Column("carry", key=f"{name}_carry_cells"),
            Column("levels", 1, f"{name}_levels"),
            Column("MHz", 1, f"{name}_clock_mhz"),
        ),
        cells,
    )


def _verdict(one: CoreOnDevice) -> str:
    over, note = one.quotients, one.quotient_note()
    if over is None:
        return note
    verdict = PRELIMINARY if over.preliminary else pays(over.ratio_low, over.ratio_high)
    return f"{verdict} ({note})" if note else verdict
