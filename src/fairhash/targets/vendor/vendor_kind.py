# SPDX-License-Identifier: Apache-2.0
"""The kind of target for FPGAs that only their vendors' tools support."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fairhash.catalog.target import VendorDevice
from fairhash.results.schema import NetlistGate, Resources, ToolUse
from fairhash.targets.common_result_fields import achieved_clocks, front_end_tools, limiting_path, requested_clocks
from fairhash.targets.outcome import Placement, Synthesis
from fairhash.targets.target_kind import FRONT_END_TOOLS, Design, TargetKind
from fairhash.targets.vendor.place_by_vendor import (
    elaborate_for_vendor,
    find_vendor_tool,
    place_by_vendor,
    request,
    require_program,
    vendor_builds,
)
from fairhash.toolchain import tools
from fairhash.toolchain.builds import package_build


class VendorKind(TargetKind[VendorDevice]):
    """The bench elaborates and checks the sources; the vendor's tool maps, places and routes them."""

    own_revisions = ("vendor",)
    # vendors' tools need the user's files and the network
    confined = False
    synthesis_outcome = Synthesis
    placement_outcome = Placement

    def has_seeds(self, target: VendorDevice) -> bool:
        return find_vendor_tool(target).seeded

    def tool_builds(self, target: VendorDevice) -> Mapping[str, str]:
        return vendor_builds(target)

    def last_tool(self, target: VendorDevice) -> object:
        return [package_build("edalize"), tools.identity(require_program(target).name)]

    def synthesis_inputs(self, design: Design[VendorDevice]) -> dict[str, Any]:
        """The same for every vendor: the elaborated sources are only checked."""
        return {
            "top": design.core.entity,
            "limit_s": design.recipe.timeouts.synthesis_s,
            "builds": {"pyosys": design.builds["pyosys"]},
        }

    def placement_inputs(self, design: Design[VendorDevice], seed: int) -> dict[str, Any]:
        return {
            "io_ratio": design.core.io_ratio,
            "allowed_dedicated": design.core.allowed_dedicated,
            "device": design.target.model_dump(mode="json", exclude={"count"}),
            "request": request(design.core, design.target, design.recipe, seed),
            "limit_s": design.recipe.timeouts.place_s,
            "builds": {tool: build for tool, build in design.builds.items() if tool not in FRONT_END_TOOLS},
        }

    def synthesise(self, design: Design[VendorDevice], folder: Path) -> Synthesis:
        return elaborate_for_vendor(design.core, design.target, design.recipe, folder)

    def check(self, design: Design[VendorDevice], synthesis: Synthesis, folder: Path) -> NetlistGate:
        return NetlistGate(detail="there are no models of the cells of a vendor's netlist")

    def place(self, design: Design[VendorDevice], synthesis: Synthesis, seed: int, folder: Path) -> Placement:
        return place_by_vendor(synthesis, design.core, design.target, design.recipe, seed, folder)

    def result_fields(
        self, design: Design[VendorDevice], synthesis: Synthesis, placement: Placement | None
    ) -> dict[str, Any]:
        good = placement if placement and placement.status == "ok" else None
        io_ratio = design.core.io_ratio
        return {
            "area_unit": design.target.area_unit,
            "tools": _tools(design, synthesis, placement),
            "requested": requested_clocks(design, placement),
            "achieved": achieved_clocks(io_ratio, good) if good else None,
            "stage": "placement" if placement else "synthesis",
            "resources": _resources(good) if good else None,
            "frame_resources": Resources(area_cells=0, luts=0, flip_flops=good.resources["frame registers"])
            if good
            else None,
            "critical_path": limiting_path(io_ratio, good.critical_paths) if good else None,
        }


def _tools(design: Design[VendorDevice], synthesis: Synthesis, placement: Placement | None) -> tuple[ToolUse, ...]:
    project = ToolUse(tool="edalize", version=design.builds["edalize"])
    if placement is None:
        return (*front_end_tools(design, synthesis), project)
    constraints = tuple(tuple(line.split()) for line in placement.constraints.splitlines())
    run = ToolUse(tool=design.target.tool, version=placement.nextpnr, commands=(placement.arguments, *constraints))
    return (*front_end_tools(design, synthesis), project, run)


def _resources(placement: Placement) -> Resources:
    return Resources(
        area_cells=placement.area or 0,
        luts=placement.area or 0,
        flip_flops=placement.flip_flops or 0,
        **placement.dedicated,
    )
