# SPDX-License-Identifier: Apache-2.0
"""The netlist steps of a core's verification ladder: by the verdict of a stored result, or by a new synthesis."""

import re
from collections.abc import Mapping, Sequence

from fairhash.bench.implementing import DEVICE, netlist_verdict
from fairhash.bench.keys import digest
from fairhash.bench.revisions import revision
from fairhash.bench.workspace import Workspace
from fairhash.catalog.core import Core
from fairhash.catalog.recipes import DEFAULT_RECIPE, MAIN_RECIPE, find_recipe
from fairhash.catalog.targets import devices, find_device
from fairhash.features.ladder.measure import Step, StepResult
from fairhash.results import Result
from fairhash.results.schema import NetlistGate

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
