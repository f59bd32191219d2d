# SPDX-License-Identifier: Apache-2.0
"""Chooses the recipe with which a core is shown on an FPGA, by one rule for all cores, references included.

1. The core is synthesised with every recipe of the device's family, except those that anneal or keep rows empty, whose
   netlists are those of others.
2. The two recipes whose mapped netlists need the fewest logic cells are placed with the first seed. A recipe whose
   placement or routing fails is replaced by the next one; recipes that keep rows empty come last.
3. The recipe with the higher throughput per area, of these two, is placed with the first seed and annealed, if the
   family has a recipe that does so.
4. Of these two, the recipe with the higher throughput per area is measured with all seeds.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from fairhash.analysis import measures
from fairhash.analysis.measures import CELLS, AreaMeasure
from fairhash.catalog.cores import main_name
from fairhash.catalog.device import Device
from fairhash.catalog.family_recipe import FamilyRecipe
from fairhash.catalog.recipes import recipes
from fairhash.results.schema import Result
from fairhash.results.synthesis_counts import SynthesisCount

FIRST_SEED = 1
SEEDS = (1, 2, 3, 4, 5)
PLACED_RECIPES = 2
"""Number of recipes that are placed before one of them is annealed."""


@dataclass(frozen=True)
class Candidate:
    """One recipe of the family, with the stored outcomes of the core for it."""

    recipe: str
    mapped_cells: int | None
    """Logic cells that the mapped netlist needs at least; None if synthesis was not run or failed."""
    mapped_logic: int | None
    """The same without registers; decides between recipes with equal `mapped_cells`."""
    outcome: str
    """Status of the placement with the first seed; empty if it was not run."""
    throughput_per_area: float | None
    """Mbit/s per cell with the first seed; None if that run was not made or did not pass its checks."""
    failed_synthesis: bool = False
    seeds: tuple[int, ...] = ()
    """Seeds with which it was placed, whatever the outcome."""
    anneals: bool = False
    """Whether its netlist is that of another recipe, whose placement it anneals."""
    spread: bool = False
    """Whether its netlist is that of another recipe, and it keeps rows of the device empty."""

    @property
    def maps(self) -> bool:
        """Whether it has a netlist of its own."""
        return not (self.anneals or self.spread)


@dataclass(frozen=True)
class MissingRun:
    """A run that the rule needs and that is not stored."""

    core: str
    device: str
    recipe: str
    stage: Literal["synthesis", "placement"]
    seeds: tuple[int, ...] = ()
    """Seeds to be placed; empty for synthesis."""


@dataclass(frozen=True)
class Selection:
    """The recipe chosen for one core on one device, with the recipes that lost."""

    core: str
    device: str
    recipe: str | None
    """None if the rule cannot choose yet, or no recipe succeeded."""
    candidates: tuple[Candidate, ...]
    """All recipes of the family: those with the fewest mapped cells first, those without a mapped netlist last; after
    them in the same order those that keep rows empty."""
    needs: tuple[MissingRun, ...]
    """The next runs; empty once the chosen recipe is measured with all seeds."""

    @property
    def synthesised(self) -> int:
        """Number of recipes with a stored outcome of synthesis, of those with a netlist of their own."""
        return sum(one.mapped_cells is not None or one.failed_synthesis for one in self._mappings)

    @property
    def _mappings(self) -> list[Candidate]:
        return [one for one in self.candidates if one.maps]

    def basis(self) -> str:
        """How far the choice follows the rule, as text."""
        synthesised = f"{self.synthesised} of {len(self._mappings)} recipes synthesised"
        if self.recipe:
            return f"chosen from {synthesised}"
        annealers = {one.recipe for one in self.candidates if one.anneals}
        placements = [need.recipe for need in self.needs if need.stage == "placement"]
        if placements:
            lacking = "not yet annealed" if annealers.issuperset(placements) else f"not yet {PLACED_RECIPES} placed"
            return f"provisional: {synthesised}, {lacking}"
        return f"provisional: {synthesised}" if self.needs else f"none: {synthesised}, none of them placed and routed"


def family_recipes(device: Device) -> dict[str, FamilyRecipe]:
    """The recipes that serve the device's family, by name; of several with the same options the first."""
    distinct: dict[str, FamilyRecipe] = {}
    for name, recipe in recipes().items():
        options = recipe.family.get(device.cells)
        usable = options is not None and (options.empty_rows is None or device.rows is not None)
        if options is not None and usable and options not in distinct.values():
            distinct[name] = options
    return distinct


def counts_by_core(counts: Iterable[SynthesisCount]) -> Mapping[tuple[str, str], Sequence[SynthesisCount]]:
    """The counts of each core on each device, by the core's main name and the device."""
    of_core: dict[tuple[str, str], list[SynthesisCount]] = {}
    for count in counts:
        of_core.setdefault((main_name(count.core), count.device), []).append(count)
    return of_core


def select(  # noqa: PLR0917 - the inputs of the rule
    core: str,
    device: Device,
    runs: Iterable[Result],
    counts: Iterable[SynthesisCount] = (),
    area: AreaMeasure = CELLS,
    verilog: str | None = None,
) -> Selection:
    """Apply the rule to the stored runs of one core on one device.

    Args:
        core: Name of the core.
        device: The FPGA.
        runs: Its runs, of one series for each recipe. Recipes of other families are ignored.
        counts: Outcomes of synthesis without placement; those of other cores, devices or sources are ignored.
        area: The measure of area by which throughput is divided.
        verilog: Digest of the core's Verilog; runs and counts of other Verilog are ignored. By default those of the
            Verilog of the runs count.
    """
    by_recipe: dict[str, list[Result]] = {}
    for run in runs:
        if verilog in (None, run.verilog_digest):
            by_recipe.setdefault(run.recipe, []).append(run)
    sources = {verilog} if verilog else {run.verilog_digest for each in by_recipe.values() for run in each}
    counted = {
        count.recipe: count
        for count in counts
        if (main_name(count.core), count.device) == (core, device.id) and count.verilog_digest in sources
    }
    options = family_recipes(device)
    candidates = [
        _candidate(name, by_recipe.get(name, ()), counted.get(name), device, area, family)
        for name, family in options.items()
    ]
    candidates = [_with_netlist(candidate, candidates, options) for candidate in candidates]
    order = sorted(candidates, key=_order)
    needs = [
        MissingRun(core, device.id, candidate.recipe, "synthesis")
        for candidate in order
        if candidate.mapped_cells is None and not candidate.failed_synthesis and candidate.maps
    ]
    chosen: str | None = None
    if not needs:
        chosen, needs = _choose_by_placement(core, device.id, order, options)
    return Selection(core, device.id, chosen, tuple(order), tuple(needs))


def _choose_by_placement(
    core: str, device: str, order: Sequence[Candidate], options: Mapping[str, FamilyRecipe]
) -> tuple[str | None, list[MissingRun]]:
    """Steps 2 to 4 of the rule: the chosen recipe, None if more placements are needed, and the next runs."""
    mapped = [one for one in order if one.mapped_cells is not None and not one.anneals]
    finalists = _distinct([one for one in mapped if one.outcome in ("", "ok")], options)[:PLACED_RECIPES]
    unplaced = [one for one in finalists if not one.outcome]
    if unplaced:
        return None, [MissingRun(core, device, one.recipe, "placement", (FIRST_SEED,)) for one in unplaced]
    if not finalists:
        return None, []
    # of two equal values max() takes the first, which needs fewer cells
    best = max(finalists, key=lambda one: one.throughput_per_area or 0.0)
    annealed = next((one for one in order if _is_annealed(options[one.recipe], options[best.recipe])), None)
    if annealed and not annealed.outcome:
        return None, [MissingRun(core, device, annealed.recipe, "placement", (FIRST_SEED,))]
    if annealed:
        best = max(best, annealed, key=lambda one: one.throughput_per_area or 0.0)
    missing_seeds = tuple(seed for seed in SEEDS if seed not in best.seeds)
    return best.recipe, [MissingRun(core, device, best.recipe, "placement", missing_seeds)] if missing_seeds else []


def _is_annealed(one: FamilyRecipe, other: FamilyRecipe) -> bool:
    """Whether `one` is `other` with its placement annealed."""
    return bool(one.anneal) and one == other.model_copy(update={"anneal": one.anneal})


def _distinct(order: Sequence[Candidate], options: Mapping[str, FamilyRecipe]) -> list[Candidate]:
    """The candidates without those that would repeat a placement: equal counts of cells and equal options of placing.

    Otherwise two recipes with one mapped netlist would take both places of the finalists.
    """
    distinct: dict[tuple[object, ...], Candidate] = {}
    for one in order:
        family = options[one.recipe]
        key = (one.mapped_cells, one.mapped_logic, family.place, family.empty_rows)
        if key not in distinct or (one.outcome and not distinct[key].outcome):
            distinct[key] = one
    return list(distinct.values())


def _candidate(  # noqa: PLR0917 - a recipe, its stored outcomes, and the units of both
    recipe: str,
    runs: Sequence[Result],
    count: SynthesisCount | None,
    device: Device,
    area: AreaMeasure,
    family: FamilyRecipe,
) -> Candidate:
    first = next((run for run in runs if run.seed == FIRST_SEED), None)
    placed = [run for run in runs if run.stage != "synthesis"]
    cells, logic = _mapped(runs, count, device)
    return Candidate(
        recipe,
        cells,
        logic,
        outcome=first.status if first and first in placed else "",
        throughput_per_area=measures.throughput_per_area(first, area) if first and first.passed else None,
        failed_synthesis=cells is None and (count is not None or (bool(runs) and not placed)),
        seeds=tuple(sorted(run.seed for run in placed)),
        anneals=bool(family.anneal),
        spread=family.empty_rows is not None,
    )


def _with_netlist(one: Candidate, candidates: Sequence[Candidate], options: Mapping[str, FamilyRecipe]) -> Candidate:
    """The candidate, if it keeps rows empty and was not run, with the size of the netlist that another one maps."""
    if not one.spread or one.anneals or one.mapped_cells is not None:
        return one
    for other in candidates:
        if other.maps and _mapping(options[other.recipe]) == _mapping(options[one.recipe]):
            return replace(one, mapped_cells=other.mapped_cells, mapped_logic=other.mapped_logic)
    return one


def _mapping(family: FamilyRecipe) -> tuple[object, ...]:
    return family.synthesis, family.passes


def _mapped(
    runs: Sequence[Result], count: SynthesisCount | None, device: Device
) -> tuple[int, int] | tuple[None, None]:
    """Cells that the mapped netlist needs, with and without registers; from a placed run, else from the count."""
    for run in runs:
        if run.resources:
            return device.count.mapped_cells(run.resources.luts, run.resources.carry, run.resources.flip_flops)
    if count is None or count.luts is None or count.carry is None or count.flip_flops is None:
        return None, None
    return device.count.mapped_cells(count.luts, count.carry, count.flip_flops)


def _order(candidate: Candidate) -> tuple[bool, float, float, bool, str]:
    """Sort key: those without empty rows first; then by fewest cells; of equal netlists those not annealed first."""
    unknown = float("inf")
    cells = unknown if candidate.mapped_cells is None else candidate.mapped_cells
    logic = unknown if candidate.mapped_logic is None else candidate.mapped_logic
    return candidate.spread, cells, logic, candidate.anneals, candidate.recipe
