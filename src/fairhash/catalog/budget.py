# SPDX-License-Identifier: Apache-2.0
"""The area budget of an architecture, and what of it a core exceeds."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import Field

from fairhash.base.records import StrictModel
from fairhash.catalog.core import Core, DesignMemory, MemoryAllowance
from fairhash.catalog.data_file import read_toml, validate

_FILE = Path(__file__).with_name("budgets.toml")


class Budget(StrictModel):
    """What a core of an architecture may use."""

    logic_cells: Annotated[int, Field(ge=1)]
    lut_inputs: Annotated[int, Field(ge=2)]
    """Inputs of the LUT in such a cell: cells of other families are not compared with the budget."""
    memory: MemoryAllowance
    """For cores that declare no allowance of their own; only those with `bram` in `allowed_dedicated` may use any."""
    source: str


@cache
def budgets(file: Path = _FILE) -> dict[str, Budget]:
    """Every budget by the architecture's name."""
    return {name: validate(values, Budget, file, "", f"{name}: ") for name, values in read_toml(file, "").items()}


def find_budget(core: Core) -> Budget | None:
    """The budget of the core's architecture, or None."""
    names = (core.architecture, *core.other_architectures)
    matching = [
        budget
        for architecture, budget in budgets().items()
        if any(name == architecture or name.startswith(f"{architecture}-") for name in names)
    ]
    return matching[0] if matching else None


def memory_allowance(core: Core) -> MemoryAllowance | None:
    """The block memory that the core may use; None if nothing limits it, or none is allowed at all."""
    if "bram" not in core.allowed_dedicated:
        return None
    budget = find_budget(core)
    return core.memory or (budget.memory if budget else None)


def excess(core: Core, cells: int | None, lut_inputs: int | None, memories: Sequence[DesignMemory]) -> str:
    """What the core uses beyond its allowance and budget, in one line; empty if it keeps both.

    Args:
        core: The core.
        cells: Logic cells needed; None if they are not known.
        lut_inputs: Inputs of a LUT in such a cell; None if a cell of the target is no such cell.
        memories: The block memories that its sources request.
    """
    budget, allowed = find_budget(core), memory_allowance(core)
    limits: list[tuple[str, int, int]] = []
    if budget and cells is not None and lut_inputs == budget.lut_inputs:
        limits.append(("logic cells", cells, budget.logic_cells))
    if allowed:
        limits += [
            ("memory bits", sum(memory.bits for memory in memories), allowed.bits),
            ("memory ports", sum(memory.ports for memory in memories), allowed.ports),
            ("bits of a memory port", max((memory.port_bits for memory in memories), default=0), allowed.port_bits),
        ]
    return "; ".join(f"{used:,} {what}, allowed {limit:,}" for what, used, limit in limits if used > limit)
