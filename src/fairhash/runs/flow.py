# SPDX-License-Identifier: Apache-2.0
"""The stages of a run as functions, which tests can replace."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fairhash import paths
from fairhash.catalog.core import Core
from fairhash.catalog.target import Target, VendorDevice
from fairhash.results.schema import MeasuredCycles, NetlistGate
from fairhash.runs.elaboration import Elaboration, elaborated
from fairhash.runs.record import Cycles
from fairhash.targets.kinds import kind_of
from fairhash.targets.target_kind import Design
from fairhash.testbench.verification import measure_cycles
from fairhash.toolchain.sandbox import confined_if_external


@dataclass(frozen=True)
class Flow:
    """One function for each stage.

    Each is given a new folder for its files. A stage that fails because of the core returns a failed outcome;
    exceptions are for other errors, such as a missing tool.
    """

    builds: Callable[[Any], Mapping[str, str]]
    """Exact version of each tool of a target, by tool; starts no slow tool."""
    elaborate: Callable[[Core, Path], Elaboration]
    synthesise: Callable[[Design[Any], Path], Any]
    measure_cycles: Callable[[Core, Path], Cycles]
    check_netlist: Callable[[Design[Any], Any, Path], NetlistGate]
    place: Callable[[Design[Any], Any, int, Path], Any]


def real_flow() -> Flow:
    """The stages that run the real tools."""
    return Flow(_builds, elaborated, _synthesise, _measure_cycles, _check_netlist, _place)


def _confined(design: Design[Any], folder: Path, *readable: Path) -> AbstractContextManager[None]:
    """Confines the tools that read an external core or its netlist; vendor tools need the user's files and network."""
    if isinstance(design.target, VendorDevice):
        return nullcontext()
    return confined_if_external(design.core, readable, [folder])


def _builds(target: Target) -> Mapping[str, str]:
    return kind_of(target).tool_builds(target)


def _synthesise(design: Design[Any], folder: Path) -> Any:
    with _confined(design, folder):
        return kind_of(design.target).synthesise(design, folder)


def _check_netlist(design: Design[Any], synthesis: Any, folder: Path) -> NetlistGate:
    # the netlist, the adapters of ports, and the simulator of netlists with its harness
    with _confined(design, folder, synthesis.json_netlist.parent, paths.root() / "rtl", paths.build() / "sim"):
        return kind_of(design.target).check(design, synthesis, folder)


def _place(design: Design[Any], synthesis: Any, seed: int, folder: Path) -> Any:
    with _confined(design, folder):
        return kind_of(design.target).place(design, synthesis, seed, folder)


def _measure_cycles(core: Core, _folder: Path) -> Cycles:
    report = measure_cycles(core)
    blocks, cycles = zip(*report.measured, strict=True)
    measured = MeasuredCycles(formula=core.formula, blocks=blocks, cycles=cycles) if report.agrees else None
    return Cycles(measured=measured, note="" if report.agrees else report.text())
