# SPDX-License-Identifier: Apache-2.0
"""Recipes for campaigns, from stored results: the one chosen for a core, and the runs its choice still needs."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from fairhash.catalog.cores import main_name
from fairhash.catalog.device import Device
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.recipes import DEFAULT_RECIPE, find_recipe, recipes
from fairhash.figures.core_names import under_main_name
from fairhash.figures.figures import ESTIMATE, figures, own_best, sole_recipe
from fairhash.figures.selection import RecipeSelection, counts_by_core, select
from fairhash.results.results_folder import ResultsFolder
from fairhash.results.schema import Result
from fairhash.results.synthesis_counts import SynthesisCount, read_counts


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
