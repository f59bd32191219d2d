# SPDX-License-Identifier: Apache-2.0
"""The stages of a run, each a function from the parts below; tests put made-up ones in their place."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from fairhash.catalog.core import Core
from fairhash.catalog.device import Device
from fairhash.catalog.recipe import Recipe
from fairhash.implement import Placement, Synthesis
from fairhash.jobs.record import Cycles
from fairhash.results.schema import NetlistGate


@dataclass(frozen=True)
class Flow:
    """A stage gets a new folder of its own for its files; it raises only for what is not the core's fault."""

    builds: Callable[[Device], Mapping[str, str]]
    """Exact version of each tool, without starting a slow one."""
    synthesise: Callable[[Core, Device, Recipe, Path], Synthesis]
    measure_cycles: Callable[[Core, Path], Cycles]
    check_netlist: Callable[[Core, Device, Synthesis, Path], NetlistGate]
    place: Callable[[Synthesis, Core, Device, Recipe, int, Path], Placement]


def real_flow() -> Flow:
    raise NotImplementedError
