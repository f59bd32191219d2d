# SPDX-License-Identifier: Apache-2.0
"""Which recipe a core is shown with on an FPGA: one rule for every core, the references included.

1. Every recipe of the device's family is synthesised.
2. The two whose mapped netlists need the fewest logic cells are placed with the first seed. A recipe that is not placed
   and routed with it is replaced by the next one.
3. The one of the two with the higher throughput per area is measured with all seeds.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
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
PLACED = 2
"""How many recipes are placed."""


@dataclass(frozen=True)
class Candidate:
    """One recipe of the family and what is stored of the core by it; None for what is not known."""

    recipe: str
    mapped_cells: int | None
    """Logic cells that the mapped netlist needs at least; None where it was not synthesised, or failed."""
    mapped_logic: int | None
    """The same without regard to registers: decides between equal `mapped_cells`."""
    outcome: str
    """Of placement with the first seed: `ok`, another status, or nothing where it was not run."""
    throughput_per_area: float | None
    """Mbit/s per cell with the first seed."""
    failed_synthesis: bool = False
    seeds: tuple[int, ...] = ()
    """Seeds it was placed with, whatever the outcome."""


@dataclass(frozen=True)
class Need:
    """Something the rule needs that is not stored."""

    core: str
    device: str
    recipe: str
    stage: Literal["synthesis", "placement"]
    seeds: tuple[int, ...] = ()
    """Of placement."""


@dataclass(frozen=True)
class Selection:
    """The recipe chosen for one core on one device, with the recipes that lost."""

    core: str
    device: str
    recipe: str | None
    """None where the rule has not come to a choice."""
    candidates: tuple[Candidate, ...]
    """Fewest mapped cells first; then those that were not synthesised, or failed."""
    needs: tuple[Need, ...]
    """What must be run next; empty once the chosen recipe is measured with all seeds."""

    @property
    def synthesised(self) -> int:
        """Recipes of which the outcome of synthesis is known."""
        return sum(each.mapped_cells is not None or each.failed_synthesis for each in self.candidates)

    def basis(self) -> str:
        """How far the choice follows the rule, in words."""
        of = f"{self.synthesised} of {len(self.candidates)} recipes synthesised"
        if self.recipe:
            return f"chosen from {of}"
        if any(need.stage == "placement" for need in self.needs):
            return f"provisional: {of}, not yet {PLACED} placed"
        return f"provisional: {of}" if self.needs else f"none: {of}, none of them placed and routed"


def family_recipes(device: Device) -> dict[str, FamilyRecipe]:
    """The recipes that serve the device's family, by name; of several with the same options the first."""
    found: dict[str, FamilyRecipe] = {}
    for name, recipe in recipes().items():
        options = recipe.family.get(device.cells)
        usable = options is not None and (options.empty_rows is None or device.rows is not None)
        if options is not None and usable and options not in found.values():
            found[name] = options
    return found


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
        runs: Its runs, for each recipe those of one series. Recipes that are not of the family are ignored.
        counts: Outcomes of synthesis alone; those of other cores, devices or sources are ignored.
        area: What throughput is divided by.
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
    every = [_candidate(name, by_recipe.get(name, ()), counted.get(name), device, area) for name in options]
    order = sorted(every, key=lambda each: _order(each, options))
    needs = [
        Need(core, device.id, each.recipe, "synthesis")
        for each in order
        if each.mapped_cells is None and not each.failed_synthesis
    ]
    chosen: str | None = None
    if not needs:
        chosen, needs = _placed(core, device.id, order)
    return Selection(core, device.id, chosen, tuple(order), tuple(needs))


def _placed(core: str, device: str, order: Sequence[Candidate]) -> tuple[str | None, list[Need]]:
    """Steps 2 and 3: the recipe, if it is decided, and what is to be placed next."""
    in_question = [each for each in order if each.mapped_cells is not None and each.outcome in ("", "ok")][:PLACED]
    missing = [each for each in in_question if not each.outcome]
    if missing:
        return None, [Need(core, device, each.recipe, "placement", (FIRST_SEED,)) for each in missing]
    if not in_question:
        return None, []
    # of equal ones the first, which needs fewer cells
    best = max(in_question, key=lambda each: each.throughput_per_area or 0.0)
    rest = tuple(seed for seed in SEEDS if seed not in best.seeds)
    return best.recipe, [Need(core, device, best.recipe, "placement", rest)] if rest else []


def _candidate(
    recipe: str, runs: Sequence[Result], count: SynthesisCount | None, device: Device, area: AreaMeasure
) -> Candidate:
    first = next((run for run in runs if run.seed == FIRST_SEED), None)
    placed = [run for run in runs if run.stage != "synthesis"]
    cells, logic = _mapped(runs, count, device)
    return Candidate(
        recipe,
        cells,
        logic,
        outcome=first.status if first and first in placed else "",
        throughput_per_area=measures.throughput_per_area(first, area) if first and first.ranked else None,
        failed_synthesis=cells is None and (count is not None or (bool(runs) and not placed)),
        seeds=tuple(sorted(run.seed for run in placed)),
    )


def _mapped(
    runs: Sequence[Result], count: SynthesisCount | None, device: Device
) -> tuple[int, int] | tuple[None, None]:
    """Cells of the mapped netlist, with and without regard to registers: from a placed run, or from the count."""
    for run in runs:
        if run.resources:
            return device.count.mapped_cells(run.resources.luts, run.resources.carry, run.resources.flip_flops)
    if count is None or count.luts is None or count.carry is None or count.flip_flops is None:
        return None, None
    return device.count.mapped_cells(count.luts, count.carry, count.flip_flops)


def _order(each: Candidate, options: Mapping[str, FamilyRecipe]) -> tuple[float, float, bool, str]:
    """Fewest cells first; of two with one netlist the one that keeps no rows empty."""
    unknown = float("inf")
    cells = unknown if each.mapped_cells is None else each.mapped_cells
    logic = unknown if each.mapped_logic is None else each.mapped_logic
    return cells, logic, options[each.recipe].empty_rows is not None, each.recipe
