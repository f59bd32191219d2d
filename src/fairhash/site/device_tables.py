# SPDX-License-Identifier: Apache-2.0
"""Tables of the devices: facts from their data files, figures of one core from the committed results."""

from collections.abc import Sequence
from pathlib import Path

from fairhash.base.paths import results as results_folder
from fairhash.base.table import Table, table_of_texts
from fairhash.catalog.device import Device
from fairhash.catalog.targets import devices
from fairhash.figures.measures import area
from fairhash.results.export import read_json_lines
from fairhash.results.schema import Result

_MEASURED_RECIPE = "default"
_MEASURED_CORE = "sha-256/highspeed"
"""The one that fits every device."""


def facts_table() -> Table:
    """One row for each device there is."""
    columns = (
        "device",
        "part",
        "family",
        "grade",
        "cells",
        "LUT",
        "pins",
        "area counts",
        "registers",
        "refused by option",
        "tool",
    )
    rows = [_facts(device) for device in devices().values()]
    return _table(columns, rows, 6)


def untimed_table() -> Table:
    """One row for each kind of cell that a tool gives no delay, as the data files declare them."""
    rows = {
        (device.cells, kind, why): "" for device in devices().values() for kind, why in device.place.untimed.items()
    }
    return _table(("cells of", "which", "what they are"), list(rows), 3)


def measured_table(folder: Path | None = None) -> Table:
    """One row for each result of one core by the default recipe, for every device but the main one.

    What else was measured has pages of its own.
    """
    columns = (
        "device",
        "core",
        "seed",
        "outcome",
        "MHz",
        "cells",
        "LUTs",
        "carry",
        "FFs",
        "frame",
        "no delay",
        "CPU s",
        "MiB",
        "netlist",
    )
    results = [result for device in devices() for result in _results(folder or results_folder(), device)]
    return _table(columns, [_measured(result) for result in results], 2)


def _table(head: Sequence[str], rows: Sequence[tuple[str, ...]], numbers_from: int) -> Table:
    """A table whose first `numbers_from` columns are text, as are those in which a cell is no number."""
    texts = [
        name
        for index, name in enumerate(head)
        if index < numbers_from or any(not row[index].replace(",", "").replace(".", "").isdigit() for row in rows)
    ]
    return table_of_texts(head, rows, texts)


def _results(folder: Path, device: str) -> list[Result]:
    file = folder / f"{device}.jsonl"
    stored = read_json_lines(file) if file.is_file() else []
    key = (_MEASURED_CORE, _MEASURED_RECIPE)
    chosen = [result for result in stored if (result.core, result.recipe) == key and result.placement_cost]
    return sorted(chosen, key=lambda result: result.seed) if device != "ecp5-85k-8" else []


def _facts(device: Device) -> tuple[str, ...]:
    part = device.part
    refused = " ".join(resource.refuse for resource in device.dedicated.values() if resource.refuse)
    return (
        device.id,
        part.number,
        device.family,
        part.speed_grade,
        f"{part.logic_cells:,}",
        str(part.lut_inputs),
        str(part.user_pins),
        device.place.area_unit,
        "in the count" if device.count.registers_per_cell is None else f"{device.count.registers_per_cell:g} per cell",
        refused or "none is used unasked",
        device.place.command,
    )


def _measured(result: Result) -> tuple[str, ...]:
    synthesis, placement = result.synthesis_cost, result.placement_cost
    costs = [cost for cost in (synthesis, placement) if cost]
    good = result.status == "ok"
    return (
        result.device,
        result.core,
        str(result.seed),
        "routed" if good else f"{result.status}: {result.reason}",
        f"{result.achieved.effective_mhz:.1f}" if result.achieved else "",
        *_area(result),
        str(result.frame_resources.area_cells) if result.frame_resources else "",
        ", ".join(f"{count} {kind}" for kind, count in result.untimed_cells.items()) or ("none" if good else ""),
        f"{sum(cost.cpu_s for cost in costs):.0f}",
        f"{max(cost.peak_mib for cost in costs):.0f}",
        f"{result.netlist.verdict}, {result.netlist.messages} messages",
    )


def _area(result: Result) -> tuple[str, ...]:
    used = result.resources
    return (str(area(result)), str(used.luts), str(used.carry), str(used.flip_flops)) if used else ("",) * 4
