# SPDX-License-Identifier: Apache-2.0
"""A core mapped to the cells of a family that nothing here can place: its area, and nothing else."""

import shutil
from pathlib import Path

from fairhash.catalog.core import Core
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.target import Estimate
from fairhash.targets.fpga.synthesis import Synthesis, synthesise

REASON = "area of the mapped netlist; nothing was placed, so there is no clock"
"""Of every result that is an estimate."""

_HERE = Path(__file__).resolve().parent


def map_estimate(core: Core, estimate: Estimate, recipe: Recipe, workdir: Path) -> Synthesis:
    """Elaborate and map `core`; a bad outcome is a status with a reason."""
    workdir.mkdir(parents=True, exist_ok=True)
    for name in estimate.files:
        shutil.copyfile(_HERE / name, workdir / name)
    return synthesise(core, estimate, recipe, workdir)


def estimated_area(made: Synthesis, estimate: Estimate) -> int:
    """The cells that the family's unit of area counts. Inverters are none: they go into the function beside them."""
    return sum(made.cells.get(kind, 0) for kind in estimate.area_cells)
