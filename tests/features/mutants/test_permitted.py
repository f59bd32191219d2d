# SPDX-License-Identifier: Apache-2.0
"""Proofs for permitted messages.

A mutant that only forbidden words show has one; its twin, which permitted words show, has none.
The circuits are drawn by hand. A flag is set by some words and stays until the next reset, and the mutant changes
in_ready where the flag is 1. They are also simulated with permitted words, without ABC and without the sender.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from fairhash.catalog.core import Core
from fairhash.catalog.cores import find_core
from fairhash.testbench.program import Lut, Net, Order, ProgramCircuit
from tests.features.mutants.proving import prove
from tests.testbench.toys import toy_core

RST, VALID, TAKE, MUTANT, FLAG, SEEN, HELD, READY, ACTIVE = range(3, 12)
DATA = range(20, 84)
AND, OR, XOR, AND_NOT, NOT = 0x8, 0xE, 0x6, 0x2, 0x1


class _Drawing:
    """LUTs of two inputs at most, and flip-flops of io_clk, which is clk."""

    def __init__(self) -> None:
        self.luts: dict[Net, Lut] = {}
        self.flip_flops: list[tuple[int, Net, Net]] = []
        self._next = 200

    def lut(self, table: int, *inputs: Net, out: Net | None = None) -> Net:
        self._next += 1
        out = self._next if out is None else out
        self.luts[out] = Lut(out, table, inputs)
        return out

    def join(self, table: int, nets: Sequence[Net]) -> Net:
        """AND or OR of some nets."""
        first, *others = nets
        for net in others:
            first = self.lut(table, first, net)
        return first

    def order(self, width: int) -> Order:
        ports = {
            "clk": [0],
            "io_clk": [1],
            "rst": [RST],
            "in_valid": [VALID],
            "out_ready": [TAKE],
            "in_data": [*DATA[:width]],
            "mutant": [MUTANT],
            "in_ready": [READY],
            "out_valid": [0],
            "out_data": [0],
        }
        return Order(ProgramCircuit(ports, self.luts, self.flip_flops))


def _order(shows: Net, drawing: _Drawing, width: int) -> Order:
    """The flag is set where `shows` is 1."""
    kept = drawing.lut(OR, shows, FLAG)
    drawing.flip_flops.append((0, drawing.lut(AND_NOT, kept, RST), FLAG))
    drawing.lut(XOR, drawing.lut(AND, MUTANT, FLAG, out=ACTIVE), TAKE, out=READY)
    return drawing.order(width)


@dataclass(frozen=True)
class FirstWord:
    """The flag is set by a first word after a reset in which the bits of `ones` are 1 and those of `zeros` 0."""

    width: int
    ones: Sequence[int]
    zeros: Sequence[int] = ()
    has_output: bool = False

    @property
    def core(self) -> Core:
        """Blocks of 128 bits, which have a length of 4, and messages of up to 2^32 bits."""
        output = find_core("shake128/highspeed").extendable_output if self.has_output else None
        return toy_core().model_copy(
            update={"word_bits": self.width, "extendable_output": output, "length_bits": 32, "block_bits": 128}
        )

    def order(self) -> Order:
        """The circuit."""
        drawing = _Drawing()
        bits = [DATA[bit] for bit in self.ones] + [drawing.lut(NOT, DATA[bit]) for bit in self.zeros]
        moves = drawing.lut(AND, VALID, READY)
        seen = drawing.lut(OR, moves, SEEN)
        drawing.flip_flops.append((0, drawing.lut(AND_NOT, seen, RST), SEEN))
        return _order(drawing.join(AND, [moves, drawing.lut(NOT, SEEN), *bits]), drawing, self.width)

    def permitted_words(self) -> Iterator[int]:
        """First words of headers: short and long segments, and numbers of bits or bytes."""
        lengths = [4, 8, 12, *(1 << bit for bit in range(4, 28)), (1 << 28) - 4]
        for length, last in itertools.product(lengths, (0, 1)):
            first = length << 1 | last
            if self.width == 32:
                yield first
            else:
                numbers = [1, 32, 33] if self.has_output else [0, 1, 32, 33]
                yield from (first << 32 | low for low in (numbers if last else [0]))


PAIRS = {
    "half a block": (FirstWord(32, [2]), FirstWord(32, [3])),
    "no block": (FirstWord(32, [], range(1, 32)), FirstWord(32, [3], [1, 2, *range(4, 32)])),
    "longer than a message": (FirstWord(32, [29]), FirstWord(32, [28])),
    "half a block, 64 bits": (FirstWord(64, [34]), FirstWord(64, [35])),
    "bits, not the last segment": (FirstWord(64, [5], [32]), FirstWord(64, [5, 32])),
    "no byte of output": (FirstWord(64, [32], range(32), True), FirstWord(64, [0, 32], range(1, 32), True)),
    "bytes, not the last segment": (FirstWord(64, [5], [32], True), FirstWord(64, [5, 32], [], True)),
}
"""By the rule that the first one of a pair breaks."""


@pytest.mark.parametrize("rule", PAIRS)
def test_forbidden_first_words(rule: str, tmp_path: Path) -> None:
    forbidden, permitted = PAIRS[rule]
    assert not any(_distinguishes(forbidden.order(), word) for word in forbidden.permitted_words())
    assert any(_distinguishes(permitted.order(), word) for word in permitted.permitted_words())
    proof = prove(forbidden.core, forbidden.order(), 1, tmp_path / "forbidden", 20)
    twin = prove(permitted.core, permitted.order(), 1, tmp_path / "permitted", 20)
    assert (proof.proof, twin.proof) == ("permitted messages", "none")
    assert twin.cycles is not None


def _distinguishes(order: Order, word: int) -> bool:
    """Whether in_ready differs after a reset and the word."""
    inputs = [(1, 0, 0, 0), (0, 1, word, 1), (0, 0, 0, 0), (0, 0, 0, 1)]
    return _ready(order, inputs, 0) != _ready(order, inputs, 1)


def _ready(order: Order, inputs: Sequence[tuple[int, int, int, int]], mutant: int) -> list[int]:
    """in_ready in each cycle, from rst, in_valid, in_data and out_ready."""
    state = {q: 0 for _, _, q in order.circuit.flip_flops}
    found = []
    for rst, valid, data, take in inputs:
        values = {0: 0, 1: 1, **state, RST: rst, VALID: valid, TAKE: take, MUTANT: mutant}
        values |= {net: data >> place & 1 for place, net in enumerate(DATA)}
        for lut in order.luts:
            index = sum(values[net] << place for place, net in enumerate(lut.inputs))
            values[lut.out] = lut.table >> index & 1
        found.append(values[READY])
        state = {q: values[order.same.get(d, d)] for _, d, q in order.circuit.flip_flops}
    return found


@pytest.mark.parametrize(
    ("change", "proof"), [("withdrawn", "permitted messages"), ("another word", "permitted messages"), ("kept", "none")]
)
def test_an_offered_word_stays(change: str, proof: str, tmp_path: Path) -> None:
    """What a sender does in the cycle after one in which it offered a word that did not move."""
    drawing = _Drawing()
    waits = drawing.join(AND, [VALID, drawing.lut(NOT, READY), drawing.lut(NOT, RST)])
    drawing.flip_flops += [(0, waits, SEEN), (0, DATA[0], HELD)]
    shows = {
        "withdrawn": drawing.lut(NOT, VALID),
        "another word": drawing.lut(XOR, HELD, DATA[0]),
        "kept": VALID,
    }[change]
    both = drawing.join(AND, [SEEN, shows, drawing.lut(NOT, RST)])
    assert prove(toy_core(), _order(both, drawing, 32), 1, tmp_path, 20).proof == proof


def test_turns_have_free_inputs(tmp_path: Path) -> None:
    """There is no sender for a core that receives turns, so a forbidden word counts."""
    forbidden = PAIRS["half a block"][0]
    assert prove(toy_core("turns"), forbidden.order(), 1, tmp_path, 20).proof == "none"
