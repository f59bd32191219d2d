# SPDX-License-Identifier: Apache-2.0
"""Budgets of architectures and memory allowances of cores, with numbers of paper B and made-up memories."""

from pathlib import Path
from typing import Any

import pytest

from fairhash.base.errors import FairhashError
from fairhash.catalog.budget import budgets, excess, find_budget, memory_allowance
from fairhash.catalog.core import Core, DesignMemory, MemoryAllowance
from fairhash.catalog.cores import find_core

ALLOWANCE = MemoryAllowance(bits=18_432, ports=2, port_bits=32)


def _core(architecture: str = "lightweight", **changes: Any) -> Core:
    facts = find_core("sha-256/highspeed").model_dump() | {"architecture": architecture, **changes}
    return Core.model_validate(facts)


def _memory(bits: int, ports: int = 2, port_bits: int = 32) -> DesignMemory:
    return DesignMemory(name="m", kind="block", bits=bits, ports=ports, port_bits=port_bits)


def test_the_budget_of_the_lightweight_architecture_is_that_of_paper_b() -> None:
    """600 slices of two LUT4s, one Spartan-3 block RAM of 18 kbit with two ports."""
    assert budgets()["lightweight"].logic_cells == 2 * 600
    assert budgets()["lightweight"].memory == MemoryAllowance(bits=18 * 1024, ports=2, port_bits=32)


@pytest.mark.parametrize(
    ("architecture", "has_budget"),
    [("lightweight", True), ("lightweight-8", True), ("lightweights", False), ("highspeed", False)],
)
def test_a_budget_applies_to_its_architecture_and_variants(architecture: str, has_budget: bool) -> None:
    assert (find_budget(_core(architecture)) is not None) == has_budget


def test_the_allowance_is_the_cores_own_or_the_budgets() -> None:
    own = MemoryAllowance(bits=9216, ports=1, port_bits=16)
    assert memory_allowance(_core()) is None
    assert memory_allowance(_core(allowed_dedicated=("bram",))) == ALLOWANCE
    assert memory_allowance(_core(allowed_dedicated=("bram",), memory=own)) == own
    assert memory_allowance(_core("highspeed", allowed_dedicated=("bram",))) is None


def test_a_memory_allowance_without_block_memory_is_refused() -> None:
    with pytest.raises(ValueError, match='needs "bram" in `allowed_dedicated`'):
        _core(memory=ALLOWANCE)


@pytest.mark.parametrize(
    ("cells", "memories", "reason"),
    [
        (1200, [_memory(18_432)], ""),
        (1201, [], "1,201 logic cells, allowed 1,200"),
        (
            900,
            [_memory(16_384), _memory(4096, ports=1)],
            "20,480 memory bits, allowed 18,432; 3 memory ports, allowed 2",
        ),
        (900, [_memory(1024, port_bits=64)], "64 bits of a memory port, allowed 32"),
        (None, [_memory(512, ports=1)], ""),
    ],
)
def test_what_exceeds_the_budget(cells: int | None, memories: list[DesignMemory], reason: str) -> None:
    assert excess(_core(allowed_dedicated=("bram",)), cells, 4, memories) == reason


@pytest.mark.parametrize(
    ("kind", "bits", "port_bits", "takes"),
    [
        ("block", 33 * 8, 8, True),
        ("block", 32 * 8, 8, False),
        ("distributed", 16_384, 32, False),
        ("table", 64, 1, False),
    ],
)
def test_small_memories_are_ram_of_luts(kind: str, bits: int, port_bits: int, takes: bool) -> None:
    """Up to 32 words, also if a register drives the address, so that the read looks clocked."""
    memory = DesignMemory.model_validate({"name": "m", "kind": kind, "bits": bits, "ports": 2, "port_bits": port_bits})
    assert memory.takes_blocks == takes


def test_cells_of_other_families_are_not_compared() -> None:
    """A cell with a LUT6 is another unit."""
    assert excess(_core(), 5000, 6, []) == ""
    assert excess(_core(), 5000, None, []) == ""
    assert excess(_core("highspeed"), 5000, 4, []) == ""


def test_a_wrong_file_is_one_line(tmp_path: Path) -> None:
    file = tmp_path / "budgets.toml"
    file.write_text("[tiny]\nlogic_cells = 0\n")
    with pytest.raises(FairhashError, match="tiny: logic_cells"):
        budgets(file)
