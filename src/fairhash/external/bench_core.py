# SPDX-License-Identifier: Apache-2.0
"""Verification and measurement of an external core, compared with the catalogue's cores of the same algorithm."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fairhash import paths
from fairhash.catalog.core import Core
from fairhash.catalog.cores import all_cores, main_name
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.target import Target
from fairhash.results import Database, Result
from fairhash.results.export import read_folder
from fairhash.runs.implementing import implement
from fairhash.runs.progress import Progress
from fairhash.testbench.report import VerifyReport
from fairhash.testbench.verification import VerifyOptions, verify

_VERIFY_SEED = 0
"""Fixed, so that the same core always gets the same verdict."""


@dataclass(frozen=True)
class BenchReport:
    """The outcome of bench_core()."""

    report: VerifyReport
    """The verification of the external core."""
    results: tuple[Result, ...]
    """The external core's results, one a seed; empty if the verification failed."""
    catalogue_results: tuple[Result, ...]
    """Stored results of the catalogue's cores of the same algorithm, device and recipe."""

    @property
    def ok(self) -> bool:
        """Whether the core passed verification and every run succeeded with a netlist that passed its check."""
        return self.report.ok and all(result.ranked for result in self.results)


def bench_core(
    core: Core,
    device: Target,
    recipe: Recipe,
    seeds: Sequence[int],
    progress: Progress | None = None,
    *,
    on_report: Callable[[VerifyReport], None] | None = None,
) -> BenchReport:
    """Verify `core` in all modes; if it passes, implement it with each seed.

    Args:
        on_report: called with the verification report before the implementation starts.
    """
    Database().require_intact()
    report = verify(core, VerifyOptions(seed=_VERIFY_SEED))
    if on_report:
        on_report(report)
    if not report.ok:
        return BenchReport(report, (), ())
    results = implement([core], device, recipe, seeds, progress)
    return BenchReport(report, tuple(results), tuple(stored_catalogue_results(core.algorithm, device.id, recipe.name)))


def stored_catalogue_results(algorithm: str, device: str, recipe: str) -> list[Result]:
    """Stored results of the catalogue's cores of one algorithm, each once.

    They come from this machine's database and from the committed results.
    """
    committed = read_folder(paths.results())
    by_key = {result.key: result for result in [*committed, *Database().find(device=device)]}
    return [
        result
        for result in by_key.values()
        if (result.algorithm, result.device, result.recipe) == (algorithm, device, recipe)
        and main_name(result.core) in all_cores()
    ]
