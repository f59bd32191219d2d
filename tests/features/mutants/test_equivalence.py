# SPDX-License-Identifier: Apache-2.0
"""Proofs of equivalence, each with a twin that has a difference and must not be proven.

The circuits are drawn by hand. `flag` is a register; the mutant, active while the port `mutant` is 1, changes in_ready
where `flag` is 1.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from fairhash.features.mutants.equivalence import Equivalence
from fairhash.testbench.memories import ModelledMemory, ReadPort, WritePort
from fairhash.testbench.program import Lut, Net, Order, ProgramCircuit
from tests.features.mutants.proving import prove
from tests.testbench.toys import toy_core

RST, VALID, TAKE, DATA, MUTANT, FLAG, NEXT, ACTIVE, READY = range(3, 12)
UPPER_DATA = range(30, 61)
AND, XOR, AND_NOT, ONE = 0x8, 0x6, 0x2, 1
"""Tables of two inputs, the first one in the low bit of the index; AND_NOT is the first and not the second."""


def _order(next_flag: Lut, out_valid: Net = 0, out_data: Net = 0, in_ready: Net = READY) -> Order:
    """A netlist with one flip-flop: the LUT of its next value, and the nets of its outputs."""
    ports = {
        "clk": [20],
        "io_clk": [21],
        "rst": [RST],
        "in_valid": [VALID],
        "out_ready": [TAKE],
        "in_data": [DATA, *UPPER_DATA],
        "mutant": [MUTANT],
        "in_ready": [in_ready],
        "out_valid": [out_valid],
        "out_data": [out_data],
    }
    luts = [
        next_flag,
        Lut(ACTIVE, AND, (MUTANT, FLAG)),
        Lut(READY, XOR, (ACTIVE, TAKE)),
    ]
    return Order(ProgramCircuit(ports, {lut.out: lut for lut in luts}, [(0, NEXT, FLAG)]))


@pytest.mark.parametrize("architecture", ["plain", "two-clocks"])
def test_difference_in_a_state_that_reset_excludes(architecture: str, tmp_path: Path) -> None:
    """The flag keeps its value but for reset, which clears it: after a reset it stays 0."""
    equivalence = prove(toy_core(architecture), _order(Lut(NEXT, AND_NOT, (FLAG, RST))), 1, tmp_path, 20)
    assert equivalence == Equivalence("sequential")


@pytest.mark.parametrize("architecture", ["plain", "two-clocks"])
def test_difference_in_a_state_that_an_input_reaches(architecture: str, tmp_path: Path) -> None:
    """The twin: in_valid sets the flag."""
    equivalence = prove(toy_core(architecture), _order(Lut(NEXT, AND_NOT, (VALID, RST))), 1, tmp_path, 20)
    assert equivalence.proof == "none"
    assert equivalence.cycles is not None
    # three cycles of reset, one in which the flag is set, one in which it shows
    core = toy_core(architecture)
    assert equivalence.cycles >= 3 * core.io_ratio


def test_difference_that_nothing_reads(tmp_path: Path) -> None:
    """No output and no register depends on the mutant."""
    equivalence = prove(toy_core(), _order(Lut(NEXT, AND_NOT, (VALID, RST)), in_ready=TAKE), 1, tmp_path, 20)
    assert equivalence == Equivalence("combinational")


def test_data_counts_only_where_a_word_is_offered(tmp_path: Path) -> None:
    clear = Lut(NEXT, AND_NOT, (VALID, RST))
    never = prove(toy_core(), _order(clear, out_valid=0, out_data=ACTIVE, in_ready=TAKE), 1, tmp_path / "never", 20)
    always = prove(toy_core(), _order(clear, out_valid=ONE, out_data=ACTIVE, in_ready=TAKE), 1, tmp_path / "always", 20)
    assert (never.proof, always.proof) == ("combinational", "none")


WORD, READ, GATED = 13, 14, 15


def _memory_order(address: Net, enable: Net) -> Order:
    """A memory of two bits: in_ready is the one at `address`, and in_data is written to it where `enable` is 1."""
    circuit = _order(Lut(NEXT, AND_NOT, (VALID, RST)), in_ready=TAKE).circuit
    circuit.ports["in_ready"] = [READ]
    circuit.luts[READ] = Lut(READ, XOR, (WORD, TAKE))
    port = ReadPort(0, (address,), (WORD,))
    write = WritePort(0, "memory", 0, (FLAG,), (enable,), (DATA,))
    circuit.memories.append(ModelledMemory(2, 1, "xx", (port,), (write,)))
    circuit.reads[WORD] = port
    return Order(circuit)


def test_what_reaches_a_memory_must_be_the_same(tmp_path: Path) -> None:
    """ACTIVE differs while `flag` is 1, which an input sets: as an address or as an enable it must not be proven."""
    cases = {"same": (FLAG, VALID), "address": (ACTIVE, VALID), "enable": (FLAG, ACTIVE)}
    proof_by_change = {
        name: prove(toy_core(), _memory_order(*nets), 1, tmp_path / name, 20).proof for name, nets in cases.items()
    }
    assert proof_by_change == {"same": "combinational", "address": "none", "enable": "none"}


@pytest.mark.parametrize(("contents", "proof"), [("xx", "sequential"), ("01", "none")])
def test_a_difference_at_a_memory_in_the_first_reset(contents: str, proof: str, tmp_path: Path) -> None:
    """The flag can be 1 until the first cycle of the first reset. A word written then stays.

    What a memory of unknown contents holds after this reset must not matter to the netlist anyway.
    """
    order = _memory_order(FLAG, ACTIVE)
    order.circuit.luts[NEXT] = Lut(NEXT, AND_NOT, (FLAG, RST))
    order.circuit.memories[0] = replace(order.circuit.memories[0], contents=contents)
    assert prove(toy_core(), Order(order.circuit), 1, tmp_path, 20).proof == proof


def test_a_difference_at_a_memory_in_a_further_reset(tmp_path: Path) -> None:
    """The twin: in_valid sets the flag, and the word is written in the first cycle of a further reset only."""
    circuit = _memory_order(FLAG, ACTIVE).circuit
    circuit.luts[GATED] = Lut(GATED, AND, (ACTIVE, RST))
    (memory,) = circuit.memories
    circuit.memories[0] = replace(memory, writes=(replace(memory.writes[0], enable=(GATED,)),))
    assert prove(toy_core(), Order(circuit), 1, tmp_path, 20).proof == "none"
