# SPDX-License-Identifier: Apache-2.0
"""The timed engine agrees with a second simulator on random circuits, at periods that are long enough and too short."""

import random
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from fairhash.catalog.core import Core
from fairhash.netlist.timed.engine import Observed, TimedRun, first_difference, read_report, timed_engine, write_program
from fairhash.netlist.timed.ordering import order
from fairhash.netlist.timed.static import StaticTiming
from fairhash.testbench import engines, stimulus
from fairhash.testbench.message import ALWAYS_READY, Case
from tests.netlist.timed.event_simulator import EventSimulator
from tests.netlist.timed.random_circuit import WORD, random_circuit, random_circuit_with_memories

CYCLES = 60
SLOW_PS = 20_000
RESET = 3


def _words(seed: int) -> list[int]:
    draw = random.Random(seed)
    return [draw.getrandbits(WORD) for _ in range(CYCLES)]


def _simulate(  # noqa: PLR0917 - the inputs of a simulation
    seed: int, core: Core, folder: Path, period_ps: int | None, name: str, unknown: bool = False, memories: bool = False
) -> tuple[list[int], Observed, Path]:
    """Words that the engine shows, one for each cycle after the first, and its report."""
    ordered = order(random_circuit_with_memories(seed)[0] if memories else random_circuit(seed))
    program = folder / f"{seed}.program"
    write_program(ordered, program)
    run = TimedRun(folder / f"{name}.report", folder / f"{name}.states", period_ps, unknown)
    engine = timed_engine(core, program, run, folder / f"{name}.run")
    words = _words(seed)
    section = stimulus.StimulusSection(
        Case((), reset=RESET),
        tuple((0, 1, word) for word in words),
        (ALWAYS_READY,) * CYCLES,
        (0,) * CYCLES,
        limit=10 * CYCLES,
        allowed=0,
        watch=0,
        order=(),
        sizes=(),
    )
    sent, seen = folder / f"{name}.stimulus", folder / f"{name}.observation"
    stimulus.write(sent, core, [section])
    engine.run(sent, seen, seed)
    (trace,) = engines.read(seen)
    assert trace.verdict == "done"
    return [word for _, word in trace.given], read_report(run.report), folder / f"{name}.states"


def _expected(seed: int, period_ps: int, with_memories: bool = False) -> tuple[list[int], EventSimulator]:
    """The words that a random circuit delivers in each cycle, by the event simulator, and the simulator."""
    circuit, memories = random_circuit_with_memories(seed) if with_memories else (random_circuit(seed), [])
    simulator = EventSimulator(circuit, period_ps, memories=memories)
    words = _words(seed)
    mask = (1 << WORD) - 1
    simulator.rest({"rst": 1, "in_valid": 0, "out_ready": 0, "in_data": mask})
    sent = [{"rst": 0, "in_valid": 1, "out_ready": 1, "in_data": word} for word in words]
    # after the last word the harness shows its complement
    sent.append({"rst": 0, "in_valid": 0, "out_ready": 1, "in_data": ~words[-1] & mask})
    states = simulator.run(sent)
    shown = [sum(state[bit.q] << k for k, bit in enumerate(circuit.outputs["out_data"])) for state in states]
    return shown[1:], simulator


@pytest.fixture
def core(toys: dict[str, Core]) -> Core:
    assert toys["one-clock"].word_bits == WORD
    return toys["one-clock"]


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("period_ps", [950, 1300, 2200, SLOW_PS])
def test_a_simulation_agrees_with_a_queue_of_events(seed: int, period_ps: int, core: Core, tmp_path: Path) -> None:
    words, _, _ = _simulate(seed, core, tmp_path, period_ps, "run")
    expected, _ = _expected(seed, period_ps)
    assert words == expected


@pytest.mark.parametrize("seed", range(16))
@pytest.mark.parametrize("period_ps", [950, 1300, 2200, SLOW_PS])
def test_memories_agree_with_a_queue_of_events(seed: int, period_ps: int, core: Core, tmp_path: Path) -> None:
    words, _, _ = _simulate(seed, core, tmp_path, period_ps, "run", memories=True)
    expected, _ = _expected(seed, period_ps, with_memories=True)
    assert words == expected


@pytest.mark.parametrize("seed", range(8))
def test_memories_are_right_down_to_the_shortest_period(seed: int, core: Core, tmp_path: Path) -> None:
    words, seen, slow = _simulate(seed, core, tmp_path, None, "slow", memories=True)
    shortest = max(seen.worst_ps.values())
    assert words == _expected(seed, SLOW_PS, with_memories=True)[0] == _expected(seed, shortest, with_memories=True)[0]
    ordered = order(random_circuit_with_memories(seed)[0])
    static = StaticTiming(ordered)
    assert all(worst <= static.period_ps(ordered.registers[place]) for place, worst in seen.worst_ps.items())
    for unknown in (False, True):
        _, at, at_states = _simulate(seed, core, tmp_path, shortest, "at", unknown, memories=True)
        assert (at.wrong, at.unknown, first_difference(slow, at_states)) == (0, 0, None)
        _, below, below_states = _simulate(seed, core, tmp_path, shortest - 1, "below", unknown, memories=True)
        assert below.wrong > 0
        assert first_difference(slow, below_states) == below.wrong_cycle


@pytest.mark.parametrize("seed", range(8))
def test_the_shortest_period_is_exact(seed: int, core: Core, tmp_path: Path) -> None:
    words, seen, slow = _simulate(seed, core, tmp_path, None, "slow")
    expected, simulator = _expected(seed, SLOW_PS)
    assert words == expected
    shortest = max(simulator.last_change_ps.values())
    ordered = order(random_circuit(seed))
    assert max(seen.worst_ps.values()) == shortest
    found = {ordered.registers[place].q: worst for place, worst in seen.worst_ps.items()}
    assert found == {q: worst for q, worst in simulator.last_change_ps.items() if worst > 0}
    _, at, at_states = _simulate(seed, core, tmp_path, shortest, "at")
    assert (at.wrong, first_difference(slow, at_states)) == (0, None)
    _, below, below_states = _simulate(seed, core, tmp_path, shortest - 1, "below")
    assert below.wrong > 0
    assert first_difference(slow, below_states) == below.wrong_cycle
    assert below.wrong_cycle == next(
        seen.worst_cycle[place] for place in sorted(seen.worst_ps) if seen.worst_ps[place] == shortest
    )


def test_late_data_are_captured_as_x_in_the_second_mode(core: Core, tmp_path: Path) -> None:
    seed = 3
    _, seen, slow = _simulate(seed, core, tmp_path, None, "slow")
    shortest = max(seen.worst_ps.values())
    right, fine, fine_states = _simulate(seed, core, tmp_path, shortest, "fine", unknown=True)
    assert (fine.wrong, fine.unknown, first_difference(slow, fine_states)) == (0, 0, None)
    assert right == _expected(seed, SLOW_PS)[0]
    _, late, late_states = _simulate(seed, core, tmp_path, shortest - 1, "late", unknown=True)
    assert late.wrong > 0
    assert first_difference(slow, late_states) == late.wrong_cycle


def test_a_period_below_one_delay_is_refused(core: Core, tmp_path: Path) -> None:
    with pytest.raises(Exception, match="shorter than a single delay"):
        _simulate(0, core, tmp_path, 100, "fast")


def test_the_path_ends_at_the_shortest_period(core: Core, tmp_path: Path) -> None:
    _, seen, _ = _simulate(1, core, tmp_path, None, "slow")
    ordered = order(random_circuit(1))
    place = max(seen.worst_ps, key=lambda one: seen.worst_ps[one])
    register = ordered.registers[place]
    nets = {number: net for net, number in ordered.number.items()}
    steps = [(nets[number], at_ps) for number, at_ps in seen.path]
    last_net, last_ps = steps[0]
    assert any(pin.net == last_net and last_ps + pin.delay_ps == seen.worst_ps[place] for pin in register.inputs)
    drivers = {table.out: table for table in ordered.tables}
    for (net, at_ps), (source, before_ps) in pairwise(steps):
        assert any(pin.net == source and before_ps + pin.delay_ps == at_ps for pin in drivers[net].inputs)
    assert steps[-1][0] not in drivers


def test_a_loop_is_refused() -> None:
    circuit = random_circuit(2)
    first = circuit.tables[0]
    looped = replace(first, table=0b01, inputs=(replace(first.inputs[0], net=first.out),))
    circuit.tables[0] = looped
    circuit.registers[0] = replace(
        circuit.registers[0], inputs=(replace(first.inputs[0], net=first.out), *circuit.registers[0].inputs[1:])
    )
    with pytest.raises(Exception, match="combinational loop"):
        order(circuit)
