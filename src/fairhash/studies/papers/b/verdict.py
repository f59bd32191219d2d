# SPDX-License-Identifier: Apache-2.0
"""What paper B's claims are compared with, and the chart of throughput over area, a line for each algorithm."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from fairhash.catalog.budget import find_budget
from fairhash.figures.charts.dot_groups import Dot, Group, specification
from fairhash.studies.papers.b import published
from fairhash.studies.papers.b.comparisons import change, published_change
from fairhash.studies.papers.b.evidence import LightweightEvidence
from fairhash.studies.papers.b.figures import AXES, BAND_CELLS, has_band
from fairhash.studies.papers.b.published import (
    ALL,
    CANDIDATES,
    FINALISTS,
    FIRST_FAMILY,
    TWEAKS,
    Message,
    PublishedDesign,
)
from fairhash.studies.papers.b.summary import with_published_cycles
from fairhash.studies.papers.b.trade_offs import ArchitecturePlace, curve_chart, places
from fairhash.studies.papers.charts import Chart
from fairhash.studies.papers.claims import Finding, known_of, number_of
from fairhash.studies.papers.estimate import Estimate, estimate
from fairhash.studies.papers.our_results import UNDECIDED

_WORST = 2
"""So many designs are the last for one block."""


def findings(evidence: LightweightEvidence) -> dict[str, Finding]:
    """Return the values of the lightweight cores on the first device."""
    device = evidence.devices[0]
    figures = {each: evidence.ours.known_figure(each.core, device) for each in CANDIDATES}
    areas = {each.name: estimate(figure)["area"] for each, figure in figures.items() if figure}
    most = max(budget.logic_cells for core in evidence.ours.cores.values() if (budget := find_budget(core)))
    found = {
        "within the budget": number_of(areas, len(CANDIDATES), "designs", lambda cells: cells <= most),
        "first": _order(evidence, device, "long", CANDIDATES, slice(1)),
        "second over first": _second_over_first(evidence, device),
        "finalists": _order(evidence, device, "long", FINALISTS, slice(None)),
        "first finalist": _order(evidence, device, "long", FINALISTS, slice(1)),
        "last finalist": _order(evidence, device, "long", FINALISTS, slice(-1, None)),
        "last for one block": _order(evidence, device, "short", CANDIDATES, slice(-_WORST, None)),
    }
    for older, newer in TWEAKS:
        difference = change(evidence, older, newer, device)
        cores = [published.candidate(name).core for name in (newer, older)]
        reason = evidence.ours.quotient_note(cores[0], cores[1], device)
        finding = Finding.of(difference.long if difference else None, reason)
        finding = replace(finding, explanation=_change_parts(evidence, older, newer, device))
        found[f"{newer} over {older}"] = finding
        published_long = published_change(older, newer, FIRST_FAMILY, "long")
        found[f"{newer} over {older}, value"] = replace(finding, published=published_long)
    return found


def _ratios(evidence: LightweightEvidence, device: str, message: Message) -> dict[PublishedDesign, Estimate]:
    return {each: speed.per_cell for each, speed in evidence.speeds(device, message).items()}


def _names(values: Mapping[PublishedDesign, float], among: Sequence[PublishedDesign], part: slice) -> str:
    order = sorted(among, key=lambda each: -values[each])
    return ", ".join(each.name for each in order[part])


def _published(message: Message) -> dict[PublishedDesign, float]:
    return {each: published.per_area(each, FIRST_FAMILY, message) or 0.0 for each in CANDIDATES}


def _order(
    evidence: LightweightEvidence, device: str, message: Message, among: Sequence[PublishedDesign], part: slice
) -> Finding:
    """Return the names of some of the designs in the order of throughput per area, if all of them are known."""
    expected = _names(_published(message), among, part)
    ratios = _ratios(evidence, device, message)
    known = sum(each in ratios for each in among)
    if known < len(among):
        return Finding(preliminary=known_of(known, len(among), "designs"), published=expected)
    values = {each: ratios[each].value for each in among}
    converted = with_published_cycles(evidence, ratios, message)
    explanation = ""
    if set(among) <= set(converted):
        at_published = _names({each: converted[each].value for each in among}, among, part)
        explanation = f"our clocks and cells with the paper's cycles for a block give {at_published}"
    return Finding(_names(values, among, part), published=expected, explanation=explanation)


def _change_parts(evidence: LightweightEvidence, older: str, newer: str, device: str) -> str:
    """Return the quotients that make up that of throughput per area."""
    new, old = (_parts(evidence, published.candidate(name).core, device) for name in (newer, older))
    return ", ".join(f"{name} {new[name] / old[name]:.2f}" for name in new if name in old)


def _parts(evidence: LightweightEvidence, core: str, device: str) -> dict[str, float]:
    """Return what throughput per area is made of, as far as it is measured."""
    figure, cycles = evidence.figure(core, device), evidence.cycles(core)
    if not (figure and figure.clock_mhz and figure.area_cells and cycles):
        return {}
    return {
        "clock": figure.clock_mhz.median,
        "cycles of a block": cycles.formula.block,
        "cells": figure.area_cells.median,
    }


def _second_over_first(evidence: LightweightEvidence, device: str) -> Finding:
    best, second = sorted(_published("long").values(), reverse=True)[:2]
    ratios = list(_ratios(evidence, device, "long").values())
    if len(ratios) < len(CANDIDATES):
        return Finding(preliminary=known_of(len(ratios), len(CANDIDATES), "designs"), published=second / best)
    first, next_best = sorted(ratios, key=lambda ratio: -ratio.value)[:2]
    return Finding.of(next_best.over(first), published=second / best)


def picture(evidence: LightweightEvidence) -> Chart | None:
    """Return throughput over area of all cores of each algorithm on the first device; None without any figure."""
    device = evidence.devices[0]
    shown = {each: designs for each in ALL if (designs := places(evidence, each, device))}
    if not shown:
        return None
    groups = [Group(each.name, _dots(each, designs), _line(designs)) for each, designs in shown.items()]
    message = _message(evidence, device)
    band = BAND_CELLS if has_band(device) else None
    spec = specification(
        "", AXES, groups, band, f"{BAND_CELLS[0]} to {BAND_CELLS[1]} cells", width=430, has_legend=False
    )
    caption = (
        f"All cores of the paper's algorithms on {device}, a line for each algorithm, its name at the smallest core. "
        "Shaded: the budget of 400 to 600 slices of two LUT4s and two registers. Bars: 95 % intervals; hollow: "
        "preliminary; stale figures are not shown."
    )
    return curve_chart("algorithms", message, spec, shown, caption)


def _dots(candidate: PublishedDesign, designs: Sequence[ArchitecturePlace]) -> tuple[Dot, ...]:
    return tuple(
        Dot("" if at else candidate.name, place.cells, place.mbit_s, place.speed.mbit_s.low, place.speed.mbit_s.high)
        for at, place in enumerate(designs)
    )


def _line(designs: Sequence[ArchitecturePlace]) -> tuple[tuple[float, float], ...]:
    return tuple((place.cells, place.mbit_s) for place in designs)


def _message(evidence: LightweightEvidence, device: str) -> str:
    theirs = _names(_published("long"), CANDIDATES, slice(1))
    ours = _order(evidence, device, "long", CANDIDATES, slice(1))
    text = f"{theirs} has the most throughput per area of the lightweight cores in the paper"
    if ours.value is None:
        return f"{text}; ours is {UNDECIDED}: {ours.preliminary}"
    return f"{text}, and with us too" if ours.value == theirs else f"{text}, and {ours.value} with us"
