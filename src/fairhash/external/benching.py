# SPDX-License-Identifier: Apache-2.0
"""What `fairhash bench` does: somebody's core verified, implemented, and put beside ours of the same algorithm."""

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
class Benched:
    """What came of it; no results where the core failed its verification."""

    report: VerifyReport
    results: tuple[Result, ...]
    ours: tuple[Result, ...]

    @property
    def ok(self) -> bool:
        """Whether the core was right and every run ended well with a netlist that was."""
        return self.report.ok and all(result.ranked for result in self.results)


def bench(
    core: Core,
    device: Target,
    recipe: Recipe,
    seeds: Sequence[int],
    progress: Progress | None = None,
    *,
    told: Callable[[VerifyReport], None] | None = None,
) -> Benched:
    """Verify `core` in all modes, then implement it; `told` gets the verification's report as soon as it is there."""
    report = verify(core, VerifyOptions(seed=_VERIFY_SEED))
    if told:
        told(report)
    if not report.ok:
        return Benched(report, (), ())
    results = implement([core], device, recipe, seeds, progress)
    return Benched(report, tuple(results), tuple(stored_of_ours(core.algorithm, device.id, recipe.name)))


def stored_of_ours(algorithm: str, device: str, recipe: str) -> list[Result]:
    """Stored results of the catalogue's cores of one algorithm: this machine's and the committed ones, once each."""
    committed = read_folder(paths.results())
    found = {result.key: result for result in [*committed, *Database().find(device=device)]}
    return [
        result
        for result in found.values()
        if (result.algorithm, result.device, result.recipe) == (algorithm, device, recipe)
        and main_name(result.core) in all_cores()
    ]
