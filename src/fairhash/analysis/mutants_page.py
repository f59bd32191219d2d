# SPDX-License-Identifier: Apache-2.0
"""Outcomes of mutants of netlists: as table rows and as a Markdown page."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from fairhash.analysis.page import markdown_table
from fairhash.results import files
from fairhash.results.mutants import MutantReport, MutantsFolder
from fairhash.testbench.modes import MODES

HEADER = ("core", "device", "mutants", "equivalent", "killed", "of not equivalent", "survivors")
_LONG = "long"

_HEAD = """<!-- SPDX-License-Identifier: Apache-2.0 -->
# Mutants of netlists

For people who want to know how much the testbench would notice. A mutant is a netlist with one changed pin of one cell:
inverted, constant 0 or constant 1. The testbench *kills* a mutant if it fails it. [Mutants](mutants.md) describes
the method. The figures are those of the stored reports (`results/mutants/`). As one file:
`fairhash mutants --page FILE.md`.
"""

_MODES_HEAD = """\
## Killed by which mode

Mutants that a mode kills; in brackets those that no other mode kills. *Long* is tried only on those that nothing else
kills and no proof decides.
"""

_SURVIVORS_HEAD = """\
## Survivors

*Cycles* is the number until some inputs distinguish the mutant, if the search found any; they need not be messages.
"""


def rows(reports: Sequence[MutantReport]) -> list[tuple[str, ...]]:
    """One row for each report, for HEADER."""
    return [
        (
            report.core,
            report.device,
            str(report.mutants),
            _equivalent(report),
            str(report.killed),
            f"{report.share:.2%}",
            str(len(report.survivors)),
        )
        for report in reports
    ]


def survivor_rows(reports: Sequence[MutantReport], folder: MutantsFolder) -> list[tuple[str, ...]]:
    """One row for each survivor: core, device, mutation, source, cycles of a counterexample, explanation."""
    return [
        (
            report.core,
            report.device,
            f"`{survivor.mutation}`",
            f"`{survivor.source or survivor.signal}`",
            "" if survivor.counterexample_cycles is None else str(survivor.counterexample_cycles),
            folder.explained(report).get(survivor.mutation, "not read"),
        )
        for report in reports
        for survivor in report.survivors
    ]


def mode_rows(reports: Sequence[MutantReport]) -> list[tuple[str, ...]]:
    """One row for each report: core, device, kills by mode."""
    return [(report.core, report.device, *(_kills(report, mode) for mode in (*MODES, _LONG))) for report in reports]


def write(folder: MutantsFolder, file: Path) -> None:
    """Write the page to `file`."""
    files.write_text(file, to_markdown(folder))


def to_markdown(folder: MutantsFolder) -> str:
    """The page as Markdown."""
    reports = folder.read()
    parts = [_HEAD, "## Results\n", markdown_table(HEADER, rows(reports))]
    parts += [_MODES_HEAD, markdown_table(("core", "device", *MODES, _LONG), mode_rows(reports))]
    survivors = survivor_rows(reports, folder)
    if survivors:
        head = ("core", "device", "mutation", "source", "cycles", "why it survives")
        parts += [_SURVIVORS_HEAD, markdown_table(head, survivors)]
    basis = ("core", "device", "recipe", "seed", "clock pins excluded", "simulation s", "proofs s", "date", "netlist")
    parts += ["## Basis\n", markdown_table(basis, list(_basis(reports))), *_tools(reports)]
    return "\n".join(parts)


def _equivalent(report: MutantReport) -> str:
    """E.g. ``12 (10 combinational, 2 sequential)``."""
    return _with_parts(sum(report.equivalent.values()), report.equivalent)


def _with_parts(total: int, parts: Mapping[str, int]) -> str:
    text = ", ".join(f"{count} {name}" for name, count in sorted(parts.items()))
    return f"{total} ({text})" if text else str(total)


def _kills(report: MutantReport, mode: str) -> str:
    """E.g. ``381 (2)``; for `long` of how many, too."""
    for kills in report.modes:
        if kills.mode == mode:
            return f"{kills.killed} of {kills.tried}" if mode == _LONG else f"{kills.killed} ({kills.only})"
    return ""


def _basis(reports: Sequence[MutantReport]) -> Iterator[tuple[str, ...]]:
    for report in reports:
        yield (
            report.core,
            report.device,
            report.recipe,
            str(report.seed),
            str(report.clock_pins),
            f"{report.simulation_s:.0f}",
            f"{report.proof_s:.0f}",
            f"{report.date:%Y-%m-%d}",
            f"`{report.netlist[:12]}`",
        )


def _tools(reports: Sequence[MutantReport]) -> Iterator[str]:
    uses = sorted({use for report in reports for use in report.tools.items()})
    machines = sorted({f"{report.machine.cpu_model}, {report.machine.os}" for report in reports})
    yield "".join(
        [*(f"- {tool}: {version}\n" for tool, version in uses), *(f"- machine: {name}\n" for name in machines)]
    )
