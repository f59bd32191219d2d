# SPDX-License-Identifier: Apache-2.0
"""The start page and its main chart."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fairhash.analysis.chart import to_dots
from fairhash.analysis.common_subset import common_subset
from fairhash.analysis.figures import OWN_BEST, comparisons
from fairhash.analysis.measures import reference_core
from fairhash.analysis.ranking import points
from fairhash.charts.svg import to_svg, to_svg_file
from fairhash.charts.throughput_area import Dot, filled, specification
from fairhash.errors import FairhashError
from fairhash.results import files
from fairhash.site.data import SiteData
from fairhash.site.pages import Page

_DIGEST_BITS = 512


def main_dots(data: SiteData, digest_bits: int = _DIGEST_BITS) -> list[Dot]:
    """The cores that can be ranked on the common devices, divided by SHA-2 of equal digest."""
    return to_dots(points(comparisons(data.results), digest_bits, OWN_BEST), reference_core(digest_bits))


def main_chart(dots: Sequence[Dot]) -> dict[str, Any]:
    """The Vega-Lite specification of the main chart, also that of the README's picture.

    Args:
        dots: From main_dots(), at least one.
    """
    reference = _reference_name()
    spec = specification(
        f"area, divided by that of {reference}", f"throughput, divided by that of {reference}", relative=True
    )
    return filled(spec, dots, relative=True)


def write_picture(data: SiteData, file: Path) -> None:
    """Write the main chart as one SVG file.

    Raises:
        FairhashError: No core can be ranked, or the file cannot be written.
    """
    dots = main_dots(data)
    if not dots:
        raise FairhashError("no core can be ranked", hint="measure one: fairhash implement sha-512/highspeed --seeds 3")
    files.write_text(file, to_svg_file({**main_chart(dots), "background": "#ffffff"}) + "\n")


def _reference_name() -> str:
    return reference_core(_DIGEST_BITS).partition("/")[0].upper()


def start_page(data: SiteData) -> Page:
    """The page."""
    dots = main_dots(data)
    reference = _reference_name()
    title = f"Throughput over area of the {_DIGEST_BITS}-bit cores, both divided by those of {reference}"
    devices = {shown.row.device for shown in data.figures}
    return Page(
        "index.html",
        "Start",
        "start.html",
        {
            "chart": to_svg(main_chart(dots), title) if dots else "",
            "chart_title": title,
            "chart_devices": ", ".join(common_subset()),
            "chart_link": f"device={common_subset()[0]}&digest_bits={_DIGEST_BITS}&values=normalised",
            "numbers": [
                ("cores", len(data.cores)),
                ("algorithms", len(data.algorithms)),
                ("devices measured", len(devices)),
                ("results", len(data.results)),
            ],
            "yours": sorted({shown.row.core for shown in data.figures if shown.source == "yours"}),
        },
    )
