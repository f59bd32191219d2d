# SPDX-License-Identifier: Apache-2.0
"""How the recipe of each core was chosen: a table, the files of results/selection/, and what campaigns run."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from fairhash.base import files, paths
from fairhash.base.table import Table, table_of_texts
from fairhash.catalog.cores import main_name
from fairhash.catalog.device import Device
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.recipes import DEFAULT_RECIPE, find_recipe, recipes
from fairhash.catalog.targets import devices
from fairhash.figures.figures import ESTIMATE, Figure, figures, own_best, sole_recipe, without_stale
from fairhash.figures.selection import MissingRun, RecipeCandidate, RecipeSelection, counts_by_core, select
from fairhash.results.reader import under_main_name
from fairhash.results.results_folder import ResultsFolder
from fairhash.results.schema import Result
from fairhash.results.synthesis_counts import SynthesisCount, read_counts


@dataclass(frozen=True)
class RecipeChoice:
    """The outcome of the rule for one core on one FPGA, and the recipe of its figure."""

    selection: RecipeSelection
    recipe: str
    """The chosen recipe; the provisional one if the rule cannot choose yet."""

    def row(self) -> tuple[str, ...]:
        """The choice as a row of choice_table()."""
        chosen = self.selection
        recipes = [_describe_candidate(each) for each in chosen.candidates if _has_outcome(each)]
        row = (chosen.device, chosen.core, self.recipe, chosen.state)
        return (*row, ", ".join(recipes), _describe_runs(chosen.needs))

    def data(self) -> dict[str, object]:
        """The choice for JSON output."""
        chosen = self.selection
        return {
            "core": chosen.core,
            "recipe": self.recipe,
            "provisional": chosen.recipe is None,
            "basis": chosen.basis(),
            "candidates": [asdict(each) for each in chosen.candidates],
            "needs": [asdict(each) for each in chosen.needs],
        }


def choices(results: Iterable[Result], counts: Sequence[SynthesisCount] | None = None) -> list[RecipeChoice]:
    """The choice for each core on each FPGA with results, sorted by device and core.

    `counts` are outcomes of synthesis without placement, by default the committed ones.
    """
    counts_of = counts_by_core(read_counts(paths.results() / "synthesis") if counts is None else counts)
    by_core: dict[tuple[str, str], list[Figure]] = {}
    for figure in figures(under_main_name(results)):
        if figure.first.device in devices() and not figure.annealed:
            by_core.setdefault((figure.first.device, figure.first.core), []).append(figure)
    chosen = []
    for (device, core), among in sorted(by_core.items()):
        runs = [run for figure in without_stale(among) for run in figure.runs]
        own_counts = counts_of.get((core, device), ())
        (shown,) = own_best(among, own_counts)
        chosen.append(RecipeChoice(select(core, devices()[device], runs, own_counts), shown.first.recipe))
    return chosen


def missing_runs(among: Iterable[RecipeChoice]) -> list[MissingRun]:
    """All runs that the rule needs next."""
    return [need for choice in among for need in choice.selection.needs]


def write_choices(among: Sequence[RecipeChoice], folder: Path) -> list[Path]:
    """Write the choices, with all recipes considered, as one JSON file for each device."""
    written = []
    for device in sorted({choice.selection.device for choice in among}):
        cores = [choice.data() for choice in among if choice.selection.device == device]
        file = folder / f"{device}.json"
        files.write_text(file, json.dumps({"device": device, "cores": cores}, indent=1) + "\n")
        written.append(file)
    return written


def choice_table(among: Iterable[RecipeChoice]) -> Table:
    """How the recipe of each core was chosen, for people."""
    headings = ("device", "core", "recipe", "choice", "cells mapped (Mbit/s per cell) by each recipe", "next run")
    return table_of_texts(headings, [choice.row() for choice in among], headings)


def _has_outcome(candidate: RecipeCandidate) -> bool:
    """Whether anything is known of a recipe but the netlist of another one, which it places in another way."""
    mapped = candidate.mapped_cells is not None and not candidate.keeps_rows_empty
    return mapped or candidate.failed_synthesis or bool(candidate.outcome)


def _describe_candidate(candidate: RecipeCandidate) -> str:
    """A recipe with its figures, e.g. ``share 4253 (0.931)``; with the status of a placement that gave none."""
    if candidate.failed_synthesis:
        return f"{candidate.recipe} failed"
    cells = "" if candidate.mapped_cells is None else f" {candidate.mapped_cells}"
    if candidate.throughput_per_area is not None:
        return f"{candidate.recipe}{cells} ({candidate.throughput_per_area:.3f})"
    return f"{candidate.recipe}{cells}{f' ({candidate.outcome})' if candidate.outcome else ''}"


def _describe_runs(needs: Iterable[MissingRun]) -> str:
    """For example ``synthesis by best, small`` or ``best with seed 3; share with seeds 2, 3``."""
    syntheses = [need.recipe for need in needs if need.stage == "synthesis"]
    placements = [
        f"{need.recipe} with seed{'s' if len(need.seeds) > 1 else ''} {', '.join(map(str, need.seeds))}"
        for need in needs
        if need.stage == "placement"
    ]
    return "; ".join([f"synthesis by {', '.join(syntheses)}", *placements] if syntheses else placements)


@dataclass(frozen=True)
class ChosenRecipes:
    """From the names of a core and a target to the recipe that the core's figure in reports is made with.

    The results of a target are read once: make a new object after results were added.
    """

    folder: ResultsFolder
    _stored: dict[str, dict[str, str]] = field(default_factory=dict)
    """By target: recipe by core."""

    def __call__(self, core: str, target: str) -> Recipe:
        """The recipe of the core's figure on the target; without such a figure, the recipe for untried cores."""
        if target not in self._stored:
            tried = figures(under_main_name(self.folder.read(target)))
            counts = read_counts(self.folder.folder / "synthesis")
            self._stored[target] = {
                figure.first.core: figure.first.recipe
                for figure in own_best((figure for figure in tried if figure.first.status != ESTIMATE), counts)
                if figure.first.recipe in recipes()
            }
        stored = self._stored[target].get(main_name(core))
        return find_recipe(stored or sole_recipe(target) or DEFAULT_RECIPE)


@dataclass(frozen=True)
class StoredSelections:
    """From the name of a core, a device and the digest of the core's Verilog to the selection of its recipe.

    The results of a device are read once: make a new object after results were added.
    """

    folder: ResultsFolder
    _stored: dict[str, dict[str, list[Result]]] = field(default_factory=dict)
    """By device: the runs of each core, by its main name."""
    _counts: dict[tuple[str, str], Sequence[SynthesisCount]] = field(default_factory=dict)
    """By core and device."""

    def __call__(self, core: str, device: Device, verilog: str) -> RecipeSelection:
        """The selection by runs and counts of this Verilog that are not stale; of an untried core it needs all."""
        if device.id not in self._stored:
            current = [result for result in self.folder.read(device.id) if not result.stale]
            runs = self._stored[device.id] = {}
            for figure in figures(under_main_name(current)):
                runs.setdefault(figure.first.core, []).extend(figure.runs)
            self._counts.update(counts_by_core(read_counts(self.folder.folder / "synthesis")))
        name = main_name(core)
        counts = self._counts.get((name, device.id), ())
        return select(name, device, self._stored[device.id].get(name, ()), counts, verilog=verilog)
