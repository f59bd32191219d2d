# SPDX-License-Identifier: Apache-2.0
"""Fig. 1: overall normalised throughput over overall normalised area, ours and, drawn the same way, print's."""

from collections.abc import Sequence
from functools import cache

from fairhash.analysis import chart
from fairhash.analysis.ranking import Point, Relative
from fairhash.papers import writing
from fairhash.papers.a import printed
from fairhash.papers.a.algorithms import CANDIDATES, SHA2, Bits
from fairhash.papers.a.clocks import suffix
from fairhash.papers.a.columns import MEASURE_NAMES, interval, interval_columns
from fairhash.papers.a.drawn import MEASURES, Estimate
from fairhash.papers.a.normalised import Values, overall
from fairhash.papers.content import Cell, Column, Drawing, Table

_OURS = (
    "Divided by SHA-2, geometric means over the families, both axes logarithmic; bars: 95 % of the draws of seeds; "
    "dashed: equal throughput per area."
)


def ours(values: Values, bits: Bits) -> Drawing | None:
    """None where no candidate has a value."""
    found = [(candidate, overall(values.normalised(candidate, bits))) for candidate in (*CANDIDATES, SHA2)]
    known = [(candidate.algorithm(bits), triple) for candidate, triple in found if triple]
    if len(known) < 2:
        return None
    points = [_point(name, [_relative(triple[measure]) for measure in MEASURES]) for name, triple in known]
    columns = [Column("algorithm", "algorithm")]
    for measure in MEASURES:
        columns += interval_columns(measure, MEASURE_NAMES[measure][1])
    rows: list[tuple[Cell, ...]] = [
        (name, *(cell for measure in MEASURES for cell in interval(triple[measure]))) for name, triple in known
    ]
    title = f"Fig. 1: {bits}-bit variants, measured"
    return Drawing(
        f"figure-1{suffix(bits)}",
        title,
        chart.to_svg(points, SHA2.algorithm(bits), title),
        writing.to_csv(Table("figure-1", title, tuple(columns), tuple(rows))),
        _OURS,
    )


def _point(name: str, values: Sequence[Relative]) -> Point:
    throughput, area, ratio = values
    return Point(name, throughput, area, ratio, (), ())


def _relative(estimate: Estimate) -> Relative:
    return Relative(estimate.value, estimate.low, estimate.high)


@cache
def as_printed() -> Drawing:
    """Print's figure from the Overall columns of its Tables 8 and 9."""
    throughputs, areas, ratios = (printed.overalls(table) for table in (8, 9, 10))
    rows = [(name, throughputs[name], areas[name], ratios[name]) for name in throughputs]
    rows.append((SHA2.algorithm(512), 1.0, 1.0, 1.0))
    points = [_point(name, [Relative(value, value, value) for value in values]) for name, *values in rows]
    columns = (Column("algorithm", "algorithm"), *(Column(name, name) for _, name in MEASURE_NAMES.values()))
    title = "Fig. 1: 512-bit variants, printed"
    return Drawing(
        "figure-1-printed",
        title,
        chart.to_svg(points, SHA2.algorithm(512), title),
        writing.to_csv(Table("figure-1-printed", title, columns, tuple(rows))),
        "From the Overall columns of Tables 8 and 9 as printed, axes as above.",
    )
