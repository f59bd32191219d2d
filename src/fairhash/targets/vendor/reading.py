# SPDX-License-Identifier: Apache-2.0
"""What every vendor's reports are read into, and how a slack becomes a clock."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from fairhash.catalog.device import DedicatedKind
from fairhash.targets.fpga.report import Clock, CriticalPath


class Unreadable(Exception):
    """A report is not there, or does not hold what its format says."""


@dataclass(frozen=True)
class TimedPath:
    """A path between two registers as the tool's timing report has it, ns."""

    launch: str
    capture: str
    requirement_ns: float
    """From the launching edge to the capturing one."""
    slack_ns: float
    """What is left of it; negative where the path is too slow."""
    first: str
    last: str
    levels: int = 0
    routing_ns: float = 0.0

    @property
    def delay_ns(self) -> float:
        """The shortest requirement the path would meet: set-up, skew and uncertainty included."""
        return self.requirement_ns - self.slack_ns


@dataclass(frozen=True)
class Reading:
    """One placed and routed design, by its tool's reports."""

    luts: int
    """Of the whole design; the frame has none."""
    registers: int
    """Of the whole design, the frame's included."""
    dedicated: Mapping[DedicatedKind, int]
    resources: Mapping[str, int]
    """By the tool's own names."""
    periods_ns: Mapping[str, float]
    """The constraint on each clock as the tool gives it back."""
    paths: tuple[TimedPath, ...]
    version: str = ""
    """What the reports say of the tool."""
    fmax_mhz: Mapping[str, float] = field(default_factory=dict)
    """The fastest clock by its name where the report tells it itself; else it follows from the slack."""


def worst(paths: Iterable[TimedPath]) -> tuple[TimedPath, ...]:
    """The path of least slack for each pair of clocks, and every other one left out."""
    found: dict[tuple[str, str], TimedPath] = {}
    for path in paths:
        pair = (path.launch, path.capture)
        if pair not in found or path.slack_ns < found[pair].slack_ns:
            found[pair] = path
    return tuple(found.values())


def clocks(reading: Reading, asked_mhz: Mapping[str, float]) -> tuple[Clock, ...]:
    """The clocks asked for, with what they got."""
    within = {path.launch: path for path in worst(reading.paths) if path.launch == path.capture}
    by_slack = {name: 1000 / path.delay_ns for name, path in within.items()}
    achieved = {**by_slack, **reading.fmax_mhz}
    return tuple(
        Clock(
            name=name,
            asked_mhz=mhz,
            received_mhz=1000 / reading.periods_ns[name] if name in reading.periods_ns else None,
            achieved_mhz=achieved.get(name),
        )
        for name, mhz in asked_mhz.items()
    )


def critical_paths(reading: Reading) -> tuple[CriticalPath, ...]:
    """The worst path of each pair of clocks, as results keep it."""
    return tuple(
        CriticalPath(
            launch=path.launch,
            capture=path.capture,
            delay_ns=path.delay_ns,
            logic_ns=max(0.0, path.delay_ns - path.routing_ns),
            routing_ns=path.routing_ns,
            levels=path.levels,
            first_cell=path.first,
            last_cell=path.last,
            stages=(),
        )
        for path in worst(reading.paths)
    )


def report_text(folder: Path, pattern: str) -> str:
    """The one report in `folder` or below that is called like `pattern`."""
    found = sorted(folder.rglob(pattern))
    if not found:
        raise Unreadable(f"the tool left no {pattern}")
    # Quartus writes Latin-1, everybody else ASCII
    return found[0].read_text(encoding="latin-1")


def number(text: str) -> int:
    """The first whole number in a table's cell, with commas between thousands or without."""
    match = re.match(r"\s*([\d,]+)", text)
    if match is None:
        raise Unreadable(f"no number in {text.strip()!r}")
    return int(match[1].replace(",", ""))


def rows(text: str, border: str) -> dict[str, str]:
    """The second column by the first one, in lines of cells between `border` characters; the first of equals counts.

    Names lose what marks them as part of another: leading dashes and blanks.
    """
    found: dict[str, str] = {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip(border).split(border)]
        if border in line and len(cells) > 1 and cells[0].strip(" -+="):
            found.setdefault(cells[0].lstrip("- ").rstrip(" *"), cells[1])
    return found


def count(table: Mapping[str, str], *names: str) -> int:
    """The number in the row of the first of these names that is there."""
    for name in names:
        if name in table:
            return number(table[name])
    raise Unreadable(f"the report has no row {names[0]!r}")
