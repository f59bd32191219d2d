# SPDX-License-Identifier: Apache-2.0
"""The page of all devices, with their facts; and of each device: what fits, what failed, what limits its figures."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from fairhash.base.paths import results as results_folder
from fairhash.base.table import Link, Subject, Table, table_of_texts
from fairhash.catalog.device import CellLibrary, Device
from fairhash.catalog.recipes import MAIN_RECIPE
from fairhash.catalog.target import EstimateTarget, Target, VendorDevice
from fairhash.catalog.targets import devices, targets
from fairhash.figures.charts.bars import ChartBar, bar_chart
from fairhash.figures.charts.svg import to_svg
from fairhash.figures.figures import OWN_BEST
from fairhash.figures.measures import area
from fairhash.figures.ranking import compare_orders
from fairhash.figures.recipe_choice import choice_table
from fairhash.figures.result_counts import State, count_figures, figure_state
from fairhash.figures.statistics import interval_note
from fairhash.results.export import read_json_lines
from fairhash.results.schema import Cost, Result
from fairhash.site.data import CHOSEN, ShownFigure, SiteData
from fairhash.site.pages import NO_VALUE, Page, SearchEntry, core_link
from fairhash.site.scatter import scatter
from fairhash.site.shown_figures import shown_figure_table


def fpga_table(data: SiteData) -> Table:
    """One row for each FPGA of the open tools: what a reader needs to choose one."""
    head = ("device", "family", "cells", "tool", "known", "by best", "preliminary", "what to distrust")
    rows: list[tuple[str, ...]] = []
    for name, device in devices().items():
        figures = data.chosen(name)
        known = sum(one.status == "known" for one in figures)
        by_main = data.chosen(name, MAIN_RECIPE)
        rows.append(
            (
                Link(name, f"devices/{name}.html"),
                device.family,
                f"{device.part.logic_cells:,}",
                device.place.command,
                str(known),
                str(sum(one.status == "known" for one in by_main)),
                str(sum(one.status == "preliminary" for one in figures)),
                _doubts(device, figures, known),
            )
        )
    return table_of_texts(head, rows, ("device", "family", "tool", "what to distrust"))


def _doubts(device: Device, figures: Sequence[ShownFigure], known: int) -> str:
    """Why figures of the device may be wrong or may not be compared."""
    doubts = []
    if device.place.untimed:
        kinds = ", ".join(device.place.untimed)
        doubts.append(f"clock: no delay in the tool for some cells ({kinds})")
    if not known:
        doubts.append("ranks: no known figure")
    if stale := sum(bool(one.figure.stale) for one in figures):
        doubts.append(f"stale figures: {stale} of {len(figures)}")
    return "; ".join(doubts) or "nothing is declared"


_MEASURED_RECIPE = "default"
_MEASURED_CORE = "sha-256/highspeed"
"""The one that fits every device."""


def facts_table() -> Table:
    """One row for each FPGA of the open tools."""
    head: dict[str, Callable[[Device], str]] = {
        "device": lambda one: one.id,
        "part": lambda one: one.part.number,
        "family": lambda one: one.family,
        "grade": lambda one: one.part.speed_grade,
        "cells": lambda one: f"{one.part.logic_cells:,}",
        "LUT": lambda one: str(one.part.lut_inputs),
        "pins": lambda one: str(one.part.user_pins),
        "area counts": lambda one: one.place.area_unit,
        "registers": _registers,
        "refused by option": _refused,
        "tool": lambda one: one.place.command,
    }
    return _table(head, devices().values(), 6)


def untimed_table() -> Table:
    """One row for each kind of cell that a tool gives no delay, as the data files declare them."""
    rows = dict.fromkeys(
        (device.cells, kind, why) for device in devices().values() for kind, why in device.place.untimed.items()
    )
    names = ("cells of", "which", "what they are")
    return table_of_texts(names, rows, names)


def measured_table(folder: Path | None = None) -> Table:
    """One row for each result of one core by the default recipe, for every device but the main one.

    What else was measured has pages of its own.
    """
    head: dict[str, Callable[[Result], str]] = {
        "device": lambda one: one.device,
        "core": lambda one: one.core,
        "seed": lambda one: str(one.seed),
        "outcome": lambda one: "routed" if one.status == "ok" else f"{one.status}: {one.reason}",
        "MHz": lambda one: f"{one.achieved.effective_mhz:.1f}" if one.achieved else "",
        "cells": lambda one: str(area(one)) if one.resources else "",
        "LUTs": lambda one: str(one.resources.luts) if one.resources else "",
        "carry": lambda one: str(one.resources.carry) if one.resources else "",
        "FFs": lambda one: str(one.resources.flip_flops) if one.resources else "",
        "frame": lambda one: str(one.frame_resources.area_cells) if one.frame_resources else "",
        "no delay": _untimed,
        "CPU s": lambda one: f"{sum(cost.cpu_s for cost in _costs(one)):.0f}",
        "MiB": lambda one: f"{max(cost.peak_mib for cost in _costs(one)):.0f}",
        "netlist": lambda one: f"{one.netlist.verdict}, {one.netlist.messages} messages",
    }
    results = [result for device in devices() for result in _results(folder or results_folder(), device)]
    return _table(head, results, 2)


def _table(head: Mapping[str, Callable[[Subject], str]], subjects: Iterable[Subject], numbers_from: int) -> Table:
    """A table whose first `numbers_from` columns are text, as are those in which a cell is no number."""
    rows = [tuple(cell(subject) for cell in head.values()) for subject in subjects]
    texts = [
        name
        for index, name in enumerate(head)
        if index < numbers_from or any(not row[index].replace(",", "").replace(".", "").isdigit() for row in rows)
    ]
    return table_of_texts(tuple(head), rows, texts)


def _results(folder: Path, device: str) -> list[Result]:
    file = folder / f"{device}.jsonl"
    stored = read_json_lines(file) if file.is_file() else []
    key = (_MEASURED_CORE, _MEASURED_RECIPE)
    chosen = [result for result in stored if (result.core, result.recipe) == key and result.placement_cost]
    return sorted(chosen, key=lambda result: result.seed) if device != "ecp5-85k-8" else []


def _registers(device: Device) -> str:
    per_cell = device.count.registers_per_cell
    return "in the count" if per_cell is None else f"{per_cell:g} per cell"


def _refused(device: Device) -> str:
    refused = " ".join(resource.refuse for resource in device.dedicated.values() if resource.refuse)
    return refused or "none is used unasked"


def _untimed(result: Result) -> str:
    none = "none" if result.status == "ok" else ""
    return ", ".join(f"{count} {kind}" for kind, count in result.untimed_cells.items()) or none


def _costs(result: Result) -> list[Cost]:
    return [cost for cost in (result.synthesis_cost, result.placement_cost) if cost]


KINDS = {
    Device: "FPGA, open place and route",
    VendorDevice: "FPGA, vendor's tool",
    EstimateTarget: "estimate: area only",
    CellLibrary: "standard cells",
}
"""What each type of target is called."""

_STATES: tuple[State, ...] = ("known", "preliminary", "estimate", "failed")
"""In the order of the columns of _index()."""

_MOST_BARS = 40


def device_ids() -> list[str]:
    """The devices that have a page."""
    return list(targets())


def device_pages(data: SiteData) -> list[Page]:
    """One page for each device, and their index."""
    ids = device_ids()
    pages = [_page(name, target, data, ids) for name, target in targets().items()]
    return [*pages, _index(data)]


def _figures(name: str, data: SiteData) -> list[ShownFigure]:
    return [one for one in data.figures if one.row.device == name and one.comparison == CHOSEN]


def _index(data: SiteData) -> Page:
    head = ("device", "kind", "part", "cells", "cores", "known", "preliminary", "estimated", "failed")
    rows: list[tuple[str, ...]] = []
    for name, target in targets().items():
        states = Counter(figure_state(one.figure) for one in data.chosen(name))
        part = target.part if isinstance(target, Device | VendorDevice) else None
        rows.append(
            (
                Link(name, f"devices/{name}.html"),
                KINDS[type(target)],
                part.number if part else NO_VALUE,
                f"{part.logic_cells:,}" if part else NO_VALUE,
                *map(str, (states.total(), *(states[state] for state in _STATES))),
            )
        )
    table = table_of_texts(head, rows, ("device", "kind", "part"))
    values = {
        "fpgas": fpga_table(data),
        "table": table,
        "facts": facts_table(),
        "untimed": untimed_table(),
        "measured": measured_table(),
    }
    return Page("devices/index.html", "Devices", "devices.html", values, "devices/index.html")


def _page(name: str, target: Target, data: SiteData, ids: Sequence[str]) -> Page:
    figures = _figures(name, data)
    known = [one for one in figures if one.status == "known"]
    preliminary = [one for one in figures if one.status == "preliminary"]
    estimated = [one for one in figures if one.figure.estimated]
    failed = [one for one in figures if not one.figure.succeeded and not one.figure.estimated]
    chart, key = scatter([*known, *preliminary], f"Throughput over area on {name}")
    partly = [one for one in figures if one.figure.succeeded and one.figure.failures]
    counted = [one.figure for one in data.figures if one.source == "committed" and one.is_counted]
    cores = data.cores
    return Page(
        f"devices/{name}.html",
        name,
        "device.html",
        {
            "name": name,
            "kind": KINDS[type(target)],
            "is_library": isinstance(target, CellLibrary),
            "facts": _facts(target),
            "notes": _notes(target),
            "counts": count_figures(counted, name).sentence(),
            "known": shown_figure_table(_by_throughput_per_area(known), data, ids, cores),
            "preliminary": shown_figure_table(preliminary, data, ids, cores),
            "estimated": shown_figure_table(estimated, data, ids, cores),
            "interval_note": interval_note(len(one.figure.succeeded) for one in known),
            "by_main_recipe": _by_main_recipe(name, data, ids),
            "failed": shown_figure_table(failed, data, ids, cores),
            "partly": len(partly),
            "better_known": better_known(name, data),
            "choices": _choices(name, data),
            "scatter": chart,
            "chart_key": key,
            "estimate_bars": _estimate_bars(name, estimated),
            "most_bars": _MOST_BARS,
            "measured": bool(figures),
        },
        "devices/index.html",
        (SearchEntry(f"Device {name}", f"devices/{name}.html", f"{KINDS[type(target)]} {target.family}"),),
    )


def better_known(name: str, data: SiteData) -> tuple[str, int, int] | None:
    """The device of the same family with the most known figures, their number, and that of this device.

    None if this device has at least half as many.
    """
    known = {
        other: sum(one.status == "known" for one in _figures(other, data))
        for other, target in targets().items()
        if target.family == targets()[name].family
    }
    best = max(known, key=lambda other: known[other])
    return (best, known[best], known[name]) if known[best] > 2 * known[name] + 1 else None


def _by_throughput_per_area(shown: Sequence[ShownFigure]) -> list[ShownFigure]:
    """The figures, the highest throughput per area first."""
    return sorted(shown, key=lambda one: -(one.row.throughput_per_cell_mbit_s or 0))


def _by_main_recipe(name: str, data: SiteData, ids: Sequence[str]) -> tuple[Table, str] | None:
    """The table of all cores by the main recipe, and whether the order of the cores differs from that by the rule.

    None where the rule has one recipe only.
    """
    by_rule = [one for one in data.chosen(name) if one.figure.comparison == OWN_BEST]
    by_main = data.chosen(name, MAIN_RECIPE)
    if not by_rule or not by_main:
        return None
    order = compare_orders((one.figure for one in by_rule), (one.figure for one in by_main))
    return shown_figure_table(_by_throughput_per_area(by_main), data, ids, data.cores), order.sentence()


def _facts(target: Target) -> list[tuple[str, str]]:
    facts: list[tuple[str, str]] = [("Family", target.family)]
    if isinstance(target, Device | VendorDevice):
        part = target.part
        facts += [
            ("Part", part.number),
            ("Speed grade", part.speed_grade),
            ("Logic cells", f"{part.logic_cells:,}"),
            ("Inputs of a LUT", str(part.lut_inputs)),
            ("User pins", str(part.user_pins)),
        ]
    if isinstance(target, Device):
        facts += [("Tool", target.place.command), ("The tool counts", target.place.area_unit)]
    if isinstance(target, VendorDevice):
        facts.append(("Tool", target.tool))
    if isinstance(target, EstimateTarget):
        facts.append(("Stands for", ", ".join(target.covers)))
    if isinstance(target, CellLibrary) and target.corner:
        corner = target.corner
        facts += [
            ("Process", f"{corner.process_nm} nm"),
            ("Corner", f"{corner.name}, {corner.voltage_v:g} V, {corner.temperature_c:g} °C"),
        ]
    return facts


def _notes(target: Target) -> list[str]:
    """What limits the figures of the device, from its data file."""
    if isinstance(target, Device):
        return [f"{kind} cells that the tool gives no delay: {why}." for kind, why in target.place.untimed.items()] or [
            "The device's file declares no cell that the tool gives no delay: its timing analysis covers every path."
        ]
    if isinstance(target, EstimateTarget):
        return [
            "No open tool places this family. The area is that of the mapped netlist; there is no clock, and no rank."
        ]
    if isinstance(target, VendorDevice):
        return ["Needs the vendor's tool, which is not free software; without it there are no figures."]
    if isinstance(target, CellLibrary) and target.layout:
        return [
            "Clock and energy include the wires of the routed netlist. The clock is ideal; energy includes its trees."
        ]
    return ["Areas and delays are those of the mapped netlist: nothing is placed, and wires have no delay."]


def _choices(name: str, data: SiteData) -> Table | None:
    """How the recipe of each core was chosen."""
    table = choice_table(choice for choice in data.choices if choice.selection.device == name)
    headings = table.headings()[1:]
    rows = [(core_link(core, data.cores), *cells) for _, core, *cells in table.display_rows()]
    return table_of_texts(headings, rows, headings) if rows else None


def _estimate_bars(name: str, figures: Sequence[ShownFigure]) -> str:
    """The estimated areas as bars, the largest _MOST_BARS of them."""
    bars = [
        ChartBar(one.row.core, area.median, area.lower, area.upper)
        for one in figures
        if (area := one.figure.area_cells)
    ]
    if not bars:
        return ""
    chosen = sorted(bars, key=lambda bar: -bar.value)[:_MOST_BARS]
    return to_svg(bar_chart(chosen, "estimated area in cells"), f"Estimated areas on {name}")
