# SPDX-License-Identifier: Apache-2.0
"""What the picture of a layout needs: the kinds of cells in each row, read from DEF."""

import re
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from fairhash.targets.cells.library import Library, LibraryCell
from fairhash.toolchain.lef import Lef

REGISTER, LOGIC, BUFFER, FILLER = "r", "l", "b", "f"
"""Flip-flops; cells of several inputs; buffers and inverters; fillers, also those under the power stripes."""
_COMPONENT = re.compile(r"^- (\S+) (\S+) \+ PLACED \( (-?\d+) (-?\d+) \)", re.MULTILINE)


def read_rows(design: Path, lef: Lef, library: Library) -> tuple[str, ...]:
    """The rows of a layout from the bottom, as letters of kinds, each with a number of sites: ``r12l5f1``."""
    text = design.read_text(encoding="ascii")
    components = text[text.index("\nCOMPONENTS ") : text.index("\nEND COMPONENTS")]
    cells = sorted((int(y), int(x), name) for _, name, x, y in _COMPONENT.findall(components))
    rows = []
    for _, row in groupby(cells, key=itemgetter(0)):
        kinds = ((_kind(library.cells.get(name)), lef.cells[name].width // lef.site_width) for _, _, name in row)
        runs = ((kind, sum(sites for _, sites in run)) for kind, run in groupby(kinds, key=itemgetter(0)))
        rows.append("".join(f"{kind}{sites}" for kind, sites in runs))
    return tuple(rows)


def _kind(cell: LibraryCell | None) -> str:
    if cell is None:
        return FILLER
    if cell.sequential:
        return REGISTER
    return BUFFER if sum(not pin.output for pin in cell.pins.values()) == 1 else LOGIC
