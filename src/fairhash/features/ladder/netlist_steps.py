# SPDX-License-Identifier: Apache-2.0
"""The steps of a core's verification ladder on its netlists, synthesised and placed.

A synthesised netlist has the verdict of a stored result, or is synthesised anew. The steps `placed` and `timed`
simulate the routed netlist without and with its delays.
"""

import math
import re
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from fairhash.bench.implementing import DEVICE, netlist_verdict
from fairhash.bench.keys import digest
from fairhash.bench.revisions import revision
from fairhash.bench.routed import RoutedCore, require_routable, routed_core
from fairhash.bench.workspace import Workspace
from fairhash.catalog.core import Core
from fairhash.catalog.device import Device
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.recipes import DEFAULT_RECIPE, MAIN_RECIPE, find_recipe
from fairhash.catalog.targets import devices, find_device
from fairhash.features.clock.highest_clock import STEP_MHZ, highest_clock, period_of
from fairhash.features.clock.measure import ClockData
from fairhash.features.ladder.measure import Step, StepResult
from fairhash.features.ladder.record import Kind
from fairhash.netlist.check_netlist import MODES
from fairhash.netlist.timed.design import TimedDesign
from fairhash.netlist.timed.engine import TimedRun, timed_engine
from fairhash.netlist.timed.functional import functional_engine
from fairhash.results import Result
from fairhash.results.schema import NetlistGate
from fairhash.testbench.engines import Compiled
from fairhash.testbench.reference import models
from fairhash.testbench.report import VerifyReport
from fairhash.testbench.verification import VerifyOptions, verify_with
from fairhash.toolchain import reaper

PLACEMENT_SEED = 1
_SEED = 2
"""Seed of the testbench."""
_TIMED_RANDOM = 10
"""Random messages with delays: a cycle takes a hundred times as long as without, so there are fewer."""
_BLOCKS = 200
"""Blocks of the data that show up to which clock the core works."""


def placed_steps(core: Core, requested: Sequence[str], workspace: Workspace) -> list[Step]:
    """The steps of each requested FPGA; all `placed` first.

    Raises:
        FairhashError: if the cells of a device cannot be simulated after routing.
    """
    targets = [require_routable(core, find_device(name)) for name in dict.fromkeys(requested)]
    checks: dict[Kind, Callable[[RoutedCore, Path], StepResult]] = {"placed": _check_placed, "timed": _check_timed}
    return [_step(core, kind, check, device, workspace) for kind, check in checks.items() for device in targets]


def _step(
    core: Core, kind: Kind, check: Callable[[RoutedCore, Path], StepResult], device: Device, workspace: Workspace
) -> Step:
    recipe: Recipe = find_recipe(DEFAULT_RECIPE)
    keys = workspace.keys(core, device, recipe)
    revisions = revision("testbench", "models", "timed")

    def run() -> StepResult:
        routed = routed_core(core, device, recipe, PLACEMENT_SEED, workspace)
        with tempfile.TemporaryDirectory(prefix=".placed.", dir=reaper.temporary_folder()) as folder:
            result = check(routed, Path(folder))
        repeat = f"fairhash ladder {core.name} --placed {device.id}"
        return StepResult(result.verdict, result.count, _SEED, result.reason, repeat, result.note)

    return Step(
        core,
        kind,
        digest([kind, keys.result(PLACEMENT_SEED), keys.verification, revisions]),
        run,
        device.id,
        recipe.name,
        dict(keys.design.builds),
        verilog=keys.elaboration.verilog,
        revisions=revisions,
    )


def _check_placed(routed: RoutedCore, folder: Path) -> StepResult:
    design = routed.design(folder)
    return _verdict(_verify(functional_engine(design, folder), design), f"placement seed {PLACEMENT_SEED}")


def _check_timed(routed: RoutedCore, folder: Path) -> StepResult:
    design, static_mhz = routed.design(folder), routed.placement.effective_mhz or 0.0
    mhz = math.floor(static_mhz / STEP_MHZ) * STEP_MHZ
    run = TimedRun(folder / "report", period_ps=period_of(mhz * design.core.io_ratio))
    engine = timed_engine(design.core, design.program, run, folder / "run")
    note = f"right at {mhz:.1f} MHz, the clock of placement seed {PLACEMENT_SEED}"
    result = _verdict(_verify(engine, design, _TIMED_RANDOM), note)
    if result.verdict != "pass" or design.core.io_ratio != 1:
        return result
    size = _BLOCKS * design.core.block_bits // 8 * design.core.messages_in_flight
    highest = highest_clock(design, ClockData().cases(design.core, size), models(), folder)
    return StepResult("pass", result.count, note=f"{note}; up to {highest.mhz:.1f} MHz on {size} bytes")


def _verify(engine: Compiled, design: TimedDesign, random: int | None = None) -> VerifyReport:
    return verify_with(engine, design.core, VerifyOptions(modes=MODES, seed=_SEED, random=random))


def _verdict(report: VerifyReport, note: str) -> StepResult:
    count = sum(mode.messages for mode in report.modes)
    failed = next((mode for mode in report.modes if mode.verdict != "pass"), None)
    if failed is None:
        return StepResult("pass", count, note=note)
    what = "; ".join(failed.failure.lines()[:2]) if failed.failure else "nothing to check"
    return StepResult("fail", count, reason=f"{failed.mode}: {what}", note=note)


_FRONT_END = ("ghdl", "yosys")


def netlist_steps(
    core: Core, requested: Sequence[str], results: Sequence[Result], builds: Mapping[str, str], workspace: Workspace
) -> list[Step]:
    """One step for each requested device, then one for each other FPGA with a usable result.

    Args:
        core: The core.
        requested: Names of FPGAs.
        results: Stored results; one is usable if it has a verdict on a netlist of the core's present Verilog.
        builds: Exact versions of ghdl, pyosys and g++.
        workspace: Where the core is elaborated and synthesised.
    """
    verilog = workspace.elaboration(core, builds["ghdl"]).verilog
    usable = {device: result for device in devices() if (result := _usable_result(core, verilog, device, results))}
    return [
        _stored_step(core, usable[device]) if device in usable else _synthesis_step(core, device, builds, workspace)
        for device in dict.fromkeys((*requested, *usable))
    ]


def _usable_result(core: Core, verilog: str, device: str, results: Sequence[Result]) -> Result | None:
    """The newest result with a failed netlist, else the newest with a verdict; None if there is neither.

    On the main device only results of the main recipe count, on other devices those of any recipe.
    """
    candidates = [
        result
        for result in results
        if (result.core, result.device) == (core.name, device)
        and result.verilog_digest == verilog
        and (result.recipe == MAIN_RECIPE or device != DEVICE)
        and (result.netlist.verdict == "fail" or _passed_now(result.netlist))
    ]
    return max(candidates, key=lambda result: (result.netlist.verdict == "fail", result.date), default=None)


def _passed_now(gate: NetlistGate) -> bool:
    """Whether a netlist passed the testbench of today; an earlier revision gave fewer kinds of messages."""
    return gate.verdict == "pass" and revision("testbench") == {"testbench": gate.testbench}


def _stored_step(core: Core, result: Result) -> Step:
    """A step whose verdict is that of a stored result."""
    gate = result.netlist

    def check() -> StepResult:
        failed = gate.verdict == "fail"
        return StepResult(
            "fail" if failed else "pass",
            gate.messages,
            _seed(gate.detail),
            reason=gate.detail if failed else "",
            repeat_command=_repeat_command(core, result.device, result.recipe),
            note=f"result {result.key}",
            checked_at=result.date,
        )

    tools = {use.tool: use.version for use in result.tools if use.tool in _FRONT_END}
    return Step(
        core,
        "netlist",
        result.key,
        check,
        result.device,
        result.recipe,
        tools,
        verilog=result.verilog_digest or "",
        revisions={"testbench": gate.testbench},
    )


def _synthesis_step(core: Core, name: str, builds: Mapping[str, str], workspace: Workspace) -> Step:
    """A step that synthesises the core for the device `name` and checks the netlist."""
    device = find_device(name)
    main = find_recipe(MAIN_RECIPE)
    recipe = main if device.cells in main.family else find_recipe(DEFAULT_RECIPE)
    tools = {tool: builds[tool] for tool in ("ghdl", "pyosys", "g++")}
    keys = workspace.keys(core, device, recipe)

    def check() -> StepResult:
        gate = netlist_verdict(core, device, recipe)
        repeat = _repeat_command(core, name, recipe.name)
        if gate.verdict == "pass":
            return StepResult("pass", gate.messages, _seed(gate.detail), note=gate.detail)
        verdict = gate.verdict if gate.verdict == "fail" else "not run"
        return StepResult(verdict, gate.messages, _seed(gate.detail), reason=gate.detail, repeat_command=repeat)

    return Step(
        core,
        "netlist",
        digest([keys.synthesis, keys.verification, tools]),
        check,
        name,
        recipe.name,
        tools,
        verilog=keys.elaboration.verilog,
        revisions=revision("testbench"),
    )


def _repeat_command(core: Core, device: str, recipe: str) -> str:
    return f"fairhash verify {core.name} --mode answers --netlist {device} --recipe {recipe}"


def _seed(detail: str) -> int | None:
    """The seed in the text of a netlist verdict, e.g. 41 in ``answers, random; seed 41``; None if there is none."""
    match = re.search(r"\bseed (\d+)", detail)
    return int(match[1]) if match else None
