# SPDX-License-Identifier: Apache-2.0
"""The job of ./run: verify two cores, then implement them with three seeds; stored outcomes are reused."""

from collections.abc import Sequence
from dataclasses import dataclass

from fairhash.bench.implementing import implement
from fairhash.bench.keys import digest, file_contents_digest
from fairhash.bench.progress import Progress, Silent
from fairhash.bench.workers import default_worker_count, workers
from fairhash.bench.workspace import Workspace
from fairhash.catalog.core import Core
from fairhash.catalog.cores import find_core
from fairhash.catalog.recipes import MAIN_RECIPE, find_recipe
from fairhash.catalog.targets import find_device
from fairhash.results import Result, own_results
from fairhash.testbench.answers import official_place
from fairhash.testbench.report import VerifyReport
from fairhash.testbench.verification import VerifyOptions, verify

CORES = ("keccak-512/highspeed", "sha-512/highspeed")
DEVICE = "ecp5-85k-8"
SEEDS = (1, 2, 3)
"""As many as a known figure needs."""

_VERIFY_SEED = 0
"""Fixed, because it is part of the key of a stored verdict."""


@dataclass(frozen=True)
class MainJob:
    """The outcome of ./run. There are no results if a core failed its verification."""

    reports: tuple[VerifyReport, ...]
    results: tuple[Result, ...]

    @property
    def ok(self) -> bool:
        """Whether every core passed its verification and every run succeeded with a correct netlist."""
        return all(report.ok for report in self.reports) and all(result.ranked for result in self.results)


def main_job(progress: Progress | None = None) -> MainJob:
    """Verify the cores of ./run, then implement them.

    Args:
        progress: Is informed of every job; it receives two plans, first for verification, then for implementation.
    """
    own_results().read()  # a damaged file is reported before the work
    cores = [find_core(name) for name in CORES]
    reports = verify_all(cores, progress or Silent())
    if not all(report.ok for report in reports):
        return MainJob(tuple(reports), ())
    results = implement(cores, find_device(DEVICE), find_recipe(MAIN_RECIPE), SEEDS, progress)
    return MainJob(tuple(reports), tuple(results))


def verify_all(cores: Sequence[Core], progress: Progress) -> list[VerifyReport]:
    """Verify each core in all modes of the testbench, in parallel; stored reports are reused."""
    workspace, device, recipe = Workspace(), find_device(DEVICE), find_recipe(MAIN_RECIPE)
    progress.planned(len(cores))
    with workers(default_worker_count()) as crew:

        def verify_core(core: Core) -> VerifyReport:
            job = f"{core.name} verification"
            keys = workspace.keys(core, device, recipe)
            official = official_place(core)
            key = digest([keys.verification, file_contents_digest([official] if official else []), _VERIFY_SEED])

            def work(_folder: object) -> VerifyReport:
                progress.started(job)
                return verify(core, VerifyOptions(seed=_VERIFY_SEED))

            report, fresh = workspace.store.get_or_make("verification", key, VerifyReport, work, crew.stop)
            progress.finished(job, "pass" if report.ok else "FAIL", fresh)
            return report

        return crew.map(verify_core, cores)
