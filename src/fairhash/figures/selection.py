# SPDX-License-Identifier: Apache-2.0
"""Chooses the recipe with which a core is shown on an FPGA, by one rule for all cores, references included.

On a family with several recipes of the rule (RULE_RECIPES):

1. The core is synthesised with each of them.
2. The two recipes whose mapped netlists need the fewest logic cells are placed with COMPARED_SEEDS. Recipes with equal
   netlists and equal options of placement count once. A recipe whose first seed fails is replaced by the next one, but
   if the time limit ended its first seed and no recipe is routed, not by one with equal options of placement. A recipe
   that keeps rows of the device empty, with the netlist of another one, is placed only if no other is routed.
3. The recipe with the higher median throughput per area is the choice. High-speed and lightweight cores, which are
   ranked, are placed by it with the further seeds of SEEDS, except for those of THREE_SEED_CORES.

On every other family one recipe serves all cores, with COMPARED_SEEDS.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Literal

from fairhash.catalog.core import MAIN_ARCHITECTURES
from fairhash.catalog.cores import main_name
from fairhash.catalog.device import Device
from fairhash.catalog.recipe import FamilyRecipe
from fairhash.catalog.recipes import DEFAULT_RECIPE, MAIN_RECIPE, find_recipe
from fairhash.figures import measures
from fairhash.figures.measures import CELLS, AreaMeasure
from fairhash.results.schema import Result
from fairhash.results.synthesis_counts import SynthesisCount

RULE_RECIPES: Mapping[str, tuple[str, ...]] = {"ecp5": ("best", "share", "small", "sparse")}
"""Recipes among which the rule chooses, by the device's `cells`; on other families it is MAIN_RECIPE alone."""

FIRST_SEED = 1
COMPARED_SEEDS = (1, 2, 3)
"""Seeds by which recipes are compared."""
SEEDS = (1, 2, 3, 4, 5)
"""Seeds of the chosen recipe."""
PLACED_RECIPES = 2

RANKED_ARCHITECTURES = tuple(f"/{architecture}" for architecture in MAIN_ARCHITECTURES)
THREE_SEED_CORES = frozenset(
    f"{algorithm}/highspeed"
    for algorithm in ("blake-64", "bmw-512", "echo-256", "echo-512", "simd-512", "skein-512-512")
)
"""Cores that stop at COMPARED_SEEDS: one seed of these six takes 4.2 of the 5.3 CPU hours that one seed of all
high-speed cores takes on ecp5-85k-8 (placement_cost of the rows of 2026-11-23 to 2026-11-26)."""


SelectionState = Literal["one recipe", "chosen", "provisional", "none routed"]


@dataclass(frozen=True)
class RecipeCandidate:
    """One recipe of the rule, with the stored outcomes of the core for it."""

    recipe: str
    mapped_cells: int | None
    """Logic cells that the mapped netlist needs at least; None if synthesis was not run or failed."""
    mapped_logic: int | None
    """The same without registers; decides between recipes with equal `mapped_cells`."""
    outcome: str
    """Status of the placement with the first seed; empty if it was not run."""
    throughput_per_area: float | None
    """Mbit/s per cell, median over those of COMPARED_SEEDS that passed their checks; None if none did."""
    failed_synthesis: bool = False
    seeds: tuple[int, ...] = ()
    """Seeds with which it was placed, whatever the outcome."""
    keeps_rows_empty: bool = False
    """Whether it keeps rows of the device empty, with the netlist of another recipe."""

    def missing(self, seeds: Sequence[int]) -> tuple[int, ...]:
        """Those of `seeds` with which it was not placed; only the first one as long as that was not."""
        lacking = tuple(seed for seed in seeds if seed not in self.seeds)
        return lacking if self.outcome else lacking[:1]


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
class RecipeSelection:
    """The recipe chosen for one core on one device, with the recipes that lost."""

    core: str
    device: str
    recipe: str | None
    """None if the rule cannot choose yet, or no recipe succeeded."""
    candidates: tuple[RecipeCandidate, ...]
    """All recipes of the rule: those with the fewest mapped cells first, those without a mapped netlist last; after
    them those that keep rows empty."""
    needs: tuple[MissingRun, ...]
    """The next runs; empty once the chosen recipe is measured with all its seeds."""

    @property
    def _mappings(self) -> list[RecipeCandidate]:
        return [one for one in self.candidates if not one.keeps_rows_empty]

    @property
    def synthesised(self) -> int:
        """Number of recipes with a stored outcome of synthesis, of those with a netlist of their own."""
        return sum(one.mapped_cells is not None or one.failed_synthesis for one in self._mappings)

    @property
    def state(self) -> SelectionState:
        """How far the choice is made."""
        if len(self.candidates) == 1:
            return "one recipe"
        if self.recipe:
            return "chosen"
        return "provisional" if self.needs else "none routed"

    def basis(self) -> str:
        """How far the choice follows the rule, as text."""
        synthesised = f"{self.synthesised} of {len(self._mappings)} recipes synthesised"
        match self.state:
            case "one recipe":
                return f"the one recipe of the rule for this family: {self.candidates[0].recipe}"
            case "chosen":
                return f"chosen from {synthesised}"
            case "none routed":
                return f"none: {synthesised}, none of them placed and routed"
        if any(need.stage == "placement" for need in self.needs):
            return f"provisional: {synthesised}, not yet {PLACED_RECIPES} placed with {len(COMPARED_SEEDS)} seeds"
        return f"provisional: {synthesised}"


def core_seeds(core: str, device: Device) -> tuple[int, ...]:
    """The seeds with which the chosen recipe of a core is placed on a device."""
    is_ranked = core.endswith(RANKED_ARCHITECTURES) and core not in THREE_SEED_CORES
    return SEEDS if is_ranked and device.cells in RULE_RECIPES else COMPARED_SEEDS


def rule_recipes(device: Device) -> dict[str, FamilyRecipe]:
    """The options for the device's family of each recipe among which the rule chooses, by the recipe's name."""
    names = RULE_RECIPES.get(device.cells)
    if names is None:
        return dict([_one_recipe(device)])
    found = {name: find_recipe(name).family[device.cells] for name in names}
    return {name: options for name, options in found.items() if options.empty_rows is None or device.rows is not None}


def _one_recipe(device: Device) -> tuple[str, FamilyRecipe]:
    """The recipe that serves all cores on a family without a choice: the main one, else the tools' default options."""
    options = find_recipe(MAIN_RECIPE).family.get(device.cells)
    if options is not None:
        return MAIN_RECIPE, options
    default = find_recipe(DEFAULT_RECIPE).family.get(device.cells) or device.default_options
    return DEFAULT_RECIPE, default or FamilyRecipe(synthesis=("{synth} {refuse}",))


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
) -> RecipeSelection:
    """Apply the rule to the stored runs of one core on one device.

    Args:
        core: Name of the core.
        device: The FPGA.
        runs: Its runs, of one series for each recipe. Recipes that are not of the rule are ignored.
        counts: Outcomes of synthesis without placement; those of other cores, devices or sources are ignored.
        area: The measure of area by which throughput is divided.
        verilog: Digest of the core's Verilog; runs and counts of other Verilog are ignored. By default those of the
            Verilog of the runs count.
    """
    by_recipe: dict[str, list[Result]] = {}
    for run in runs:
        if verilog in (None, run.verilog_digest):
            by_recipe.setdefault(run.recipe, []).append(run)
    options = rule_recipes(device)
    seeds = core_seeds(core, device)
    if len(options) == 1:
        (name, family), *_ = options.items()
        only = _candidate(name, by_recipe.get(name, ()), None, device, area, family)
        lacking = only.missing(seeds) if only.outcome in ("", "ok") else ()
        return RecipeSelection(core, device.id, name, (only,), _placements(core, device.id, name, lacking))
    sources = {verilog} if verilog else {run.verilog_digest for each in by_recipe.values() for run in each}
    counted = {
        count.recipe: count
        for count in counts
        if (main_name(count.core), count.device) == (core, device.id) and count.verilog_digest in sources
    }
    candidates = [
        _candidate(name, by_recipe.get(name, ()), counted.get(name), device, area, family)
        for name, family in options.items()
    ]
    order = sorted((_with_netlist(one, candidates, options) for one in candidates), key=_order)
    needs = tuple(
        MissingRun(core, device.id, one.recipe, "synthesis")
        for one in order
        if one.mapped_cells is None and not one.failed_synthesis and not one.keeps_rows_empty
    )
    if needs:
        return RecipeSelection(core, device.id, None, tuple(order), needs)
    chosen, needs = _choose_by_placement(core, device.id, _worth_placing(_distinct(order, options), options), seeds)
    return RecipeSelection(core, device.id, chosen, tuple(order), needs)


def _choose_by_placement(
    core: str, device: str, order: Sequence[RecipeCandidate], seeds: Sequence[int]
) -> tuple[str | None, tuple[MissingRun, ...]]:
    """Steps 2 and 3 of the rule: the chosen recipe, None if more placements are needed, and the next runs."""
    placeable = [one for one in order if one.mapped_cells is not None and one.outcome in ("", "ok")]
    dense = [one for one in placeable if not one.keeps_rows_empty]
    finalists = (dense or placeable)[:PLACED_RECIPES]
    needs = [run for one in finalists for run in _placements(core, device, one.recipe, one.missing(COMPARED_SEEDS))]
    if needs or not finalists:
        return None, tuple(needs)
    # of two equal values max() takes the first, which needs fewer cells
    best = max(finalists, key=lambda one: one.throughput_per_area or 0.0)
    return best.recipe, _placements(core, device, best.recipe, best.missing(seeds))


def _placements(core: str, device: str, recipe: str, seeds: tuple[int, ...]) -> tuple[MissingRun, ...]:
    return (MissingRun(core, device, recipe, "placement", seeds),) if seeds else ()


def _distinct(order: Sequence[RecipeCandidate], options: Mapping[str, FamilyRecipe]) -> list[RecipeCandidate]:
    """The candidates without those that would repeat a placement: equal counts of cells and equal options of placing.

    Otherwise two recipes with one mapped netlist would take both places of the finalists.
    """
    distinct: dict[tuple[object, ...], RecipeCandidate] = {}
    for one in order:
        family = options[one.recipe]
        key = (one.mapped_cells, one.mapped_logic, family.place, family.empty_rows)
        if key not in distinct or len(one.seeds) > len(distinct[key].seeds):
            distinct[key] = one
    return list(distinct.values())


def _worth_placing(order: Sequence[RecipeCandidate], options: Mapping[str, FamilyRecipe]) -> list[RecipeCandidate]:
    """The candidates without those that the time limit would end too.

    A netlist that is a few percent smaller takes the same placer and router as long: hours, for no result.
    """
    routed = {options[one.recipe].place for one in order if one.outcome == "ok"}
    ended = {options[one.recipe].place for one in order if one.outcome == "timed-out"} - routed
    return [one for one in order if one.outcome or options[one.recipe].place not in ended]


def _candidate(  # noqa: PLR0917 - a recipe, its stored outcomes, and the units of both
    recipe: str,
    runs: Sequence[Result],
    count: SynthesisCount | None,
    device: Device,
    area: AreaMeasure,
    family: FamilyRecipe,
) -> RecipeCandidate:
    placed = [run for run in runs if run.stage != "synthesis"]
    compared = [
        value
        for run in placed
        if run.seed in COMPARED_SEEDS and run.passed and (value := measures.throughput_per_area(run, area)) is not None
    ]
    cells, logic = _mapped(runs, count, device)
    return RecipeCandidate(
        recipe,
        cells,
        logic,
        outcome=next((run.status for run in placed if run.seed == FIRST_SEED), ""),
        throughput_per_area=median(compared) if compared else None,
        failed_synthesis=cells is None and (count is not None or (bool(runs) and not placed)),
        seeds=tuple(sorted(run.seed for run in placed)),
        keeps_rows_empty=family.empty_rows is not None,
    )


def _with_netlist(
    one: RecipeCandidate, candidates: Sequence[RecipeCandidate], options: Mapping[str, FamilyRecipe]
) -> RecipeCandidate:
    """The candidate, with the size of the netlist that another one maps if it keeps rows empty and was not run."""
    if not one.keeps_rows_empty or one.mapped_cells is not None:
        return one
    for other in candidates:
        if not other.keeps_rows_empty and _mapping(options[other.recipe]) == _mapping(options[one.recipe]):
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


def _order(candidate: RecipeCandidate) -> tuple[bool, float, float, str]:
    """Sort key: those without empty rows first; then by fewest cells."""
    unknown = float("inf")
    cells = unknown if candidate.mapped_cells is None else candidate.mapped_cells
    logic = unknown if candidate.mapped_logic is None else candidate.mapped_logic
    return candidate.keeps_rows_empty, cells, logic, candidate.recipe
