# SPDX-License-Identifier: Apache-2.0
"""The explorer: the records that it shows, filters and downloads."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from fairhash.base.table import Link, Table, table_of_texts
from fairhash.catalog.core import Core
from fairhash.figures.charts.throughput_area import explorer_specification
from fairhash.figures.statistics import Spread
from fairhash.site.data import CHOSEN, ShownFigure, SiteData
from fairhash.site.pages import Page, number, slug

COLUMNS: tuple[tuple[str, str, str], ...] = (
    ("core", "core", "Algorithm and architecture."),
    ("status", "status", "known: may be compared. preliminary: without rank and interval, the note has the reason."),
    (
        "sources",
        "sources",
        "current: of today's sources and tools. stale: they have changed since, the figure of today may differ.",
    ),
    ("throughput", "Mbit/s", "Throughput for long messages, median over the seeds."),
    ("area", "area", "Logic cells needed by the core alone, or gate equivalents on standard cells; median."),
    ("ratio", "Mbit/s per cell", "Throughput per area, median."),
    ("normalised_ratio", "per area vs SHA-2", "Throughput per area divided by that of SHA-2 of equal digest size."),
    ("normalised_throughput", "throughput vs SHA-2", "Throughput divided by that of SHA-2."),
    ("normalised_area", "area vs SHA-2", "Area divided by that of SHA-2."),
    ("clock", "clock MHz", "Effective clock, median."),
    ("latency", "1 block ns", "Time from the header to the last digest word for a message of one block."),
    ("energy", "pJ/bit", "Energy for one bit of a long message; standard cells only."),
    ("luts", "LUTs", "LUTs of the mapped netlist."),
    ("flip_flops", "FFs", "Registers."),
    ("memory_bits", "memory bits", "Bits requested in block memory."),
    ("seeds", "seeds", "Number of runs that differ only in the seed."),
    ("source", "source", "committed: in this repository. yours: measured on your machine."),
    ("note", "note", "Recipe, reasons of failures, and what limits the figure."),
)
"""Key of a record, title and explanation of each column of the table."""


CHOICES: tuple[tuple[str, str, str], ...] = (
    ("comparison", "comparison", "Recipe"),
    ("digest", "digest_bits", "Digest bits"),
    ("algorithm", "algorithm", "Algorithm"),
    ("architecture", "architecture", "Architecture"),
    ("width", "width", "Word width"),
    ("flight", "in_flight", "Messages in flight"),
    ("memory", "memory", "Memory allowed"),
    ("status", "status", "Status"),
    ("sources", "sources", "Sources"),
    ("source", "source", "Source"),
)
"""Suffix of the id, key of a record, and title of each filter that is a list of values, after the device."""

AREA_UNIT = "AREA_UNIT"
"""In the specification of the chart: replaced by the unit of the areas shown."""

BOUNDS: tuple[tuple[str, str], ...] = (
    ("min_throughput", "Mbit/s, at least"),
    ("max_area", "Area, at most"),
    ("max_latency", "1 block ns, at most"),
)
"""Name and title of each filter that is a number."""


def records(data: SiteData, figures: Iterable[ShownFigure]) -> list[dict[str, Any]]:
    """One record for each figure: a flat mapping with plain values, None where there is no value."""
    return [_record(shown, data.cores.get(shown.row.core)) for shown in figures]


def _record(shown: ShownFigure, core: Core | None) -> dict[str, Any]:
    row, figure = shown.row, shown.figure
    first = figure.first
    throughput, area = (figure.throughput_mbit_s, figure.area_cells) if figure.has_interval else (None, None)
    algorithm, _, architecture = row.core.partition("/")
    return {
        "core": row.core,
        "status": shown.status,
        "sources": "stale" if figure.stale else "current",
        "throughput": _round(row.throughput_mbit_s),
        "area": row.area_cells,
        "ratio": _round(row.throughput_per_cell_mbit_s),
        "normalised_ratio": _round(row.normalised_ratio),
        "normalised_throughput": _round(row.normalised_throughput),
        "normalised_area": _round(row.normalised_area),
        "clock": _round(row.fmax_median_mhz),
        "latency": _round(short_latency_ns(shown)),
        "energy": _round(row.energy_pj_per_bit),
        "luts": row.luts,
        "flip_flops": row.flip_flops,
        "memory_bits": row.memory_bits,
        "seeds": row.seeds,
        "source": shown.source,
        "note": shown.note,
        "algorithm": algorithm,
        "also_computes": " ".join(core.also) if core else "",
        "architecture": architecture,
        "family": core.family if core else "",
        "digest_bits": first.digest_bits,
        "device": row.device,
        "device_family": first.device_family,
        "recipe": row.recipe,
        "comparison": shown.comparison,
        "unit": row.area_unit,
        "width": core.word_bits if core else None,
        "in_flight": first.messages_in_flight,
        "memory": allowed_memory(core),
        **_interval("throughput", throughput),
        **_interval("area", area),
        "page": f"cores/{slug(row.core)}.html" if core else "",
    }


def _interval(name: str, spread: Spread | None) -> dict[str, float | None]:
    lower, upper = (spread.lower, spread.upper) if spread else (None, None)
    return {f"{name}_lower": _round(lower), f"{name}_upper": _round(upper)}


def _round(value: float | None) -> float | None:
    """Six significant digits, more than any figure is known to."""
    return None if value is None else float(f"{value:.6g}")


def allowed_memory(core: Core | None) -> str:
    """The dedicated memory that a core may use: ``block memory``, ``LUT memory``, both, or ``none``."""
    names = {"bram": "block memory", "lutram": "LUT memory"}
    allowed = [names[kind] for kind in core.allowed_dedicated if kind in names] if core else []
    return ", ".join(allowed) or "none"


def short_latency_ns(shown: ShownFigure) -> float | None:
    """Time of a message of one block in ns: its measured cycles over the median clock."""
    cycles, clock = shown.figure.first.measured_cycles, shown.figure.clock_mhz
    if cycles is None or clock is None:
        return None
    return cycles.formula.cycles(1, shown.figure.first.io_ratio) / clock.median * 1000


def to_json(value: Any) -> str:
    """JSON that can be inside a <script> element: no character ends the element or begins a comment."""
    text = json.dumps(value, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def explorer_page(data: SiteData) -> Page:
    """The page, with a table of all records for readers without JavaScript."""
    rows = records(data, data.figures)
    return Page(
        "explorer.html",
        "Explorer",
        "explorer.html",
        {
            "records": to_json(rows),
            "count": len(rows),
            "columns": to_json([{"key": key, "title": title, "tip": tip} for key, title, tip in COLUMNS]),
            "column_list": COLUMNS,
            "choices": CHOICES,
            "bounds": BOUNDS,
            "spec": to_json(explorer_specification(f"area in {AREA_UNIT}", "throughput in Mbit/s")),
            "relative_spec": to_json(
                explorer_specification(
                    "area, divided by that of SHA-2", "throughput, divided by that of SHA-2", relative=True
                )
            ),
            "tables": static_tables(rows),
            "devices": devices_by_count(rows),
        },
        "explorer.html",
    )


def devices_by_count(rows: Sequence[dict[str, Any]]) -> list[tuple[str, int]]:
    """Each device with the number of its records in the comparison CHOSEN, the most first."""
    counts: dict[str, int] = {}
    for record in rows:
        counts[record["device"]] = counts.get(record["device"], 0) + (record["comparison"] == CHOSEN)
    return sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))


def static_tables(rows: Sequence[dict[str, Any]]) -> list[Table]:
    """One table for each device and comparison, all columns."""
    groups: dict[tuple[str, str, str], list[dict[str, Any]]] = {}
    for record in rows:
        groups.setdefault((record["device"], record["comparison"], record["unit"]), []).append(record)
    head = tuple(title for _, title, _ in COLUMNS)
    return [
        table_of_texts(head, map(_cells, group), _TEXTS, f"{device}, recipe: {comparison}, area in {unit}")
        for (device, comparison, unit), group in groups.items()
    ]


_TEXTS = ("core", "status", "sources", "source", "note")
"""Titles of the columns of text."""

_DIGITS = {"ratio": 3, "normalised_ratio": 2, "normalised_throughput": 2, "normalised_area": 2, "clock": 1, "energy": 2}


def _cells(record: dict[str, Any]) -> tuple[str, ...]:
    cells: list[str] = []
    for key, _, _ in COLUMNS:
        value = record[key]
        if key == "core" and record["page"]:
            cells.append(Link(value, record["page"]))
        elif isinstance(value, str):
            cells.append(value)
        else:
            cells.append(number(value, _DIGITS.get(key, 0)))
    return tuple(cells)
