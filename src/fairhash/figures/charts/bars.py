# SPDX-License-Identifier: Apache-2.0
"""Small charts of core, algorithm and device pages as Vega-Lite specifications."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fairhash.figures.charts.style import DOT, FAINT, REFERENCE, configuration


@dataclass(frozen=True)
class Seed:
    """The clock of one seed."""

    group: str
    """The row of the chart, e.g. the device."""
    seed: int
    mhz: float


def seed_strip(seeds: Sequence[Seed]) -> dict[str, Any]:
    """The clock of every seed as a dot, one row for each group, with a bar at the median."""
    x = {"field": "mhz", "type": "quantitative", "scale": {"zero": False}, "title": "clock in MHz"}
    y = {"field": "group", "type": "nominal", "title": None, "axis": {"labelLimit": 260}}
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
        "width": 460,
        "height": {"step": 30},
        "background": "transparent",
        "data": {"values": [{"group": seed.group, "seed": seed.seed, "mhz": seed.mhz} for seed in seeds]},
        "layer": [
            {
                "mark": {"type": "tick", "color": REFERENCE, "thickness": 2, "size": 20},
                "encoding": {"x": {**x, "aggregate": "median"}, "y": y},
            },
            {
                "mark": {"type": "point", "filled": True, "color": DOT, "size": 45, "opacity": 0.75},
                "encoding": {"x": x, "y": y},
            },
        ],
        "config": configuration(),
    }


@dataclass(frozen=True)
class ChartBar:
    """One bar with its interval."""

    name: str
    value: float
    lower: float
    upper: float


def bar_chart(bars: Sequence[ChartBar], title: str) -> dict[str, Any]:
    """Horizontal bars, longest first, with quartiles over the seeds."""
    values = [{"name": bar.name, "value": bar.value, "lower": bar.lower, "upper": bar.upper} for bar in bars]
    order = [bar.name for bar in sorted(bars, key=lambda bar: -bar.value)]
    y = {"field": "name", "type": "nominal", "title": None, "sort": order, "axis": {"labelLimit": 260}}
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
        "width": 460,
        "height": {"step": 24},
        "background": "transparent",
        "data": {"values": values},
        "layer": [
            {
                "mark": {"type": "bar", "color": DOT, "height": 12},
                "encoding": {"x": {"field": "value", "type": "quantitative", "title": title}, "y": y},
            },
            {
                "mark": {"type": "rule", "color": FAINT, "strokeWidth": 2},
                "encoding": {
                    "x": {"field": "lower", "type": "quantitative"},
                    "x2": {"field": "upper"},
                    "y": y,
                },
            },
        ],
        "config": configuration(),
    }
