# SPDX-License-Identifier: Apache-2.0
"""What runs of a campaign are expected to cost, by the costs of stored runs on the same target."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

from fairhash.bench.plan_inputs import PlanInputs
from fairhash.catalog.cores import main_name
from fairhash.catalog.targets import find_device
from fairhash.results.schema import Cost, Result
from fairhash.results.synthesis_counts import read_counts

SIZE_DEVICE = "ecp5-85k-8"
"""The device whose cells are the size of a core: most cores were measured on it."""


@dataclass(frozen=True)
class Price:
    """Expected CPU time of a run, in seconds; None where nothing like it is stored."""

    synthesis_s: float | None
    later_s: float | None
    """Of the stages after the synthesis; 0 where there are none."""

    @property
    def cpu_s(self) -> float | None:
        """Of all stages; None if that of any stage is not known."""
        return None if self.synthesis_s is None or self.later_s is None else self.synthesis_s + self.later_s


UNKNOWN = Price(None, None)


@dataclass(frozen=True)
class StoredCost:
    """What one stored run cost, in seconds of CPU time."""

    core: str
    recipe: str
    cpu_s: float


@dataclass(frozen=True)
class Prices:
    """Prices by stored results."""

    inputs: PlanInputs
    _costs: dict[str, tuple[list[StoredCost], list[StoredCost]]] = field(default_factory=dict)
    """By target: those of syntheses, and of the stages after them."""
    _sizes: dict[str, float] = field(default_factory=dict)

    def price(self, core: str, recipe: str, target: str) -> Price:
        """The expected cost of one run."""
        if target not in self._costs:
            stored = self.inputs.results(target)
            self._costs[target] = (
                _costs(stored, lambda result: result.synthesis_cost),
                _costs(stored, lambda result: result.placement_cost),
            )
        syntheses, placements = self._costs[target]
        synthesis_s = expected(main_name(core), recipe, syntheses, self.sizes())
        if syntheses and not placements:
            # an estimate is not placed
            return Price(synthesis_s, 0.0)
        return Price(synthesis_s, expected(main_name(core), recipe, placements, self.sizes()))

    def sizes(self) -> Mapping[str, float]:
        """Logic cells of each core on SIZE_DEVICE, the least of its recipes, by the newest stored sources."""
        if not self._sizes:
            device = find_device(SIZE_DEVICE)
            for count in read_counts(self.inputs.folder.folder / "synthesis"):
                if count.device == SIZE_DEVICE and count.luts is not None:
                    cells, _ = device.count.mapped_cells(count.luts, count.carry or 0, count.flip_flops or 0)
                    self._sizes[main_name(count.core)] = cells
            for result in sorted(self.inputs.results(SIZE_DEVICE), key=lambda result: result.date):
                if result.resources:
                    self._sizes[main_name(result.core)] = result.resources.area_cells
        return self._sizes


def _costs(results: Iterable[Result], part: Callable[[Result], Cost | None]) -> list[StoredCost]:
    return [
        StoredCost(main_name(result.core), result.recipe, cost.cpu_s) for result in results if (cost := part(result))
    ]


def expected(core: str, recipe: str, costs: Sequence[StoredCost], sizes: Mapping[str, float]) -> float | None:
    """Median of the core's costs by the recipe, else of the core's, else that of the nearest core, scaled by size.

    Without a known size it is the median of all costs; without any cost None.
    """
    for same in (
        [cost.cpu_s for cost in costs if (cost.core, cost.recipe) == (core, recipe)],
        [cost.cpu_s for cost in costs if cost.core == core],
    ):
        if same:
            return median(same)
    size = sizes.get(core)
    known = {cost.core for cost in costs if cost.core in sizes}
    if size and known:
        nearest = min(sorted(known), key=lambda other: abs(math.log(sizes[other] / size)))
        return median(cost.cpu_s for cost in costs if cost.core == nearest) * size / sizes[nearest]
    return median(cost.cpu_s for cost in costs) if costs else None
