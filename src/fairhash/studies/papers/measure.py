# SPDX-License-Identifier: Apache-2.0
"""Verifies and measures the cores of a paper: the part of the release's campaign that has them."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fairhash.base import paths
from fairhash.bench.campaign import Planner, run_campaign
from fairhash.bench.campaign_run import CampaignRun
from fairhash.bench.implementing import verify_all
from fairhash.bench.jobs import Progress, Silent
from fairhash.bench.workspace import Workspace
from fairhash.catalog.campaign import Campaign, Entry, read_campaign
from fairhash.catalog.targets import find_target
from fairhash.figures.recipe_choice import ChosenRecipes, StoredSelections
from fairhash.results import Result
from fairhash.results.results_folder import ResultsFolder
from fairhash.studies.papers.paper import Paper
from fairhash.testbench.report import VerifyReport

_RELEASE = Path("campaigns/release.toml")
DEFAULT_SEEDS = 5
"""Seeds where neither the user nor a campaign file says how many."""


@dataclass(frozen=True)
class PaperJob:
    """The outcome of a paper's campaign."""

    reports: tuple[VerifyReport, ...]
    """Of every core of the campaign."""
    results: tuple[Result, ...]
    """Results of the runs that were made. A core that failed its verification has none."""

    @property
    def wrong(self) -> list[VerifyReport]:
        """Reports of the cores that failed their verification."""
        return [report for report in self.reports if not report.ok]


def paper_campaign(paper: Paper, devices: Sequence[str] = (), seeds: int | None = None) -> Campaign:
    """Return the campaign that measures the paper's cores: the entries of campaigns/release.toml that have any.

    Args:
        devices: if any are named, or the file does not exist, the campaign is all cores of the paper on these devices,
            by default on the paper's own.
        seeds: only seeds 1 to `seeds`; default: those of the file, or DEFAULT_SEEDS.

    Raises:
        FairhashError: if there is no such device, or the file is wrong.
    """
    for device in devices:
        find_target(device)
    names = tuple(core.name for core in paper.cores())
    file = paths.root() / _RELEASE
    if file.is_file() and not devices:
        declared = _with_cores(read_campaign(file), names)
        return declared if seeds is None else _with_fewer_seeds(declared, seeds)
    entry = Entry(
        cores=names,
        targets=tuple(devices or paper.default_devices()),
        seeds=tuple(range(1, (seeds or DEFAULT_SEEDS) + 1)),
    )
    return Campaign(description=paper.title, entry=(entry,))


def _with_cores(campaign: Campaign, names: Sequence[str]) -> Campaign:
    """Return the campaign with these cores only; an entry without any of them is excluded, and so are accelerators."""
    entries = [
        entry.model_copy(update={"cores": cores, "without": ()})
        for entry in campaign.entry
        if entry.kind != "accelerators"
        and (cores := tuple(core.name for core in entry.chosen_cores() if core.name in names))
    ]
    return campaign.model_copy(update={"entry": tuple(entries)})


def _with_fewer_seeds(campaign: Campaign, most: int) -> Campaign:
    """Return the campaign without seeds above `most`; an entry without any seed left is excluded."""
    entries = [
        entry.model_copy(update={"seeds": seeds})
        for entry in campaign.entry
        if (seeds := tuple(seed for seed in entry.seeds if seed <= most))
    ]
    return campaign.model_copy(update={"entry": tuple(entries)})


def paper_job(
    campaign: Campaign, folder: ResultsFolder, workspace: Workspace, progress: Progress | None = None
) -> PaperJob:
    """Verify the campaign's cores, then run what is missing or stale of those that passed.

    Each core is run by the recipe chosen for it, unless the campaign names one.

    Args:
        campaign: from paper_campaign().
        folder: where results are read, and added as soon as they are made.
        workspace: where runs are made.
        progress: receives the plan of the verification and each batch of runs.
    """
    cores = {core.name: core for entry in campaign.entry for core in entry.chosen_cores()}
    reports = verify_all(list(cores.values()), progress or Silent())
    right = {name for name, report in zip(cores, reports, strict=True) if report.ok}

    def make_plan() -> list[CampaignRun]:
        planner = Planner(folder, workspace, ChosenRecipes(folder), StoredSelections(folder))
        return [run for run in planner.plan(campaign) if run.core.name in right]

    results = run_campaign(make_plan, folder, workspace, progress) if right else []
    return PaperJob(tuple(reports), tuple(results))
