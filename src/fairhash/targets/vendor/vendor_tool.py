# SPDX-License-Identifier: Apache-2.0
"""What the bench needs of a vendor's tool, each of which is a module of this folder, and what its reports contain."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from fairhash.catalog.device import DedicatedKind
from fairhash.targets.outcome import Clock, TimingPath


class UnreadableReport(Exception):
    """A report is missing, or does not have the expected format."""


@dataclass(frozen=True)
class ReportedPath:
    """A path between two registers in the tool's timing report; times in ns."""

    launch: str
    capture: str
    requirement_ns: float
    """From the launching edge to the capturing one."""
    slack_ns: float
    """Requirement minus delay; negative if the path is too slow."""
    first: str
    last: str
    levels: int = 0
    routing_ns: float = 0.0

    @property
    def delay_ns(self) -> float:
        """The shortest requirement the path meets; setup time, skew and uncertainty are included."""
        return self.requirement_ns - self.slack_ns


@dataclass(frozen=True)
class VendorReport:
    """The reports of one placed and routed design."""

    luts: int
    """LUTs of the whole design; the frame has none."""
    registers: int
    """Registers of the whole design, the frame included."""
    dedicated: Mapping[DedicatedKind, int]
    resources: Mapping[str, int]
    """Counts under the names that the tool uses."""
    periods_ns: Mapping[str, float]
    """The constraint on each clock that the tool reports."""
    paths: tuple[ReportedPath, ...]
    version: str = ""
    """The tool's version in the reports; empty if they have none."""


def worst(paths: Iterable[ReportedPath]) -> tuple[ReportedPath, ...]:
    """The path of least slack for each pair of clocks."""
    by_pair: dict[tuple[str, str], ReportedPath] = {}
    for path in paths:
        pair = (path.launch, path.capture)
        if pair not in by_pair or path.slack_ns < by_pair[pair].slack_ns:
            by_pair[pair] = path
    return tuple(by_pair.values())


def clocks(report: VendorReport, asked_mhz: Mapping[str, float]) -> tuple[Clock, ...]:
    """The requested clocks, with the constraint that the tool received and the frequency it achieved."""
    within_clock = {path.launch: path for path in worst(report.paths) if path.launch == path.capture}
    achieved_mhz = {name: 1000 / path.delay_ns for name, path in within_clock.items()}
    return tuple(
        Clock(
            name=name,
            asked_mhz=mhz,
            received_mhz=1000 / report.periods_ns[name] if name in report.periods_ns else None,
            achieved_mhz=achieved_mhz.get(name),
        )
        for name, mhz in asked_mhz.items()
    )


def critical_paths(report: VendorReport) -> tuple[TimingPath, ...]:
    """The critical path of each pair of clocks, in the form that outcomes store."""
    return tuple(
        TimingPath(
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
        for path in worst(report.paths)
    )


def report_text(folder: Path, pattern: str) -> str:
    """The text of the first file in `folder` and its subfolders whose name matches `pattern`.

    Raises:
        UnreadableReport: if there is none.
    """
    files = sorted(folder.rglob(pattern))
    if not files:
        raise UnreadableReport(f"the tool wrote no {pattern}")
    # Quartus writes Latin-1, the other tools ASCII
    return files[0].read_text(encoding="latin-1")


def number(text: str) -> int:
    """The integer at the start of a table's cell; it may have commas between thousands."""
    match = re.match(r"\s*([\d,]+)", text)
    if match is None:
        raise UnreadableReport(f"no number in {text.strip()!r}")
    return int(match[1].replace(",", ""))


def rows(text: str, border: str) -> dict[str, str]:
    """Read the first two columns of all tables in a text: name and value. Of rows with equal names the first counts.

    Args:
        text: a report.
        border: the character between cells.

    Returns:
        Values by names. Names are without the dashes and blanks that indent them and without footnote marks (`*`).
    """
    values: dict[str, str] = {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip(border).split(border)]
        if border in line and len(cells) > 1 and cells[0].strip(" -+="):
            values.setdefault(cells[0].lstrip("- ").rstrip(" *"), cells[1])
    return values


def count(table: Mapping[str, str], *names: str) -> int:
    """The number in the row with the first of `names` that the table contains."""
    for name in names:
        if name in table:
            return number(table[name])
    raise UnreadableReport(f"the report has no row {names[0]!r}")


@dataclass(frozen=True)
class Request:
    """The inputs of one run."""

    clocks_mhz: Mapping[str, float]
    """The requested frequency of each clock."""
    sdc: str
    """The same frequencies as SDC constraints."""
    allowed: Collection[str]
    """Dedicated resources the core may use."""
    seed: int


@dataclass(frozen=True)
class ProjectFile:
    """A file of the project that is not a source."""

    name: str
    kind: str
    """Edalize's file type; `user` for files that the tool opens although the project does not list them."""
    text: str


@dataclass(frozen=True)
class VendorTool:
    """A vendor's tool: how to start it, what its projects contain and how its reports are read."""

    label: str
    programs: tuple[str, ...]
    """Programs that must be on PATH; the first one identifies the tool and its version."""
    hint: str
    """How to install it, in one sentence."""
    version_option: str
    """Option that makes the first program print its version."""
    version_pattern: str
    """Regular expression for the version in that output."""
    seeded: bool
    """Whether the tool has a seed for placement."""
    attributes: Callable[[Collection[str]], dict[str, str]]
    """Given the allowed resources, the Verilog attributes of every module that keep synthesis from using others."""
    keep: Mapping[str, str]
    """Verilog attributes of the core's module that prevent its optimisation together with the frame."""
    files: Callable[[Request], Sequence[ProjectFile]]
    """The project's constraints, settings and scripts."""
    edalize_class: str
    """The class of Edalize that writes the project, as `module:class`."""
    options: Mapping[str, object]
    """Edalize's options that are the same for every device."""
    read: Callable[[Path], VendorReport]
    """Reads the reports in the project's folder."""


def ram_style(allowed: Collection[str], *, block: str, distributed: str, registers: str) -> str:
    """The value of a tool's RAM style attribute: the largest memory that a core may use, or registers."""
    if "bram" in allowed:
        return block
    return distributed if "lutram" in allowed else registers
