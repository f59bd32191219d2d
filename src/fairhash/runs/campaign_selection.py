# SPDX-License-Identifier: Apache-2.0
"""The runs of a campaign that the choice of a recipe needs: synthesis by each recipe, placement with the first seed."""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from fairhash.catalog.campaign import Entry
from fairhash.catalog.device import Device
from fairhash.catalog.recipes import DEFAULT_RECIPE, find_recipe
from fairhash.catalog.targets import find_device
from fairhash.results.results_folder import ResultsFolder
from fairhash.runs.campaign_run import Run, State, expected_cpu_s, expected_synthesis_s, stored_state
from fairhash.runs.implementing import NO_SEED
from fairhash.runs.workspace import Workspace

FIRST_SEED = 1
"""The seed by which recipes are compared."""


class Candidate(Protocol):
    """A recipe in question; see analysis/selection.py."""

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
    def maps(self) -> bool:
        """Whether it has a netlist of its own."""

    @property
    def outcome(self) -> str:
        """Status of the placement with the first seed; empty if there was none."""


class Need(Protocol):
    """Something that the choice of a recipe needs; see analysis/selection.py."""

    @property
    def recipe(self) -> str:
        """The recipe's name."""

    @property
    def stage(self) -> str:
        """`synthesis` or `placement`."""

    @property
    def seeds(self) -> tuple[int, ...]:
        """Of the placement."""


class Selection(Protocol):
    """How far the choice of a core's recipe has come; see analysis/selection.py."""

    @property
    def candidates(self) -> Sequence[Candidate]:
        """All recipes of the family."""

    @property
    def needs(self) -> Sequence[Need]:
        """What must be run next."""


Selections = Callable[[str, Device, str], Selection]
"""From the name of a core, a device and the digest of the core's Verilog to the selection of its recipe."""


def selection_runs(
    entry: Entry, number: int, folder: ResultsFolder, workspace: Workspace, selections: Selections
) -> Iterator[Run]:
    """All syntheses on a target, then the placements with the first seed that are known to be needed.

    A recipe that anneals or keeps rows empty uses the synthesis of another one.
    """
    for name in entry.targets:
        device, stored = find_device(name), folder.read(name)
        placements = []
        for core in entry.chosen_cores():
            verilog = workspace.keys(core, device, find_recipe(DEFAULT_RECIPE)).elaboration.verilog
            selection = selections(core.name, device, verilog)
            for candidate in selection.candidates:
                if not candidate.maps:
                    continue
                recipe = find_recipe(candidate.recipe)
                key = workspace.keys(core, device, recipe).synthesis
                state: State = "failed" if candidate.failed_synthesis else "done"
                if candidate.mapped_cells is None and not candidate.failed_synthesis:
                    state = "missing"
                # a count is stored by the names of core and recipe, and two of them may have one synthesis
                key = f"{core.name} {recipe.name} {key}"
                cpu_s = expected_synthesis_s(core.name, stored)
                yield Run(core, device, recipe, NO_SEED, key, state, cpu_s, "synthesis", number)
            needed = {need.recipe for need in selection.needs if need.seeds == (FIRST_SEED,)}
            needed |= {candidate.recipe for candidate in selection.candidates if candidate.outcome}
            placements += [(core, recipe) for recipe in sorted(needed)]
        for core, used in placements:
            key = workspace.keys(core, device, find_recipe(used)).result(FIRST_SEED)
            state = stored_state(key, (core.name, used, FIRST_SEED), stored)
            cpu_s = expected_cpu_s(core.name, used, stored)
            yield Run(core, device, find_recipe(used), FIRST_SEED, key, state, cpu_s, selection=number)
