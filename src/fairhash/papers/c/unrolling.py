# SPDX-License-Identifier: Apache-2.0
"""The unrolled architectures of paper C, Sect. 7: throughput, area and clock over the rounds in a cycle."""

from dataclasses import dataclass

from fairhash.analysis.figures import Figure
from fairhash.papers.c.evidence import PAPER_ARCHITECTURE, Evidence, Interval, interval_cells, quotient_of_figures
from fairhash.papers.c.published import follow_up_gain, value
from fairhash.papers.our_results import NOT_MEASURED, PRELIMINARY, UNDECIDED, quotients, shown_value
from fairhash.papers.table import Cell, Column, Table

ROUNDS = {"sha-1": (2, 4, 5, 8), "sha-256": (2, 4, 8), "sha-512": (2, 4, 5, 8)}
"""Rounds in a cycle of the unrolled cores; 64 rounds are no multiple of 5."""


def core_name(algorithm: str, rounds: int) -> str:
    """Return the core with so many rounds in a cycle; one round: the architecture of the paper."""
    return f"{algorithm}/{PAPER_ARCHITECTURE if rounds == 1 else f'unrolled-{rounds}'}"


@dataclass(frozen=True)
class Step:
    """One number of rounds, compared with one round in a cycle."""

    rounds: int
    figure: Figure
    throughput: Interval
    area: float
    delay: float
    """Clock period over that of one round in a cycle."""
    ratio: Interval
    """Of throughput per area."""


def steps(evidence: Evidence, algorithm: str, device: str) -> list[Step]:
    """Return the unrolled cores over one round in a cycle, preliminary ones included; none if that one is not known."""
    base = evidence.figure(core_name(algorithm, 1), device)
    measured = []
    for rounds in ROUNDS[algorithm]:
        figure = evidence.figure(core_name(algorithm, rounds), device)
        over = quotients(figure, base)
        throughput = quotient_of_figures(figure, base, "throughputs_mbit_s")
        ratio = quotient_of_figures(figure, base, "ratios")
        if figure and over and throughput and ratio:
            measured.append(Step(rounds, figure, throughput, over.area, 1 / over.clock, ratio))
    return measured


def known_steps(measured: list[Step]) -> list[Step]:
    """Return the steps whose figures are known."""
    return [step for step in measured if not step.figure.preliminary]


def verdict(measured: list[Step], tried: int, preliminary: int = 0) -> str:
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


def table(evidence: Evidence, algorithm: str, device: str) -> Table:
    """Return all numbers of rounds, m = 1 first."""
    by_rounds = {step.rounds: step for step in steps(evidence, algorithm, device)}
    rows: list[tuple[Cell, ...]] = []
    for rounds in (1, *ROUNDS[algorithm]):
        core = core_name(algorithm, rounds)
        figure, step = evidence.figure(core, device), by_rounds.get(rounds)
        declared = evidence.ours.cores.get(core)
        rows.append(
            (
                rounds,
                core,
                declared.formula.block if declared else None,
                shown_value(figure, figure.clock_mhz if figure else None),
                shown_value(figure, figure.throughput_mbit_s if figure else None),
                shown_value(figure, figure.area_cells if figure else None),
                *interval_cells(step.throughput if step else None),
                *(shown_value(figure, each) for each in ((step.delay, step.area, step.ratio.value) if step else ())),
                *((None,) * 3 if step is None else ()),
                evidence.ours.quotient_note(core, core_name(algorithm, 1), device),
            )
        )
    known = known_steps(list(by_rounds.values()))
    cores = [core_name(algorithm, rounds) for rounds in (1, *ROUNDS[algorithm])]
    preliminary = sum(evidence.ours.absence(core, device) == PRELIMINARY for core in cores)
    return Table(
        f"unrolling-{algorithm}-{device}",
        f"Rounds in a cycle: {algorithm} on {device}",
        (
            Column("m", key="rounds_per_cycle"),
            Column("core"),
            Column("cycles of a block", key="block_cycles"),
            Column("MHz", 1),
            Column("Mbit/s"),
            Column("cells"),
            Column("Mbit/s x", 2),
            Column("from", 2, "throughput_ratio_low"),
            Column("to", 2, "throughput_ratio_high"),
            Column("delay x", 2),
            Column("cells x", 2),
            Column("Mbit/s/cell x", 2),
            Column("note"),
        ),
        tuple(rows),
        (verdict(known, len(ROUNDS[algorithm]), preliminary), _published(algorithm)),
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
