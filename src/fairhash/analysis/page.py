# SPDX-License-Identifier: Apache-2.0
"""One page of Markdown: tables of results, critical paths, and the choice of recipes."""

import re
from collections.abc import Sequence
from operator import itemgetter

from fairhash.analysis import table
from fairhash.analysis.figures import ESTIMATE, OWN_BEST, Figure, comparisons, select_comparison
from fairhash.analysis.measures import CELLS, AreaMeasure
from fairhash.analysis.provenance import provenance
from fairhash.analysis.recipe_choice import HEADER, choices
from fairhash.analysis.recipe_order import order_by_main_recipe
from fairhash.analysis.statistics import interval_note
from fairhash.results.schema import Result

_HEAD = """<!-- SPDX-License-Identifier: Apache-2.0 -->
# Measured results

Written by `fairhash report --page FILE.md`. docs/measures.md defines the columns, docs/measuring.md describes how they
are measured. A note that begins with *preliminary* says why the figure has no quartiles and no rank; its ratio is in
parentheses.
"""

_CRITICAL_PATHS = """Critical paths: the slowest path between registers in the run with the median clock. `from` and
`to` are names of the netlist; `logic` and `wires` are the parts of the delay in ns.
"""

_CHOICES = """## How each core's recipe was chosen

One rule applies to all cores, references included (docs/measures.md).
*Provisional* means that runs which the rule needs are missing; the recipe is then the best one of those measured, and
the core's figure is preliminary.
`cells mapped` are the cells that the mapped netlist needs at least; Mbit/s/cell is the value of the first seed.
"""


def to_markdown(results: Sequence[Result], area: AreaMeasure = CELLS) -> str:
    """The page as Markdown, with one section for each device and comparison."""
    among = comparisons([result for result in results if result.status != ESTIMATE], area)
    parts = [_HEAD]
    for (device, comparison), rows in table.by_target(table.rows(among)).items():
        shown = select_comparison(among, device, comparison)
        parts.append(f"## {table.title(device, comparison)}\n")
        memory = table.has_memory(rows)
        cells = [(*table.cells(row, memory)[:-1], str(row.seeds), row.note) for row in rows]
        parts.append(markdown_table((*table.header(rows[0].area_unit, memory)[:-1], "seeds", "note"), cells))
        order = order_by_main_recipe(among, device) if comparison == OWN_BEST else None
        seeds = interval_note(len(figure.succeeded) for figure in shown if figure.has_interval)
        parts += [f"{sentence}\n" for sentence in (order.sentence() if order else "", seeds) if sentence]
        paths = [path for figure in shown if (path := _critical_path(figure))]
        if paths:
            names = ("core", "MHz", "ns", "logic", "wires", "levels", "from", "to")
            parts += [_CRITICAL_PATHS, markdown_table(names, paths)]
        facts = provenance([run for figure in shown for run in figure.runs])
        parts.append("".join(f"- {name}: {without_markup(value)}\n" for name, value in facts.items()))
    chosen = choices([result for result in results if result.status != ESTIMATE])
    if chosen:
        parts += [_CHOICES, markdown_table(HEADER, [choice.row() for choice in chosen])]
    return "\n".join(parts)


def _critical_path(figure: Figure) -> tuple[str, ...] | None:
    """The critical path of the run whose clock is the median, the lower one of two."""
    with_paths = [
        (run.achieved.effective_mhz, run.critical_path)
        for run in figure.succeeded
        if run.achieved and run.critical_path
    ]
    if not with_paths:
        return None
    clock, path = sorted(with_paths, key=itemgetter(0))[(len(with_paths) - 1) // 2]
    times = (f"{path.delay_ns:.2f}", f"{path.logic_ns:.2f}", f"{path.routing_ns:.2f}")
    ends = (f"`{name.replace('`', chr(39))}`" for name in (path.start, path.end))
    return (figure.first.core, f"{clock:.1f}", *times, str(path.levels), *ends)


def markdown_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table; bars and HTML in cells are escaped."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(map(_markdown_cell, line))} |\n" for line in lines)


def _markdown_cell(text: str) -> str:
    one_line = " ".join(text.splitlines()) if "\n" in text else text
    return without_markup(one_line).replace("|", "\\|")


_TAG = re.compile(r"(`[^`]*`)|<(?=[A-Za-z/!?])")


def without_markup(text: str) -> str:
    """Text in which Markdown finds no HTML; text between backticks, which is shown as it is, is not changed."""
    return _TAG.sub(lambda match: match[1] or "&lt;", text)
