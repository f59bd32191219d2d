# SPDX-License-Identifier: Apache-2.0
"""Figs 2 and 3 of paper D, and the same of further architectures: rounds and register ranks as block diagrams."""

from collections.abc import Mapping

from fairhash.base.table import Table, column
from fairhash.figures.charts import ring
from fairhash.figures.charts.svg import to_svg_element
from fairhash.studies.papers.charts import Chart
from fairhash.studies.papers.d.structure import ALGORITHM, Structure, blocks, core_structure, description
from fairhash.studies.papers.our_results import OurResults


def diagrams(ours: OurResults, names: Mapping[str, str]) -> tuple[Chart, ...]:
    """Return the diagrams of architectures by title, as far as their structure is known."""
    built = {title: core_structure(ours, ALGORITHM, architecture) for title, architecture in names.items()}
    return tuple(_diagram(title, names[title], each) for title, each in built.items() if each)


def _diagram(title: str, architecture: str, built: Structure) -> Chart:
    rounds = blocks(built)
    caption = f"{title[0].upper()}{title[1:]}: {description(built)}."
    table = Table.declare(
        "",
        caption,
        [(number, block) for number, row in enumerate(rounds, 1) for block in row],
        (
            column("round", lambda one: one[0]),
            column("block", lambda one: one[1].text),
            column("register", lambda one: str(one[1].is_register).lower()),
        ),
    )
    svg = to_svg_element(ring.specification(rounds), caption)
    return Chart(f"structure-{architecture}", caption, svg, table.to_csv(), caption)
