# SPDX-License-Identifier: Apache-2.0
"""The tables of results as a page of Markdown, for the documentation: what was measured, and what limits it."""

from collections.abc import Sequence
from operator import itemgetter

from fairhash.analysis import table
from fairhash.analysis.figures import ESTIMATE, Figure, compared, comparisons
from fairhash.analysis.measures import CELLS, AreaMeasure
from fairhash.analysis.provenance import provenance
from fairhash.analysis.recipe_choice import HEADER, choices
from fairhash.results.schema import Result

_HEAD = """<!-- SPDX-License-Identifier: Apache-2.0 -->
# Measured

Written by `fairhash report --from results --page docs/measured.md` from the results in
[results/](../results/); a test holds the two equal. What the columns mean is in [measures.md](measures.md), how
they came about in [measuring.md](measuring.md).
"""

_LIMITS = """What limits the clock, in the run with the median clock: the slowest path between registers, from and to as
the netlist names them, and where its time goes.
"""

_CHOICES = """## How each core's recipe was chosen

By one rule for every core, the references included ([measures.md](measures.md#which-recipe-a-core-is-shown-with)).
*Provisional* means that a run is missing that the rule needs: the recipe is then the best one of those that were tried.
Cells mapped are those that the mapped netlist needs at least; Mbit/s/cell is that of the first seed.
"""


def to_markdown(results: Sequence[Result], area: AreaMeasure = CELLS) -> str:
    """One section for each device and comparison; Markdown ending in a line break."""
    among = comparisons([result for result in results if result.status != ESTIMATE], area)
    parts = [_HEAD]
    for (device, comparison), rows in table.by_target(table.rows(among)).items():
        shown = compared(among, device, comparison)
        parts.append(f"## {table.title(device, comparison)}\n")
        memory = table.has_memory(rows)
        cells = [(*table.cells(row, memory)[:-1], str(row.seeds), row.note) for row in rows]
        parts.append(markdown_table((*table.header(rows[0].area_unit, memory)[:-1], "seeds", "note"), cells))
        limits = [limit for figure in shown if (limit := _limit(figure))]
        if limits:
            names = ("core", "MHz", "ns", "logic", "wires", "levels", "from", "to")
            parts += [_LIMITS, markdown_table(names, limits)]
        facts = provenance([run for figure in shown for run in figure.runs])
        parts.append("".join(f"- {name}: {value}\n" for name, value in facts.items()))
    chosen = choices([result for result in results if result.status != ESTIMATE])
    if chosen:
        parts += [_CHOICES, markdown_table(HEADER, [choice.row() for choice in chosen])]
    return "\n".join(parts)


def _limit(figure: Figure) -> tuple[str, ...] | None:
    """The critical path of the run whose clock is the median, the lower one of two."""
    known = [
        (run.achieved.effective_mhz, run.critical_path) for run in figure.good if run.achieved and run.critical_path
    ]
    if not known:
        return None
    clock, path = sorted(known, key=itemgetter(0))[(len(known) - 1) // 2]
    times = (f"{path.delay_ns:.2f}", f"{path.logic_ns:.2f}", f"{path.routing_ns:.2f}")
    return (figure.first.core, f"{clock:.1f}", *times, str(path.levels), f"`{path.start}`", f"`{path.end}`")


def markdown_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Lines of a table; a bar in a cell is no border."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines)
