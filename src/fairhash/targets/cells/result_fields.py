# SPDX-License-Identifier: Apache-2.0
"""The fields of a result that the flow of standard cells says in a way of its own."""

from typing import Any

from fairhash.catalog.device import GATE_EQUIVALENT, CellLibrary
from fairhash.results.schema import Clocks, Power, Resources, SearchPoint, ToolUse
from fairhash.targets.cells.mapping import Mapping as CellMapping
from fairhash.targets.cells.measurement import Measurement
from fairhash.targets.common_result_fields import clocks, front_end_tools, limiting_path
from fairhash.targets.design import Design


def cell_fields(design: Design[CellLibrary], made: CellMapping, measured: Measurement | None) -> dict[str, Any]:
    """From the search and, where there is a netlist, its measurement."""
    good = measured if measured and measured.status == "ok" else None
    io_ratio = design.core.io_ratio
    return {
        "area_unit": GATE_EQUIVALENT,
        "tools": _tools(design, made, measured),
        "requested": _requested(design, made),
        "achieved": clocks(good.achieved_mhz, io_ratio, good.effective_mhz) if good else None,
        "stage": "timing" if measured else "synthesis",
        "resources": _resources(good.area, good.gate_equivalents, good.flip_flops) if good else None,
        "frame_resources": _resources(good.frame_area, good.frame_gate_equivalents, good.frame_flip_flops)
        if good
        else None,
        "critical_path": limiting_path(io_ratio, good.critical_paths) if good else None,
        "search": tuple(
            SearchPoint(target_ps=point.target_ps, period_ps=point.period_ps, area_um2=point.area)
            for point in made.points
        ),
        "power": _power(good) if good else None,
        "power_note": good.power_note if good else "",
    }


def _tools(design: Design[CellLibrary], made: CellMapping, measured: Measurement | None) -> tuple[ToolUse, ...]:
    timed = measured.commands if measured else made.sta
    return (
        *front_end_tools(design, made),
        ToolUse(
            tool="opensta",
            version=design.builds["opensta"],
            commands=tuple(tuple(line.split()) for line in timed),
        ),
        ToolUse(tool="liberty", version=made.library),
    )


def _requested(design: Design[CellLibrary], made: CellMapping) -> Clocks:
    """The delay target of the chosen mapping as a clock; the recipe's where none came of it."""
    mhz = 1e6 / made.target_ps if made.target_ps else design.recipe.clock.target(design.core.name)
    return Clocks(clk_mhz=mhz, io_clk_mhz=mhz * design.core.io_ratio, effective_mhz=mhz)


def _resources(area_um2: float | None, gate_equivalents: float | None, flip_flops: int | None) -> Resources:
    return Resources(area_cells=round(gate_equivalents or 0), luts=0, flip_flops=flip_flops or 0, area_um2=area_um2)


def _power(measured: Measurement) -> Power | None:
    found = measured.power
    if found is None:
        return None
    return Power(
        total_mw=found.total_mw,
        switching_mw=found.switching_mw,
        internal_mw=found.internal_mw,
        clock_mw=found.clock_mw,
        leakage_mw=found.leakage_mw,
        pj_per_bit=found.pj_per_bit,
        cycles=found.cycles,
        bits=found.bits,
    )
