# SPDX-License-Identifier: Apache-2.0
"""Our results for a paper's cores: the figure of each core on each device, and the text where there is none."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from fairhash.analysis import measures
from fairhash.analysis.common_subset import common_subset
from fairhash.analysis.core_names import under_main_name
from fairhash.analysis.figures import Figure, figures, own_best
from fairhash.analysis.measures import CELLS, AreaMeasure
from fairhash.analysis.provenance import provenance
from fairhash.analysis.statistics import ratio_interval
from fairhash.catalog.core import Core
from fairhash.catalog.cores import main_name
from fairhash.catalog.device import GATE_EQUIVALENT
from fairhash.results.schema import Result

NO_CORE = "no core yet"
NOT_MEASURED = "not measured"
NOT_AVAILABLE = "N/A"
"""The run failed: the core does not fit or route. The papers use the same word."""
NOT_RANKED = "not ranked"
"""There is a figure, but its netlist was not checked or its cycles were not measured."""

FIRST_FAMILY = "ecp5"
"""The family that tables show first."""


@dataclass(frozen=True)
class Quotients:
    """The figure of one core divided by that of another on the same device."""

    clock: float
    throughput: float
    area: float
    ratio: float
    """Of throughput per area."""
    ratio_low: float
    """Lower end of the 95 % interval of `ratio`, by bootstrap over the seeds."""
    ratio_high: float


@dataclass(frozen=True)
class OurResults:
    """Our results for a paper. Each core is shown with one recipe on each device, chosen by one rule for all cores.

    A core can be looked up by any of its names.
    """

    results: tuple[Result, ...]
    cores: Mapping[str, Core]
    """The paper's cores in this checkout, by main name."""
    requested_devices: tuple[str, ...] = ()
    """Devices to show when there are no results for any device."""
    vendors: Mapping[str, str] = field(default_factory=dict)
    """Vendor of each device."""
    overall_devices: tuple[str, ...] = field(default_factory=common_subset)
    """The devices that an overall value is a mean over, one of each family: the same for every core."""
    area: AreaMeasure = CELLS
    """What an area counts."""

    def with_results(self, results: Iterable[Result]) -> "OurResults":
        """Return a copy with other results."""
        return replace(self, results=tuple(results))

    def with_default_devices(self, devices: Sequence[str]) -> "OurResults":
        """Return a copy that shows these devices if there are no results and no devices were requested."""
        return replace(self, requested_devices=self.requested_devices or tuple(devices))

    def select_cores(self, names: Iterable[str]) -> "OurResults":
        """Return a copy with the results and the cores of these names only."""
        selected = set(names)
        return replace(
            self,
            results=tuple(result for result in self.results if result.core in selected),
            cores={name: core for name, core in self.cores.items() if name in selected},
        )

    @cached_property
    def _figures_by_recipe(self) -> list[Figure]:
        return figures(under_main_name(self.results), self.area)

    @cached_property
    def figures(self) -> Mapping[tuple[str, str], Figure]:
        """The figure of each core's chosen recipe, by main name of the core and device."""
        return {(figure.first.core, figure.first.device): figure for figure in own_best(self._figures_by_recipe)}

    @cached_property
    def shown_figures(self) -> list[Figure]:
        """All figures with a clock and an area, including those that may not be compared."""
        return [figure for figure in self.figures.values() if figure.succeeded]

    @cached_property
    def recipe_counts(self) -> Mapping[tuple[str, str], int]:
        """How many recipes were run, by main name of the core and device."""
        return Counter((figure.first.core, figure.first.device) for figure in self._figures_by_recipe)

    @cached_property
    def mapped_areas(self) -> Mapping[tuple[str, str], int]:
        """Area after mapping, by core and device, on devices that no open tool can place for."""
        return {
            (result.core, result.device): area
            for result in sorted(under_main_name(self.results), key=lambda result: result.date)
            if result.status == "estimate" and (area := measures.area(result, self.area)) is not None
        }

    @cached_property
    def fpgas(self) -> list[str]:
        """FPGAs with results, estimates included, sorted."""
        return self._devices(cells=False)

    @cached_property
    def libraries(self) -> list[str]:
        """Cell libraries with results, sorted."""
        return self._devices(cells=True)

    def _devices(self, *, cells: bool) -> list[str]:
        units = {result.device: result.area_unit for result in self.results}
        return sorted(device for device, unit in units.items() if (unit == GATE_EQUIVALENT) == cells)

    @cached_property
    def _placed_fpgas(self) -> dict[str, list[str]]:
        """FPGAs with figures after placement, by family, best first: the one with most comparable figures, then by
        name."""
        comparable: dict[str, int] = {}
        families: dict[str, list[str]] = {}
        for (_, device), figure in self.figures.items():
            if figure.estimated or figure.first.area_unit == GATE_EQUIVALENT:
                continue
            if device not in comparable:
                families.setdefault(figure.first.device_family, []).append(device)
            comparable[device] = comparable.get(device, 0) + (not figure.ratio_exclusion)
        ranked = {
            family: sorted(devices, key=lambda device: (-comparable[device], device))
            for family, devices in families.items()
        }
        order = sorted(
            ranked, key=lambda family: (family != FIRST_FAMILY, -comparable[ranked[family][0]], ranked[family][0])
        )
        return {family: ranked[family] for family in order}

    @cached_property
    def family_devices(self) -> tuple[str, ...]:
        """One FPGA for each family, the requested devices where there are no results; ECP5 first."""
        return tuple(devices[0] for devices in self._placed_fpgas.values()) or self.requested_devices

    @cached_property
    def excluded_devices(self) -> tuple[str, ...]:
        """FPGAs with results that `family_devices` does not contain, sorted."""
        return tuple(sorted(device for devices in self._placed_fpgas.values() for device in devices[1:]))

    def vendor(self, device: str) -> str:
        """Return the vendor of a device, or the device itself if the vendor is unknown."""
        return self.vendors.get(device, device)

    def devices_by_vendor(self) -> dict[str, list[str]]:
        """Return the devices of `family_devices` by vendor."""
        groups: dict[str, list[str]] = {}
        for device in self.family_devices:
            groups.setdefault(self.vendor(device), []).append(device)
        return groups

    def figure(self, core: str, device: str) -> Figure | None:
        """Return the figure of the core's chosen recipe on the device; it may consist of failed runs only."""
        return self.figures.get((main_name(core), device))

    def comparable_figure(self, core: str, device: str) -> Figure | None:
        """Return the figure if quotients may be computed from it; the number of seeds does not matter."""
        figure = self.figure(core, device)
        return figure if figure and not figure.ratio_exclusion and figure.ratio else None

    def quotients(self, core: str, base: str, device: str) -> Quotients | None:
        """Return the figure of `core` over that of `base` on one device, or None if either must not be ranked."""
        return quotients(self.figure(core, device), self.figure(base, device))

    def absence(self, core: str, device: str) -> str:
        """Return the word that replaces a missing value, or an empty string if the value exists."""
        figure = self.figure(core, device)
        if figure is None:
            return NOT_MEASURED if main_name(core) in self.cores else NO_CORE
        if not figure.succeeded:
            return NOT_AVAILABLE
        return NOT_RANKED if figure.ratio_exclusion or not figure.ratio else ""

    def reason(self, core: str, device: str) -> str:
        """Return why runs failed or may not be compared, or an empty string."""
        figure = self.figure(core, device)
        return _join([figure.ratio_exclusion, figure.failures]) if figure else ""

    def recipe_note(self, core: str, device: str) -> str:
        """Return the recipe of the figure and how it was chosen, or of how many: more recipes bias the best result."""
        figure = self.figure(core, device)
        if figure is None or not figure.succeeded:
            return ""
        chosen = figure.basis or f"of {self.recipe_counts[main_name(core), device]}"
        return f"recipe {figure.first.recipe}, {chosen}"

    def area_unit(self, figure: Figure) -> str:
        """Return what one unit of the figure's area is called."""
        return measures.area_name(figure.first.area_unit, self.area)


def figure_note(figure: Figure | None) -> str:
    """Return the recipe of a figure, how it was chosen, why it must not be ranked and which runs failed."""
    if figure is None:
        return NOT_MEASURED
    return _join([f"recipe {figure.first.recipe}", figure.basis, figure.preliminary, figure.failures])


def _join(parts: Sequence[str]) -> str:
    return " ".join("; ".join(dict.fromkeys(part for part in parts if part)).split())


def quotients(figure: Figure | None, base: Figure | None) -> Quotients | None:
    """Return the quotients of the medians, or None if either figure must not be ranked."""
    if figure is None or base is None or figure.preliminary or base.preliminary:
        return None
    pairs = [
        (figure.clock_mhz, base.clock_mhz),
        (figure.throughput_mbit_s, base.throughput_mbit_s),
        (figure.area_cells, base.area_cells),
        (figure.ratio, base.ratio),
    ]
    values = [above.median / below.median for above, below in pairs if above and below and below.median]
    if len(values) < len(pairs):
        return None
    clock, throughput, area, ratio = values
    # a core over itself is exactly 1; resampling both sides independently would give a wide interval
    low, high = (1.0, 1.0) if figure is base else ratio_interval(figure.ratios, base.ratios)
    return Quotients(clock, throughput, area, ratio, low, high)


def measurement_facts(shown: Iterable[Figure]) -> tuple[tuple[str, str], ...]:
    """Return devices, recipes, tools, seeds and dates of these figures, as names and values for a section."""
    runs = [run for figure in shown for run in figure.runs]
    return tuple(provenance(runs).items()) if runs else ()
