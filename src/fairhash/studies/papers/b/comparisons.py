# SPDX-License-Identifier: Apache-2.0
"""Our values over those of paper B: clock, cycles and area, round 3 over round 2, and every comparison."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from fairhash.base.table import Cell, Column, Table, column, interval_cells, interval_columns, mark
from fairhash.figures import measures
from fairhash.studies.papers.b import published
from fairhash.studies.papers.b.evidence import LightweightEvidence, single_block_cycles
from fairhash.studies.papers.b.published import (
    CANDIDATES,
    FAMILIES,
    FINALISTS,
    FIRST_FAMILY,
    MESSAGES,
    SLICE_CELLS,
    TWEAKS,
    Message,
    PublishedDesign,
    candidate,
)
from fairhash.studies.papers.compared_cores import core_link
from fairhash.studies.papers.differences import Comparison, Explanation
from fairhash.studies.papers.estimate import Estimate, geometric_mean
from fairhash.studies.papers.our_results import PRELIMINARY, UNDECIDED

_FACTORS = {
    "clock": "clock",
    "cycles": "cycles of a block",
    "single_cycles": "cycles of one block alone",
    "area": "area",
}


@dataclass(frozen=True)
class Factors:
    """Our values over the paper's on Spartan-3."""

    clock: float
    cycles: float
    """Of a block, loading included."""
    single_cycles: float
    """Of one block alone."""
    area: float
    """Our cells over two cells for each slice."""
    preliminary: str = ""
    """Why our figure is preliminary; empty if it is known."""

    @property
    def per_area(self) -> float:
        """Throughput of long messages per cell."""
        return self.clock / (self.cycles * self.area)

    @property
    def per_area_at_published_cycles(self) -> float:
        """The same if our core took the paper's cycles."""
        return self.clock / self.area


def factors(evidence: LightweightEvidence, design: PublishedDesign, device: str) -> Factors | None:
    """Return the factors of a design, preliminary if its figure is; None if it must not be divided."""
    figure = evidence.figure(design.core, device)
    if figure is None or figure.ratio_exclusion:
        return None
    cycles, formula = evidence.cycles(design.core), published.formula(design)
    throughput = published.mbit_s(design, FIRST_FAMILY, "long")
    slices = published.area(design, FIRST_FAMILY)
    if not (figure and figure.clock_mhz and figure.area_cells and cycles and formula and throughput and slices):
        return None
    clock_mhz = throughput * formula.block / formula.bits
    return Factors(
        figure.clock_mhz.median / clock_mhz,
        cycles.formula.block / formula.block,
        single_block_cycles(cycles) / formula.single,
        figure.area_cells.median / (SLICE_CELLS * slices),
        figure.preliminary,
    )


def _all_factors(evidence: LightweightEvidence, device: str) -> dict[PublishedDesign, Factors]:
    """Return the factors of every design on the device, preliminary ones included."""
    return {each: found for each in CANDIDATES if (found := factors(evidence, each, device))}


def explanations(evidence: LightweightEvidence, device: str) -> dict[PublishedDesign, Explanation]:
    """Return what each throughput per area over the finalists' is made of; none unless all finalists are known."""
    all_factors = {each: own for each, own in _all_factors(evidence, device).items() if not own.preliminary}
    if not set(FINALISTS) <= set(all_factors):
        return {}
    finalists = ", ".join(
        f"{measures.geometric_mean([getattr(all_factors[each], name) for each in FINALISTS]):.2f}" for name in _FACTORS
    )
    texts = {
        each: ", ".join(f"{text} {getattr(own, name):.2f}" for name, text in _FACTORS.items())
        for each, own in all_factors.items()
    }
    return {
        each: Explanation(
            f"Factors over the paper's: {text}; geometric means of the finalists {finalists}.",
            f"results of {each.core} and the finalists on {device}; the table of clock, cycles and area",
        )
        for each, text in texts.items()
    }


def factors_table(evidence: LightweightEvidence, device: str) -> Table | None:
    """Return the factors of every design that has a figure on the device, or None if there is none."""
    found = _all_factors(evidence, device)
    if not found:
        return None

    def over_finalists(value: Callable[[Factors], float]) -> Callable[[PublishedDesign], Cell]:
        """Return the value over its geometric mean over the finalists, if all of them are known."""
        if not all(each in found and not found[each].preliminary for each in FINALISTS):
            return lambda each: None
        mean = measures.geometric_mean([value(found[each]) for each in FINALISTS])
        return lambda each: mark(value(found[each]) / mean, found[each].preliminary)

    return Table.declare(
        f"factors-{device}",
        f"Clock, cycles and area on {device} over the paper's on Spartan-3",
        found,
        (
            column("algorithm", lambda each: core_link(each.core, each.name)),
            column("clock x", lambda each: mark(found[each].clock, found[each].preliminary), 2),
            column("cycles x", lambda each: found[each].cycles, 2),
            column("area x", lambda each: mark(found[each].area, found[each].preliminary), 2),
            column("Mbit/s/area x", lambda each: mark(found[each].per_area, found[each].preliminary), 2),
            column(
                "over the finalists",
                over_finalists(lambda one: one.per_area),
                2,
                "throughput_per_area_ratio_over_finalists",
            ),
            column(
                "at the paper's cycles",
                over_finalists(lambda one: one.per_area_at_published_cycles),
                2,
                "throughput_per_area_ratio_over_finalists_at_published_cycles",
            ),
            column("note", lambda each: evidence.ours.statement(each.core, device)),
        ),
        "Long messages. `Mbit/s/area x` is clock over cycles and area; two cells count as a slice. `over the "
        "finalists` is that over its geometric mean over the five finalists: the departure of the table above. "
        "`at the paper's cycles` is the same with clock and area only: what is not near 1 there is not due to "
        "cycles. The families differ, so only the differences between the rows mean anything. The "
        "mean is over the finalists if all five are known.",
    )


@dataclass(frozen=True)
class Change:
    """Round 3 over round 2 on one device."""

    throughput: Estimate
    area: float
    long: Estimate
    """Of throughput per area for long messages."""
    short: Estimate
    """For one block."""


def change(evidence: LightweightEvidence, older: str, newer: str, device: str) -> Change | None:
    """Return the quotients of a tweak, preliminary if the core of round 3 is.

    Returns:
        None if the core of round 2 is not known or that of round 3 must not be divided.
    """
    cores = [candidate(name).core for name in (newer, older)]
    if evidence.ours.quotients(cores[0], cores[1], device) is None:
        return None
    figures = [evidence.figure(core, device) for core in cores]
    speeds = [[evidence.speed(core, device, message) for core in cores] for message in published.MESSAGES]
    areas = [figure.area_cells.median if figure and figure.area_cells else None for figure in figures]
    (long, long_base), (short, short_base) = speeds
    if not (long and long_base and short and short_base and areas[0] and areas[1]):
        return None
    return Change(
        long.mbit_s.over(long_base.mbit_s),
        areas[0] / areas[1],
        long.per_cell.over(long_base.per_cell),
        short.per_cell.over(short_base.per_cell),
    )


def published_change(older: str, newer: str, family: str, message: Message) -> float:
    """Return the quotient of the published throughputs per area."""
    values = [published.per_area(candidate(name), family, message) for name in (newer, older)]
    return (values[0] or 0.0) / (values[1] or 1.0)


def tweaks_table(evidence: LightweightEvidence) -> Table:
    """Return each tweak on each published family and on each of our devices."""
    rows: list[tuple[Cell, ...]] = []
    for older, newer in TWEAKS:
        for family, name in FAMILIES.items():
            rows.append(_published_tweak(older, newer, family, name))
        rows += [_tweak(evidence, older, newer, device) for device in evidence.devices]
    return Table(
        "round-3-over-round-2",
        "Round 3 over round 2",
        (
            Column("versions"),
            Column("device"),
            *interval_columns("Mbit/s x"),
            Column("area x", 2),
            *interval_columns("Mbit/s/area x, long", key="long_ratio"),
            *interval_columns("one block", key="short_ratio"),
            Column("round 3", key="outcome"),
            Column("note"),
        ),
        tuple(rows),
        (
            "Quotients of medians; from and to: 95 % by bootstrap over the seeds. The paper says that algorithms whose "
            "datapath was changed perform slightly worse, except for JH42. `round 3` is about throughput per area of "
            "long messages: `worse` or `better` if the interval is below or above 1. Published areas that the text "
            "lost are those that Table 4 determines.",
        ),
    )


def outcome(low: float | None, high: float | None) -> str:
    """Return what an interval of a quotient says; without an interval the quotient is preliminary."""
    if low is None or high is None:
        return PRELIMINARY
    return "worse" if high < 1 else "better" if low > 1 else UNDECIDED


def _published_tweak(older: str, newer: str, family: str, name: str) -> tuple[Cell, ...]:
    both = [candidate(each) for each in (newer, older)]
    throughputs = [published.mbit_s(each, family, "long") or 0.0 for each in both]
    areas = [published.area(each, family) or 0.0 for each in both]
    long, short = (published_change(older, newer, family, message) for message in published.MESSAGES)
    values: tuple[Cell, ...] = (throughputs[0] / throughputs[1], None, None, areas[0] / areas[1])
    return (f"{newer} / {older}", f"{name} (published)", *values, long, None, None, short, None, None, "", "")


def _tweak(evidence: LightweightEvidence, older: str, newer: str, device: str) -> tuple[Cell, ...]:
    difference = change(evidence, older, newer, device)
    note = "; ".join(
        f"{name} {words}" for name in (newer, older) if (words := evidence.ours.statement(candidate(name).core, device))
    )
    if difference is None:
        return (f"{newer} / {older}", device, *(None,) * 10, "", note)
    return (
        f"{newer} / {older}",
        device,
        *interval_cells(difference.throughput),
        mark(difference.area, not difference.long.is_known),
        *interval_cells(difference.long),
        *interval_cells(difference.short),
        outcome(difference.long.low, difference.long.high),
        note,
    )


SPEEDS: dict[Message, str] = {"long": "Table 4: long, Mbit/s per area", "short": "Table 4: one block, Mbit/s per area"}
CYCLES = ("Table 2: cycles per block", "Table 2: cycles of one block alone")
CHANGES: dict[Message, str] = {
    "long": "round 3 / round 2: long, Mbit/s per area",
    "short": "round 3 / round 2: one block, Mbit/s per area",
}

NOTE = (
    "Cycles are compared as they are. Throughput per area is over the geometric mean of the five finalists: ours on "
    "{device}, the paper's on Spartan-3. Only known values are compared."
)
"""Below the table of differences."""


def comparisons(evidence: LightweightEvidence, device: str) -> Iterator[Comparison]:
    """Yield the comparisons of cycles, of throughput per area on one device, and of the tweaks there."""
    for each in CANDIDATES:
        cycles, formula = evidence.cycles(each.core), published.formula(each)
        if cycles and formula:
            yield Comparison(each.name, CYCLES[0], formula.block, cycles.formula.block)
            yield Comparison(each.name, CYCLES[1], formula.single, single_block_cycles(cycles))
    for message in MESSAGES:
        yield from _speeds(evidence, device, message)
    for older, newer in TWEAKS:
        difference = change(evidence, older, newer, device)
        if difference is None or not difference.long.is_known:
            continue
        for message, quotient in zip(MESSAGES, (difference.long, difference.short), strict=True):
            value = published_change(older, newer, FIRST_FAMILY, message)
            yield Comparison(newer, CHANGES[message], value, quotient.value, quotient.low, quotient.high)


def _speeds(evidence: LightweightEvidence, device: str, message: Message) -> Iterator[Comparison]:
    """Yield the throughputs per area over those of the finalists, if all finalists are known."""
    speeds = {each: speed.per_cell for each, speed in evidence.speeds(device, message).items()}
    if not set(FINALISTS) <= set(speeds):
        return
    expected = {each: published.per_area(each, FIRST_FAMILY, message) or 1.0 for each in {*speeds, *FINALISTS}}
    expected_mean = measures.geometric_mean([expected[each] for each in FINALISTS])
    mean = geometric_mean([speeds[each] for each in FINALISTS])
    explanation = explanations(evidence, device)
    for each, speed in speeds.items():
        ratio = speed.over(mean)
        values = (expected[each] / expected_mean, ratio.value, ratio.low, ratio.high)
        yield Comparison(each.name, SPEEDS[message], *values, explanation=explanation.get(each))
