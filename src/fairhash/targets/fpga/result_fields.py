# SPDX-License-Identifier: Apache-2.0
"""The fields of a result on an FPGA, from the outcomes of synthesis and placement."""

from typing import Any

from fairhash.catalog.device import Device
from fairhash.catalog.recipes import family_recipe
from fairhash.results.schema import Resources, ToolUse
from fairhash.targets.common_result_fields import (
    achieved_clocks,
    budget_fields,
    front_end_tools,
    limiting_path,
    memory_counts,
    requested_clocks,
)
from fairhash.targets.outcome import Placement, Synthesis
from fairhash.targets.target_kind import Design


def fpga_fields(design: Design[Device], synthesis: Synthesis, placed: Placement | None) -> dict[str, Any]:
    """The fields of a result that differ between FPGAs and other kinds of target."""
    good = placed if placed and placed.status == "ok" else None
    io_ratio = design.core.io_ratio
    used = _resources(design, synthesis, good) if good else None
    return {
        "area_unit": design.target.place.area_unit,
        "tools": fpga_tools(design, synthesis, placed),
        "requested": requested_clocks(design, placed),
        "achieved": achieved_clocks(io_ratio, good) if good else None,
        "stage": "placement" if placed else "synthesis",
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
