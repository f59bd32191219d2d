# SPDX-License-Identifier: Apache-2.0
"""What paper C's claims are compared with, and the chart of SHA-512 over SHA-1 and of the counters."""

from collections.abc import Iterator

from fairhash.base.table import Column
from fairhash.figures.charts.interval_rows import RowDot
from fairhash.studies.papers.c import figures
from fairhash.studies.papers.c.evidence import (
    ARCHITECTURES,
    PAIR,
    PAPER_ARCHITECTURE,
    Interval,
    ShaEvidence,
    faster,
    logic_share,
    quotient_of_figures,
    value,
)
from fairhash.studies.papers.c.questions import area_ratio, experiment_ratio, static_ratio, steps
from fairhash.studies.papers.charts import Chart, interval_chart
from fairhash.studies.papers.claims import Finding, number_of

ALMOST_TWICE = 2.0
"""Sect. 8, "almost twice as many CLB slices"; the values are only in Fig. 12."""


def findings(evidence: ShaEvidence) -> dict[str, Finding]:
    """Return the values of the paper's architecture on the first device."""
    device = evidence.devices[0]
    cores = [f"{name}/{PAPER_ARCHITECTURE}" for name in ("sha-512", "sha-1")]
    missing = evidence.ours.quotient_note(cores[0], cores[1], device)
    clocks = "; ".join(
        f"{core}, clock by experiment: {reason}"
        for core in cores
        if (reason := evidence.experiments(core, device).preliminary)
    )
    found = {
        "static": Finding.of(static_ratio(evidence, PAPER_ARCHITECTURE, device), missing, faster("static analysis")),
        "experiment": Finding.of(experiment_ratio(evidence, PAPER_ARCHITECTURE, device), clocks, faster("experiment")),
        "area": Finding.of(area_ratio(evidence, PAPER_ARCHITECTURE, device), missing),
    }
    unrolled = {step.rounds: step for step in steps(evidence, "sha-1", device)}.get(5)
    reason = evidence.ours.quotient_note("sha-1/unrolled-5", cores[1], device)
    published = value("unrolled throughput at m = 5")
    found["unrolled"] = Finding.of(unrolled.throughput if unrolled else None, reason, published)
    delay = Interval(unrolled.delay, None, None, unrolled.figure.preliminary) if unrolled else None
    found["unrolled delay"] = Finding.of(delay, reason, value("unrolled delay at m = 5"))
    for algorithm in PAIR:
        found[f"counters, {algorithm}"] = Finding.of(_counters(evidence, algorithm, device), _why(evidence, algorithm))
        figure = evidence.figure(f"{algorithm}/{PAPER_ARCHITECTURE}", device)
        share = logic_share(figure) if figure else None
        wires = Interval(100 * (1 - share), None, None, figure.preliminary) if figure and share is not None else None
        absent = evidence.ours.statement(f"{algorithm}/{PAPER_ARCHITECTURE}", device)
        found[f"wires, {algorithm}"] = Finding.of(wires, absent, value(f"{algorithm} interconnect share"))
    ratios = {pair: ratio for pair in figures.PAIRS if (ratio := figures.pair_ratio(evidence, pair, device))}
    known = {" over ".join(pair): ratio for pair, ratio in ratios.items() if ratio.is_known}
    found["faster than ciphers"] = number_of(known, len(figures.PAIRS), "pairs", lambda over: over > 1)
    return found


def _counters(evidence: ShaEvidence, algorithm: str, device: str) -> Interval | None:
    """Return the throughput of the core with 5-to-3 counters over that with plain adders."""
    cores = [evidence.figure(f"{algorithm}/{architecture}", device) for architecture in ARCHITECTURES]
    return quotient_of_figures(cores[0], cores[1], "throughputs_mbit_s")


def _why(evidence: ShaEvidence, algorithm: str) -> str:
    cores = [f"{algorithm}/{architecture}" for architecture in ARCHITECTURES]
    return evidence.ours.quotient_note(cores[0], cores[1], evidence.devices[0])


_ROWS = ("SHA-512 / SHA-1: speed, static", "speed, experiment", "area", "counters / adders: SHA-1", "SHA-512")
_PAPER = "paper, XCV1000"


def _dots(evidence: ShaEvidence, device: str) -> Iterator[RowDot]:
    static, experiment, area, *counters = _ROWS
    yield RowDot(static, _PAPER, faster("static analysis"))
    yield RowDot(experiment, _PAPER, faster("experiment"))
    yield RowDot(area, _PAPER, ALMOST_TWICE)
    rows = ((static, static_ratio), (experiment, experiment_ratio), (area, area_ratio))
    for architecture in ARCHITECTURES:
        for row, ratio in rows:
            found = ratio(evidence, architecture, device)
            if found:
                yield _dot(row, architecture, found)
    for row, algorithm in zip(counters, PAIR, strict=True):
        found = _counters(evidence, algorithm, device)
        if found:
            yield _dot(row, ARCHITECTURES[0], found)


def _dot(row: str, series: str, found: Interval) -> RowDot:
    return RowDot(row, series, found.value, found.low, found.high, not found.is_known)


def picture(evidence: ShaEvidence) -> Chart:
    """Return SHA-512 over SHA-1 in speed and area, and the counters over adders, on the first device."""
    device = evidence.devices[0]
    dots = list(_dots(evidence, device))
    series = list(dict.fromkeys(dot.series for dot in dots))
    message = _message(evidence, device)
    shown = set(series) - {_PAPER}
    marks = "Bars: 95 % intervals; hollow: preliminary."
    missing = f"Ours are not shown: no quotient on {device} is known."
    caption = (
        "SHA-512 over SHA-1 in throughput and area, and the throughput of cores with 5-to-3 counters over those with "
        f'plain adders, on {device}. The paper\'s area is "almost twice". {marks if shown else missing}'
    )
    columns = "quotient", Column("value", 2)
    return interval_chart("sha-512-and-counters", message, dots, _ROWS, series, columns, "quotient", caption)


def _message(evidence: ShaEvidence, device: str) -> str:
    theirs = f"SHA-512 has {faster('static analysis'):.2f} times the throughput of SHA-1 in the paper"
    found = static_ratio(evidence, PAPER_ARCHITECTURE, device)
    if found is None:
        return f"{theirs}; ours is not known"
    return f"{theirs}, and {found.value:.2f} times with us{'' if found.is_known else ', preliminary'}"
