# SPDX-License-Identifier: Apache-2.0
"""Compares two cores on one device: whether their seeds show a difference, and how many seeds would."""

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from typing import Any

from fairhash.base.errors import FairhashError
from fairhash.catalog.cores import main_name
from fairhash.figures.core_names import under_main_name
from fairhash.figures.figures import MIN_SEEDS, Figure, figures, own_best
from fairhash.figures.measures import CELLS, AreaMeasure
from fairhash.figures.seeds_needed import MAX_SEEDS, POWER, SeedsNeeded, seeds_needed
from fairhash.figures.statistics import Spread, interval_note, spread
from fairhash.results.schema import Result

QUANTITIES: dict[str, Callable[[Figure], list[float]]] = {
    "throughput": lambda figure: figure.throughputs_mbit_s,
    "area": lambda figure: figure.areas,
    "throughput-per-area": lambda figure: figure.ratios,
}


@dataclass(frozen=True)
class Difference:
    """The comparison of one quantity between two figures."""

    quantity: str
    figures: tuple[Figure, Figure]
    spreads: tuple[Spread, Spread]
    seeds: SeedsNeeded

    def verdict(self) -> str:
        """Whether a difference is shown, and the number of seeds that would show it."""
        (low, high), (one, other), seeds = self.seeds.interval, self.seeds.counts, self.seeds
        claim = (
            f"Shown: the 95 % interval of the ratio, {low:.4f} to {high:.4f}, does not contain 1."
            if seeds.established
            else f"Not shown: the 95 % interval of the ratio, {low:.4f} to {high:.4f}, contains 1."
        )
        plan = (
            f"To show a ratio of {seeds.ratio:.4f} in {POWER:.0%} of comparisons takes {seeds.needed} seeds of each"
            if seeds.needed
            else f"A ratio of {seeds.ratio:.4f} would not be shown with {MAX_SEEDS} seeds of each core either"
        )
        found = f"there are {one} and {other}, which show it in {seeds.power_now:.0%}."
        return " ".join(filter(None, (f"{claim} {plan}; {found}", interval_note(seeds.counts))))

    def data(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "quantity": self.quantity,
            "cores": [
                {"core": figure.first.core, "recipe": figure.first.recipe, **asdict(one)}
                for figure, one in zip(self.figures, self.spreads, strict=True)
            ],
            **asdict(self.seeds),
            "established": self.seeds.established,
        }


def difference(  # noqa: PLR0917 - all conditions of the comparison
    results: Iterable[Result],
    cores: tuple[str, str],
    device: str,
    recipe: str | None,
    quantity: str,
    area: AreaMeasure = CELLS,
) -> Difference:
    """Compare two cores with `recipe`, or each core with the recipe chosen for it if that is None.

    Raises:
        FairhashError: if a figure is missing or preliminary.
    """
    names = (main_name(cores[0]), main_name(cores[1]))
    candidates = figures(
        (result for result in under_main_name(results) if result.device == device and result.core in names), area
    )
    if recipe is None:
        candidates = own_best(candidates)
    one, other = (_find_figure(candidates, core, device, recipe) for core in names)
    first, second = QUANTITIES[quantity](one), QUANTITIES[quantity](other)
    return Difference(quantity, (one, other), (spread(first), spread(second)), seeds_needed(first, second))


def _find_figure(candidates: Iterable[Figure], core: str, device: str, recipe: str | None) -> Figure:
    with_recipe = f" with recipe {recipe}" if recipe else ""
    for figure in candidates:
        if figure.first.core == core and recipe in (None, figure.first.recipe):
            if figure.on_cells:
                raise FairhashError("standard cells have no seeds", device, "name an FPGA")
            if figure.preliminary:
                raise FairhashError(
                    f"the figure of {core} is preliminary: {figure.preliminary}",
                    device,
                    f"{MIN_SEEDS} successful runs of today's sources are needed; --recipe compares by one recipe",
                )
            return figure
    raise FairhashError(
        f"no result of {core} on {device}{with_recipe}", "", f"run fairhash implement {core} --device {device}"
    )
