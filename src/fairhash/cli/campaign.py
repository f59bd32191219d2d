# SPDX-License-Identifier: Apache-2.0
"""The command that measures what a campaign declares."""

import os
import re
import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import click

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.bench.campaign import Planner, run_campaign, status
from fairhash.bench.campaign_lock import (
    RunningCampaign,
    only_campaign,
    require_no_campaign,
    running_campaign,
    stop_campaign,
)
from fairhash.bench.campaign_run import CampaignRun
from fairhash.bench.record import bench_commit
from fairhash.bench.workers import default_worker_count
from fairhash.bench.workspace import Workspace
from fairhash.catalog.campaign import Campaign, read_campaign
from fairhash.cli.background import start_command
from fairhash.console.names import RESULTS
from fairhash.console.output import as_json, print_json, print_table
from fairhash.console.progress import ProgressDisplay
from fairhash.figures.recipe_choice import ChosenRecipes, StoredSelections
from fairhash.models.library import library
from fairhash.results.results_folder import ResultsFolder
from fairhash.studies.system.accelerator_area import AcceleratorRuns

_UNITS = {"s": 1, "m": 60, "h": 3600}
_LONGEST_S = 365 * 24 * 3600


@click.command()
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE.toml")
@click.option("--for", "limit", metavar="TIME", help="End after this time, e.g. 90s, 150m or 2h.")
@click.option(
    "--status", "only_status", is_flag=True, help="Show what is done, missing, stale and failed; run nothing."
)
@click.option("--detach", is_flag=True, help="Run in the background, whatever happens to this terminal.")
@click.option("--stop", is_flag=True, help="End the campaign that runs in the folder of results; run nothing.")
@click.option(
    "--nice", type=click.IntRange(0, 19), default=0, show_default=True, help="CPU priority; 19 is the lowest."
)
@click.option(
    "--jobs", type=click.IntRange(min=1), metavar="N", help="Jobs at a time.  [default: number of processors]"
)
@RESULTS
@as_json
def campaign(
    *,
    file: Path,
    limit: str | None,
    only_status: bool,
    detach: bool,
    stop: bool,
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
      fairhash campaign campaigns/release.toml --for 140m --nice 19 --jobs 2 --detach
      fairhash campaign campaigns/release.toml --status
      fairhash campaign campaigns/release.toml --stop
    """
    limit_s = None if limit is None else _seconds(limit)
    declared, place = read_campaign(file), folder or paths.results()
    if stop:
        stopped = stop_campaign(place)
        click.echo(f"Stopped: {stopped.text()}" if stopped else "No campaign was running.")
        return 0
    if only_status:
        running = running_campaign(place)
        runs = _planner(place, Workspace()).plan(declared)
        _show(runs, jobs, running, as_json=as_json)
        return 1 if any(run.is_due for run in runs) else 0
    if detach:
        return _start_in_background(file, place)
    os.nice(nice)
    now = datetime.now(UTC).replace(microsecond=0)
    until = None if limit_s is None else now + timedelta(seconds=limit_s)
    with only_campaign(place, RunningCampaign(process=os.getpid(), file=str(file), started=now, until=until)):
        runs = _run(declared, place, limit_s, jobs)
    _show(runs, jobs, None, as_json=as_json)
    return 1 if any(run.is_due for run in runs) else 0


def _planner(folder: Path, workspace: Workspace) -> Planner:
    stored = ResultsFolder(folder)
    accelerators = AcceleratorRuns(stored, workspace)
    return Planner(stored, workspace, ChosenRecipes(stored), StoredSelections(stored), accelerators)


def _run(declared: Campaign, folder: Path, limit_s: float | None, jobs: int | None) -> list[CampaignRun]:
    """Run the campaign and return its plan afterwards."""
    # without these each result would lack something that cannot be added later
    library()
    if not bench_commit():
        raise FairhashError("results need the commit of this checkout", str(paths.root()), "run it in a git checkout")
    workspace = Workspace()
    with ProgressDisplay("campaign") as sweep:
        run_campaign(
            lambda: _planner(folder, workspace).plan(declared),
            ResultsFolder(folder),
            workspace,
            sweep,
            AcceleratorRuns(ResultsFolder(folder), workspace),
            limit_s=limit_s,
            jobs=jobs,
        )
    return _planner(folder, workspace).plan(declared)


def _start_in_background(file: Path, folder: Path) -> int:
    """Start the same command without --detach."""
    require_no_campaign(folder)
    log = paths.build() / "campaign" / f"{file.stem}.log"

    def is_started(process: int) -> bool:
        started = running_campaign(folder)
        return started is not None and started.process == process

    process = start_command([word for word in sys.argv[1:] if word != "--detach"], log, is_started)
    click.echo(f"Started: process {process}, output in {log}")
    return 0


def _show(runs: Sequence[CampaignRun], jobs: int | None, running: RunningCampaign | None, *, as_json: bool) -> None:
    state = status(runs)
    places = list(dict.fromkeys((run.entry, run.target.id) for run in runs))
    parts = [
        (entry, target, status(run for run in runs if (run.entry, run.target.id) == (entry, target)))
        for entry, target in places
    ]
    if as_json:
        entries = [
            {"entry": entry, "target": target} | dict(part.counts) | {"cpu_hours_left": part.cpu_hours_left}
            for entry, target, part in parts
        ]
        totals = dict(state.counts) | {"cpu_hours_left": state.cpu_hours_left, "unknown_cost": state.unknown_cost}
        print_json({**totals, "entries": entries, "running": running.text() if running else None})
        return
    rows = [
        (entry, target, *map(str, part.counts.values()), f"{part.cpu_hours_left:.1f}", str(part.unknown_cost))
        for entry, target, part in [*parts, ("all", "", state)]
    ]
    count = jobs or default_worker_count()
    print_table(("entry", "target", *state.counts, "CPU hours left", "of unknown cost"), rows)
    click.echo(f"About {state.cpu_hours_left / count:.1f} hours with {count} jobs on idle processors.")
    click.echo(f"Running: {running.text()}" if running else "No campaign is running in this folder.")


def _seconds(text: str) -> float:
    match = re.fullmatch(r"(\d+(?:\.\d+)?)([smh])", text)
    seconds = float(match[1]) * _UNITS[match[2]] if match else 0
    # the system's timer takes 0 for no limit
    if not 0 < seconds <= _LONGEST_S:
        raise FairhashError(f"{text!r} is not a time of at most a year", "--for", "write for example 90s, 150m or 2h")
    return seconds
