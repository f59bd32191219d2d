# SPDX-License-Identifier: Apache-2.0
"""The memory that a core requests and uses on a target, and what it uses beyond its allowance and budget."""

from typing import Any

from fairhash.catalog.budget import excess
from fairhash.catalog.core import Core
from fairhash.catalog.device import Count, Device
from fairhash.catalog.target import Estimate
from fairhash.results.schema import Resources
from fairhash.targets.fpga.synthesis import Synthesis


def memory_counts(core: Core, count: Count, synthesis: Synthesis) -> dict[str, int]:
    """The fields of a result's resources about block memory."""
    allowed = "bram" in core.allowed_dedicated
    return {
        "memory_bits": sum(memory.bits for memory in synthesis.memories if allowed and memory.takes_blocks),
        "memory_blocks": sum(blocks * synthesis.cells.get(kind, 0) for kind, blocks in count.blocks.items()),
    }


def budget_fields(
    core: Core, target: Device | Estimate, synthesis: Synthesis, used: Resources | None
) -> dict[str, Any]:
    """The fields `memories` and `over_budget` of a result."""
    cells = target.count.cells_needed(used.area_cells, used.flip_flops) if used else None
    lut_inputs = target.part.lut_inputs if isinstance(target, Device) else None
    blocks = [memory for memory in synthesis.memories if memory.takes_blocks]
    return {"memories": synthesis.memories, "over_budget": excess(core, cells, lut_inputs, blocks)}
