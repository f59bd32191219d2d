# SPDX-License-Identifier: Apache-2.0
"""Maps a core to library cells: the fastest netlist of a search over the mapper's delay target."""

import json
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.catalog.device import CellLibrary
from fairhash.catalog.recipe import CellRecipe, Recipe
from fairhash.netlist import lint
from fairhash.netlist.lint import check_source
from fairhash.targets.cells import contents, timing
from fairhash.targets.cells.library import Library
from fairhash.targets.cells.netlist import read_netlist
from fairhash.targets.cells.read_library import read_library
from fairhash.targets.outcome import Synthesis, elaborate_core
from fairhash.toolchain import tools, yosys
from fairhash.toolchain.elaborate import elaboration_command

GATES = "gates.il"
"""The file of gates and flip-flops from which every mapping starts."""


def gate_commands(verilog: Path, top: str, synthesis: Sequence[str]) -> tuple[str, ...]:
    """The commands from the elaborated Verilog to gates and flip-flops; `synthesis` are the recipe's."""
    return (
        yosys.read_command(verilog),
        f"hierarchy -check -top {top}",
        *synthesis,
        "delete t:$scopeinfo",
        f"write_rtlil {GATES}",
    )


def mapping_commands(top: str, mapping: Sequence[str], files: Sequence[str]) -> tuple[str, ...]:
    """The commands from GATES to a netlist of cells; `mapping` are the recipe's.

    The library is read again after mapping, because `check` must know which pins are outputs.
    """
    return (
        f"read_rtlil {GATES}",
        *mapping,
        *(f"read_liberty -lib -ignore_miss_func {file}" for file in files),
        f"select -module {top}",
        "tee -q -o check.txt check -noinit",
        "write_json -selected mapped.json",
    )


FACTORS = (1.0, 0.7, 0.85, 1.2)
"""The targets after the first one, as factors of the shortest period achieved so far."""
SAME = 0.02
"""Targets count as equal if they differ by less than this fraction of the period."""


@dataclass(frozen=True)
class MappingPoint:
    """One mapping with delay target `target_ps`: its period (None if it failed) and area."""

    target_ps: float
    period_ps: float | None
    area: float | None = None
    reason: str = ""


def search(attempt: Callable[[float], MappingPoint], first_ps: float, mappings: int) -> tuple[MappingPoint, ...]:
    """Search for the shortest period; returns at most `mappings` points in the order they were tried.

    The achieved period is not a monotonic function of the target: a shorter target may give a slower circuit. So the
    best of all tried targets is selected, and the search continues near it.

    The first targets are `first_ps` and FACTORS of the shortest period so far. Each further target is the middle of the
    wider gap next to the best one. The search ends early if the first two mappings fail, or if the neighbours of the
    best target give the same circuit, so that it does not depend on the target.
    """
    points = [attempt(first_ps)]
    for factor in FACTORS:
        target = round(_scale(points) * factor, 1)
        if len(points) < mappings and not _near(target, points):
            points.append(attempt(target))
            if best(points) is None:
                return tuple(points)
    while len(points) < mappings:
        bracket = _between(points)
        if bracket is None or _near(bracket, points):
            break
        points.append(attempt(bracket))
    return tuple(points)


def best(points: "tuple[MappingPoint, ...] | list[MappingPoint]") -> MappingPoint | None:
    """The point with the shortest period, then the smallest area, then the earliest; None if every mapping failed."""
    good = [point for point in points if point.period_ps is not None]
    return min(good, key=lambda point: (point.period_ps, point.area), default=None)


def _scale(points: list[MappingPoint]) -> float:
    """The shortest period so far; the first target while there is none."""
    chosen = best(points)
    return chosen.period_ps if chosen and chosen.period_ps else points[0].target_ps


def _near(target_ps: float, points: list[MappingPoint]) -> bool:
    return any(abs(target_ps - point.target_ps) < SAME * _scale(points) for point in points)


def _between(points: list[MappingPoint]) -> float | None:
    """The middle of the wider gap next to the best target; the gap below the lowest target ends at 0.7 times it."""
    chosen = best(points)
    if chosen is None or _plateau(points, chosen):
        return None
    targets = sorted({point.target_ps for point in points})
    edges = [targets[0] * 0.7, *targets]
    gaps = [(high - low, (low + high) / 2) for low, high in pairwise(edges) if chosen.target_ps in (low, high)]
    return round(max(gaps)[1], 1)


def _plateau(points: list[MappingPoint], chosen: MappingPoint) -> bool:
    same = [(point.period_ps, point.area) == (chosen.period_ps, chosen.area) for point in sorted(points, key=_target)]
    return any(all(run) for run in zip(same, same[1:], same[2:], strict=False))


def _target(point: MappingPoint) -> float:
    return point.target_ps


_CONSTRAINTS = "drive.constr"
_STOPPED = "stopped after"
_LOAD = 3
"""Number of registers that each output of the mapped logic is assumed to drive."""
_INTERMEDIATE_FILES = (GATES, contents.TECHMAP.name, "mapped.json", "framed.v")


class CellMapping(Synthesis):
    """The outcome of the search; `commands` are those of the selected mapping. Areas in the library's unit.

    The netlist has numbered names, see cells/netlist.py.
    """

    library: str
    """The library's name and the digest of its files."""
    points: tuple[MappingPoint, ...] = ()
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


def map_core(core: Core, declared: CellLibrary, recipe: Recipe, workdir: Path) -> CellMapping:
    """Elaborate `core` and map it. A failure is an outcome with a status and a reason.

    Raises:
        FairhashError: for an error that the core does not cause: a missing tool or library, a recipe without options
            for standard cells.
    """
    workdir = workdir.resolve()
    workdir.mkdir(parents=True, exist_ok=True)
    library, options = read_library(declared), cell_recipe(recipe)
    tools.require_tool(timing.TOOL)
    outcome = CellMapping(
        status="ok",
        folder=workdir,
        top=core.entity,
        elaboration=elaboration_command(core),
        commands=(),
        library=f"{library.name} sha256:{library.digest}",
    )
    verilog = elaborate_core(outcome, core, recipe.timeouts.synthesis_s)
    if not isinstance(verilog, Path):
        return verilog
    timing.link_library(library, workdir)
    shutil.copyfile(contents.TECHMAP, workdir / contents.TECHMAP.name)
    try:
        return _Search(core, library, recipe, options, workdir, outcome).run(verilog)
    finally:
        for name in _INTERMEDIATE_FILES:
            (workdir / name).unlink(missing_ok=True)


@dataclass
class _Search:
    core: Core
    library: Library
    recipe: Recipe
    options: CellRecipe
    workdir: Path
    outcome: CellMapping
    best_mapping: tuple[MappingPoint, dict[str, Any], dict[str, Any]] | None = None
    """The best mapping so far: its point, its module in Yosys JSON, and the fields of the outcome that it sets."""
    failures: list[str] = field(default_factory=list)

    @property
    def limit_s(self) -> float:
        return self.recipe.timeouts.synthesis_s

    def run(self, verilog: Path) -> CellMapping:
        checked, problems = check_source(verilog, self.core.entity, self.workdir, self.limit_s)
        self.outcome = self.outcome.with_cost(checked)
        if problems or not checked.ok:
            return self._failed(problems or [_failure_reason(checked)], checked)
        synthesised = yosys.run_script(self._gate_commands, self.workdir, "synthesis", self.limit_s)
        self.outcome = self.outcome.with_cost(synthesised)
        if not synthesised.ok:
            return self._failed([_failure_reason(synthesised)], synthesised)
        self._write_constraints()
        first_ps = 1e6 / self.recipe.clock.target(self.core.name)
        points = search(self._attempt, first_ps, self.options.mappings)
        self.outcome = self.outcome.model_copy(update={"points": points})
        if self.best_mapping is None:
            return self._failed(list(dict.fromkeys(point.reason for point in points)), None)
        return self._finished(*self.best_mapping)

    def _commands(self, delay_ps: float) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return self.options.commands(
            liberty=" ".join(f"-liberty {name}" for name in timing.library_files(self.library)),
            dont_use=" ".join(f"-dont_use {name}" for name in self.library.dont_use),
            constraints=_CONSTRAINTS,
            delay_ps=f"{delay_ps:g}",
            top=self.core.entity,
        )

    def _write_constraints(self) -> None:
        """Write driver and load of the logic: a buffer drives it, since the mapper has no model of registers."""
        flip_flop = self.library.flip_flop
        load = self.library.cells[flip_flop.cell].pins[flip_flop.data].capacitance * _LOAD
        text = f"set_driving_cell {self.library.driver}\nset_load {load:g} [all_outputs]\n"
        (self.workdir / _CONSTRAINTS).write_text(text, encoding="ascii")

    def _attempt(self, target_ps: float) -> MappingPoint:
        """Map with one delay target and determine the period with OpenSTA."""
        _, mapping = self._commands(target_ps)
        commands = mapping_commands(self.core.entity, mapping, timing.library_files(self.library))
        mapped = yosys.run_script(commands, self.workdir, "mapping", self.limit_s)
        self.outcome = self.outcome.with_cost(mapped)
        if not mapped.ok:
            return self._failed_point(target_ps, _failure_reason(mapped))
        written = yosys.netlist(self.workdir / "mapped.json")
        module = written["modules"][self.core.entity]
        problems = self._problems(module)
        if problems:
            return self._failed_point(target_ps, problems[0])
        netlist = read_netlist(module, self.core.entity, self.core.io_ratio)
        timed = timing.run_opensta(netlist, self.library, self.workdir, self.limit_s)
        self.outcome = self.outcome.with_cost(timed)
        reason = timing.failure_reason(timed)
        report = None if reason else timing.read_report(timed.output, netlist, self.library)
        period_ns = report.period_ns(self.core.io_ratio) if report else None
        if period_ns is None:
            return self._failed_point(target_ps, reason or "OpenSTA found no path between registers")
        point = MappingPoint(target_ps, round(period_ns * 1000, 3), netlist.area(self.library))
        if self.best_mapping is None or best([self.best_mapping[0], point]) is point:
            fields = {
                "yosys": written["creator"],
                "commands": (*self._gate_commands, *commands),
                "cells": netlist.count_cells(),
                "flip_flops": netlist.count_flip_flops(self.library),
                "target_ps": target_ps,
                "sta": tuple(
                    timing.opensta_script(netlist, self.library, timing.library_files(self.library)).splitlines()
                ),
            }
            self.best_mapping = (point, module, fields)
        return point

    @cached_property
    def _gate_commands(self) -> tuple[str, ...]:
        """The same for every delay target, so the core's sources are read once."""
        synthesis, _ = self._commands(1.0)
        verilog = Path(f"{self.core.entity}.v")
        return gate_commands(verilog, self.core.entity, contents.with_contents(self.core, synthesis))

    def _problems(self, module: dict[str, Any]) -> list[str]:
        cell_types = yosys.cell_counts(module)
        unknown = [f"black box or unmapped cell {cell}" for cell in cell_types if cell not in self.library.cells]
        latches = [
            f"latch {cell}" for cell in cell_types if cell in self.library.cells and self.library.cells[cell].latch
        ]
        check_log = (self.workdir / "check.txt").read_text(encoding="utf-8")
        return [*unknown, *latches, *lint.check_warnings(check_log)]

    def _failed_point(self, target_ps: float, reason: str) -> MappingPoint:
        return MappingPoint(target_ps, None, None, reason)

    def _failed(self, problems: list[str], tool_run: tools.ToolRun | None) -> CellMapping:
        stopped = tool_run.stopped_after if tool_run is not None else all(_STOPPED in problem for problem in problems)
        return self.outcome.with_problems(problems, "timed-out" if stopped else "failed")

    def _finished(self, _point: MappingPoint, module: dict[str, Any], fields: dict[str, Any]) -> CellMapping:
        outcome = self.outcome.model_copy(update=fields)
        netlist = read_netlist(module, self.core.entity, self.core.io_ratio)
        outcome.verilog_netlist.write_text(netlist.verilog(), encoding="ascii")
        written = {"creator": outcome.yosys, "modules": {self.core.entity: module}}
        outcome.json_netlist.write_text(json.dumps(written), encoding="utf-8")
        return outcome


def _failure_reason(tool_run: tools.ToolRun) -> str:
    return f"synthesis {_STOPPED} {tool_run.stopped_after}" if tool_run.stopped_after else yosys.failure(tool_run)
