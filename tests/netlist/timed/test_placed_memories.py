# SPDX-License-Identifier: Apache-2.0
"""Routed netlists with block RAM and RAM of look-up tables give right answers, and a fault in a memory is found."""

import math
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from fairhash.catalog.core import Core
from fairhash.catalog.cores import read_cores
from fairhash.features.clock.highest_clock import highest_clock
from fairhash.netlist.timed.circuit import TimedMemory
from fairhash.netlist.timed.design import TimedDesign
from fairhash.netlist.timed.engine import TimedRun, timed_engine
from fairhash.netlist.timed.functional import functional_engine
from fairhash.netlist.timed.ordering import order
from fairhash.targets.outcome import Placement
from fairhash.testbench.engines import Compiled
from fairhash.testbench.message import Case, Message
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
WRITE_ENABLES = {"DP16KD": ("ADA0", "ADA1", "ADA2", "ADA3"), "TRELLIS_DPR16X4": ("WRE",), "SB_RAM40_4K": ("WCLKE",)}
"""Pins of the placed memories that enable a write; on a DP16KD with words of 36 bits one for each nine."""
ADDRESSES = {"DP16KD": "ADA6", "TRELLIS_DPR16X4": "WAD", "SB_RAM40_4K": "WADDR"}
"""A pin of the write address."""


OPTIONS = options(*MODES, random=12)
PlacedMemory = tuple[str, Core, Placement, TimedDesign]


@pytest.fixture(scope="module", params=DESIGNS)
def placed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> PlacedMemory:
    """The toy with 16-bit words, placed, with memories of one kind."""
    device, allowed = DESIGNS[request.param]
    core = read_cores(CORES)[0].model_copy(update={"allowed_dedicated": allowed})
    return request.param, core, *placed_toy(core, device, tmp_path_factory.mktemp(request.param))


def test_a_routed_netlist_with_memories_passes(placed: PlacedMemory, tmp_path: Path) -> None:
    kind, core, _, design = placed
    assert {memory.kind for memory in design.ordered.circuit.memories} == {kind}
    report = verify_with(functional_engine(design, tmp_path), core, OPTIONS, reference=TOY)
    assert {mode.mode: mode.verdict for mode in report.modes} == dict.fromkeys(MODES, "pass")


def test_a_stuck_address_of_a_memory_is_found(placed: PlacedMemory, tmp_path: Path) -> None:
    kind, core, _, design = placed
    circuit = design.ordered.circuit
    broken = replace(circuit, memories=[_stuck(memory, ADDRESSES[kind]) for memory in circuit.memories])
    engine = functional_engine(replace(design, ordered=order(broken)), tmp_path)
    report = verify_with(engine, core, options("answers", "random", random=12), reference=TOY)
    assert "fail" in {mode.verdict for mode in report.modes}


def test_static_analysis_is_that_of_nextpnr(placed: PlacedMemory) -> None:
    *_, placement, design = placed
    assert placement.effective_mhz
    slowest = design.static.slowest()
    # delays are rounded to whole ps, a few on the path to the other side
    assert design.static.period_ps(slowest) == pytest.approx(1e6 / placement.effective_mhz, abs=5)


def test_it_is_right_at_the_reported_clock(placed: PlacedMemory, tmp_path: Path) -> None:
    _, core, placement, design = placed
    assert placement.effective_mhz
    report = verify_with(_at(design, 0.999 * placement.effective_mhz, tmp_path), core, OPTIONS, reference=TOY)
    assert {mode.mode: mode.verdict for mode in report.modes} == dict.fromkeys(MODES, "pass")


def test_it_is_wrong_when_a_setup_time_of_the_memory_is_violated(placed: PlacedMemory, tmp_path: Path) -> None:
    """With a longer setup time of the write enable, the core is wrong at its clock and right at a slower one."""
    kind, core, placement, design = placed
    assert placement.effective_mhz
    period_ps = round(1e6 / placement.effective_mhz)
    circuit = design.ordered.circuit
    # with the wire shorter than the period, as the simulator requires, but not with a register's delay from the clock
    memories = [_with_setup(memory, WRITE_ENABLES[kind], period_ps - 100) for memory in circuit.memories]
    slow = replace(design, ordered=order(replace(circuit, memories=memories)), program_file=tmp_path / "slow.program")
    longest_ps = slow.static.period_ps(slow.static.slowest())
    assert longest_ps > period_ps
    verdicts = []
    for mhz in (0.999 * placement.effective_mhz, 0.999e6 / longest_ps):
        report = verify_with(_at(slow, mhz, tmp_path), core, OPTIONS, reference=TOY)
        verdicts.append({mode.verdict for mode in report.modes})
    assert "fail" in verdicts[0]
    assert verdicts[1] == {"pass"}


def test_the_highest_clock_is_confirmed(placed: PlacedMemory, tmp_path: Path) -> None:
    """highest_clock() fails if a simulation at the clock differs from a slow one, or one above it does not."""
    _, core, placement, design = placed
    assert placement.effective_mhz
    data = [random.Random(number).randbytes(16 * 5) for number in range(8)]
    cases = [Case(tuple(Message(core.algorithm, one, 8 * len(one)) for one in data), reset=3)]
    for unknown in (False, True):
        experiment = highest_clock(design, cases, TOY, tmp_path, unknown=unknown)
        assert experiment.period_ps <= design.static.period_ps(design.static.slowest())
        assert (
            experiment.path.delay_ps
            == experiment.period_ps
            == sum(step.wire_ps + step.cell_ps for step in experiment.path.steps)
        )


def _at(design: TimedDesign, mhz: float, folder: Path) -> Compiled:
    """The timed simulator at a frequency."""
    run = TimedRun(folder / "report", period_ps=math.floor(1e6 / mhz))
    return timed_engine(design.core, design.program, run, folder / "run")


def _with_setup(memory: TimedMemory, pins: Sequence[str], until_ps: int) -> TimedMemory:
    """The memory with longer setup times: with its wire, each pin then has the delay `until_ps`."""
    cell = memory.placed
    longer = {pin: float(until_ps - cell.wire_ps(pin)) for pin in pins}
    setups = {**cell.delays.setups, cell.name: {**cell.delays.setups[cell.name], **longer}}
    return replace(memory, placed=replace(cell, delays=replace(cell.delays, setups=setups)))


def _stuck(memory: TimedMemory, pin: str) -> TimedMemory:
    """The memory with bit 0 of a pin at 0."""
    return replace(memory, inputs={**memory.inputs, pin: ("0", *memory.inputs[pin][1:])})
