# SPDX-License-Identifier: Apache-2.0
"""Fig. 1: overall normalised throughput over overall normalised area, as measured and as published."""

from collections.abc import Sequence
from functools import cache

from fairhash.analysis.figures import Figure
from fairhash.analysis.ranking import Point, Relative
from fairhash.papers.a import published
from fairhash.papers.a.candidates import CANDIDATES, SHA2, Bits
from fairhash.papers.a.normalised_values import MEASURE_NAMES, NormalisedValues, overall
from fairhash.papers.a.tables_6_7 import suffix
from fairhash.papers.charts import Chart, throughput_area_chart
from fairhash.papers.estimate import MEASURES, Estimate
from fairhash.papers.table import Cell, Column, Table, interval_cells, interval_columns

_CAPTION = (
    "Divided by SHA-2, geometric means over the same families for all, both axes logarithmic; bars: 95 % of the draws "
    "of seeds; dashed: equal throughput per area; hollow: preliminary."
)


def our_chart(values: NormalisedValues, bits: Bits) -> Chart | None:
    """Return the figure with our results, or None if no candidate has an overall value."""
    means = [
        (candidate.algorithm(bits), overall(values.normalised(candidate, bits), values.ours.overall_devices))
        for candidate in (*CANDIDATES, SHA2)
    ]
    with_values = [(name, estimates) for name, estimates in means if estimates]
    if len(with_values) < 2:
        return None
    figures = {
        candidate.algorithm(bits): tuple(
            figure
            for device in values.ours.overall_devices
            if (figure := values.ours.figure(candidate.core(bits), device))
        )
        for candidate in (*CANDIDATES, SHA2)
    }
    points = [
        _point(name, [_relative(estimates[measure]) for measure in MEASURES], figures[name])
        for name, estimates in with_values
    ]
    columns = [Column("algorithm")]
    for measure in MEASURES:
        columns += interval_columns(measure, key=MEASURE_NAMES[measure][1])
    columns.append(Column("preliminary"))
    rows: list[tuple[Cell, ...]] = [
        (
            name,
            *(cell for measure in MEASURES for cell in interval_cells(estimates[measure])),
            next((figure.preliminary for figure in figures[name] if figure.preliminary), ""),
        )
        for name, estimates in with_values
    ]
    title = f"Fig. 1: {bits}-bit variants, measured"
    return throughput_area_chart(
        f"figure-1{suffix(bits)}",
        title,
        points,
        reference=SHA2.algorithm(bits),
        csv=Table("figure-1", title, tuple(columns), tuple(rows)).to_csv(),
        caption=_CAPTION,
    )


def _point(name: str, values: Sequence[Relative], figures: tuple[Figure, ...] = ()) -> Point:
    throughput, area, ratio = values
    return Point(name, throughput, area, ratio, (), figures)


def _relative(estimate: Estimate) -> Relative:
    return Relative(estimate.value, estimate.low, estimate.high)


@cache
def published_chart() -> Chart:
    """Return the paper's figure, made from the Overall columns of its Tables 8, 9 and 10."""
    throughputs, areas, ratios = (published.overalls(table) for table in (8, 9, 10))
    rows = [(name, throughputs[name], areas[name], ratios[name]) for name in throughputs]
    rows.append((SHA2.algorithm(512), 1.0, 1.0, 1.0))
    points = [_point(name, [Relative(value, None, None) for value in values]) for name, *values in rows]
    columns = (Column("algorithm"), *(Column(name, key=name) for _, name in MEASURE_NAMES.values()))
    title = "Fig. 1: 512-bit variants, published"
    return throughput_area_chart(
        "figure-1-published",
        title,
        points,
        reference=SHA2.algorithm(512),
        csv=Table("figure-1-published", title, columns, tuple(rows)).to_csv(),
        caption="From the Overall columns of Tables 8 and 9 as published, axes as above.",
    )
