# SPDX-License-Identifier: Apache-2.0
"""FPGAs that the open place-and-route tool serves."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fairhash.catalog.device import Device
from fairhash.catalog.recipes import family_recipe
from fairhash.netlist.netlist_engine import family_cells, family_models
from fairhash.results.schema import NetlistGate
from fairhash.targets.fpga.placement import place, place_request
from fairhash.targets.fpga.result_fields import fpga_fields
from fairhash.targets.fpga.synthesis import synthesis_commands, synthesise
from fairhash.targets.netlist_gate import netlist_gate
from fairhash.targets.outcome import Placement, Synthesis
from fairhash.targets.target_kind import FRONT_END_TOOLS, Design, TargetKind, unusual_limit
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

    def synthesis_inputs(self, design: Design[Device]) -> dict[str, Any]:
        return mapping_inputs(design)

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

    def failed_synthesis(self, design: Design[Any], reason: str, folder: Path) -> Synthesis:
        return Synthesis(status="failed", reason=reason, folder=folder, top=design.core.entity, commands=())

    def failed_placement(self, seed: int, reason: str, folder: Path) -> Placement:
        return Placement(status="failed", reason=reason, folder=folder, seed=seed, arguments=(), constraints="")

    def result_fields(
        self, design: Design[Device], synthesis: Synthesis, placement: Placement | None
    ) -> dict[str, Any]:
        return fpga_fields(design, synthesis, placement)


def mapping_inputs(design: Design[Any]) -> dict[str, Any]:
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
