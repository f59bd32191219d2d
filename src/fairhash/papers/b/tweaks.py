# SPDX-License-Identifier: Apache-2.0
"""The versions of round 3 over those of round 2: what the tweaks of BLAKE, Groestl and JH cost."""

from dataclasses import dataclass

from fairhash.papers.b import published
from fairhash.papers.b.candidates import TWEAKS, candidate
from fairhash.papers.b.evidence import Evidence
from fairhash.papers.b.published import FAMILIES, Message
from fairhash.papers.estimate import Estimate
from fairhash.papers.our_results import PRELIMINARY, UNDECIDED
from fairhash.papers.table import Cell, Column, Preliminary, Table, interval_cells, interval_columns

_TITLE = "Round 3 over round 2"


@dataclass(frozen=True)
class Change:
    """Round 3 over round 2 on one device."""

    throughput: Estimate
    area: float
    long: Estimate
    """Of throughput per area for long messages."""
    short: Estimate
    """For one block."""


def change(evidence: Evidence, older: str, newer: str, device: str) -> Change | None:
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


def table(evidence: Evidence) -> Table:
    """Return each tweak on each published family and on each of our devices."""
    rows: list[tuple[Cell, ...]] = []
    for older, newer in TWEAKS:
        for family, name in FAMILIES.items():
            rows.append(_published_row(older, newer, family, name))
        rows += [_row(evidence, older, newer, device) for device in evidence.devices]
    return Table(
        "round-3-over-round-2",
        _TITLE,
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


def _published_row(older: str, newer: str, family: str, name: str) -> tuple[Cell, ...]:
    both = [candidate(each) for each in (newer, older)]
    throughputs = [published.mbit_s(each, family, "long") or 0.0 for each in both]
    areas = [published.area(each, family) or 0.0 for each in both]
    long, short = (published_change(older, newer, family, message) for message in published.MESSAGES)
    values: tuple[Cell, ...] = (throughputs[0] / throughputs[1], None, None, areas[0] / areas[1])
    return (f"{newer} / {older}", f"{name} (published)", *values, long, None, None, short, None, None, "", "")


def _row(evidence: Evidence, older: str, newer: str, device: str) -> tuple[Cell, ...]:
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
        difference.area if difference.long.is_known else Preliminary(difference.area),
        *interval_cells(difference.long),
        *interval_cells(difference.short),
        outcome(difference.long.low, difference.long.high),
        note,
    )
