# SPDX-License-Identifier: Apache-2.0
"""What the pages are made from: results, figures, cores, and outcomes of the verification ladder, read once."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from fairhash.base import paths
from fairhash.bench.keys import declared_digest, source_digest
from fairhash.bench.revisions import revision
from fairhash.catalog.core import Core
from fairhash.catalog.cores import all_cores
from fairhash.features.ladder.record import LadderFolder, Outcome
from fairhash.features.split_area.record import FOLDER as SPLIT_FOLDER
from fairhash.features.split_area.record import AreaSplit, read_splits
from fairhash.figures.figure_table import FigureRow, figure_rows
from fairhash.figures.figures import ESTIMATE, OWN_BEST, Figure, comparisons, reference_figure
from fairhash.figures.ranking import Comparison, CoreRank, comparison_of, core_ranks
from fairhash.figures.recipe_choice import RecipeChoice, choices
from fairhash.figures.result_counts import ResultCounts, count_results, figure_state
from fairhash.results.reader import Source, read_results
from fairhash.results.schema import Result

CHOSEN = "chosen"
"""The comparison in which each core has the recipe that the rule of docs/choice-of-recipe.md chooses."""

LadderState = Literal["pass", "fail", "not run", "stale", "sources not compared"]
"""`sources not compared`: passed, but nothing stored says which Verilog today's sources give."""


@dataclass(frozen=True)
class ShownFigure:
    """A figure in one comparison, with its table row and the figure it is divided by."""

    figure: Figure
    row: FigureRow
    comparison: str
    """A recipe, or CHOSEN."""
    source: Source
    reference: Figure | None

    @property
    def status(self) -> str:
        """``known``, ``preliminary``, ``estimate``, or the status of the failed runs, e.g. ``unfit``."""
        state = figure_state(self.figure)
        return self.figure.first.status if state == "failed" else state

    @property
    def is_counted(self) -> bool:
        """Whether counts include it; a figure with the only recipe of a device is in two comparisons, counted once."""
        return self.figure.comparison == OWN_BEST or self.comparison != CHOSEN

    @property
    def short_name(self) -> str:
        """Name of the core in a chart."""
        return self.row.core.removesuffix("/highspeed")

    @property
    def note(self) -> str:
        """Why it is preliminary, and what limits it."""
        return self.row.note


def shown_figures(results: Iterable[Result], source: Source) -> list[ShownFigure]:
    """The figures of all comparisons; on a device with one recipe, that recipe is the chosen one."""
    among = comparisons(results)
    with_choice = {figure.first.device for figure in among if figure.comparison == OWN_BEST}
    shown: list[ShownFigure] = []
    for figure, row in zip(among, figure_rows(among), strict=True):
        reference = None if figure.ratio_exclusion else reference_figure(figure, among)
        names = [CHOSEN if figure.comparison == OWN_BEST else figure.comparison]
        if figure.first.device not in with_choice:
            names.append(CHOSEN)
        shown += [ShownFigure(figure, row, name, source, reference) for name in names]
    return shown


@dataclass(frozen=True)
class SiteData:
    """Everything that the pages show."""

    results: tuple[Result, ...]
    """The committed results."""
    own_results: tuple[Result, ...] = ()
    """The reader's own results, shown beside the committed ones."""

    @staticmethod
    def of_checkout(own_results: Iterable[Result] = ()) -> "SiteData":
        """The committed results of this checkout, and the reader's own."""
        return SiteData(tuple(read_results("committed")), tuple(own_results))

    @cached_property
    def figures(self) -> list[ShownFigure]:
        """The figures of all comparisons, the committed ones first."""
        return shown_figures(self.results, "committed") + shown_figures(self.own_results, "yours")

    def chosen(self, device: str, comparison: str = CHOSEN) -> list[ShownFigure]:
        """The committed figures on a device, each core by the recipe chosen for it, or all by one recipe."""
        place = device, comparison, "committed"
        return [one for one in self.figures if (one.row.device, one.comparison, one.source) == place]

    @cached_property
    def _ranks(self) -> dict[tuple[str, Comparison], CoreRank]:
        return core_ranks({id(one.figure): one.figure for one in self.figures if one.source == "committed"}.values())

    def rank(self, shown: ShownFigure) -> CoreRank | None:
        """The rank among the committed figures of its comparison; None for preliminary ones and the reader's own."""
        if shown.source != "committed":
            return None
        return self._ranks.get((shown.row.core, comparison_of(shown.figure)))

    @cached_property
    def counts(self) -> ResultCounts:
        """How many cores, results and ladders the committed results hold."""
        among = [one.figure for one in self.figures if one.source == "committed" and one.is_counted]
        states = [[state for _, state in self.ladder(core)] for core in self.cores.values()]
        return count_results(len(self.cores), self.results, among, states)

    @cached_property
    def cores(self) -> dict[str, Core]:
        """Every core by name."""
        return all_cores()

    @cached_property
    def algorithms(self) -> dict[str, list[Core]]:
        """The cores that compute each algorithm, sorted by name; a core that computes several is in each of them."""
        by_algorithm: dict[str, list[Core]] = {}
        for core in self.cores.values():
            for name in (core.algorithm, *core.also):
                by_algorithm.setdefault(name, []).append(core)
        return dict(sorted(by_algorithm.items()))

    @cached_property
    def choices(self) -> list[RecipeChoice]:
        """How the recipe of each core was chosen on each FPGA."""
        return choices(result for result in self.results if result.status != ESTIMATE)

    @cached_property
    def splits(self) -> list[AreaSplit]:
        """Cells of control, datapath and shell."""
        return read_splits(paths.results() / "synthesis" / SPLIT_FOLDER)

    @cached_property
    def _verilog_of_sources(self) -> dict[str, str]:
        """Digest of the Verilog by digest of the sources, as far as results contain it."""
        return {result.source_digest: result.verilog_digest for result in self.results if result.verilog_digest}

    def figures_of(self, core: str, comparison: str = CHOSEN) -> list[ShownFigure]:
        """The figures of one core in one comparison, by device."""
        return [shown for shown in self.figures if (shown.row.core, shown.comparison) == (core, comparison)]

    def ladder(self, core: Core) -> list[tuple[Outcome, LadderState]]:
        """The stored outcomes of a core's verification ladder and whether they hold for today's sources."""
        if core.name not in self._ladders:
            self._ladders[core.name] = self._read_ladder(core)
        return self._ladders[core.name]

    @cached_property
    def _ladders(self) -> dict[str, list[tuple[Outcome, LadderState]]]:
        """What ladder() has read: several pages show it."""
        return {}

    def _read_ladder(self, core: Core) -> list[tuple[Outcome, LadderState]]:
        folder, sources = LadderFolder(paths.results() / "ladder"), source_digest(core)
        elaborated = folder.elaborated(core.name)
        if elaborated and elaborated.sources == sources:
            verilog: str | None = elaborated.verilog
        else:
            verilog = self._verilog_of_sources.get(sources)
        outcomes = folder.read(core.name).values()
        return [(outcome, _ladder_state(outcome, verilog, declared_digest(core))) for outcome in outcomes]


def _ladder_state(outcome: Outcome, verilog: str | None, declared: str) -> LadderState:
    changed = outcome.declared != declared or outcome.revisions != revision(*outcome.revisions)
    if changed or verilog not in (None, outcome.verilog):
        return "stale"
    if verilog is None and outcome.verdict == "pass":
        return "sources not compared"
    return outcome.verdict
