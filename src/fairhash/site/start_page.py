# SPDX-License-Identifier: Apache-2.0
"""The start page and its main chart."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fairhash.base import files
from fairhash.base.errors import FairhashError
from fairhash.figures.charts.svg import to_png, to_svg, to_svg_file
from fairhash.figures.charts.throughput_area import CoreDot, chart_key, filled, specification
from fairhash.figures.ranking import common_subset
from fairhash.figures.statistics import interval_note
from fairhash.site.coverage import coverage_picture, picture_key
from fairhash.site.data import CHOSEN, SiteData
from fairhash.site.pages import Page
from fairhash.site.paper_page import PaperMessage
from fairhash.site.scatter import absolute_dot

DIGEST_BITS = 512


def main_dots(data: SiteData) -> list[CoreDot]:
    """The measured cores of DIGEST_BITS on the first common device, each by the recipe chosen for it.

    Both axes are absolute: a chart divided by SHA-2 could show neither stale figures nor anything while the figure of
    SHA-2 is preliminary.
    """
    device = common_subset()[0]
    shown = [one for one in data.chosen(device) if one.figure.first.digest_bits == DIGEST_BITS and one.figure.succeeded]
    return [dot for one in shown if (dot := absolute_dot(one))]


def main_chart(dots: Sequence[CoreDot]) -> dict[str, Any]:
    """The Vega-Lite specification of the main chart, also that of the README's picture.

    Args:
        dots: From main_dots(), at least one.
    """
    return filled(specification("area in logic cells", "throughput in Mbit/s"), dots)


def main_title() -> str:
    """The title of the main chart."""
    return f"Throughput over area of the {DIGEST_BITS}-bit cores on {common_subset()[0]}"


def main_caption(data: SiteData) -> str:
    """The caption of the main chart: what it shows, what its marks mean, and how far its intervals hold."""
    dots = main_dots(data)
    known = [one for one in data.figures if one.comparison == CHOSEN and one.status == "known"]
    seeds = {
        len(one.figure.succeeded)
        for one in known
        if (one.row.device, one.figure.first.digest_bits) == (common_subset()[0], DIGEST_BITS)
    }
    sentences = (
        "Throughput for long messages over area in logic cells, medians over the seeds, by the recipe chosen for each "
        "core. On a dashed line throughput per area is equal, in Mbit/s per cell.",
        chart_key(dots),
        interval_note(seeds),
    )
    return " ".join(sentence for sentence in sentences if sentence)


def write_picture(data: SiteData, file: Path) -> None:
    """Write the main chart as one SVG file.

    Raises:
        FairhashError: No core was measured, or the file cannot be written.
    """
    dots = main_dots(data)
    if not dots:
        raise FairhashError("no core was measured", hint="measure one: fairhash implement sha-512/highspeed --seeds 3")
    files.write_text(file, to_svg_file({**main_chart(dots), "background": "#ffffff"}) + "\n")


def write_preview(data: SiteData, file: Path) -> None:
    """Write the main chart as a PNG file for previews of links; nothing if no core was measured."""
    if dots := main_dots(data):
        with files.replacement(file) as new:
            new.write_bytes(to_png({**main_chart(dots), "background": "#ffffff", "padding": 24}))


def start_page(data: SiteData, papers: Sequence[PaperMessage]) -> Page:
    """The page.

    Args:
        papers: What each reproduced paper's page says.
    """
    dots = main_dots(data)
    title = main_title()
    committed = [one for one in data.figures if one.source == "committed"]
    devices = {one.row.device for one in committed if one.status in ("known", "preliminary")}
    return Page(
        "index.html",
        "Start",
        "start.html",
        {
            "chart": to_svg(main_chart(dots), title) if dots else "",
            "chart_title": title,
            "chart_caption": main_caption(data) if dots else "",
            "chart_link": f"device={common_subset()[0]}&digest_bits={DIGEST_BITS}",
            # first the study of today's hashes, which has no claims
            "papers": sorted((paper for paper in papers if paper.message), key=lambda paper: bool(paper.counts)),
            "counts": data.counts.sentences(),
            "coverage": coverage_picture(data),
            "coverage_key": picture_key(data),
            "numbers": [
                ("cores", len(data.cores)),
                ("algorithms", len(data.algorithms)),
                ("devices measured", len(devices)),
                ("results", len(data.results)),
            ],
            "yours": sorted({shown.row.core for shown in data.figures if shown.source == "yours"}),
        },
        description="Hardware cores of hash functions, measured on FPGAs and standard cells with open tools: "
        "throughput, area, ranks with their certainty.",
    )
