# SPDX-License-Identifier: Apache-2.0
"""The command `components`: shows which components and padded cores were simulated, and simulates the others."""

import tempfile
from dataclasses import asdict
from pathlib import Path

import click

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.catalog.cores import find_core
from fairhash.catalog.padding import has_padding_unit, padded_cores
from fairhash.console.names import CORE
from fairhash.console.output import as_json, print_json
from fairhash.console.progress import ProgressDisplay
from fairhash.features.components.measure import check_component, check_padded
from fairhash.features.components.record import store_check
from fairhash.features.components.table import CheckRow, check_rows, check_table
from fairhash.toolchain import reaper

HELP_SECTION = "Verify"


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
        stored = [row.check.model_dump(mode="json") if row.check else None for row in rows]
        print_json([{**asdict(row), "check": check} for row, check in zip(rows, stored, strict=True)])
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
