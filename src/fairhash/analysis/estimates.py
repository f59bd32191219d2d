# SPDX-License-Identifier: Apache-2.0
"""Estimated areas as a page of Markdown, for the documentation."""

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

Written by `fairhash report --from results --estimates docs/estimates.md` from the results in [results/](../results/);
a test holds the two equal.

The papers measured on families that no open tool can place: Spartan-3, Virtex-4 to -6, Spartan-6, Cyclone II to IV,
Stratix II and III. Yosys can map to their cells, or to cells of the same kind. What comes of it is an **estimate**:
an area, and nothing else. There is no clock, so there is no throughput, no throughput per area and no rank; a result
says `status: estimate`, `stage: synthesis`, and no table or chart ever compares it with a placed one.

```
fairhash implement sha-256/highspeed --device virtex5-estimate
```

| device | also called | stands for | area counts |
|---|---|---|---|
"""

_RULES = """
What is known of their worth:

- One mapping, one device. Yosys maps Virtex-5, Virtex-6, Spartan-6 (and 7 series) to the same counts, and so
  Spartan-3 and Virtex-4; a test holds that. Cyclone II, III and IV have one logic element and one mapping. So these
  are four estimates, not ten.
- Stratix II and III are mapped to the adaptive logic modules of Cyclone V, the only ones Yosys knows: of the same
  kind, tables of up to six inputs and an adder for each, but not the same part.
- The area is **cells**: as many cells as the tables or the registers need, whichever is more. A cell is one table and
  the registers beside it; the device's file says how many ([measures.md](measures.md#area)). Both numbers are in the
  table. Slices, logic array blocks and adaptive logic modules are not estimated: how many
  tables share one is decided by packing, which is not done here. Two small tables that a vendor's tool would put into
  one of six inputs count two.
- Inverters count nothing: they go into the table before or behind. A carry that logic reads counts no table of its
  own.
- Yosys' script for Cyclone uses neither carry chains nor synchronous clears, which makes sha-256 2.7 times as large;
  the bench adds both (`targets/estimate/cyclone.v`).
- Block RAM, multipliers and memory in tables are refused as everywhere. On Spartan-3 wide multiplexers are refused
  too: with them the mapper takes three times the tables for Keccak.
- The netlist is checked against known answers with models of the cells, as on placed devices.
- The registers are those of the source; vendors' tools duplicate or merge some.
"""


def to_markdown(results: Sequence[Result]) -> str:
    """The page: what estimates are, then a table for each device; Markdown ending in a line break."""
    found = figures(result for result in under_main_name(results) if result.status == ESTIMATE)
    devices = list(dict.fromkeys(figure.first.device for figure in found))
    declared = [estimate for name in devices if (estimate := find_estimate(name))]
    rows = [
        f"| `{each.id}` | {', '.join(f'`{name}`' for name in each.also)} | {', '.join(each.covers)} | "
        f"{each.area_unit} |\n"
        for each in declared
    ]
    parts = [_HEAD + "".join(rows) + _RULES]
    for device in devices:
        of_device = [figure for figure in found if figure.first.device == device]
        unit = of_device[0].first.area_unit
        parts.append(f"## {device}\n")
        head = ("core", "cells", unit, "registers", "carry cells", "netlist answers")
        parts.append(markdown_table(head, [_row(figure.first) for figure in of_device]))
        facts = provenance([figure.first for figure in of_device])
        parts.append("".join(f"- {name}: {value}\n" for name, value in facts.items()))
    return "\n".join(parts)


def _row(result: Result) -> tuple[str, ...]:
    used = result.resources
    counts = (measures.area(result), used.area_cells, used.flip_flops, used.carry) if used else (0, 0, 0, 0)
    answers = f"{result.netlist.verdict}, {result.netlist.messages} messages"
    return (result.core, *map(str, counts), answers)
