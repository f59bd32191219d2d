# SPDX-License-Identifier: Apache-2.0
"""The steps `placed` and `timed` of a core's verification ladder: the routed netlist, without and with its delays."""

import math
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from fairhash.base import paths
from fairhash.bench.keys import digest
from fairhash.bench.revisions import revision
from fairhash.bench.routed import RoutedCore, require_routable, routed_core
from fairhash.bench.workspace import Workspace
from fairhash.catalog.core import Core
from fairhash.catalog.device import Device
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.recipes import DEFAULT_RECIPE, find_recipe
from fairhash.catalog.targets import find_device
from fairhash.features.clock.highest_clock import STEP_MHZ, highest_clock, period_of
from fairhash.features.clock.measure import ClockData
from fairhash.features.ladder.measure import Step, StepResult
from fairhash.features.ladder.record import Kind
from fairhash.netlist.check_netlist import MODES
from fairhash.netlist.timed.design import TimedDesign
from fairhash.netlist.timed.engine import TimedRun, timed_engine
from fairhash.netlist.timed.functional import functional_engine
from fairhash.testbench.engines import Compiled
from fairhash.testbench.reference import models
from fairhash.testbench.report import VerifyReport
from fairhash.testbench.verification import VerifyOptions, verify_with

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
        work = paths.build() / "verify"
        work.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".placed.", dir=work) as folder:
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
