# SPDX-License-Identifier: Apache-2.0
"""FPGAs that the open place-and-route tool serves."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fairhash.catalog.device import Device
from fairhash.catalog.recipes import family_recipe
from fairhash.netlist.netlist_engine import family_cells, family_models
from fairhash.results.schema import NetlistGate, Resources, ToolUse
from fairhash.targets.common_result_fields import (
    achieved_clocks,
    budget_fields,
    front_end_tools,
    limiting_path,
    memory_counts,
    requested_clocks,
)
from fairhash.targets.fpga.placement import place, place_request
from fairhash.targets.fpga.synthesis import synthesis_commands, synthesise
from fairhash.targets.outcome import Placement, Synthesis
from fairhash.targets.target_kind import FRONT_END_TOOLS, Design, TargetKind, netlist_gate, unusual_limit
from fairhash.toolchain import tools
from fairhash.toolchain.builds import package_build, tool_builds


class FpgaKind(TargetKind[Device]):
    """Yosys maps a core to the family's cells, nextpnr places and routes it."""

    synthesis_outcome = Synthesis
    placement_outcome = Placement

    def tool_builds(self, target: Device) -> Mapping[str, str]:
        return tool_builds(target)

    def last_tool(self, target: Device) -> object:
        if tools.find_tool(target.place.command):
            return tools.identity(target.place.command)
        return package_build(target.place.package)

    def synthesis_inputs(self, design: Design[Any]) -> dict[str, Any]:
        """Inputs of Yosys and of the bench's own passes other than the core's Verilog, for FPGAs and estimates."""
        core, target, recipe = design.core, design.target, design.recipe
        return {
            "top": core.entity,
            "allowed_dedicated": core.allowed_dedicated,
            "device": target.synthesis_facts(),
            "commands": synthesis_commands(core, target, recipe),
            "passes": family_recipe(recipe, target).passes,
            "limit_s": recipe.timeouts.synthesis_s,
            **unusual_limit(recipe.memory.synthesis_mib),
            "builds": {"pyosys": design.builds["pyosys"]},
        }

    def placement_inputs(self, design: Design[Device], seed: int) -> dict[str, Any]:
        recipe = design.recipe
        return {
            "io_ratio": design.core.io_ratio,
            "device": design.target.placement_facts(),
            "request": place_request(design.core, design.target, recipe, seed),
            "limit_s": recipe.timeouts.place_s,
            **unusual_limit(recipe.memory.place_mib),
            "builds": {tool: build for tool, build in design.builds.items() if tool not in FRONT_END_TOOLS},
        }

    def inputs_shared_with_synthesis(self, design: Design[Device]) -> dict[str, Any]:
        """Yosys also maps the frame, to the cells of the family; what the core may use is checked again when placed."""
        return {
            "device": design.target.synthesis_facts(),
            "allowed_dedicated": design.core.allowed_dedicated,
        }

    def placement_revisions(self, design: Design[Device]) -> tuple[str, ...]:
        return ("annealing",) if family_recipe(design.recipe, design.target).anneal else ()

    def cell_models(self, design: Design[Any]) -> tuple[Path, ...]:
        return family_models(design.target.cells, design.core.allows_memories)

    def synthesise(self, design: Design[Device], folder: Path) -> Synthesis:
        return synthesise(design.core, design.target, design.recipe, folder)

    def check(self, design: Design[Device], synthesis: Synthesis, folder: Path) -> NetlistGate:
        cells = family_cells(design.target.cells, design.core.allows_memories)
        return netlist_gate(design.core, synthesis.verilog_netlist, design.target, folder, cells)

    def place(self, design: Design[Device], synthesis: Synthesis, seed: int, folder: Path) -> Placement:
        return place(synthesis, design.core, design.target, design.recipe, seed, folder)

    def result_fields(
        self, design: Design[Device], synthesis: Synthesis, placement: Placement | None
    ) -> dict[str, Any]:
        good = placement if placement and placement.status == "ok" else None
        io_ratio = design.core.io_ratio
        used = _resources(design, synthesis, good) if good else None
        return {
            "area_unit": design.target.place.area_unit,
            "tools": fpga_tools(design, synthesis, placement),
            "requested": requested_clocks(design, placement),
            "achieved": achieved_clocks(io_ratio, good) if good else None,
            "stage": "placement" if placement else "synthesis",
            "resources": used,
            **budget_fields(design.core, design.target, synthesis, used),
            "frame_resources": _frame_resources(design.target, good) if good else None,
            "critical_path": limiting_path(io_ratio, good.critical_paths) if good else None,
            "untimed_cells": good.untimed if good else {},
        }


def fpga_tools(design: Design[Device], synthesis: Synthesis, placed: Placement | None) -> tuple[ToolUse, ...]:
    """The tools of a run, with the commands they received."""
    used = [*front_end_tools(design, synthesis)]
    if placed:
        constraints = tuple(tuple(line.split()) for line in placed.constraints.splitlines())
        name = next(
            tool for tool in (design.target.place.command, design.target.place.package) if tool in design.builds
        )
        build = f"{name} {design.builds[name]}"
        second = (("annealed",), (name, *placed.routing_arguments)) if placed.routing_arguments else ()
        every = family_recipe(design.recipe, design.target).empty_rows
        spaced = ((f"one in {every} rows kept empty",),) if every else ()
        used.append(
            ToolUse(
                tool="nextpnr",
                version=f"{placed.nextpnr} ({build})" if placed.nextpnr else build,
                commands=(*spaced, (name, *placed.arguments), *second, *constraints),
            )
        )
    return tuple(used)


def _resources(design: Design[Device], synthesis: Synthesis, placed: Placement) -> Resources:
    device = design.target
    return Resources(
        area_cells=placed.area or 0,
        luts=sum(synthesis.cells.get(kind, 0) for kind in device.count.luts),
        flip_flops=placed.flip_flops or 0,
        carry=sum(synthesis.cells.get(kind, 0) for kind in device.count.carry),
        bram=placed.dedicated.get("bram", 0),
        dsp=placed.dedicated.get("dsp", 0),
        lutram=placed.dedicated.get("lutram", 0),
        **memory_counts(design.core, device.count, synthesis),
    )


def _frame_resources(device: Device, placed: Placement) -> Resources:
    """A frame has nothing but registers; a family that does not count them apart has one in each of its cells."""
    area = placed.frame_area or 0
    counted = [placed.resources[kind] for kind in device.synthesis.flip_flops if kind in placed.resources]
    registers = sum(counted) - (placed.flip_flops or 0) if counted else area
    return Resources(area_cells=area, luts=0, flip_flops=max(0, registers))
