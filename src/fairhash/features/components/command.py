# SPDX-License-Identifier: Apache-2.0
"""The command `components`: shows which components and padded cores were simulated, and simulates the others."""

import tempfile
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

import click

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.base.table import NONE, Table, table_of_texts
from fairhash.catalog.core import Core
from fairhash.catalog.cores import find_core
from fairhash.catalog.padding import has_padding_unit, padded_cores
from fairhash.console.names import CORE
from fairhash.console.output import as_json, print_json
from fairhash.console.progress import ProgressDisplay
from fairhash.features.components.measure import (
    Check,
    Kind,
    check_component,
    check_padded,
    checked_component,
    read_checks,
    sources_digest,
    store_check,
)
from fairhash.toolchain import reaper

HELP_SECTION = "Verify"
_HEADINGS = ("core", "check", "algorithm", "bus", "clocks", "state", "digests", "date")


@dataclass(frozen=True)
class CheckRow:
    """One check of one core."""

    core: str
    kind: Kind
    algorithm: str
    state: Literal["pass", "fail", "stale", "not run"]
    """`stale`: the sources have changed since."""
    check: Check | None
    bus_bits: int | None
    two_clocks: bool | None


def check_rows(cores: Iterable[Core], results: Path) -> list[CheckRow]:
    """A row for the component of each core, and one for each of its algorithms with a padding unit.

    Args:
        cores: Cores with padding units.
        results: The folder of results.
    """
    rows = []
    for core in cores:
        stored = read_checks(results, core.name)
        needed: list[tuple[Kind, str]] = [("component", core.algorithm)]
        needed += [("padded", algorithm) for algorithm in (core.algorithm, *core.also)]
        component = checked_component(core)
        for kind, algorithm in needed:
            check = stored.find(kind, algorithm)
            state: Literal["pass", "fail", "stale", "not run"] = "not run"
            if check:
                fresh = check.sources == sources_digest(kind, core, algorithm)
                state = check.verdict if fresh else "stale"
            bus = (component.bus_bits, component.two_clocks) if kind == "component" else (None, None)
            rows.append(CheckRow(core.name, kind, algorithm, state, check, *bus))
    return rows


def check_table(rows: Iterable[CheckRow]) -> Table:
    """The rows as a table."""
    return table_of_texts(
        _HEADINGS,
        [
            (
                *(row.core, row.kind, row.algorithm),
                str(row.bus_bits or NONE),
                NONE if row.two_clocks is None else "2" if row.two_clocks else "1",
                row.state,
                str(row.check.digests) if row.check else NONE,
                f"{row.check.date:%Y-%m-%d}" if row.check else NONE,
            )
            for row in rows
        ],
        ("core", "check", "algorithm", "state", "date"),
    )


@click.command()
@click.argument("cores", type=CORE, nargs=-1, metavar="[CORE...]")
@click.option(
    "--check", is_flag=True, help="Run the checks that are not stored, and store them in results/components/."
)
@as_json
def components(*, cores: tuple[str, ...], check: bool, as_json: bool) -> int:
    """Show which components of each CORE were simulated.

    A component is a core and its padding unit with AXI4-Stream or AXI4-Lite ports. Without CORE the command shows all
    high-speed and lightweight cores. rtl/components/README.md explains the checks. The exit status is 1 if a check
    failed.

    \b
    Examples:
      fairhash components
      fairhash components sha-256/highspeed --check
    """
    chosen = [find_core(name) for name in cores] or padded_cores()
    for core in chosen:
        if not has_padding_unit(core):
            raise FairhashError("no padding unit", core.name, "see docs/padding.md")
    rows = check_rows(chosen, paths.results())
    if check:
        # padded cores take most of the time, because they are compiled
        needed = sorted((row for row in rows if row.state in ("stale", "not run")), key=lambda row: row.kind)
        with ProgressDisplay("components") as progress:
            for row in needed:
                name = f"{row.core} {row.kind} {row.algorithm}"
                progress.started(name)
                progress.finished(name, _run(row), fresh=True)
        rows = check_rows(chosen, paths.results())
    if as_json:
        print_json([asdict(row) for row in rows])
    else:
        click.echo(check_table(rows).to_text())
    return int(any(row.state == "fail" for row in rows))


def _run(row: CheckRow) -> str:
    """Run and store one check, and return its verdict."""
    core = find_core(row.core)
    with tempfile.TemporaryDirectory(prefix=".components.", dir=reaper.temporary_folder()) as work:
        folder = Path(work)
        done = check_component(core, folder) if row.kind == "component" else check_padded(core, row.algorithm, folder)
    store_check(paths.results(), core.name, done)
    return done.verdict
