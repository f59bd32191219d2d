# SPDX-License-Identifier: Apache-2.0
"""An and-inverter graph (AIG): inputs, two-input ANDs and inverters; and its binary AIGER file.

A signal is a literal: twice the number of its node, plus one if it is inverted. Node 0 is constant false, so literals 0
and 1 are the constants. The inputs are the nodes that are no AND.
"""

import random
from collections.abc import Iterable, Sequence
from pathlib import Path

FALSE, TRUE = 0, 1

Bits = tuple[int, ...]
"""Literals of a word, least significant bit first."""


class Aig:
    """Builds a graph; equal ANDs of the same literals are one node, and constants are propagated."""

    def __init__(self) -> None:
        self.fanins: list[tuple[int, int]] = [(0, 0)]
        """The two literals of each AND by node number; (0, 0) for the constant and the inputs."""
        self.input_nodes: list[int] = []
        self._ands: dict[tuple[int, int], int] = {}

    def new_input(self) -> int:
        """The literal of a new input."""
        self.fanins.append((0, 0))
        self.input_nodes.append(len(self.fanins) - 1)
        return 2 * self.input_nodes[-1]

    def new_inputs(self, width: int) -> Bits:
        """The literals of `width` new inputs."""
        return tuple(self.new_input() for _ in range(width))

    def conjunction(self, a: int, b: int) -> int:
        """a and b."""
        if a > b:
            a, b = b, a
        if a == FALSE or a == b ^ 1:
            return FALSE
        if a in (TRUE, b):
            return b
        found = self._ands.get((a, b))
        if found is None:
            self.fanins.append((a, b))
            found = self._ands[a, b] = 2 * len(self.fanins) - 2
        return found

    def disjunction(self, a: int, b: int) -> int:
        """a or b."""
        return self.conjunction(a ^ 1, b ^ 1) ^ 1

    def exclusive(self, a: int, b: int) -> int:
        """a xor b. Inversions move to the output, so that a xor b and not a xor b share their nodes."""
        inverted = (a ^ b) & 1
        a, b = a & ~1, b & ~1
        if FALSE in (a, b):
            return a ^ b ^ inverted
        return self.conjunction(self.conjunction(a, b) ^ 1, self.conjunction(a ^ 1, b ^ 1) ^ 1) ^ inverted

    def choice(self, condition: int, if_true: int, if_false: int) -> int:
        """A multiplexer."""
        if if_true == if_false:
            return if_true
        if if_true == if_false ^ 1:
            return self.exclusive(condition, if_false)
        return self.disjunction(self.conjunction(condition, if_true), self.conjunction(condition ^ 1, if_false))

    def majority(self, a: int, b: int, c: int) -> int:
        """The carry of a + b + c."""
        a, b, c = sorted((a, b, c))
        return self.disjunction(self.conjunction(a, b), self.conjunction(c, self.disjunction(a, b)))

    def cone(self, literals: Iterable[int]) -> list[int]:
        """Numbers of the ANDs that the literals depend on, in ascending order."""
        reached: set[int] = set()
        waiting = [literal >> 1 for literal in literals]
        while waiting:
            node = waiting.pop()
            if node not in reached and self.fanins[node] != (0, 0):
                reached.add(node)
                waiting += [fanin >> 1 for fanin in self.fanins[node]]
        return sorted(reached)

    def simulate(self, literals: Sequence[int], input_values: Sequence[int], patterns: int) -> list[int]:
        """Values of literals for several input patterns at once.

        Args:
            literals: The signals to evaluate.
            input_values: A number for each input; bit i is its value in pattern i.
            patterns: Number of patterns.
        """
        ones = (1 << patterns) - 1
        values = {0: 0, **dict(zip(self.input_nodes, input_values, strict=True))}

        def value(literal: int) -> int:
            return values[literal >> 1] ^ (ones if literal & 1 else 0)

        for node in self.cone(literals):
            a, b = self.fanins[node]
            values[node] = value(a) & value(b)
        return [value(literal) for literal in literals]

    def random_patterns(self, patterns: int, seed: int) -> list[int]:
        """Random input values for simulate()."""
        generator = random.Random(seed)
        return [generator.getrandbits(patterns) for _ in self.input_nodes]


def _number(value: int) -> bytes:
    """A number in groups of seven bits, least significant first; the highest bit of a byte says that more follow."""
    coded = bytearray()
    while value >= 0x80:
        coded.append(value & 0x7F | 0x80)
        value >>= 7
    coded.append(value)
    return bytes(coded)


def write_aiger(aig: Aig, outputs: Sequence[int], file: Path) -> int:
    """Write all inputs of a graph and the ANDs that the outputs depend on as a binary AIGER file.

    Format: A. Biere, "The AIGER And-Inverter Graph (AIG) Format", version 20071012, section 3.

    Returns:
        The number of ANDs.
    """
    cone = aig.cone(outputs)
    number = {0: 0}
    for position, node in enumerate([*aig.input_nodes, *cone], 1):
        number[node] = position

    def literal(old: int) -> int:
        return 2 * number[old >> 1] + (old & 1)

    inputs = len(aig.input_nodes)
    text = bytearray(f"aig {inputs + len(cone)} {inputs} 0 {len(outputs)} {len(cone)}\n".encode())
    text += b"".join(f"{literal(output)}\n".encode() for output in outputs)
    for node in cone:
        low, high = sorted(literal(fanin) for fanin in aig.fanins[node])
        text += _number(2 * number[node] - high) + _number(high - low)
    file.write_bytes(bytes(text))
    return len(cone)
