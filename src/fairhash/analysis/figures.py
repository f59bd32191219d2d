# SPDX-License-Identifier: Apache-2.0
"""Figures: medians and quartiles over the runs of one series, which differ only in the seed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from fairhash import paths
from fairhash.analysis import measures
from fairhash.analysis.core_names import under_main_name
from fairhash.analysis.measures import CELLS, AreaMeasure
from fairhash.analysis.selection import select
from fairhash.analysis.statistics import Spread, spread
from fairhash.catalog.device import GATE_EQUIVALENT
from fairhash.catalog.recipe import EXPLORED_PREFIX
from fairhash.catalog.targets import devices
from fairhash.results.schema import Resources, Result, Status
from fairhash.results.synthesis_counts import SynthesisCount, read_counts

MIN_SEEDS = 3
"""Quartiles of fewer say nothing; such a figure is shown but not ranked. Standard cells have no seeds, and one run."""

ESTIMATE: Status = "estimate"

OWN_BEST = "own-best"
"""The comparison of every core by the recipe chosen for it (selection.py); no recipe has this name."""


@dataclass(frozen=True)
class Figure:
    """The runs of one core on one device by one recipe that differ in the seed alone, in one comparison."""

    runs: tuple[Result, ...]
    comparison: str
    """Which figures it is compared with: those of its recipe, by the recipe's name, or OWN_BEST."""
    area: AreaMeasure = CELLS
    """What its areas are counted in."""
    basis: str = ""
    """How its recipe was chosen, where it was."""

    @property
    def first(self) -> Result:
        """Any of the runs, for what they have in common."""
        return self.runs[0]

    @cached_property
    def good(self) -> tuple[Result, ...]:
        """The runs with status `ok`."""
        return tuple(run for run in self.runs if run.status == "ok")

    @property
    def estimated(self) -> bool:
        """Whether it is of a family that nothing places: an area that is shown, and never compared."""
        return self.first.status == ESTIMATE

    @property
    def sized(self) -> tuple[Result, ...]:
        """The runs with an area to show; only those that ended well are ever ranked."""
        return self.runs if self.estimated else self.good

    @cached_property
    def doubt(self) -> str:
        """Why no ratio may be made of it, or nothing: no run ended well, or they are not known to be right."""
        if not self.good:
            return self.failures
        netlists = {run.netlist.verdict: run.netlist for run in self.good}
        for verdict in ("fail", "unchecked"):
            if verdict in netlists:
                detail = netlists[verdict].detail
                return f"netlist check: {verdict}" + (f" ({detail})" if detail else "")
        if any(run.measured_cycles is None for run in self.good):
            return f"cycles not measured: {self.first.cycles_note}".rstrip(": ")
        return ""

    @cached_property
    def obstacle(self) -> str:
        """Why the figure must not enter a ranking, or nothing."""
        if self.doubt:
            return self.doubt
        if len(self.good) < MIN_SEEDS and self.first.area_unit != GATE_EQUIVALENT:
            return f"{len(self.good)} of the {MIN_SEEDS} seeds a ranking needs"
        return ""

    @cached_property
    def marks(self) -> str:
        """What the place tool left out of its timing, where it did, e.g. ``up to 12 LUT4 without delays``."""
        most: dict[str, int] = {}
        for run in self.good:
            for kind, count in run.untimed_cells.items():
                most[kind] = max(count, most.get(kind, 0))
        cells = ", ".join(f"{count} {kind}" for kind, count in sorted(most.items()))
        return f"up to {cells} without delays in the tool, given the slowest of their type" if cells else ""

    @cached_property
    def failures(self) -> str:
        """What went wrong in how many runs, e.g. ``2 of 5 unrouted: ...``."""
        bad = [run for run in self.runs if run.status != "ok"]
        kinds: dict[str, list[Result]] = {}
        for run in bad:
            kinds.setdefault(run.status, []).append(run)
        if len(bad) == len(self.runs) and len(kinds) == 1:
            return f"{bad[0].status}: {bad[0].reason}"
        return "; ".join(
            f"{len(runs)} of {len(self.runs)} {status}: {runs[0].reason}" for status, runs in kinds.items()
        )

    @cached_property
    def clock_mhz(self) -> Spread | None:
        """Effective clock."""
        return _spread([run.achieved.effective_mhz for run in self.good if run.achieved])

    @cached_property
    def area_cells(self) -> Spread | None:
        """Area in the figure's measure; the best is the smallest."""
        return _smallest(measures.area(run, self.area) for run in self.sized)

    @property
    def _used(self) -> list[Resources]:
        return [run.resources for run in self.sized if run.resources]

    @cached_property
    def areas(self) -> list[float]:
        """Area of each good run."""
        return [float(cells) for run in self.good if (cells := measures.area(run, self.area)) is not None]

    @cached_property
    def counted_cells(self) -> Spread | None:
        """Area cells as the tool counts them; the best is the smallest."""
        return _smallest(used.area_cells for used in self._used)

    @cached_property
    def luts(self) -> Spread | None:
        """LUTs of the mapped netlist; the best is the smallest."""
        return _smallest(used.luts for used in self._used)

    @cached_property
    def carry(self) -> Spread | None:
        """Carry cells of the mapped netlist; the best is the smallest."""
        return _smallest(used.carry for used in self._used)

    @cached_property
    def flip_flops(self) -> Spread | None:
        """Registers; the best is the smallest."""
        return _smallest(used.flip_flops for used in self._used)

    @cached_property
    def memory_bits(self) -> Spread | None:
        """Bits that the design requests in block memory; the best is the smallest."""
        return _smallest(used.memory_bits for used in self._used)

    @cached_property
    def memory_blocks(self) -> Spread | None:
        """Block memories of the mapped netlist, in the family's smallest blocks; the best is the smallest."""
        return _smallest(used.memory_blocks for used in self._used)

    @cached_property
    def over_budget(self) -> str:
        """What the core uses beyond its allowance and budget, in the first run that uses more; or nothing."""
        reasons = (run.over_budget for run in self.runs)
        return next((f"over budget: {reason}" for reason in reasons if reason), "")

    @cached_property
    def throughputs_mbit_s(self) -> list[float]:
        """Long-message throughput of each good run."""
        values = (measures.result_throughput_mbit_s(run) for run in self.good)
        return [value for value in values if value is not None]

    @cached_property
    def throughput_mbit_s(self) -> Spread | None:
        """Long-message throughput."""
        return _spread(self.throughputs_mbit_s)

    @cached_property
    def ratios(self) -> list[float]:
        """Mbit/s per logic cell of each good run."""
        values = (measures.throughput_per_area(run, self.area) for run in self.good)
        return [value for value in values if value is not None]

    @cached_property
    def ratio(self) -> Spread | None:
        """Mbit/s per logic cell."""
        return _spread(self.ratios)


def _spread(values: Sequence[float]) -> Spread | None:
    return spread(values) if values else None


def _smallest(counts: Iterable[int | None]) -> Spread | None:
    known = [float(count) for count in counts if count is not None]
    return spread(known, min) if known else None


def figures(results: Iterable[Result], area: AreaMeasure = CELLS) -> list[Figure]:
    """One figure for each core, device and recipe, from its newest series that is not stale; sorted by these names.

    The runs of searches are left out: each is one seed of a recipe nobody chose.
    """
    series: dict[str, dict[int, Result]] = {}
    chosen = [result for result in results if not result.recipe.startswith(EXPLORED_PREFIX)]
    for result in sorted(chosen, key=lambda result: result.date):
        series.setdefault(result.series, {})[result.seed] = result
    newest: dict[tuple[str, str, str], Figure] = {}
    for by_seed in sorted(series.values(), key=_preference):
        runs = tuple(run for _, run in sorted(by_seed.items()))
        figure = Figure(runs, runs[0].recipe, area)
        newest[(figure.first.core, figure.first.device, figure.first.recipe)] = figure
    return [figure for _, figure in sorted(newest.items())]


def _preference(by_seed: Mapping[int, Result]) -> tuple[bool, datetime]:
    """Sorts the series that is shown last: a stale one is shown only where there is no other."""
    runs = by_seed.values()
    return not any(run.stale for run in runs), max(run.date for run in runs)


def own_best(among: Iterable[Figure], counts: Sequence[SynthesisCount] | None = None) -> list[Figure]:
    """For each core on each device its figure by the recipe that selection.py chooses.

    The choice is provisional where the results do not hold what the rule needs, and on standard cells and devices
    without a file: there it is the figure of highest median throughput per area among those that may be ranked.
    `counts` are outcomes of synthesis alone, by default the committed ones.
    """
    known = read_counts(paths.results() / "synthesis") if counts is None else counts
    tried: dict[tuple[str, str], list[Figure]] = {}
    for figure in among:
        tried.setdefault((figure.first.core, figure.first.device), []).append(figure)
    return [_chosen(core, device, figures, known) for (core, device), figures in sorted(tried.items())]


def _chosen(core: str, device: str, tried: Sequence[Figure], counts: Sequence[SynthesisCount]) -> Figure:
    """The figure by the chosen recipe, or provisionally the best one."""
    best = tried[0]
    for figure in tried:
        best = max(best, figure, key=_merit)
    target = devices().get(device)
    if target is None:
        return Figure(best.runs, OWN_BEST, best.area)
    choice = select(core, target, [run for figure in tried for run in figure.runs], counts, best.area)
    by_rule = next((figure for figure in tried if figure.first.recipe == choice.recipe), best)
    return Figure(by_rule.runs, OWN_BEST, best.area, choice.basis())


def comparisons(results: Iterable[Result], area: AreaMeasure = CELLS) -> list[Figure]:
    """Every figure among those of its recipe, and each core's best among the others' best where recipes differ.

    A core with several names is there once, under its main name.
    """
    by_recipe = figures(under_main_name(results), area)
    recipes: dict[str, set[str]] = {}
    for figure in by_recipe:
        recipes.setdefault(figure.first.device, set()).add(figure.first.recipe)
    return by_recipe + own_best(figure for figure in by_recipe if len(recipes[figure.first.device]) > 1)


def compared(among: Iterable[Figure], device: str, comparison: str) -> list[Figure]:
    """Those that are compared with each other on this device."""
    return [figure for figure in among if (figure.first.device, figure.comparison) == (device, comparison)]


def _merit(figure: Figure) -> tuple[bool, float]:
    return not figure.obstacle, figure.ratio.median if figure.ratio else 0.0


def reference(figure: Figure, among: Iterable[Figure]) -> Figure | None:
    """The SHA-2 figure of equal digest on the same device in the same comparison, if it may be ranked."""
    core = measures.reference_core(figure.first.digest_bits)
    wanted = (core, figure.first.device, figure.comparison)
    for other in among:
        if (other.first.core, other.first.device, other.comparison) == wanted and not other.obstacle:
            return other
    return None
