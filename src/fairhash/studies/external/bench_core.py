# SPDX-License-Identifier: Apache-2.0
"""Verification and measurement of an external core, compared with the catalogue's cores of the same algorithm."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.bench.implementing import count_synthesis, implement
from fairhash.bench.jobs import Progress, Silent
from fairhash.catalog.core import Core
from fairhash.catalog.cores import all_cores, main_name
from fairhash.catalog.device import Device
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.recipes import DEFAULT_RECIPE, find_recipe
from fairhash.catalog.target import Target
from fairhash.external.resolve_core import with_formula
from fairhash.figures.figures import Figure, figures, own_best
from fairhash.figures.measures import AreaMeasure, reference_core
from fairhash.figures.selection import RecipeSelection, select
from fairhash.results import Result, own_results
from fairhash.results.reader import read_results
from fairhash.results.synthesis_counts import SynthesisCount, read_counts
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
    """The external core's results, one a recipe and seed; empty if the verification failed."""
    catalogue_results: tuple[Result, ...]
    """Stored results of the catalogue's cores of the same algorithm, and of SHA-2 with equal digest, on the device."""
    counts: tuple[SynthesisCount, ...] = ()
    """Cells of the external core's netlists that were mapped to choose its recipe."""
    chosen: str = ""
    """The recipe that the rule chose for the external core; empty if one was requested."""

    @property
    def ok(self) -> bool:
        """Whether the core passed verification and its runs succeeded with a netlist that passed its check.

        Runs of recipes that the rule tried and did not choose may fail.
        """
        shown = [result for result in self.results if result.recipe in (DEFAULT_RECIPE, self.chosen)]
        # a core whose description excludes modes is not ranked, but that is no failure
        return self.report.ok and all(result.passed for result in (shown if self.chosen else self.results))

    def figures(self, area: AreaMeasure) -> list[Figure]:
        """The external core beside those of the catalogue: each by the recipe of the runs, and by its best one."""
        every = figures([*self.results, *self.catalogue_results], area)
        if not self.chosen:
            return [figure for figure in every if figure.comparison in {result.recipe for result in self.results}]
        counts = [*read_counts(paths.results() / "synthesis"), *self.counts]
        return [figure for figure in every if figure.comparison == DEFAULT_RECIPE] + own_best(every, counts)


def bench_core(
    core: Core,
    device: Target,
    recipe: Recipe | None,
    seeds: Sequence[int],
    progress: Progress | None = None,
    *,
    jobs: int | None = None,
    on_report: Callable[[VerifyReport], None] | None = None,
) -> BenchReport:
    """Verify `core` in all modes; if it passes, implement it with each seed.

    Args:
        core: the external core.
        device: the target.
        recipe: its recipe; None for the default and the one that the rule for cores of the catalogue chooses.
        seeds: the seeds.
        progress: is informed of every job.
        jobs: number of parallel jobs; by default the number of processors.
        on_report: called with the verification report before the implementation starts.
    """
    own_results().read()  # a damaged file is reported before the work
    report = verify(core, VerifyOptions(seed=_VERIFY_SEED, first_failure=True))
    if on_report:
        on_report(report)
    if not report.ok:
        return BenchReport(report, (), ())
    first = recipe or find_recipe(DEFAULT_RECIPE)
    results = implement([core], device, first, seeds, progress, jobs=jobs)
    done = BenchReport(report, tuple(results), tuple(stored_catalogue_results(core, device.id)))
    if recipe is None and isinstance(device, Device) and any(result.status == "ok" for result in results):
        return _choose_recipe(done, core, device, seeds, progress or Silent(), jobs)
    return done


def bench_described(  # noqa: PLR0917 - what bench_core() is given
    core: Core,
    device: Target,
    recipe: Recipe | None,
    seeds: Sequence[int],
    progress: Progress | None = None,
    on_report: Callable[[VerifyReport], None] | None = None,
) -> tuple[VerifyReport, BenchReport | None]:
    """Verify an external core whose cycles may be unknown, and measure it if it passed.

    Args:
        core: as read from its description.
        device: as of bench_core(), like the others.
        seeds: as of bench_core(); none to verify only.
        progress: as of bench_core().
        on_report: as of bench_core().

    Returns:
        The verification; and the measurement, None without seeds or if the digests are wrong and the cycles no formula.

    Raises:
        FairhashError: Its digests are right and its cycles cannot be measured.
    """
    try:
        described = with_formula(core)
    except FairhashError:
        # the cycles of a core with wrong digests need not be linear, and are not why it fails
        report = verify(core, VerifyOptions(modes=("answers",), seed=_VERIFY_SEED))
        if report.ok:
            raise
        return report, None
    if not seeds:
        return verify(described, VerifyOptions(seed=_VERIFY_SEED, first_failure=True)), None
    bench = bench_core(described, device, recipe, seeds, progress, on_report=on_report)
    return bench.report, bench


def _choose_recipe(  # noqa: PLR0917 - what bench_core() was given
    done: BenchReport, core: Core, device: Device, seeds: Sequence[int], progress: Progress, jobs: int | None
) -> BenchReport:
    """Apply the rule of figures/selection.py to the external core: make what it needs until it has chosen."""
    results, counts = list(done.results), list[SynthesisCount]()
    verilog = results[0].verilog_digest

    def selection() -> RecipeSelection:
        return select(core.name, device, results, counts, verilog=verilog)

    for need in selection().needs:
        if need.stage == "synthesis":
            job = f"{core.name} synthesis by {need.recipe}"
            progress.started(job)
            counts.append(count_synthesis(core, device, find_recipe(need.recipe)))
            progress.finished(job, counts[-1].reason or "ok", fresh=True)
    tried: set[tuple[str, int]] = set()
    while True:
        chosen = selection()
        # with fewer seeds than the rule's, those that were requested
        pending: dict[str, list[int]] = {}
        for need in chosen.needs:
            missing = [seed for seed in need.seeds if chosen.recipe is None or seed in seeds]
            missing = [seed for seed in missing if (need.recipe, seed) not in tried]
            if need.stage == "placement" and missing:
                pending[need.recipe] = missing
        if not pending:
            return replace(done, results=tuple(results), counts=tuple(counts), chosen=chosen.recipe or "")
        for name, missing in pending.items():
            tried |= {(name, seed) for seed in missing}
            results += implement([core], device, find_recipe(name), missing, progress, jobs=jobs)


def stored_catalogue_results(core: Core, device: str) -> list[Result]:
    """Stored results of the catalogue's cores of the same algorithm, and of their reference, each once.

    They are the user's own and the committed ones.
    """
    names = {name for name, other in all_cores().items() if core.algorithm in (other.algorithm, *other.also)}
    names.add(reference_core(core.digest_bits))
    return [result for result in read_results() if result.device == device and main_name(result.core) in names]
