# SPDX-License-Identifier: Apache-2.0
"""Maps a core to the cells of a family that no open tool can place, and counts its area."""

import shutil
from pathlib import Path

from fairhash.catalog.core import Core
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.target import Estimate
from fairhash.targets.fpga.synthesis import Synthesis, synthesise

REASON = "area of the mapped netlist; nothing was placed, so there is no clock"
"""Reason stored in every result that is an estimate."""

_HERE = Path(__file__).resolve().parent


def map_estimate(core: Core, estimate: Estimate, recipe: Recipe, workdir: Path) -> Synthesis:
    """Elaborate and map `core`. A failure is an outcome with a status and a reason."""
    workdir.mkdir(parents=True, exist_ok=True)
    for name in estimate.files:
        shutil.copyfile(_HERE / name, workdir / name)
    return synthesise(core, estimate, recipe, workdir)


def estimated_area(synthesis: Synthesis, estimate: Estimate) -> int:
    """The number of cells that count as area. Inverters do not: the LUTs next to them absorb them."""
    return sum(synthesis.cells.get(kind, 0) for kind in estimate.area_cells)
