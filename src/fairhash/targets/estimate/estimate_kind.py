# SPDX-License-Identifier: Apache-2.0
"""The kind of target for families that no open tool can place: the area of the mapped netlist is the only figure."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fairhash.catalog.target import Estimate
from fairhash.netlist.netlist_engine import family_cells, family_models
from fairhash.results.schema import NetlistGate, Resources
from fairhash.targets.common_result_fields import front_end_tools, requested_clocks
from fairhash.targets.design import Design
from fairhash.targets.estimate.map_estimate import REASON, estimated_area, map_estimate
from fairhash.targets.fpga.fpga_kind import FpgaKind, mapping_inputs
from fairhash.targets.fpga.synthesis import Synthesis
from fairhash.targets.memory_use import budget_fields, memory_counts
from fairhash.targets.netlist_gate import netlist_gate
from fairhash.toolchain.builds import front_end_builds


class EstimateKind(FpgaKind):
    """Synthesis as on an FPGA, without a placement, so without a clock and without seeds."""

    has_placement = False

    def has_seeds(self, target: Any) -> bool:
        return False

    def tool_builds(self, target: Any) -> Mapping[str, str]:
        return front_end_builds()

    def last_tool(self, target: Any) -> object:
        return None

    def synthesis_inputs(self, design: Design[Any]) -> dict[str, Any]:
        return mapping_inputs(design)

    def placement_inputs(self, design: Design[Any], seed: int) -> dict[str, Any]:
        """The cell types that count as area, and the unit."""
        return {"counted": design.target.area_cells, "unit": design.target.area_unit}

    def cell_models(self, target: Any) -> tuple[Path, ...]:
        return family_models(target.cells) if target.cells else ()

    def synthesise(self, design: Design[Any], folder: Path) -> Synthesis:
        return map_estimate(design.core, design.target, design.recipe, folder)

    def check(self, design: Design[Any], synthesis: Synthesis, folder: Path) -> NetlistGate:
        target = design.target
        if not target.cells:
            return NetlistGate(detail=f"no models of the cells of {target.family}")
        return netlist_gate(design.core, synthesis.verilog_netlist, target, folder, family_cells(target.cells))

    def place(self, design: Design[Any], synthesis: Synthesis, seed: int, folder: Path) -> Any:
        raise AssertionError(f"{design.target.id} is not placed")

    def result_fields(self, design: Design[Any], synthesis: Synthesis, placement: Any | None) -> dict[str, Any]:
        """Area without a clock; a failed mapping keeps its status."""
        target: Estimate = design.target
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
