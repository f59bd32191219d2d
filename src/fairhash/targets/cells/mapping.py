# SPDX-License-Identifier: Apache-2.0
"""Maps a core to library cells: the fastest netlist of a search over the mapper's delay target."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fairhash.catalog.core import Core
from fairhash.catalog.device import CellLibrary
from fairhash.catalog.recipe import CellRecipe, Recipe
from fairhash.errors import FairhashError
from fairhash.netlist import hygiene
from fairhash.netlist.check_source import check_source
from fairhash.targets.cells import timing
from fairhash.targets.cells.library import Library, read_library
from fairhash.targets.cells.netlist import Netlist, read_netlist
from fairhash.targets.cells.search import Point, best, search
from fairhash.targets.cells.source import GATES, gate_commands, mapping_commands
from fairhash.targets.fpga.synthesis import Synthesis
from fairhash.toolchain import tools, yosys
from fairhash.toolchain.elaborate import TimeLimitExceeded, elaborate, elaboration_command

_CONSTRAINTS = "drive.constr"
_STOPPED = "stopped after"
_LOAD = 3
"""Number of registers that each output of the mapped logic is assumed to drive."""
_INTERMEDIATE_FILES = (GATES, "mapped.json", "framed.v")


class Mapping(Synthesis):
    """The outcome of the search; `commands` are those of the selected mapping. Areas in the library's unit.

    The netlist has numbered names, see cells/netlist.py.
    """

    library: str
    """The library's name and the digest of its files."""
    points: tuple[Point, ...] = ()
    target_ps: float | None = None
    """The delay target of the selected mapping."""
    sta: tuple[str, ...] = ()
    """OpenSTA's commands for each mapping."""


def cell_recipe(recipe: Recipe) -> CellRecipe:
    """The recipe's options for standard cells.

    Raises:
        FairhashError: if it has none.
    """
    if recipe.cells is None:
        raise FairhashError(
            f"recipe {recipe.name} has no options for standard cells", "", f"add [cells] to recipes/{recipe.name}.toml"
        )
    return recipe.cells


def map_core(core: Core, declared: CellLibrary, recipe: Recipe, workdir: Path) -> Mapping:
    """Elaborate `core` and map it. A failure is an outcome with a status and a reason.

    Raises:
        FairhashError: for an error that the core does not cause: a missing tool or library, a recipe without options
            for standard cells.
    """
    workdir = workdir.resolve()
    workdir.mkdir(parents=True, exist_ok=True)
    library, asked = read_library(declared), cell_recipe(recipe)
    tools.require_tool(timing.TOOL)
    begun = Mapping(
        status="ok",
        folder=workdir,
        top=core.entity,
        elaboration=elaboration_command(core),
        commands=(),
        library=f"{library.name} sha256:{library.digest}",
    )
    try:
        verilog = elaborate(core, workdir, recipe.timeouts.synthesis_s)
    except tools.ToolKilled:
        raise
    except FairhashError as error:
        status = "timed-out" if isinstance(error, TimeLimitExceeded) else "failed"
        return begun.model_copy(update={"status": status, "reason": error.what})
    timing.link_library(library, workdir)
    try:
        return _Search(core, library, recipe, asked, workdir, begun).run(verilog)
    finally:
        for name in _INTERMEDIATE_FILES:
            (workdir / name).unlink(missing_ok=True)


@dataclass
class _Search:
    core: Core
    library: Library
    recipe: Recipe
    asked: CellRecipe
    workdir: Path
    outcome: Mapping
    chosen: tuple[Point, dict[str, Any], dict[str, Any]] | None = None
    """The best mapping so far: its point, its module in Yosys JSON, and the fields of the outcome that it sets."""
    failures: list[str] = field(default_factory=list)

    @property
    def limit_s(self) -> float:
        return self.recipe.timeouts.synthesis_s

    def run(self, verilog: Path) -> Mapping:
        checked, problems = check_source(verilog, self.core.entity, self.workdir, self.limit_s)
        self._charge(checked)
        if problems or not checked.ok:
            return self._failed(problems or [_ended(checked)], checked)
        first, _ = self._commands(1.0)
        made = yosys.run_script(
            gate_commands(verilog, self.core.entity, first), self.workdir, "synthesis", self.limit_s
        )
        self._charge(made)
        if not made.ok:
            return self._failed([_ended(made)], made)
        self._write_constraints()
        first_ps = 1e6 / self.recipe.clock.target(self.core.name)
        points = search(self._attempt, first_ps, self.asked.mappings)
        self.outcome = self.outcome.model_copy(update={"points": points})
        if self.chosen is None:
            return self._failed(list(dict.fromkeys(point.reason for point in points)), None)
        return self._finished(*self.chosen)

    def _commands(self, delay_ps: float) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return self.asked.commands(
            liberty=" ".join(f"-liberty {name}" for name in timing.library_files(self.library)),
            dont_use=" ".join(f"-dont_use {name}" for name in self.library.dont_use),
            constraints=_CONSTRAINTS,
            delay_ps=f"{delay_ps:g}",
            top=self.core.entity,
        )

    def _write_constraints(self) -> None:
        """Tell the mapper the driver and the load of the logic: it has no model of registers, so a buffer drives it."""
        flip_flop = self.library.flip_flop
        load = self.library.cells[flip_flop.cell].pins[flip_flop.data].capacitance * _LOAD
        text = f"set_driving_cell {self.library.driver}\nset_load {load:g} [all_outputs]\n"
        (self.workdir / _CONSTRAINTS).write_text(text, encoding="ascii")

    def _attempt(self, target_ps: float) -> Point:
        """Map with one delay target and determine the period with OpenSTA."""
        _, mapping = self._commands(target_ps)
        commands = mapping_commands(self.core.entity, mapping, timing.library_files(self.library))
        ran = yosys.run_script(commands, self.workdir, "mapping", self.limit_s)
        self._charge(ran)
        if not ran.ok:
            return self._point(target_ps, _ended(ran))
        made = yosys.netlist(self.workdir / "mapped.json")
        module = made["modules"][self.core.entity]
        problems = self._problems(module)
        if problems:
            return self._point(target_ps, problems[0])
        netlist = read_netlist(module, self.core.entity, self.core.io_ratio)
        timed = timing.run(netlist, self.library, self.workdir, self.limit_s)
        self._charge(timed)
        failed = timing.failure(timed)
        period_ns = None if failed else timing.read(timed.output, netlist, self.library).period_ns(self.core.io_ratio)
        if period_ns is None:
            return self._point(target_ps, failed or "OpenSTA found no path between registers")
        point = Point(target_ps, round(period_ns * 1000, 3), netlist.area(self.library))
        if self.chosen is None or best([self.chosen[0], point]) is point:
            facts = {
                "yosys": made["creator"],
                "commands": (*self._first_commands(), *commands),
                "cells": netlist.counts(),
                "flip_flops": netlist.flip_flops(self.library),
                "target_ps": target_ps,
                "sta": tuple(timing.script(netlist, self.library, timing.library_files(self.library)).splitlines()),
            }
            self.chosen = (point, module, facts)
        return point

    def _first_commands(self) -> tuple[str, ...]:
        first, _ = self._commands(1.0)
        return gate_commands(Path(f"{self.core.entity}.v"), self.core.entity, first)

    def _problems(self, module: dict[str, Any]) -> list[str]:
        kinds = yosys.cell_counts(module)
        unknown = [f"black box or unmapped cell {kind}" for kind in kinds if kind not in self.library.cells]
        latches = [f"latch {kind}" for kind in kinds if kind in self.library.cells and self.library.cells[kind].latch]
        said = (self.workdir / "check.txt").read_text(encoding="utf-8")
        return [*unknown, *latches, *hygiene.check_warnings(said)]

    def _point(self, target_ps: float, reason: str) -> Point:
        return Point(target_ps, None, None, reason)

    def _charge(self, ran: tools.ToolRun) -> None:
        cost = {
            "wall_s": self.outcome.wall_s + ran.wall_s,
            "cpu_s": self.outcome.cpu_s + ran.cpu_s,
            "peak_mib": max(self.outcome.peak_mib, ran.peak_mib),
        }
        self.outcome = self.outcome.model_copy(update=cost)

    def _failed(self, problems: list[str], ran: tools.ToolRun | None) -> Mapping:
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        stopped = ran.stopped_after if ran is not None else all(_STOPPED in problem for problem in problems)
        status = "timed-out" if stopped else "failed"
        return self.outcome.model_copy(update={"status": status, "reason": problems[0] + more})

    def _finished(self, _point: Point, module: dict[str, Any], facts: dict[str, Any]) -> Mapping:
        done = self.outcome.model_copy(update=facts)
        netlist: Netlist = read_netlist(module, self.core.entity, self.core.io_ratio)
        done.verilog_netlist.write_text(netlist.verilog(), encoding="ascii")
        whole = {"creator": done.yosys, "modules": {self.core.entity: module}}
        done.json_netlist.write_text(json.dumps(whole), encoding="utf-8")
        return done


def _ended(ran: tools.ToolRun) -> str:
    return f"synthesis {_STOPPED} {ran.stopped_after}" if ran.stopped_after else yosys.failure(ran)
