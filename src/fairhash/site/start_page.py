# SPDX-License-Identifier: Apache-2.0
"""The start page and its main chart."""

from fairhash.analysis.common_subset import common_subset
from fairhash.analysis.figures import OWN_BEST, comparisons
from fairhash.analysis.measures import reference_core
from fairhash.analysis.ranking import Point, points
from fairhash.site.data import SiteData
from fairhash.site.pages import Page
from fairhash.site.scatter import Dot, filled, specification
from fairhash.site.svg import to_svg

_DIGEST_BITS = 512


def main_dots(data: SiteData, digest_bits: int = _DIGEST_BITS) -> list[Dot]:
    """The cores that can be ranked on the common devices, divided by SHA-2 of equal digest."""
    return [
        _dot(point, reference_core(digest_bits)) for point in points(comparisons(data.results), digest_bits, OWN_BEST)
    ]


def _dot(point: Point, reference: str) -> Dot:
    return Dot(
        point.core.removesuffix("/highspeed"),
        *(point.area.median, point.area.lower, point.area.upper),
        *(point.throughput.median, point.throughput.lower, point.throughput.upper),
        "reference" if point.core == reference else "core",
    )


def start_page(data: SiteData) -> Page:
    """The page."""
    dots = main_dots(data)
    reference = reference_core(_DIGEST_BITS).partition("/")[0].upper()
    title = f"Throughput over area of the {_DIGEST_BITS}-bit cores, both divided by those of {reference}"
    spec = specification(
        f"area, divided by that of {reference}", f"throughput, divided by that of {reference}", relative=True
    )
    devices = {shown.row.device for shown in data.figures}
    return Page(
        "index.html",
        "Start",
        "start.html",
        {
            "chart": to_svg(filled(spec, dots, relative=True), title) if dots else "",
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
