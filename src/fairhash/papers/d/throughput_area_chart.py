# SPDX-License-Identifier: Apache-2.0
"""Throughput over area of all architectures on one device, in the form of paper A's Fig. 1."""

from collections.abc import Callable

from fairhash.analysis.chart import to_csv
from fairhash.analysis.figures import Figure
from fairhash.analysis.ranking import Point, Relative
from fairhash.analysis.statistics import Spread
from fairhash.papers.charts import Chart, throughput_area_chart
from fairhash.papers.d.architectures import BASE, architectures, core_name, label
from fairhash.papers.our_results import OurResults, quotients

_CAPTION = (
    "Divided by case I, both axes logarithmic; bars from quartile to quartile; dashed: equal throughput per area; "
    "hollow: preliminary."
)


def chart(ours: OurResults, algorithm: str, device: str) -> Chart | None:
    """Return the chart of the architectures over case I, hollow where they are preliminary.

    Returns:
        None if case I is not known or no other architecture may be divided by it.
    """
    base = ours.figure(core_name(algorithm, BASE), device)
    if base is None or base.preliminary:
        return None
    points = []
    for architecture in architectures(ours, algorithm):
        figure = ours.figure(core_name(algorithm, architecture), device)
        if figure is not None and quotients(figure, base):
            points.append(_point(label(algorithm, architecture), figure, base))
    if len(points) < 2:
        return None
    title = f"{algorithm} on {device}, each core by the recipe chosen for it"
    return throughput_area_chart(
        f"throughput-over-area-{algorithm}-{device}",
        title,
        points,
        reference=label(algorithm, BASE),
        csv=to_csv(points),
        caption=_CAPTION,
    )


def _point(architecture: str, figure: Figure, base: Figure) -> Point:
    def relative(measure: Callable[[Figure], Spread | None]) -> Relative:
        own, other = measure(figure), measure(base)
        if own is None or other is None:
            raise ValueError(f"{architecture} has no obstacle and lacks a figure")
        if not figure.has_interval:
            return Relative(own.median / other.median, None, None)
        return Relative(*(value / other.median for value in (own.median, own.lower, own.upper)))

    return Point(
        architecture,
        relative(lambda each: each.throughput_mbit_s),
        relative(lambda each: each.area_cells),
        relative(lambda each: each.ratio),
        (figure.first.device,),
        (figure,),
    )
