# SPDX-License-Identifier: Apache-2.0
"""Routed netlists with block RAM and RAM of look-up tables give right answers, and a fault in a memory is found."""

from dataclasses import replace
from pathlib import Path

import pytest

from fairhash.catalog.core import Core
from fairhash.catalog.cores import read_cores
from fairhash.netlist.timed.circuit import RoutedNetlistError, TimedMemory, order
from fairhash.netlist.timed.design import TimedDesign
from fairhash.netlist.timed.functional import functional_engine
from fairhash.testbench.verification import verify_with
from tests.netlist.timed.placed_toys import placed_toy
from tests.testbench.toys import TOY, options

CORES = Path(__file__).parents[2] / "rtl" / "shell" / "narrow" / "cores.toml"
MODES = ("answers", "random", "stalls", "reset", "cycles")
DESIGNS = {
    "DP16KD": ("ecp5-25k-6", ("bram",)),
    "TRELLIS_DPR16X4": ("ecp5-25k-6", ("bram", "lutram")),
    "SB_RAM40_4K": ("ice40-hx8k", ("bram",)),
}
"""The device on which the toy has these memories, and what it is allowed."""
ADDRESSES = {"DP16KD": "ADA6", "TRELLIS_DPR16X4": "WAD", "SB_RAM40_4K": "WADDR"}
"""A pin of the write address."""


@pytest.fixture(scope="module", params=DESIGNS)
def placed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Core, TimedDesign]:
    """The toy with 16-bit words, placed, with memories of one kind."""
    device, allowed = DESIGNS[request.param]
    core = read_cores(CORES)[0].model_copy(update={"allowed_dedicated": allowed})
    _, design = placed_toy(core, device, tmp_path_factory.mktemp(request.param))
    return request.param, core, design


def test_a_routed_netlist_with_memories_passes(placed: tuple[str, Core, TimedDesign], tmp_path: Path) -> None:
    kind, core, design = placed
    assert {memory.kind for memory in design.ordered.circuit.memories} == {kind}
    report = verify_with(functional_engine(design, tmp_path), core, options(*MODES, random=12), reference=TOY)
    assert {mode.mode: mode.verdict for mode in report.modes} == dict.fromkeys(MODES, "pass")


def test_a_stuck_address_of_a_memory_is_found(placed: tuple[str, Core, TimedDesign], tmp_path: Path) -> None:
    kind, core, design = placed
    circuit = design.ordered.circuit
    broken = replace(circuit, memories=[_stuck(memory, ADDRESSES[kind]) for memory in circuit.memories])
    engine = functional_engine(replace(design, ordered=order(broken)), tmp_path)
    report = verify_with(engine, core, options("answers", "random", random=12), reference=TOY)
    assert "fail" in {mode.verdict for mode in report.modes}


def test_the_timed_simulator_refuses_memories(placed: tuple[str, Core, TimedDesign]) -> None:
    kind, _, design = placed
    with pytest.raises(RoutedNetlistError, match=f"the timed simulator has no memories, such as a {kind}"):
        _ = design.program
    with pytest.raises(RoutedNetlistError, match="no memories"):
        _ = design.static


def _stuck(memory: TimedMemory, pin: str) -> TimedMemory:
    """The memory with bit 0 of a pin at 0."""
    return replace(memory, inputs={**memory.inputs, pin: ("0", *memory.inputs[pin][1:])})
