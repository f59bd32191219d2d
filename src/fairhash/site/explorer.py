# SPDX-License-Identifier: Apache-2.0
"""The explorer: the records that it shows, filters and downloads."""

import json
import tomllib
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from fairhash.base import files
from fairhash.catalog.core import Core
from fairhash.figures.charts.svg import with_theme_colours
from fairhash.figures.charts.throughput_area import explorer_specification
from fairhash.figures.figures import Figure
from fairhash.figures.ranking import CoreRank
from fairhash.figures.statistics import Spread
from fairhash.site.data import CHOSEN, ShownFigure, SiteData
from fairhash.site.pages import Page, slug
from fairhash.site.provenance import site_provenance, tool_names


def records(data: SiteData, figures: Iterable[ShownFigure]) -> list[dict[str, Any]]:
    """One record for each figure: a flat mapping with plain values, None where there is no value."""
    return [_record(shown, data.cores.get(shown.row.core), data.rank(shown)) for shown in figures]


def _record(shown: ShownFigure, core: Core | None, rank: CoreRank | None) -> dict[str, Any]:
    row, figure = shown.row, shown.figure
    first = figure.first
    throughput, area, clock = (
        (figure.throughput_mbit_s, figure.area_cells, figure.clock_mhz) if figure.has_interval else (None, None, None)
    )
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
        **_interval("clock", clock),
        **_rank(rank),
        "page": f"cores/{slug(row.core)}.html" if core else "",
        **_provenance(figure),
    }


def _rank(rank: CoreRank | None) -> dict[str, float | None]:
    """The rank, and its range if there are seeds to draw again."""
    resampled = rank.range if rank and rank.is_resampled else None
    return {
        "rank": rank.range.rank if rank else None,
        "ranked": rank.count if rank else None,
        "rank_lowest": resampled.lowest if resampled else None,
        "rank_highest": resampled.highest if resampled else None,
        "first_share": resampled.first_share if resampled else None,
    }


def _provenance(figure: Figure) -> dict[str, str]:
    """What identifies the runs: keys in the stored results, seeds, tools, and the day of the newest."""
    return {
        "run_keys": " ".join(run.key[:12] for run in figure.runs),
        "seed_numbers": " ".join(str(run.seed) for run in figure.runs),
        "tools": tool_names(figure.first),
        "date": f"{max(run.date for run in figure.runs):%Y-%m-%d}",
    }


def packed(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The records as columns without their repetitions, which are most of their size.

    Returns:
        `keys`; `text_keys`, those whose values are texts; `texts`, each once; and `columns`, the values of each key in
        the order of the records, a text as its number in `texts`, and a value that is repeated as ``[value, count]``.
    """
    keys = list(rows[0]) if rows else []
    text_keys = [key for key in keys if any(isinstance(row[key], str) for row in rows)]
    numbers: dict[str, int] = {}

    def coded(value: Any) -> Any:
        return numbers.setdefault(value, len(numbers)) if isinstance(value, str) else value

    columns = [[_run(value, len(list(run))) for value, run in groupby(coded(row[key]) for row in rows)] for key in keys]
    return {"keys": keys, "text_keys": text_keys, "texts": list(numbers), "columns": columns}


def _run(value: Any, count: int) -> Any:
    return value if count == 1 else [value, count]


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


_DATA = tomllib.loads(files.read_text(Path(__file__).with_name("explorer.toml")))
COLUMNS: list[list[str]] = _DATA["columns"]

CHOICES: list[list[str]] = _DATA["choices"]

FIRST_CHOICES = 2
"""As many of CHOICES, beside the device and the first of BOUNDS, are shown at once; the other filters are folded."""

AREA_UNIT = "AREA_UNIT"
"""In the specification of the chart: replaced by the unit of the areas shown."""

BOUNDS: list[list[str]] = _DATA["bounds"]

PRESETS: list[list[str]] = _DATA["presets"]


def to_json(value: Any) -> str:
    """JSON that can be inside a <script> element: no character ends the element or begins a comment."""
    text = json.dumps(value, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _chart_json(spec: dict[str, Any]) -> str:
    """A specification whose colours are variables of the style sheet, for which the script fills in their values."""
    return with_theme_colours(to_json(spec))


def explorer_page(data: SiteData) -> Page:
    """The page. Without JavaScript it links to the pages of the devices, which have the same figures as tables."""
    rows = records(data, data.figures)
    return Page(
        "explorer.html",
        "Explorer",
        "explorer.html",
        {
            "records": to_json(packed(rows)),
            "provenance": to_json(site_provenance(data)),
            "count": sum(one.is_counted for one in data.figures),
            "columns": to_json([{"key": key, "title": title, "tip": tip} for key, title, tip in COLUMNS]),
            "column_list": COLUMNS,
            "first_choices": CHOICES[:FIRST_CHOICES],
            "more_choices": CHOICES[FIRST_CHOICES:],
            "first_bounds": BOUNDS[:1],
            "more_bounds": BOUNDS[1:],
            "presets": PRESETS,
            "spec": _chart_json(explorer_specification(f"area in {AREA_UNIT}", "throughput in Mbit/s")),
            "relative_spec": _chart_json(
                explorer_specification(
                    "area, divided by that of SHA-2", "throughput, divided by that of SHA-2", relative=True
                )
            ),
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
