# SPDX-License-Identifier: Apache-2.0
"""The stages of a run, each a function from the parts below; tests put made-up ones in their place."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from fairhash.catalog.core import Core
from fairhash.catalog.device import Device
from fairhash.catalog.recipe import Recipe
from fairhash.errors import FairhashError
from fairhash.implement import Placement, Synthesis, place, synthesise, tool_builds
from fairhash.jobs.record import Cycles
from fairhash.results.schema import MeasuredCycles, NetlistGate
from fairhash.verify import check_netlist, measure_cycles


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
    """The tools."""
    return Flow(tool_builds, synthesise, _measure_cycles, _check_netlist, place)


def _measure_cycles(core: Core, _folder: Path) -> Cycles:
    report = measure_cycles(core)
    blocks, cycles = zip(*report.measured, strict=True)
    measured = MeasuredCycles(formula=core.formula, blocks=blocks, cycles=cycles) if report.agrees else None
    return Cycles(measured=measured, note="" if report.agrees else report.text())


def _check_netlist(core: Core, device: Device, synthesis: Synthesis, folder: Path) -> NetlistGate:
    """A netlist that could not be simulated is not known to be wrong, and is tried again."""
    check = check_netlist(core, synthesis.verilog_netlist, device, folder)
    if check.status == "error":
        raise FairhashError(check.reason)
    how = f"{', '.join(check.modes)}; seed {check.seed}"
    return NetlistGate(verdict=check.status, messages=check.messages, detail=check.reason or how)
