# SPDX-License-Identifier: Apache-2.0
"""The pages of the verification ladder, one row for each core, and of mutants of netlists."""

from collections.abc import Iterator, Sequence

from fairhash.base import paths
from fairhash.base.table import Link, markdown_table, table_of_texts
from fairhash.features.ladder.record import ORDER
from fairhash.features.mutants.campaign import LONG
from fairhash.features.mutants.exact_lengths import EXACT
from fairhash.features.mutants.jump import JUMP
from fairhash.features.mutants.record import MutantReport, MutantsFolder
from fairhash.features.mutants.table import mutants_table, survivor_rows
from fairhash.site.data import SiteData
from fairhash.site.documents import text_page
from fairhash.site.pages import NO_VALUE, Page, core_link, core_path
from fairhash.testbench.modes import MODES

_LATE_MODES = (EXACT.name, JUMP, LONG)
"""Modes that are tried only on mutants that nothing before decided."""

_HEAD = """<!-- SPDX-License-Identifier: Apache-2.0 -->
# Mutants of netlists

For people who want to know how much the testbench would notice. A mutant is a netlist with one changed pin of one cell:
inverted, constant 0 or constant 1. The testbench *kills* a mutant if it fails it. [Mutants](mutants.md) describes
the method. The figures are those of the stored reports (`results/mutants/`). `fairhash mutants` prints them.
"""

_MODES_HEAD = """\
## Killed by which mode

Mutants that a mode kills; in brackets those that no other mode kills. *Exact-lengths* is tried only on those that no
mode before kills and that are not combinationally equivalent. Then follow *jump*, if the core has a counter that jumps,
and *long*, after the other proofs, on those that are left.
"""

_SURVIVORS_HEAD = """\
## Survivors

*Cycles* is the number until some inputs distinguish the mutant, if the search found any; they need not be messages.
Of the proofs of equivalence, *permitted messages* is the weakest kind ([mutants](mutants.md#proofs)).
"""


def ladder_page(data: SiteData) -> Page:
    """The page, with the state of each kind of step and the date of the newest outcome."""
    head = ("core", *ORDER, "newest")
    rows: list[tuple[str, ...]] = []
    passed = 0
    for core in data.cores.values():
        outcomes = data.ladder(core)
        if outcomes:
            passed += all(state == "pass" for _, state in outcomes)
            by_kind: dict[str, list[str]] = {}
            for outcome, state in outcomes:
                where = f" ({outcome.device})" if outcome.device else ""
                by_kind.setdefault(outcome.kind, []).append(f"{state}, {outcome.count:,}{where}")
            newest = max(outcome.date for outcome, _ in outcomes)
            cells = ["; ".join(by_kind.get(kind, [NO_VALUE])) for kind in ORDER]
            rows.append((Link(core.name, f"{core_path(core.name)}#ladder"), *cells, f"{newest:%Y-%m-%d}"))
    without = [core_link(core.name, data.cores) for core in data.cores.values() if not data.ladder(core)]
    table = table_of_texts(head, rows, head)
    values = {"table": table, "without": without, "passed": passed, "count": len(data.cores)}
    return Page("ladder.html", "Verification ladder", "ladder.html", values, "docs/index.html")


def mutant_page() -> Page:
    """The stored outcomes of mutants of netlists."""
    return text_page("mutants.html", mutants_text(MutantsFolder(paths.results() / "mutants")))


def mutants_text(folder: MutantsFolder) -> str:
    """The text of the page of mutants as Markdown."""
    reports = folder.read()
    parts = [_HEAD, "## Results\n", mutants_table(reports, folder).to_markdown()]
    parts += [_MODES_HEAD, markdown_table(("core", "device", *MODES, *_LATE_MODES), _mode_rows(reports))]
    survivors = survivor_rows(reports, folder)
    if survivors:
        head = ("core", "device", "mutation", "source", "cycles", "why it survives")
        parts += [_SURVIVORS_HEAD, markdown_table(head, survivors)]
    basis = ("core", "device", "recipe", "seed", "clock pins excluded", "simulation s", "proofs s", "date", "netlist")
    parts += ["## Basis\n", markdown_table(basis, list(_basis(reports))), *_tools(reports)]
    return "\n".join(parts)


def _mode_rows(reports: Sequence[MutantReport]) -> list[tuple[str, ...]]:
    """One row for each report: core, device, kills by mode."""
    return [
        (report.core, report.device, *(_kills(report, mode) for mode in (*MODES, *_LATE_MODES))) for report in reports
    ]


def _kills(report: MutantReport, mode: str) -> str:
    """E.g. ``381 (2)``; for a late mode of how many, too."""
    for kills in report.modes:
        if kills.mode == mode:
            return f"{kills.killed} of {kills.tried}" if mode in _LATE_MODES else f"{kills.killed} ({kills.only})"
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
