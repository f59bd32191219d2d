# SPDX-License-Identifier: Apache-2.0
"""Figures: medians and quartiles over runs that differ only in the seed.

A figure is known or preliminary (`Figure.preliminary`). Only known figures have intervals and ranks, and only they are
used in means, correlations and as the denominator of a ratio.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from fairhash.base import paths
from fairhash.catalog.device import GATE_EQUIVALENT
from fairhash.catalog.recipe import EXPLORED_PREFIX
from fairhash.catalog.recipes import DEFAULT_RECIPE, MAIN_RECIPE, find_recipe, has_options
from fairhash.catalog.targets import devices, targets
from fairhash.figures import measures
from fairhash.figures.measures import CELLS, AreaMeasure
from fairhash.figures.selection import counts_by_core, rule_recipes, select
from fairhash.figures.statistics import Spread, spread
from fairhash.results.reader import under_main_name
from fairhash.results.schema import Result, Status
from fairhash.results.synthesis_counts import SynthesisCount, read_counts

MIN_SEEDS = 3
"""A figure of fewer seeds is preliminary. Standard cells have no seeds, so one run is enough there."""

ANNEALED_COMMAND = ("annealed",)
"""The first words of the command of an annealed placement, as targets/fpga/fpga_kind.py stores it."""

ESTIMATE: Status = "estimate"

OWN_BEST = "own-best"
"""Name of the comparison in which each core has the recipe chosen for it (selection.py); no recipe has this name."""


def _resource(name: str) -> "cached_property[Spread | None]":
    """A property of figures: a count of the resources of each run with an area."""
    return cached_property(
        lambda figure: _smallest(getattr(run.resources, name) for run in figure.runs_with_area if run.resources)
    )


@dataclass(frozen=True)
class Figure:
    """The runs of one core on one device with one recipe, which differ only in the seed, as part of one comparison."""

    runs: tuple[Result, ...]
    comparison: str
    """The figures that it is compared with: those of a recipe, by the recipe's name, or OWN_BEST."""
    area: AreaMeasure = CELLS
    """The measure of its areas."""
    basis: str = ""
    """How its recipe was chosen; empty outside the comparison OWN_BEST."""
    open_choice: str = ""
    """Why another recipe may still be chosen for the core; empty if the choice is final, and outside OWN_BEST."""

    @property
    def first(self) -> Result:
        """The first run, to read what all runs have in common."""
        return self.runs[0]

    @cached_property
    def succeeded(self) -> tuple[Result, ...]:
        """The runs with status `ok`."""
        return tuple(run for run in self.runs if run.status == "ok")

    @property
    def estimated(self) -> bool:
        """Whether it is an estimate: a family that no tool can place, whose area is shown but never compared."""
        return self.first.status == ESTIMATE

    @property
    def runs_with_area(self) -> tuple[Result, ...]:
        """The runs whose areas are shown: all runs of an estimate, otherwise those that succeeded."""
        return self.runs if self.estimated else self.succeeded

    @cached_property
    def stale(self) -> str:
        """Why its runs would give something else today; empty if all are of today's sources and tools."""
        return next((run.stale for run in self.runs if run.stale), "")

    @cached_property
    def ratio_exclusion(self) -> str:
        """Why the figure must not be divided by a known figure; empty if it may.

        Every run failed, a netlist did not pass its check, the cycles were not measured, a placement was annealed, or
        a run is stale.
        """
        if not self.succeeded:
            return self.failures
        netlists = {run.netlist.verdict: run.netlist for run in self.succeeded}
        for verdict in ("fail", "unchecked"):
            if verdict in netlists:
                detail = netlists[verdict].detail
                return f"netlist check: {verdict}" + (f" ({detail})" if detail else "")
        if self.first.untested:
            return f"not tested by its description: {', '.join(self.first.untested)}"
        if any(run.measured_cycles is None for run in self.succeeded):
            return f"cycles not measured: {self.first.cycles_note}".rstrip(": ")
        if self.annealed:
            return "annealed: the placement was searched for longer than others"
        return f"stale: {self.stale}" if self.stale else ""

    @cached_property
    def annealed(self) -> bool:
        """Whether a placement was annealed: such figures are shown by their recipe's name and never compared."""
        return any(is_annealed(run) for run in self.runs)

    @cached_property
    def preliminary(self) -> str:
        """Why the figure is preliminary; empty if it is known.

        A known figure has MIN_SEEDS successful seeds (one run on standard cells), all of its runs are of today's
        sources and tools, its netlists gave the answers, its cycles were measured, and its recipe is the final choice.
        A preliminary figure shows its own values, without interval and rank. It is in no mean and no correlation, and
        nothing is divided by it.
        """
        if self.ratio_exclusion:
            return self.ratio_exclusion
        if len(self.succeeded) < MIN_SEEDS and not self.on_cells:
            return f"{len(self.succeeded)} of the {MIN_SEEDS} seeds needed"
        return self.open_choice

    @property
    def on_cells(self) -> bool:
        """Whether it is a figure of standard cells, which have no seeds."""
        return self.first.area_unit == GATE_EQUIVALENT

    @property
    def has_interval(self) -> bool:
        """Whether quartiles and intervals are shown: the figure is known and has several runs."""
        return not self.preliminary and len(self.succeeded) > 1

    @cached_property
    def untimed_note(self) -> str:
        """Cells for which the place tool has no delays, e.g. ``up to 12 LUT4 without delays ...``; empty if none."""
        most: dict[str, int] = {}
        for run in self.succeeded:
            for kind, count in run.untimed_cells.items():
                most[kind] = max(count, most.get(kind, 0))
        cells = ", ".join(f"{count} {kind}" for kind, count in sorted(most.items()))
        return f"up to {cells} without delays in the tool, given the slowest of their type" if cells else ""

    @cached_property
    def failures(self) -> str:
        """Number and reasons of failed runs, e.g. ``2 of 5 unrouted: ...``; empty if none failed."""
        failed = [run for run in self.runs if run.status != "ok"]
        by_status: dict[str, list[Result]] = {}
        for run in failed:
            by_status.setdefault(run.status, []).append(run)
        if len(failed) == len(self.runs) and len(by_status) == 1:
            return f"{failed[0].status}: {failed[0].reason}"
        return "; ".join(
            f"{len(runs)} of {len(self.runs)} {status}: {runs[0].reason}" for status, runs in by_status.items()
        )

    @cached_property
    def clock_mhz(self) -> Spread | None:
        """The effective clock."""
        return _spread([run.achieved.effective_mhz for run in self.succeeded if run.achieved])

    @cached_property
    def area_cells(self) -> Spread | None:
        """Area in the figure's measure; the best is the smallest."""
        return _smallest(measures.area(run, self.area) for run in self.runs_with_area)

    @cached_property
    def areas(self) -> list[float]:
        """Area of each run that succeeded."""
        return [float(cells) for run in self.succeeded if (cells := measures.area(run, self.area)) is not None]

    counted_cells = _resource("area_cells")
    """Cells as the place tool counts them; the best is the smallest."""
    luts = _resource("luts")
    """LUTs of the mapped netlist; the best is the smallest."""
    carry = _resource("carry")
    """Carry cells of the mapped netlist; the best is the smallest."""
    flip_flops = _resource("flip_flops")
    """Registers; the best is the smallest."""
    memory_bits = _resource("memory_bits")
    """Bits that the design requests in block memory; the best is the smallest."""
    memory_blocks = _resource("memory_blocks")
    """Block memories of the mapped netlist, in the family's smallest blocks; the best is the smallest."""

    @cached_property
    def over_budget(self) -> str:
        """What the core uses beyond its allowance and budget, in the first run that uses more; or nothing."""
        reasons = (run.over_budget for run in self.runs)
        return next((f"over budget: {reason}" for reason in reasons if reason), "")

    @cached_property
    def throughputs_mbit_s(self) -> list[float]:
        """Long-message throughput of each run that succeeded."""
        values = (measures.result_throughput_mbit_s(run) for run in self.succeeded)
        return [value for value in values if value is not None]

    @cached_property
    def throughput_mbit_s(self) -> Spread | None:
        """Long-message throughput."""
        return _spread(self.throughputs_mbit_s)

    @cached_property
    def ratios(self) -> list[float]:
        """Throughput per area of each run that succeeded, in Mbit/s per logic cell."""
        values = (measures.throughput_per_area(run, self.area) for run in self.succeeded)
        return [value for value in values if value is not None]

    @cached_property
    def ratio(self) -> Spread | None:
        """Throughput per area in Mbit/s per logic cell."""
        return _spread(self.ratios)


def is_annealed(result: Result) -> bool:
    """Whether the placement of a run was annealed."""
    return any(command[:1] == ANNEALED_COMMAND for tool in result.tools for command in tool.commands)


def _spread(values: Sequence[float]) -> Spread | None:
    return spread(values) if values else None


def _smallest(counts: Iterable[int | None]) -> Spread | None:
    values = [float(count) for count in counts if count is not None]
    return spread(values, min) if values else None


def figures(results: Iterable[Result], area: AreaMeasure = CELLS) -> list[Figure]:
    """One figure for each core, device and recipe, sorted by these names.

    A figure has the runs of the newest series that is not stale; if all are stale, of the newest. Runs of searches are
    excluded, because each is one seed of a recipe that was not chosen.
    """
    series: dict[str, dict[int, Result]] = {}
    ordinary = [result for result in results if not result.recipe.startswith(EXPLORED_PREFIX)]
    for result in sorted(ordinary, key=lambda result: result.date):
        series.setdefault(result.series, {})[result.seed] = result
    newest: dict[tuple[str, str, str], Figure] = {}
    for by_seed in sorted(series.values(), key=_preference):
        runs = tuple(run for _, run in sorted(by_seed.items()))
        figure = Figure(runs, runs[0].recipe, area)
        newest[(figure.first.core, figure.first.device, figure.first.recipe)] = figure
    return [figure for _, figure in sorted(newest.items())]


def _preference(by_seed: Mapping[int, Result]) -> tuple[bool, datetime]:
    """Sort key of a series; the figure shows the greatest, so a stale series only if there is no other."""
    runs = by_seed.values()
    return not any(run.stale for run in runs), max(run.date for run in runs)


def own_best(among: Iterable[Figure], counts: Sequence[SynthesisCount] | None = None) -> list[Figure]:
    """For each core on each device the figure with the recipe that selection.py chooses, annealed ones excluded.

    If stored results do not suffice for the rule, the choice is open and the figure is preliminary: the one with the
    highest median throughput per area, those by recipes of the rule first. Devices that are not FPGAs of the open
    tools have one recipe for all cores.

    Args:
        among: The figures to choose from.
        counts: Outcomes of synthesis without placement; by default the committed ones.
    """
    synthesis_counts = read_counts(paths.results() / "synthesis") if counts is None else counts
    counts_of = counts_by_core(synthesis_counts)
    by_core: dict[tuple[str, str], list[Figure]] = {}
    for figure in among:
        if not figure.annealed:
            by_core.setdefault((figure.first.core, figure.first.device), []).append(figure)
    return [_choose(*key, figures, counts_of.get(key, ())) for key, figures in sorted(by_core.items())]


def _choose(core: str, device: str, candidates: Sequence[Figure], counts: Sequence[SynthesisCount]) -> Figure:
    """The figure with the chosen recipe; while there is none, the best one of those with recipes of the rule."""
    candidates = without_stale(candidates)
    target = devices().get(device)
    of_rule = rule_recipes(target) if target else {}
    best = max(candidates, key=lambda figure: _provisional_order(figure, figure.first.recipe in of_rule))
    if target is None:
        chosen, basis = sole_recipe(device), ""
    else:
        choice = select(core, target, [run for figure in candidates for run in figure.runs], counts, best.area)
        chosen, basis = choice.recipe, choice.basis()
    by_rule = next((figure for figure in candidates if figure.first.recipe == chosen), None)
    if by_rule is not None:
        return Figure(by_rule.runs, OWN_BEST, by_rule.area, basis)
    if chosen:
        open_choice = f"recipe {chosen} not measured"
    else:
        open_choice = f"recipe not chosen: {basis.removeprefix('provisional: ') or 'unknown device'}"
    return Figure(best.runs, OWN_BEST, best.area, basis, open_choice)


def sole_recipe(device: str) -> str | None:
    """The recipe that serves all cores of a target for which no rule chooses one; None for an unknown target.

    It is the main recipe if that has options for the target. Estimates and vendors' tools take none from recipes.
    """
    target = targets().get(device)
    if target is None:
        return None
    return MAIN_RECIPE if has_options(find_recipe(MAIN_RECIPE), target) else DEFAULT_RECIPE


def without_stale(among: Sequence[Figure]) -> Sequence[Figure]:
    """The figures that are not stale; all of them if each is stale.

    A recipe measured with earlier sources must not be chosen before one measured with today's.
    """
    return [figure for figure in among if not figure.stale] or among


def comparisons(results: Iterable[Result], area: AreaMeasure = CELLS) -> list[Figure]:
    """The figures of all comparisons: one for each recipe, and OWN_BEST on devices with several recipes.

    A core with several names appears once, under its main name.
    """
    by_recipe = figures(under_main_name(results), area)
    recipes: dict[str, set[str]] = {}
    for figure in by_recipe:
        recipes.setdefault(figure.first.device, set()).add(figure.first.recipe)
    return by_recipe + own_best(figure for figure in by_recipe if len(recipes[figure.first.device]) > 1)


def select_comparison(among: Iterable[Figure], device: str, comparison: str) -> list[Figure]:
    """The figures of one comparison on one device."""
    return [figure for figure in among if (figure.first.device, figure.comparison) == (device, comparison)]


def _provisional_order(figure: Figure, is_of_rule: bool) -> tuple[bool, bool, bool, float]:
    ratio = figure.ratio.median if figure.ratio else 0.0
    return not figure.ratio_exclusion, is_of_rule, not figure.preliminary, ratio


def reference_figure(figure: Figure, among: Iterable[Figure]) -> Figure | None:
    """The SHA-2 figure of equal digest on the same device in the same comparison, if it is known."""
    other = _reference(figure, among)
    return other if other and not other.preliminary else None


def ratio_note(figure: Figure, among: Iterable[Figure]) -> str:
    """Why the figure is not divided by its reference, which is preliminary; empty if it is or has none."""
    other = _reference(figure, among)
    if other is None or not other.preliminary or figure.ratio_exclusion or other is figure:
        return ""
    return f"not divided by {other.first.core}, which is preliminary"


def _reference(figure: Figure, among: Iterable[Figure]) -> Figure | None:
    core = measures.reference_core(figure.first.digest_bits)
    key = (core, figure.first.device, figure.comparison)
    return next(
        (other for other in among if (other.first.core, other.first.device, other.comparison) == key),
        None,
    )
