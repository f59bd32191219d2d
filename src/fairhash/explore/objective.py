# SPDX-License-Identifier: Apache-2.0
"""What a search makes as good as it can."""

from collections.abc import Callable
from dataclasses import dataclass

from fairhash.analysis.measures import result_throughput_mbit_s
from fairhash.results import Result


@dataclass(frozen=True)
class Objective:
    """A quantity of a result and which way is better."""

    name: str
    unit: str
    """`{area}` stands for the device's area cell."""
    value: Callable[[Result], float | None]
    smaller_is_better: bool = False

    def merit(self, result: Result) -> float | None:
        """The larger the better; None for a result that may not be ranked: failed, wrong or unchecked netlist."""
        value = self.value(result) if result.ranked else None
        return -value if value is not None and self.smaller_is_better else value

    def shown(self, merit: float) -> float:
        """The quantity behind a merit."""
        return -merit if self.smaller_is_better else merit


def _area(result: Result) -> float | None:
    return float(result.resources.area_cells) if result.resources else None


def _ratio(result: Result) -> float | None:
    throughput, area = result_throughput_mbit_s(result), _area(result)
    return throughput / area if throughput is not None and area else None


OBJECTIVES = {
    objective.name: objective
    for objective in (
        Objective("throughput", "Mbit/s", result_throughput_mbit_s),
        Objective("area", "{area}", _area, smaller_is_better=True),
        Objective("throughput-per-area", "Mbit/s/{area}", _ratio),
    )
}
