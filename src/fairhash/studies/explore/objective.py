# SPDX-License-Identifier: Apache-2.0
"""The quantities that a search can maximise or minimise."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from fairhash.figures.measures import CELLS, AreaMeasure, area, area_name, result_throughput_mbit_s, throughput_per_area
from fairhash.results import Result


@dataclass(frozen=True)
class Objective:
    """A quantity of a result and whether larger or smaller is better."""

    name: str
    unit: str
    value: Callable[[Result], float | None]
    smaller_is_better: bool = False

    def merit(self, result: Result) -> float | None:
        """The quantity with the sign that makes larger better; None if the result cannot be ranked."""
        value = self.value(result) if result.ranked else None
        return -value if value is not None and self.smaller_is_better else value

    def from_merit(self, merit: float) -> float:
        """The quantity that belongs to a merit."""
        return -merit if self.smaller_is_better else merit


def objectives(measure: AreaMeasure = CELLS) -> dict[str, Objective]:
    """All objectives by name; areas are in this measure."""
    unit = area_name("", measure)
    every = (
        Objective("throughput", "Mbit/s", result_throughput_mbit_s),
        Objective("area", f"{unit}s", partial(area, measure=measure), smaller_is_better=True),
        Objective("throughput-per-area", f"Mbit/s/{unit}", partial(throughput_per_area, measure=measure)),
    )
    return {objective.name: objective for objective in every}
