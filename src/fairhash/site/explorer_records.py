# SPDX-License-Identifier: Apache-2.0
"""The records of the explorer: one for each figure, with plain values."""

from collections.abc import Iterable, Sequence
from typing import Any

from fairhash.catalog.core import Core
from fairhash.figures.core_ranks import CoreRank
from fairhash.figures.figures import Figure
from fairhash.figures.statistics import Spread
from fairhash.site.data import ShownFigure, SiteData
from fairhash.site.pages import slug
from fairhash.site.provenance import tool_names


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
    """The records without their repetitions, which are most of their size: each key and each text is written once.

    Returns:
        `keys`; `text_keys`, those whose values are texts; `texts`; and `rows`, the values of each record in the
        order of the keys, a text as its number in `texts`.
    """
    keys = list(rows[0]) if rows else []
    text_keys = [key for key in keys if any(isinstance(row[key], str) for row in rows)]
    numbers: dict[str, int] = {}
    values = [
        [numbers.setdefault(row[key], len(numbers)) if isinstance(row[key], str) else row[key] for key in keys]
        for row in rows
    ]
    return {"keys": keys, "text_keys": text_keys, "texts": list(numbers), "rows": values}


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
