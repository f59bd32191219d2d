# SPDX-License-Identifier: Apache-2.0
"""Two cores on one device: their figures, and what their seeds say of the difference."""

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from typing import Any

from fairhash.analysis.core_names import under_main_name
from fairhash.analysis.figures import MIN_SEEDS, Figure, figures, own_best
from fairhash.analysis.measures import CELLS, AreaMeasure
from fairhash.analysis.seeds_needed import MOST, POWER, SeedsNeeded, seeds_needed
from fairhash.analysis.statistics import Spread, spread
from fairhash.catalog.cores import main_name
from fairhash.catalog.device import GATE_EQUIVALENT
from fairhash.errors import FairhashError
from fairhash.results.schema import Result

QUANTITIES: dict[str, Callable[[Figure], list[float]]] = {
    "throughput": lambda figure: figure.throughputs_mbit_s,
    "area": lambda figure: figure.areas,
    "throughput-per-area": lambda figure: figure.ratios,
}


@dataclass(frozen=True)
class Difference:
    """Of one quantity between two figures."""

    quantity: str
    figures: tuple[Figure, Figure]
    spreads: tuple[Spread, Spread]
    seeds: SeedsNeeded

    def verdict(self) -> str:
        """What may be claimed, and how many seeds it takes."""
        (low, high), (one, other), said = self.seeds.interval, self.seeds.counts, self.seeds
        claim = (
            f"Shown: the 95 % interval of the ratio, {low:.4f} to {high:.4f}, leaves out 1."
            if said.established
            else f"Not shown: the 95 % interval of the ratio, {low:.4f} to {high:.4f}, holds 1."
        )
        plan = (
            f"To show a ratio of {said.ratio:.4f} in {POWER:.0%} of comparisons takes {said.needed} seeds of each"
            if said.needed
            else f"A ratio of {said.ratio:.4f} would not be shown with {MOST} seeds of each either"
        )
        return f"{claim} {plan}; there are {one} and {other}, which show it in {said.power_now:.0%}."

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


def difference(  # noqa: PLR0917 - what is compared, and how
    results: Iterable[Result],
    cores: tuple[str, str],
    device: str,
    recipe: str | None,
    quantity: str,
    area: AreaMeasure = CELLS,
) -> Difference:
    """Of the newest series by `recipe`, or of each core by the recipe chosen for it.

    Raises FairhashError where a figure is missing or may not be ranked.
    """
    named = (main_name(cores[0]), main_name(cores[1]))
    known = figures(
        (result for result in under_main_name(results) if result.device == device and result.core in named), area
    )
    if recipe is None:
        known = own_best(known)
    one, other = (_figure(known, core, device, recipe) for core in named)
    first, second = QUANTITIES[quantity](one), QUANTITIES[quantity](other)
    return Difference(quantity, (one, other), (spread(first), spread(second)), seeds_needed(first, second))


def _figure(known: Iterable[Figure], core: str, device: str, recipe: str | None) -> Figure:
    by = f" by recipe {recipe}" if recipe else ""
    for figure in known:
        if figure.first.core == core and recipe in (None, figure.first.recipe):
            if figure.first.area_unit == GATE_EQUIVALENT:
                raise FairhashError("standard cells have no seeds", device, "name an FPGA")
            if figure.obstacle:
                raise FairhashError(
                    f"{core} may not be ranked: {figure.obstacle}", device, f"it takes {MIN_SEEDS} good runs"
                )
            return figure
    raise FairhashError(f"no result of {core} on {device}{by}", "", f"run fairhash implement {core} --device {device}")
