# SPDX-License-Identifier: Apache-2.0
"""The stages of a run, each a function from the parts below; tests put made-up ones in their place."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fairhash.catalog.core import Core
from fairhash.catalog.device import CellLibrary, Device
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.target import Estimate, Target, VendorDevice
from fairhash.errors import FairhashError
from fairhash.netlist.check_netlist import check_netlist
from fairhash.netlist.netlist_engine import family_cells, liberty_cells
from fairhash.results.schema import MeasuredCycles, NetlistGate
from fairhash.runs.record import Cycles
from fairhash.targets.cells.builds import cell_builds
from fairhash.targets.cells.mapping import Mapping as CellMapping
from fairhash.targets.cells.mapping import map_core
from fairhash.targets.cells.measurement import Measurement, measure
from fairhash.targets.estimate.map_estimate import map_estimate
from fairhash.targets.fpga.placement import Placement, place
from fairhash.targets.fpga.synthesis import Synthesis, synthesise
from fairhash.targets.vendor.running import place_by_vendor, prepare, vendor_builds
from fairhash.testbench.verification import measure_cycles
from fairhash.toolchain.builds import front_end_builds, tool_builds

_VENDOR_NETLIST = "the netlist is the vendor's own, for which there are no models of cells"


@dataclass(frozen=True)
class Flow:
    """A stage gets a new folder of its own for its files; it raises only for what is not the core's fault.

    On a CellLibrary synthesis gives a Mapping, and a Measurement stands in place of the Placement. An Estimate is never
    placed.
    """

    builds: Callable[[Any], Mapping[str, str]]
    """Exact version of each tool, without starting a slow one."""
    synthesise: Callable[[Core, Any, Recipe, Path], Synthesis]
    measure_cycles: Callable[[Core, Path], Cycles]
    check_netlist: Callable[[Core, Any, Synthesis, Path], NetlistGate]
    place: Callable[[Synthesis, Core, Any, Recipe, int, Path], Placement | Measurement]


def real_flow() -> Flow:
    """The tools."""
    return Flow(_builds, _synthesise, _measure_cycles, _check_netlist, _place)


def _builds(device: Target) -> Mapping[str, str]:
    match device:
        case CellLibrary():
            return cell_builds()
        case Estimate():
            return front_end_builds()
        case VendorDevice():
            return vendor_builds(device)
    return tool_builds(device)


def _synthesise(core: Core, device: Target, recipe: Recipe, folder: Path) -> Synthesis:
    match device:
        case CellLibrary():
            return map_core(core, device, recipe, folder)
        case Estimate():
            return map_estimate(core, device, recipe, folder)
        case VendorDevice():
            return prepare(core, device, recipe, folder)
    return synthesise(core, device, recipe, folder)


def _place(  # noqa: PLR0917 - the things a run is made of
    synthesis: Synthesis, core: Core, device: Target, recipe: Recipe, seed: int, folder: Path
) -> Placement | Measurement:
    if isinstance(device, CellLibrary):
        assert isinstance(synthesis, CellMapping)
        return measure(synthesis, core, device, recipe, folder)
    if isinstance(device, VendorDevice):
        return place_by_vendor(synthesis, core, device, recipe, seed, folder)
    assert not isinstance(device, Estimate)
    return place(synthesis, core, device, recipe, seed, folder)


def _measure_cycles(core: Core, _folder: Path) -> Cycles:
    report = measure_cycles(core)
    blocks, cycles = zip(*report.measured, strict=True)
    measured = MeasuredCycles(formula=core.formula, blocks=blocks, cycles=cycles) if report.agrees else None
    return Cycles(measured=measured, note="" if report.agrees else report.text())


def _check_netlist(core: Core, device: Target, synthesis: Synthesis, folder: Path) -> NetlistGate:
    """A netlist that could not be simulated is not known to be wrong, and is tried again."""
    verilog = synthesis.verilog_netlist
    match device:
        case VendorDevice():
            return NetlistGate(detail=_VENDOR_NETLIST)
        case Estimate(cells=""):
            return NetlistGate(detail=f"no models of the cells of {device.family}")
        case CellLibrary():
            check = check_netlist(core, verilog, device, folder, cells=liberty_cells(device.liberty))
        case Device() | Estimate():
            check = check_netlist(core, verilog, device, folder, cells=family_cells(device.cells))
    if check.status == "error":
        raise FairhashError(check.reason)
    how = f"{', '.join(check.modes)}; seed {check.seed}"
    return NetlistGate(verdict=check.status, messages=check.messages, detail=check.reason or how)
