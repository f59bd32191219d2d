# SPDX-License-Identifier: Apache-2.0
"""Estimated areas as one page of Markdown."""

from collections.abc import Sequence

from fairhash.analysis import measures
from fairhash.analysis.core_names import under_main_name
from fairhash.analysis.figures import ESTIMATE, figures
from fairhash.analysis.page import markdown_table
from fairhash.analysis.provenance import provenance
from fairhash.catalog.targets import find_estimate
from fairhash.results.schema import Result

_HEAD = """<!-- SPDX-License-Identifier: Apache-2.0 -->
# Estimates

Estimated areas on FPGA families that no open tool can place, written by `fairhash report --estimates FILE.md`.
docs/estimates.md describes what they are and their limits.

"""


def to_markdown(results: Sequence[Result]) -> str:
    """The page as Markdown: the devices, then a table of areas for each."""
    estimates = figures(result for result in under_main_name(results) if result.status == ESTIMATE)
    devices = list(dict.fromkeys(figure.first.device for figure in estimates))
    parts = [_HEAD + devices_table(devices)]
    for device in devices:
        of_device = [figure for figure in estimates if figure.first.device == device]
        unit = of_device[0].first.area_unit
        parts.append(f"## {device}\n")
        head = ("core", "cells", unit, "registers", "carry cells", "netlist answers")
        parts.append(markdown_table(head, [_row(figure.first) for figure in of_device]))
        facts = provenance([figure.first for figure in of_device])
        parts.append("".join(f"- {name}: {value}\n" for name, value in facts.items()))
    return "\n".join(parts)


def devices_table(ids: Sequence[str]) -> str:
    """What each of these estimates represents, as the table of docs/estimates.md."""
    declared = [estimate for name in ids if (estimate := find_estimate(name))]
    head = "| device | other names | represents | unit of area |\n|---|---|---|---|\n"
    return head + "".join(
        f"| `{each.id}` | {', '.join(f'`{name}`' for name in each.also)} | {', '.join(each.covers)} | "
        f"{each.area_unit} |\n"
        for each in declared
    )


def _row(result: Result) -> tuple[str, ...]:
    used = result.resources
    counts = (measures.area(result), used.area_cells, used.flip_flops, used.carry) if used else (0, 0, 0, 0)
    answers = f"{result.netlist.verdict}, {result.netlist.messages} messages"
    return (result.core, *map(str, counts), answers)
