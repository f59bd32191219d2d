# SPDX-License-Identifier: Apache-2.0
"""The command that measures what a campaign declares."""

import os
import re
from pathlib import Path

import click

from fairhash.analysis.chosen_recipes import ChosenRecipes, StoredSelections
from fairhash.catalog.campaign import read_campaign
from fairhash.cli.output import as_json, print_json, print_table
from fairhash.cli.progress import Sweep
from fairhash.errors import FairhashError
from fairhash.paths import results
from fairhash.results.results_folder import ResultsFolder
from fairhash.runs.campaign import plan, run_campaign, status
from fairhash.runs.campaign_run import Run
from fairhash.runs.workspace import Workspace

_UNITS = {"s": 1, "m": 60, "h": 3600}


@click.command()
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE.toml")
@click.option("--for", "limit", metavar="TIME", help="End after this time, e.g. 90s, 150m or 2h.")
@click.option(
    "--status", "only_status", is_flag=True, help="Show what is done, missing, stale and failed; run nothing."
)
@click.option(
    "--nice", type=click.IntRange(0, 19), default=0, show_default=True, help="CPU priority; 19 is the lowest."
)
@click.option(
    "--jobs", type=click.IntRange(min=1), metavar="N", help="Jobs at a time.  [default: number of processors]"
)
@click.option(
    "--results",
    "folder",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder that results are read from and written to.  [default: results]",
)
@as_json
def campaign(
    *,
    file: Path,
    limit: str | None,
    only_status: bool,
    nice: int,
    jobs: int | None,
    folder: Path | None,
    as_json: bool,
) -> int:
    """Make the runs that FILE declares and that have no result yet, in the order of FILE.

    Each result is written as soon as it is made. After an interruption the same command continues where it stopped.
    The exit status is 0 if no run of the campaign is missing or stale, else 1. docs/campaigns.md describes FILE.

    \b
    Examples:
      fairhash campaign campaigns/paper-a.toml --for 150m --nice 19
      fairhash campaign campaigns/paper-a.toml --status
    """
    limit_s = _seconds(limit) if limit else None
    declared, stored, workspace = read_campaign(file), ResultsFolder(folder or results()), Workspace()

    def make_plan() -> list[Run]:
        return plan(declared, stored, workspace, ChosenRecipes(stored), StoredSelections(stored))

    if not only_status:
        os.nice(nice)
        with Sweep("campaign") as sweep:
            run_campaign(make_plan, stored, workspace, sweep, limit_s=limit_s, jobs=jobs)
    runs = make_plan()
    _show(runs, as_json=as_json)
    return 1 if any(run.is_due for run in runs) else 0


def _show(runs: list[Run], *, as_json: bool) -> None:
    state = status(runs)
    if as_json:
        print_json({**state.counts, "cpu_hours_left": state.cpu_hours_left, "unknown_cost": state.unknown_cost})
        return
    rows = []
    for target in dict.fromkeys(run.target.id for run in runs):
        part = status(run for run in runs if run.target.id == target)
        rows.append((target, *map(str, part.counts.values()), f"{part.cpu_hours_left:.1f}", str(part.unknown_cost)))
    rows.append(("all", *map(str, state.counts.values()), f"{state.cpu_hours_left:.1f}", str(state.unknown_cost)))
    print_table(("target", *state.counts, "CPU hours left", "of unknown cost"), rows)


def _seconds(text: str) -> float:
    match = re.fullmatch(r"(\d+(?:\.\d+)?)([smh])", text)
    if match is None:
        raise FairhashError(f"{text!r} is not a time", "--for", "write for example 90s, 150m or 2h")
    return float(match[1]) * _UNITS[match[2]]
