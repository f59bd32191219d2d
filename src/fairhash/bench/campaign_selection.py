# SPDX-License-Identifier: Apache-2.0
"""The runs of a campaign that the choice of a recipe needs: synthesis by all recipes, placements of the smallest."""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from fairhash.bench.campaign_run import CampaignRun, PlanInputs, State, stored_state
from fairhash.bench.implementing import NO_SEED
from fairhash.catalog.campaign import Entry
from fairhash.catalog.device import Device
from fairhash.catalog.recipes import DEFAULT_RECIPE, find_recipe
from fairhash.catalog.targets import find_device


class CandidateRecipe(Protocol):
    """A recipe in question; see figures/selection.py."""

    @property
    def recipe(self) -> str:
        """Its name."""

    @property
    def mapped_cells(self) -> int | None:
        """Logic cells of the mapped netlist; None if it was not synthesised, or failed."""

    @property
    def failed_synthesis(self) -> bool:
        """Whether synthesis failed."""

    @property
    def keeps_rows_empty(self) -> bool:
        """Whether its netlist is that of another recipe."""

    @property
    def seeds(self) -> tuple[int, ...]:
        """Seeds with which it was placed."""


class Need(Protocol):
    """Something that the choice of a recipe needs; see figures/selection.py."""

    @property
    def recipe(self) -> str:
        """The recipe's name."""

    @property
    def stage(self) -> str:
        """`synthesis` or `placement`."""

    @property
    def seeds(self) -> tuple[int, ...]:
        """Of the placement."""


class SelectionPlan(Protocol):
    """How far the choice of a core's recipe has come; see figures/selection.py."""

    @property
    def recipe(self) -> str | None:
        """The chosen recipe; None if the rule cannot choose yet."""

    @property
    def candidates(self) -> Sequence[CandidateRecipe]:
        """All recipes of the rule."""

    @property
    def needs(self) -> Sequence[Need]:
        """What must be run next."""


Selections = Callable[[str, Device, str], SelectionPlan]
"""From the name of a core, a device and the digest of the core's Verilog to the selection of its recipe."""


def selection_runs(entry: Entry, number: int, inputs: PlanInputs, selections: Selections) -> Iterator[CampaignRun]:
    """All syntheses on a target, then the placements that are known to be needed, core by core, the smallest first.

    A core is known only with all its seeds, so an interrupted campaign leaves most cores known in this order.
    A recipe that keeps rows empty uses the synthesis of another one. Seeds that only the chosen recipe needs are those
    of entries of kind `runs`.
    """
    for name in entry.targets:
        device, stored = find_device(name), inputs.results(name)
        placements: set[tuple[int, int, int, str]] = set()
        cores = entry.chosen_cores()
        for position, core in enumerate(cores):
            verilog = inputs.keys(core, device, find_recipe(DEFAULT_RECIPE)).elaboration.verilog
            selection = selections(core.name, device, verilog)
            size = min((one.mapped_cells for one in selection.candidates if one.mapped_cells), default=0)
            for candidate in selection.candidates:
                placements |= {(size, position, seed, candidate.recipe) for seed in candidate.seeds}
                if candidate.keeps_rows_empty or len(selection.candidates) == 1:
                    continue
                recipe = find_recipe(candidate.recipe)
                key = inputs.keys(core, device, recipe).synthesis
                state: State = "failed" if candidate.failed_synthesis else "done"
                if candidate.mapped_cells is None and not candidate.failed_synthesis:
                    state = "missing"
                # a count is stored by the names of core and recipe, and two of them may have one synthesis
                key = f"{core.name} {recipe.name} {key}"
                yield CampaignRun(core, device, recipe, NO_SEED, key, state, "synthesis", number)
            if selection.recipe is None or len(selection.candidates) == 1:
                placements |= {(size, position, seed, need.recipe) for need in selection.needs for seed in need.seeds}
        for _, position, seed, used in sorted(placements):
            core = cores[position]
            key = inputs.keys(core, device, find_recipe(used)).result(seed)
            state = stored_state(key, (core.name, used, seed), stored)
            yield CampaignRun(core, device, find_recipe(used), seed, key, state, selection=number)
