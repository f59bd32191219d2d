# SPDX-License-Identifier: Apache-2.0
"""What ./run does: two cores verified, then implemented over five seeds; all of it remembered by content."""

from collections.abc import Sequence
from dataclasses import dataclass

from fairhash.catalog.core import Core
from fairhash.catalog.cores import find_core
from fairhash.catalog.recipes import MAIN_RECIPE, find_recipe
from fairhash.catalog.targets import find_device
from fairhash.results import Result
from fairhash.runs.implementing import implement
from fairhash.runs.keys import digest
from fairhash.runs.progress import Progress, Silent
from fairhash.runs.workers import default_worker_count, workers
from fairhash.runs.workspace import Workspace
from fairhash.testbench.report import VerifyReport
from fairhash.testbench.verification import VerifyOptions, verify

CORES = ("keccak-512/highspeed", "sha-512/highspeed")
DEVICE = "ecp5-85k-8"
SEEDS = (1, 2, 3, 4, 5)

_VERIFY_SEED = 0
"""Fixed, so that a verdict that is remembered is the one that would be found again."""


@dataclass(frozen=True)
class MainJob:
    """What came of it. No results where a core failed its verification."""

    reports: tuple[VerifyReport, ...]
    results: tuple[Result, ...]

    @property
    def ok(self) -> bool:
        """Whether every core was right and every run ended well with a netlist that was."""
        return all(report.ok for report in self.reports) and all(result.ranked for result in self.results)


def main_job(progress: Progress | None = None) -> MainJob:
    """Verify, then implement what ./run is about; what was done before, with the same content, is not done again.

    `progress` is told of two plans, one after the other.
    """
    cores = [find_core(name) for name in CORES]
    reports = verify_all(cores, progress or Silent())
    if not all(report.ok for report in reports):
        return MainJob(tuple(reports), ())
    results = implement(cores, find_device(DEVICE), find_recipe(MAIN_RECIPE), SEEDS, progress)
    return MainJob(tuple(reports), tuple(results))


def verify_all(cores: Sequence[Core], progress: Progress) -> list[VerifyReport]:
    """A report for each core, all modes of the testbench, from the store where the same was verified before."""
    workspace, device, recipe = Workspace(), find_device(DEVICE), find_recipe(MAIN_RECIPE)
    progress.planned(len(cores))
    with workers(default_worker_count()) as crew:

        def verified(core: Core) -> VerifyReport:
            job = f"{core.name} verification"
            keys = workspace.keys(core, device, recipe)
            key = digest([keys.verification, _VERIFY_SEED])

            def work(_folder: object) -> VerifyReport:
                progress.started(job)
                return verify(core, VerifyOptions(seed=_VERIFY_SEED))

            report, fresh = workspace.store.make("verification", key, VerifyReport, work, crew.stop)
            progress.finished(job, "pass" if report.ok else "FAIL", fresh)
            return report

        running = [crew.submit(lambda core=core: verified(core)) for core in cores]  # type: ignore[misc]
        return [future.result() for future in running]
