# SPDX-License-Identifier: Apache-2.0
"""What the page of a paper, or of a study without a paper, begins with."""

from dataclasses import dataclass

from fairhash.studies.papers.charts import Chart


@dataclass(frozen=True)
class Opening:
    """What was found, in a few lines and a chart."""

    lines: tuple[tuple[str, str], ...]
    """Headings, each with its text."""
    chart: Chart | None
    """Its title is its message; None without any value."""
