# SPDX-License-Identifier: Apache-2.0
"""The target kind of standard-cell libraries."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.catalog.device import GATE_EQUIVALENT, CellLibrary
from fairhash.catalog.liberty import liberty_files
from fairhash.netlist.netlist_engine import liberty_cells
from fairhash.results.schema import Clocks, NetlistGate, Power, Resources, SearchPoint, ToolUse
from fairhash.targets.cells import contents, layout
from fairhash.targets.cells.mapping import CellMapping, cell_recipe, map_core
from fairhash.targets.cells.measurement import CellMeasurement, measure
from fairhash.targets.cells.read_library import files_digest
from fairhash.targets.cells.timing import TOOL
from fairhash.targets.common_result_fields import clocks, front_end_tools, limiting_path
from fairhash.targets.target_kind import FRONT_END_TOOLS, Design, TargetKind, netlist_gate, unusual_limit
from fairhash.toolchain import tools
from fairhash.toolchain.builds import front_end_builds, program_build


class CellsKind(TargetKind[CellLibrary]):
    """A search maps the core for the shortest period, OpenSTA measures the clock, simulation the power. No seeds."""

    placement_stage = "timing"
    own_revisions = ("cells",)
    synthesis_outcome = CellMapping
    placement_outcome = CellMeasurement

    def has_seeds(self, target: CellLibrary) -> bool:
        return False

    def require_support(self, core: Core, target: CellLibrary) -> None:
        """Refuse external cores: their adapter hides the nets whose changes the power measurement counts."""
        if core.external:
            raise FairhashError(
                f"{target.id} is a standard-cell library, which supports only cores of the catalogue",
                core.user_name,
                "name an FPGA by --device",
            )

    def tool_builds(self, target: CellLibrary) -> Mapping[str, str]:
        return {**front_end_builds(), "opensta": program_build(TOOL, "-version")}

    def last_tool(self, target: CellLibrary) -> object:
        return tools.identity(TOOL)

    def synthesis_inputs(self, design: Design[CellLibrary]) -> dict[str, Any]:
        """The inputs of the whole search."""
        core, recipe = design.core, design.recipe
        return {
            "top": core.entity,
            "io_ratio": core.io_ratio,
            **library_facts(design.target),
            "recipe": cell_recipe(recipe).model_dump(mode="json"),
            "target_mhz": recipe.clock.target(core.name),
            "limit_s": recipe.timeouts.synthesis_s,
            **contents.inputs(core),
            **unusual_limit(recipe.memory.synthesis_mib),
            "builds": {tool: build for tool, build in design.builds.items() if tool != "ghdl"},
        }

    def placement_inputs(self, design: Design[CellLibrary], seed: int) -> dict[str, Any]:
        """The inputs of OpenSTA, and those that determine the messages simulated for the power measurement."""
        core, recipe = design.core, design.recipe
        return {
            "device": design.target.id,
            "seed": seed,
            **library_facts(design.target),
            **_layout_facts(design.target),
            **core.model_dump(mode="json", include={"algorithm", "entity", "io_ratio", "word_bits", "block_bits"}),
            "formula": core.formula.model_dump(mode="json"),
            "limit_s": recipe.timeouts.synthesis_s,
            **unusual_limit(recipe.memory.place_mib),
            "builds": {tool: build for tool, build in design.builds.items() if tool not in FRONT_END_TOOLS},
        }

    def inputs_shared_with_synthesis(self, design: Design[CellLibrary]) -> dict[str, Any]:
        """The format of the messages that are simulated for the power measurement."""
        format_fields = {"digest_bits", "needs_bits", "length_bits", "messages_in_flight", "reset_cycles"}
        if design.core.extendable_output:  # not in the keys of other cores
            format_fields.add("extendable_output")
        return design.core.model_dump(mode="json", include=format_fields)

    def cell_models(self, design: Design[CellLibrary]) -> tuple[Path, ...]:
        return liberty_files(design.target)

    def synthesise(self, design: Design[CellLibrary], folder: Path) -> CellMapping:
        return map_core(design.core, design.target, design.recipe, folder)

    def check(self, design: Design[CellLibrary], synthesis: CellMapping, folder: Path) -> NetlistGate:
        cells = liberty_cells(liberty_files(design.target))
        return netlist_gate(design.core, synthesis.verilog_netlist, design.target, folder, cells)

    def place(self, design: Design[CellLibrary], synthesis: CellMapping, seed: int, folder: Path) -> CellMeasurement:
        return measure(synthesis, design.core, design.target, design.recipe, folder)

    def failed_synthesis(self, design: Design[Any], reason: str, folder: Path) -> CellMapping:
        return CellMapping(
            status="failed",
            reason=reason,
            folder=folder,
            top=design.core.entity,
            commands=(),
            library=design.target.id,
        )

    def failed_placement(self, seed: int, reason: str, folder: Path) -> CellMeasurement:
        return CellMeasurement(status="failed", reason=reason, folder=folder)

    def result_fields(
        self, design: Design[CellLibrary], synthesis: CellMapping, placement: CellMeasurement | None
    ) -> dict[str, Any]:
        good = placement if placement and placement.status == "ok" else None
        io_ratio = design.core.io_ratio
        return {
            "area_unit": GATE_EQUIVALENT,
            "tools": _tools(design, synthesis, placement),
            "requested": _requested(design, synthesis),
            "achieved": clocks(good.achieved_mhz, io_ratio, good.effective_mhz) if good else None,
            "stage": "timing" if placement else "synthesis",
            "resources": _resources(good.area, good.gate_equivalents, good.flip_flops) if good else None,
            "frame_resources": _resources(good.frame_area, good.frame_gate_equivalents, good.frame_flip_flops)
            if good
            else None,
            "critical_path": limiting_path(io_ratio, good.critical_paths) if good else None,
            "search": tuple(
                SearchPoint(target_ps=point.target_ps, period_ps=point.period_ps, area_um2=point.area)
                for point in synthesis.points
            ),
            "power": _power(good) if good else None,
            "power_note": good.power_note if good else "",
            "layout": placement.layout if placement else None,
        }


def library_facts(library: CellLibrary) -> dict[str, Any]:
    """The contents of the library's files and the cells that may be used, but not the files' paths."""
    return {
        "library": library.model_dump(mode="json", exclude={"id", "liberty", "package", "license", "corner", "layout"}),
        "liberty": files_digest(liberty_files(library)),
    }


def _layout_facts(library: CellLibrary) -> dict[str, Any]:
    """What place and route receives, and its tools; nothing for a library without a layout."""
    declared = library.layout
    if declared is None:
        return {}
    return {
        "layout": declared.model_dump(mode="json", exclude={"without_wires", "lef", "source"}),
        "layout_files": files_digest((declared.lef,)),
        "layout_tools": layout.versions(),
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
        *(ToolUse(tool=name, version=version) for name, version in _layout_tools(design.target, measured).items()),
    )


def _layout_tools(library: CellLibrary, measured: CellMeasurement | None) -> Mapping[str, str]:
    return layout.versions() if library.layout and measured else {}


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
    return Power(total_mw=power.total_mw, pj_per_bit=power.pj_per_bit, **power.model_dump(exclude={"at_mhz"}))
