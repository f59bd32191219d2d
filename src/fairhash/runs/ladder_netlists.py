# SPDX-License-Identifier: Apache-2.0
"""The netlist steps of a core's ladder: a verdict that a result holds already, or a netlist synthesised and checked."""

import re
from collections.abc import Mapping, Sequence

from fairhash.catalog.core import Core
from fairhash.catalog.recipes import DEFAULT_RECIPE, MAIN_RECIPE, find_recipe
from fairhash.catalog.targets import devices, find_device
from fairhash.results import Result
from fairhash.runs.builds import remembered
from fairhash.runs.facts import Bench
from fairhash.runs.flow import real_flow
from fairhash.runs.keying import keys_of
from fairhash.runs.keys import digest, source_digest
from fairhash.runs.ladder import Found, Step
from fairhash.runs.main_job import DEVICE
from fairhash.runs.netlist import netlist_verdict
from fairhash.runs.store import Store

_FRONT_END = ("ghdl", "yosys")


def netlist_steps(
    core: Core, asked: Sequence[str], results: Sequence[Result], builds: Mapping[str, str], bench: Bench
) -> list[Step]:
    """One for each device `asked` for and for every other FPGA on which a result tells of the core as it is now.

    `builds` has the versions of ghdl, pyosys and g++.
    """
    known = {device: result for device in devices() if (result := _result(core, device, results))}
    return [
        _told(core, known[device]) if device in known else _synthesised(core, device, builds, bench)
        for device in dict.fromkeys((*asked, *known))
    ]


def _result(core: Core, device: str, results: Sequence[Result]) -> Result | None:
    """The newest result with a verdict on the netlist of the core as it is now; a wrong netlist before any right one.

    On the main device by the main recipe, elsewhere by any.
    """
    source = source_digest(core)
    same = [
        result
        for result in results
        if (result.core, result.device) == (core.name, device)
        and (result.source_digest, result.generics) == (source, core.generics)
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
    return Step(core, "netlist", result.key, work, result.device, result.recipe, tools)


def _synthesised(core: Core, name: str, builds: Mapping[str, str], bench: Bench) -> Step:
    device = find_device(name)
    best = find_recipe(MAIN_RECIPE)
    recipe = best if device.cells in best.family else find_recipe(DEFAULT_RECIPE)
    tools = {tool: builds[tool] for tool in ("ghdl", "pyosys", "g++")}
    every = remembered(real_flow().builds, device, Store().folder / "tools")
    keys = keys_of(core, device, recipe, every, bench)

    def work() -> Found:
        gate = netlist_verdict(core, device, recipe)
        again = _again(core, name, recipe.name)
        if gate.verdict == "pass":
            return Found("pass", gate.messages, _seed(gate.detail), note=gate.detail)
        verdict = gate.verdict if gate.verdict == "fail" else "not run"
        return Found(verdict, gate.messages, _seed(gate.detail), reason=gate.detail, again=again)

    return Step(core, "netlist", digest([keys.netlist, tools]), work, name, recipe.name, tools)


def _again(core: Core, device: str, recipe: str) -> str:
    return f"fairhash verify {core.name} --mode answers --netlist {device} --recipe {recipe}"


def _seed(detail: str) -> int | None:
    """A verdict on a netlist tells its seed among its words."""
    told = re.search(r"\bseed (\d+)", detail)
    return int(told[1]) if told else None
