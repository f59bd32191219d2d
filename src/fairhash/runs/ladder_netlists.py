# SPDX-License-Identifier: Apache-2.0
"""The netlist steps of a core's ladder: a verdict that a result holds already, or a netlist synthesised and checked."""

import re
from collections.abc import Mapping, Sequence

from fairhash.catalog.core import Core
from fairhash.catalog.recipes import DEFAULT_RECIPE, MAIN_RECIPE, find_recipe
from fairhash.catalog.targets import devices, find_device
from fairhash.results import Result
from fairhash.runs.keys import digest
from fairhash.runs.ladder import Found, Step
from fairhash.runs.main_job import DEVICE
from fairhash.runs.netlist_verdict import netlist_verdict
from fairhash.runs.revisions import revision
from fairhash.runs.workspace import Workspace

_FRONT_END = ("ghdl", "yosys")


def netlist_steps(
    core: Core, asked: Sequence[str], results: Sequence[Result], builds: Mapping[str, str], workspace: Workspace
) -> list[Step]:
    """One for each device `asked` for and for every other FPGA on which a result tells of the core as it is now.

    `builds` has the versions of ghdl, pyosys and g++.
    """
    verilog = workspace.elaboration(core, builds["ghdl"]).verilog
    known = {device: result for device in devices() if (result := _result(core, verilog, device, results))}
    return [
        _told(core, known[device]) if device in known else _synthesised(core, device, builds, workspace)
        for device in dict.fromkeys((*asked, *known))
    ]


def _result(core: Core, verilog: str, device: str, results: Sequence[Result]) -> Result | None:
    """The newest result with a verdict on the netlist of the core as it is now; a wrong netlist before any right one.

    On the main device by the main recipe, elsewhere by any.
    """
    same = [
        result
        for result in results
        if (result.core, result.device) == (core.name, device)
        and result.verilog_digest == verilog
        and (result.recipe == MAIN_RECIPE or device != DEVICE)
        and result.netlist.verdict != "unchecked"
    ]
    return max(same, key=lambda result: (result.netlist.verdict == "fail", result.date), default=None)


def _told(core: Core, result: Result) -> Step:
    gate = result.netlist

    def work() -> Found:
        wrong = gate.verdict == "fail"
        return Found(
            "fail" if wrong else "pass",
            gate.messages,
            _seed(gate.detail),
            reason=gate.detail if wrong else "",
            again=_again(core, result.device, result.recipe),
            note=f"result {result.key}",
            made=result.date,
        )

    tools = {use.tool: use.version for use in result.tools if use.tool in _FRONT_END}
    return Step(
        core,
        "netlist",
        result.key,
        work,
        result.device,
        result.recipe,
        tools,
        verilog=result.verilog_digest or "",
        revisions={"testbench": gate.testbench},
    )


def _synthesised(core: Core, name: str, builds: Mapping[str, str], workspace: Workspace) -> Step:
    device = find_device(name)
    best = find_recipe(MAIN_RECIPE)
    recipe = best if device.cells in best.family else find_recipe(DEFAULT_RECIPE)
    tools = {tool: builds[tool] for tool in ("ghdl", "pyosys", "g++")}
    keys = workspace.keys(core, device, recipe)

    def work() -> Found:
        gate = netlist_verdict(core, device, recipe)
        again = _again(core, name, recipe.name)
        if gate.verdict == "pass":
            return Found("pass", gate.messages, _seed(gate.detail), note=gate.detail)
        verdict = gate.verdict if gate.verdict == "fail" else "not run"
        return Found(verdict, gate.messages, _seed(gate.detail), reason=gate.detail, again=again)

    return Step(
        core,
        "netlist",
        digest([keys.synthesis, keys.verification, tools]),
        work,
        name,
        recipe.name,
        tools,
        verilog=keys.elaboration.verilog,
        revisions=revision("testbench"),
    )


def _again(core: Core, device: str, recipe: str) -> str:
    return f"fairhash verify {core.name} --mode answers --netlist {device} --recipe {recipe}"


def _seed(detail: str) -> int | None:
    """A verdict on a netlist tells its seed among its words."""
    told = re.search(r"\bseed (\d+)", detail)
    return int(told[1]) if told else None
