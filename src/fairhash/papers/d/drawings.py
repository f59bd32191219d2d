# SPDX-License-Identifier: Apache-2.0
"""Throughput over area of all architectures on one device, in the form of paper A's Fig. 1."""

from collections.abc import Callable

from fairhash.analysis import chart
from fairhash.analysis.figures import Figure
from fairhash.analysis.ranking import Point, Relative
from fairhash.analysis.statistics import Spread
from fairhash.papers.content import Drawing
from fairhash.papers.d.measured import BASE, Ours, obstacle

_CAPTION = (
    "Divided by case I, both axes logarithmic; bars from quartile to quartile; dashed: equal throughput per area."
)


def throughput_over_area(all_ours: Ours, algorithm: str, device: str) -> Drawing | None:
    """Every architecture that may be compared, divided by case I; None where fewer than two may."""
    base = all_ours.figure(algorithm, BASE, device)
    if base is None or obstacle(base):
        return None
    points = []
    for architecture in all_ours.architectures(algorithm):
        figure = all_ours.figure(algorithm, architecture, device)
        if figure is not None and not obstacle(figure):
            points.append(_point(architecture, figure, base))
    if len(points) < 2:
        return None
    title = f"{algorithm} on {device}, each core by the recipe that suits it best"
    return Drawing(
        f"throughput-over-area-{algorithm}-{device}",
        title,
        chart.to_svg(points, BASE, title),
        chart.to_csv(points),
        _CAPTION,
    )


def _point(architecture: str, figure: Figure, base: Figure) -> Point:
    def relative(of: Callable[[Figure], Spread | None]) -> Relative:
        own, other = of(figure), of(base)
        if own is None or other is None:
            raise ValueError(f"{architecture} has no obstacle and lacks a figure")
        return Relative(*(value / other.median for value in (own.median, own.lower, own.upper)))

    return Point(
        architecture,
        relative(lambda each: each.throughput_mbit_s),
        relative(lambda each: each.area_cells),
        relative(lambda each: each.ratio),
        (figure.first.device,),
        (figure,),
    )
