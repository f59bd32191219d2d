# SPDX-License-Identifier: Apache-2.0
"""The chart of throughput over area of figures on one device, on the pages of devices and algorithms."""

from collections.abc import Sequence

from fairhash.figures.charts.svg import to_svg
from fairhash.figures.charts.throughput_area import CoreDot, chart_key, filled, specification
from fairhash.figures.figures import Figure
from fairhash.figures.measures import reference_core
from fairhash.figures.statistics import Spread
from fairhash.site.data import ShownFigure
from fairhash.site.pages import area_unit_name


def scatter(shown: Sequence[ShownFigure], title: str) -> tuple[str, str]:
    """The chart of the known and preliminary figures, and its key; both empty with fewer than two dots.

    Args:
        shown: Figures on one device.
        title: What the chart shows, for screen readers.
    """
    dots = [dot for one in shown if one.status in ("known", "preliminary") and (dot := absolute_dot(one))]
    if len(dots) < 2:
        return "", ""
    spec = specification(f"area in {area_unit_name(shown[0].row.area_unit)}", "throughput in Mbit/s")
    return to_svg(filled(spec, dots), title), chart_key(dots)


def absolute_dot(shown: ShownFigure) -> CoreDot | None:
    """The figure as a dot of a chart of one device; None without throughput or area."""
    throughput, area = shown.figure.throughput_mbit_s, shown.figure.area_cells
    if throughput is None or area is None:
        return None
    is_reference = shown.row.core == reference_core(shown.figure.first.digest_bits)
    return CoreDot(
        shown.short_name,
        *_with_quartiles(area, shown.figure),
        *_with_quartiles(throughput, shown.figure),
        "yours" if shown.source == "yours" else "reference" if is_reference else "core",
        bool(shown.figure.preliminary),
    )


def _with_quartiles(spread: Spread, figure: Figure) -> tuple[float, float | None, float | None]:
    """The median, and the quartiles of a figure that has an interval."""
    return (spread.median, spread.lower, spread.upper) if figure.has_interval else (spread.median, None, None)
