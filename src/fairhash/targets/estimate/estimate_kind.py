# SPDX-License-Identifier: Apache-2.0
"""The kind of target for families that no open tool can place: the area of the mapped netlist is the only figure."""

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fairhash.catalog.core import Core
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.target import EstimateTarget
from fairhash.netlist.netlist_engine import family_cells, family_models
from fairhash.results.schema import NetlistGate, Resources
from fairhash.targets.common_result_fields import budget_fields, front_end_tools, memory_counts, requested_clocks
from fairhash.targets.fpga.fpga_kind import FpgaKind
from fairhash.targets.fpga.synthesis import synthesise
from fairhash.targets.outcome import Synthesis
from fairhash.targets.target_kind import Design, netlist_gate
from fairhash.toolchain.builds import front_end_builds

REASON = "area of the mapped netlist; nothing was placed, so there is no clock"
"""Reason stored in every result that is an estimate."""

_HERE = Path(__file__).resolve().parent


class EstimateKind(FpgaKind):
    """Synthesis as on an FPGA, without a placement, so without a clock and without seeds."""

    has_placement = False

    def has_seeds(self, target: Any) -> bool:
        return False

    def tool_builds(self, target: Any) -> Mapping[str, str]:
        return front_end_builds()

    def last_tool(self, target: Any) -> object:
        return None

    def placement_inputs(self, design: Design[Any], seed: int) -> dict[str, Any]:
        """The cell types that count as area, and the unit."""
        return {"counted": design.target.area_cells, "unit": design.target.area_unit}

    def cell_models(self, design: Design[Any]) -> tuple[Path, ...]:
        target = design.target
        return family_models(target.cells, design.core.allows_memories) if target.cells else ()

    def synthesise(self, design: Design[Any], folder: Path) -> Synthesis:
        return map_estimate(design.core, design.target, design.recipe, folder)

    def check(self, design: Design[Any], synthesis: Synthesis, folder: Path) -> NetlistGate:
        target = design.target
        if not target.cells:
            return NetlistGate(detail=f"no models of the cells of {target.family}")
        cells = family_cells(target.cells, design.core.allows_memories)
        return netlist_gate(design.core, synthesis.verilog_netlist, target, folder, cells)

    def place(self, design: Design[Any], synthesis: Synthesis, seed: int, folder: Path) -> Any:
        raise AssertionError(f"{design.target.id} is not placed")

    def result_fields(self, design: Design[Any], synthesis: Synthesis, placement: Any | None) -> dict[str, Any]:
        """Area without a clock; a failed mapping keeps its status."""
        target: EstimateTarget = design.target
        fields: dict[str, Any] = {
            "area_unit": target.area_unit,
            "tools": front_end_tools(design, synthesis),
            "requested": requested_clocks(design, None),
            "stage": "synthesis",
        }
        if synthesis.status == "ok":
            area = estimated_area(synthesis, target)
            carry = sum(synthesis.cells.get(cell, 0) for cell in target.count.carry)
            used = Resources(
                area_cells=area,
                luts=area,
                flip_flops=synthesis.flip_flops,
                carry=carry,
                **synthesis.dedicated,
                **memory_counts(design.core, target.count, synthesis),
            )
            fields |= budget_fields(design.core, target, synthesis, used)
            fields |= {"status": "estimate", "reason": REASON, "resources": used}
        return fields


def map_estimate(core: Core, estimate: EstimateTarget, recipe: Recipe, workdir: Path) -> Synthesis:
    """Elaborate `core` and map it to cells of the family. A failure is an outcome with a status and a reason."""
    workdir.mkdir(parents=True, exist_ok=True)
    for name in estimate.files:
        shutil.copyfile(_HERE / name, workdir / name)
    return synthesise(core, estimate, recipe, workdir)


def estimated_area(synthesis: Synthesis, estimate: EstimateTarget) -> int:
    """The number of cells that count as area. Inverters do not: the LUTs next to them absorb them."""
    return sum(synthesis.cells.get(kind, 0) for kind in estimate.area_cells)
