# SPDX-License-Identifier: Apache-2.0
"""From a core to area, clock and power on a library of standard cells: map, time, simulate."""

from fairhash.cells.builds import cell_builds
from fairhash.cells.library import files_digest
from fairhash.cells.mapping import Mapping, cell_recipe, map_core
from fairhash.cells.measurement import Measurement, measure
from fairhash.cells.registry import find_target, libraries, targets

__all__ = [
    "Mapping",
    "Measurement",
    "cell_builds",
    "cell_recipe",
    "files_digest",
    "find_target",
    "libraries",
    "map_core",
    "measure",
    "targets",
]
