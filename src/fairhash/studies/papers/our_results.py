# SPDX-License-Identifier: Apache-2.0
"""Our results for a paper's cores: the figure of each core on each device, the text where there is none, the source."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property

from fairhash.base.table import Cell, mark
from fairhash.catalog.core import Core
from fairhash.catalog.cores import main_name
from fairhash.catalog.device import GATE_EQUIVALENT
from fairhash.figures import measures
from fairhash.figures.figures import Figure, figures, own_best
from fairhash.figures.measures import CELLS, AreaMeasure
from fairhash.figures.ranking import held_subset
from fairhash.figures.statistics import DRAWS, RNG_SEED, Spread, interval_note, ratio_interval
from fairhash.results.reader import under_main_name
from fairhash.results.schema import Result


def provenance(results: Sequence[Result]) -> dict[str, str]:
    """Devices, recipes, tools with their builds, constraints, seeds, checks, dates and machines of these results."""
    constraints = _unique_text(
        f"clk {result.requested.clk_mhz:g} MHz"
        + (f" and io_clk {result.requested.io_clk_mhz:g} MHz" if result.io_ratio > 1 else "")
        for result in results
    )
    dates = sorted(result.date for result in results)
    days = dict.fromkeys(f"{date:%Y-%m-%d}" for date in (dates[0], dates[-1]))
    facts = {
        "device": _unique_text(result.device for result in results),
        "recipe": _unique_text(result.recipe for result in results),
        "tools": _unique_text(f"{tool.tool} {tool.version}" for result in results for tool in result.tools),
        "constraint": constraints,
        "seeds": ", ".join(str(seed) for seed in sorted({result.seed for result in results})),
        "netlist answers": _netlist_answers(results),
        "date (UTC)": " to ".join(days),
        "machine": _unique_text(
            f"{result.machine.cpu_model}, {result.machine.cores} cores, {result.machine.os}" for result in results
        ),
        "uncertainty": f"bootstrap over seeds, {DRAWS} resamples, generator seed {RNG_SEED}",
    }
    if all(result.status == "estimate" for result in results):
        # nothing was constrained, and nothing drawn by chance
        for name in ("constraint", "seeds", "uncertainty"):
            del facts[name]
    return facts


def _netlist_answers(results: Iterable[Result]) -> str:
    """Each verdict of the netlist checks with its least and most messages: ``pass, 211 to 431 messages``."""
    counts: dict[str, list[int]] = {}
    for result in results:
        counts.setdefault(result.netlist.verdict, []).append(result.netlist.messages)
    ranges = {verdict: dict.fromkeys((min(found), max(found))) for verdict, found in counts.items()}
    return _unique_text(f"{verdict}, {' to '.join(map(str, ends))} messages" for verdict, ends in ranges.items())


def _unique_text(values: Iterable[str]) -> str:
    return "; ".join(sorted(set(values)))


NO_CORE = "no core yet"
NOT_MEASURED = "not measured"
NOT_AVAILABLE = "N/A"
"""The run failed: the core does not fit or route. The papers use the same word."""
PRELIMINARY = "preliminary"
"""There is a figure, but it is not known (`Figure.preliminary` in figures/figures.py)."""
STALE = "stale"
"""Begins the reason why something is preliminary because it is of earlier sources, tools or clocks."""
UNDECIDED = "undecided"
"""The verdict on a conclusion that rests on figures that are not known."""

FIRST_DEVICE = "ecp5-85k-8"
"""Shown first, and where nothing was measured."""
FIRST_FAMILY = "ecp5"
"""The family that tables show first."""


@dataclass(frozen=True)
class Quotients:
    """The figure of one core divided by the known figure of another on the same device."""

    clock: float
    throughput: float
    area: float
    ratio: float
    """Of throughput per area."""
    ratio_low: float | None
    """Lower end of the 95 % interval of `ratio`, by bootstrap over the seeds; None without an interval."""
    ratio_high: float | None
    preliminary: str = ""
    """Why the upper figure is preliminary; empty if it is known."""


@dataclass(frozen=True)
class OurResults:
    """Our results for a paper. Each core is shown with one recipe on each device, chosen by one rule for all cores.

    With `recipe` all cores are shown with that recipe instead.

    A core can be looked up by any of its names.
    """

    results: tuple[Result, ...]
    cores: Mapping[str, Core]
    """The paper's cores in this checkout, by main name."""
    requested_devices: tuple[str, ...] = ()
    """Devices to show when there are no results for any device."""
    vendors: Mapping[str, str] = field(default_factory=dict)
    """Vendor of each device."""
    named_overall: tuple[str, ...] = ()
    """The devices that an overall value is a mean over; empty if common_subset.toml decides."""
    area: AreaMeasure = CELLS
    """What an area counts."""
    recipe: str = ""
    """The recipe of all cores; empty if the rule chooses one for each core."""

    def with_results(self, results: Iterable[Result]) -> "OurResults":
        """Return a copy with other results."""
        return replace(self, results=tuple(results))

    def with_default_devices(self, devices: Sequence[str]) -> "OurResults":
        """Return a copy that shows these devices if there are no results and no devices were requested."""
        return replace(self, requested_devices=self.requested_devices or tuple(devices))

    def by_one_recipe(self, recipe: str) -> "OurResults":
        """Return a copy that shows every core with this recipe; overall values are means over the same devices."""
        return replace(self, recipe=recipe, named_overall=self.overall_devices)

    def select_cores(self, names: Iterable[str]) -> "OurResults":
        """Return a copy with the results and the cores of these names only."""
        selected = set(names)
        return replace(
            self,
            results=tuple(result for result in self.results if result.core in selected),
            cores={name: core for name, core in self.cores.items() if name in selected},
        )

    @property
    def title_suffix(self) -> str:
        """What a table's title adds if all cores have one recipe."""
        return f", all cores by recipe `{self.recipe}`" if self.recipe else ""

    @property
    def name_suffix(self) -> str:
        """What a table's name adds if all cores have one recipe."""
        return f"-recipe-{self.recipe}" if self.recipe else ""

    @cached_property
    def _figures_by_recipe(self) -> list[Figure]:
        return figures(under_main_name(self.results), self.area)

    @cached_property
    def figures(self) -> Mapping[tuple[str, str], Figure]:
        """The figure of each core's chosen recipe, by main name of the core and device."""
        if self.recipe:
            shown = [figure for figure in self._figures_by_recipe if figure.first.recipe == self.recipe]
        else:
            shown = own_best(self._figures_by_recipe)
        return {(figure.first.core, figure.first.device): figure for figure in shown}

    @cached_property
    def overall_devices(self) -> tuple[str, ...]:
        """The devices that an overall value is a mean over, each of another family: the same for every core."""
        known: dict[str, set[str]] = {}
        for core, device in self.figures:
            if self.known_figure(core, device):
                known.setdefault(device, set()).add(core)
        return self.named_overall or held_subset(known, self.cores.keys())

    @cached_property
    def shown_figures(self) -> list[Figure]:
        """All figures with a clock and an area, including preliminary ones."""
        return [figure for figure in self.figures.values() if figure.succeeded]

    @cached_property
    def recipe_counts(self) -> Mapping[tuple[str, str], int]:
        """How many recipes were run, by main name of the core and device."""
        return Counter((figure.first.core, figure.first.device) for figure in self._figures_by_recipe)

    @cached_property
    def mapped_figures(self) -> Mapping[tuple[str, str], Figure]:
        """The figures of netlists that were only mapped, by core and device, where no open tool can place."""
        return {key: figure for key, figure in self.figures.items() if figure.estimated and figure.area_cells}

    @cached_property
    def _verilog_of_today(self) -> Mapping[str, str]:
        """Digest of the Verilog of each core's runs that are not stale, by main name."""
        runs = sorted(under_main_name(self.results), key=lambda run: run.date)
        return {run.core: run.verilog_digest for run in runs if run.verilog_digest and not run.stale}

    def verilog_staleness(self, core: str, verilog_digest: str) -> str:
        """Return why a record of this Verilog is stale; empty if the core has runs of today with the same Verilog."""
        today = self._verilog_of_today.get(main_name(core))
        if today is None:
            return "stale: no run of the core's sources of today"
        return "" if today == verilog_digest else "stale: the Verilog of the core has changed since"

    def staleness_by_date(self, core: str, date: datetime) -> str:
        """Return why a record that has no digest of the core's Verilog is stale; empty if it is not.

        It may be of earlier sources if it was made before the first run of the core's sources of today.
        """
        runs = [run for run in under_main_name(self.results) if run.core == main_name(core) and not run.stale]
        if not runs:
            return "stale: no run of the core's sources of today"
        first = min(run.date for run in runs)
        return "" if date >= first else "stale: made before the first run of the core's sources of today"

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
        """FPGAs with figures after placement, by family, best first: a device of the overall values, then the one with
        most known figures, then with most figures, then by name."""
        counts: dict[str, tuple[int, int, int]] = {}
        families: dict[str, list[str]] = {}
        for (_, device), figure in self.figures.items():
            if figure.estimated or figure.first.area_unit == GATE_EQUIVALENT:
                continue
            if device not in counts:
                families.setdefault(figure.first.device_family, []).append(device)
            overall, known, every = counts.get(device, (-(device in self.overall_devices), 0, 0))
            counts[device] = overall, known - (not figure.preliminary), every - (not figure.ratio_exclusion)
        ranked = {
            family: sorted(devices, key=lambda device: (counts[device], device)) for family, devices in families.items()
        }
        order = sorted(ranked, key=lambda family: (family != FIRST_FAMILY, counts[ranked[family][0]], ranked[family]))
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

    def known_figure(self, core: str, device: str) -> Figure | None:
        """Return the figure if it is known: it may be ranked, averaged, and others may be divided by it."""
        figure = self.figure(core, device)
        return figure if figure and not figure.preliminary and figure.ratio else None

    def quotients(self, core: str, base: str, device: str) -> Quotients | None:
        """Return the figure of `core` over that of `base` on one device, as `quotients` does."""
        return quotients(self.figure(core, device), self.figure(base, device))

    def quotient_note(self, core: str, base: str, device: str) -> str:
        """Return why there is no quotient of two figures, or why it is preliminary; empty if both are known."""
        upper, lower = self.absence(core, device), self.absence(base, device)
        return _join(
            [
                f"{name} {self.statement(name, device)}"
                for name, word in dict.fromkeys([(core, upper), (base, lower)])
                if word
            ]
        )

    def statement(self, core: str, device: str) -> str:
        """Return the word for a missing or preliminary value with its reason; empty if the figure is known."""
        parts = (self.absence(core, device), self.reason(core, device))
        return ": ".join(part for part in parts if part)

    def absence(self, core: str, device: str) -> str:
        """Return the word for a missing or preliminary value, or an empty string if the figure is known."""
        figure = self.figure(core, device)
        if figure is None:
            return NOT_MEASURED if main_name(core) in self.cores else NO_CORE
        if not figure.succeeded:
            return PRELIMINARY if figure.stale else NOT_AVAILABLE
        return PRELIMINARY if figure.preliminary else ""

    def is_decided(self, core: str, device: str) -> bool:
        """Whether the figure is known, or the core is known not to fit or route on the device."""
        return self.absence(core, device) in ("", NOT_AVAILABLE)

    def reason(self, core: str, device: str) -> str:
        """Return why the figure is preliminary and which runs failed, or an empty string."""
        figure = self.figure(core, device)
        if figure is None:
            return ""
        stale = f"stale: {figure.stale}" if figure.stale and not figure.succeeded else ""
        return _join([stale, figure.preliminary, figure.failures])

    def recipe_note(self, core: str, device: str) -> str:
        """Return the recipe of the figure and how it was chosen, or of how many: more recipes bias the best result."""
        figure = self.figure(core, device)
        if figure is None or not figure.succeeded:
            return ""
        if self.recipe:
            return f"recipe {self.recipe}"
        chosen = figure.basis or f"of {self.recipe_counts[main_name(core), device]}"
        return f"recipe {figure.first.recipe}, {chosen}"

    def area_unit(self, figure: Figure) -> str:
        """Return what one unit of the figure's area is called."""
        return measures.area_name(figure.first.area_unit, self.area)


def figure_note(figure: Figure | None) -> str:
    """Return the recipe of a figure, how it was chosen, why it must not be ranked and which runs failed."""
    if figure is None:
        return NOT_MEASURED
    preliminary = f"{PRELIMINARY}: {figure.preliminary}" if figure.preliminary and figure.succeeded else ""
    return _join([f"recipe {figure.first.recipe}", figure.basis, preliminary, figure.failures])


def shown_value(figure: Figure | None, value: Spread | float | None) -> Cell:
    """Return the cell of a figure's value, by its median; marked if the figure is preliminary."""
    number = value.median if isinstance(value, Spread) else value
    return mark(number, figure.preliminary) if figure else None


def seeds_note(shown: Iterable[Figure | None]) -> str:
    """Return what intervals over the seeds of these figures are, for the known ones among them."""
    return interval_note(len(figure.succeeded) for figure in shown if figure and figure.has_interval)


def _join(parts: Sequence[str]) -> str:
    return " ".join("; ".join(dict.fromkeys(part for part in parts if part)).split())


def quotients(figure: Figure | None, base: Figure | None) -> Quotients | None:
    """Return the quotients of the medians, preliminary if the upper figure is.

    Returns:
        None if the lower figure is not known, the upper one must not be divided (it is stale, for example), or the rule
        has not chosen its recipe and it has another recipe than the lower one.
    """
    if figure is None or base is None or figure.ratio_exclusion or base.preliminary:
        return None
    if figure.open_choice and figure.first.recipe != base.first.recipe:
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
    low: float | None = None
    high: float | None = None
    if figure is base:
        low, high = 1.0, 1.0
    elif figure.has_interval and base.has_interval:
        low, high = ratio_interval(figure.ratios, base.ratios)
    return Quotients(clock, throughput, area, ratio, low, high, figure.preliminary)


def quotient_cells(quotients: Quotients | None, *names: str) -> tuple[Cell, ...]:
    """Return the cells of these fields of the quotients, marked if they are preliminary."""
    if quotients is None:
        return (None,) * len(names)
    return tuple(mark(getattr(quotients, name), quotients.preliminary) for name in names)


def measurement_facts(shown: Iterable[Figure]) -> tuple[tuple[str, str], ...]:
    """Return devices, recipes, tools, seeds and dates of these figures, as names and values for a section."""
    runs = [run for figure in shown for run in figure.runs]
    return tuple(provenance(runs).items()) if runs else ()
