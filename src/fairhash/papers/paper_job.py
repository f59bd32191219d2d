# SPDX-License-Identifier: Apache-2.0
"""What `fairhash paper` runs: a paper's cores verified, and those that are right implemented; all of it remembered."""

from collections.abc import Sequence
from dataclasses import dataclass

from fairhash.catalog.core import Core
from fairhash.catalog.device import CellLibrary, Device
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.recipes import DEFAULT_RECIPE, MAIN_RECIPE, find_recipe, recipes
from fairhash.catalog.target import Target
from fairhash.errors import FairhashError
from fairhash.results import Result
from fairhash.runs.implementing import implement
from fairhash.runs.main_job import verify_all
from fairhash.runs.progress import Progress, Silent
from fairhash.testbench.report import VerifyReport


@dataclass(frozen=True)
class PaperJob:
    """What came of it; a core that is not right has a report that says so and no results."""

    reports: tuple[VerifyReport, ...]
    results: tuple[Result, ...]

    @property
    def wrong(self) -> list[VerifyReport]:
        """Cores that failed their verification."""
        return [report for report in self.reports if not report.ok]


def recipe_for(device: Target) -> Recipe:
    """The recipe of ./run where it has options for the device's family or for cells, else the first one that has.

    Estimates and vendors' tools know the default one only.
    """
    if not isinstance(device, Device | CellLibrary):
        return find_recipe(DEFAULT_RECIPE)
    known = [find_recipe(MAIN_RECIPE), *recipes().values()]
    for recipe in known:
        if recipe.cells if isinstance(device, CellLibrary) else device.cells in recipe.family:
            return recipe
    raise FairhashError(f"no recipe has options for family {device.family}", "", "see docs/measuring.md")


def paper_job(
    cores: Sequence[Core],
    devices: Sequence[Target],
    seeds: Sequence[int],
    progress: Progress | None = None,
) -> PaperJob:
    """Verify the cores, then implement the right ones on each device; what the store has is not done again.

    A library of cells has one result a core, whatever the seeds.

    `progress` is told of one plan for the verification and one for each device.
    """
    asked = [(device, recipe_for(device)) for device in devices]
    reports = verify_all(cores, progress or Silent())
    right = [core for core, report in zip(cores, reports, strict=True) if report.ok]
    results: list[Result] = []
    for device, recipe in asked if right else ():
        results += implement(right, device, recipe, seeds, progress)
    return PaperJob(tuple(reports), tuple(results))
