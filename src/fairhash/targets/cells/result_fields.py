# SPDX-License-Identifier: Apache-2.0
"""The fields of a result whose meaning is specific to standard cells."""

from typing import Any

from fairhash.catalog.device import GATE_EQUIVALENT, CellLibrary
from fairhash.results.schema import Clocks, Power, Resources, SearchPoint, ToolUse
from fairhash.targets.cells.mapping import CellMapping
from fairhash.targets.cells.measurement import CellMeasurement
from fairhash.targets.common_result_fields import clocks, front_end_tools, limiting_path
from fairhash.targets.target_kind import Design


def cell_fields(design: Design[CellLibrary], mapping: CellMapping, measured: CellMeasurement | None) -> dict[str, Any]:
    """The fields, from the mapping and, if it succeeded, the measurement of its netlist."""
    good = measured if measured and measured.status == "ok" else None
    io_ratio = design.core.io_ratio
    return {
        "area_unit": GATE_EQUIVALENT,
        "tools": _tools(design, mapping, measured),
        "requested": _requested(design, mapping),
        "achieved": clocks(good.achieved_mhz, io_ratio, good.effective_mhz) if good else None,
        "stage": "timing" if measured else "synthesis",
        "resources": _resources(good.area, good.gate_equivalents, good.flip_flops) if good else None,
        "frame_resources": _resources(good.frame_area, good.frame_gate_equivalents, good.frame_flip_flops)
        if good
        else None,
        "critical_path": limiting_path(io_ratio, good.critical_paths) if good else None,
        "search": tuple(
            SearchPoint(target_ps=point.target_ps, period_ps=point.period_ps, area_um2=point.area)
            for point in mapping.points
        ),
        "power": _power(good) if good else None,
        "power_note": good.power_note if good else "",
    }


def _tools(design: Design[CellLibrary], mapping: CellMapping, measured: CellMeasurement | None) -> tuple[ToolUse, ...]:
    timing_commands = measured.commands if measured else mapping.sta
    return (
        *front_end_tools(design, mapping),
        ToolUse(
            tool="opensta",
            version=design.builds["opensta"],
            commands=tuple(tuple(line.split()) for line in timing_commands),
        ),
        ToolUse(tool="liberty", version=mapping.library),
    )


def _requested(design: Design[CellLibrary], mapping: CellMapping) -> Clocks:
    """The delay target of the selected mapping as a clock; the recipe's clock if every mapping failed."""
    mhz = 1e6 / mapping.target_ps if mapping.target_ps else design.recipe.clock.target(design.core.name)
    return Clocks(clk_mhz=mhz, io_clk_mhz=mhz * design.core.io_ratio, effective_mhz=mhz)


def _resources(area_um2: float | None, gate_equivalents: float | None, flip_flops: int | None) -> Resources:
    return Resources(area_cells=round(gate_equivalents or 0), luts=0, flip_flops=flip_flops or 0, area_um2=area_um2)


def _power(measured: CellMeasurement) -> Power | None:
    power = measured.power
    if power is None:
        return None
    return Power(
        total_mw=power.total_mw,
        switching_mw=power.switching_mw,
        internal_mw=power.internal_mw,
        clock_mw=power.clock_mw,
        leakage_mw=power.leakage_mw,
        pj_per_bit=power.pj_per_bit,
        cycles=power.cycles,
        bits=power.bits,
    )
