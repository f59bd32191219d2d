# SPDX-License-Identifier: Apache-2.0
"""Words of an and-inverter graph, with the operations that specifications of hash functions use.

A word of constants has operations on integers, so that a description also computes a whole hash in Python.
"""

from collections.abc import Iterable, Sequence

from fairhash.features.rounds.aig import FALSE, TRUE, Bits
from fairhash.features.rounds.normal_aig import NormalAig
from fairhash.features.rounds.sums import Sums


class Graph(NormalAig):
    """A graph with the sums of words that it holds.

    Args:
        normal_sums: Sums of the same operands are the same nodes, in whatever order they are added; see sums.py.
        normal_bytes: Equal functions of a byte, and equal XORs of them, are the same nodes; see normal_aig.py.
    """

    def __init__(self, normal_sums: bool = False, normal_bytes: bool = False) -> None:
        super().__init__(normal_bytes)
        self.sums = Sums(self, normal_sums)

    def constant(self, value: int, width: int) -> "Word":
        """A constant word; bits above `width` are dropped."""
        return Word(self, tuple((value >> i) & 1 for i in range(width)))

    def variable(self, width: int) -> "Word":
        """A word of new inputs."""
        return Word(self, self.new_inputs(width))

    def variables(self, count: int, width: int) -> "list[Word]":
        """`count` words of new inputs."""
        return [self.variable(width) for _ in range(count)]


class Word:
    """A word of `width` bits. Arithmetic is modulo 2^width; integers as operands become constants of that width."""

    __slots__ = ("bits", "graph")

    def __init__(self, graph: Graph, bits: Bits) -> None:
        self.graph = graph
        self.bits = bits

    @property
    def width(self) -> int:
        """The number of bits."""
        return len(self.bits)

    @property
    def value(self) -> int | None:
        """The value of a constant word; None if it depends on an input."""
        if max(self.bits) > TRUE:
            return None
        return sum(bit << i for i, bit in enumerate(self.bits))

    def __int__(self) -> int:
        value = self.value
        if value is None:
            raise ValueError("the word depends on an input")
        return value

    def _operand(self, other: "Word | int") -> "Word":
        word = self.graph.constant(other, self.width) if isinstance(other, int) else other
        if word.width != self.width:
            raise ValueError(f"operands of {self.width} and {word.width} bits")
        return word

    def __xor__(self, other: "Word | int") -> "Word":
        gate = self.graph.exclusive
        return Word(self.graph, tuple(gate(a, b) for a, b in zip(self.bits, self._operand(other).bits, strict=True)))

    def __and__(self, other: "Word | int") -> "Word":
        gate = self.graph.conjunction
        return Word(self.graph, tuple(gate(a, b) for a, b in zip(self.bits, self._operand(other).bits, strict=True)))

    def __or__(self, other: "Word | int") -> "Word":
        gate = self.graph.disjunction
        return Word(self.graph, tuple(gate(a, b) for a, b in zip(self.bits, self._operand(other).bits, strict=True)))

    def __invert__(self) -> "Word":
        return Word(self.graph, tuple(bit ^ 1 for bit in self.bits))

    def __add__(self, other: "Word | int") -> "Word":
        return self._sum(other, 1)

    def __sub__(self, other: "Word | int") -> "Word":
        return self._sum(other, -1)

    def __mul__(self, factor: int) -> "Word":
        total = self.graph.constant(0, self.width)
        for i in range(self.width):
            if (factor >> i) & 1:
                total += self << i
        return total

    def _sum(self, other: "Word | int", sign: int) -> "Word":
        right = self._operand(other)
        a, b = self.value, right.value
        if a is not None and b is not None:
            return self.graph.constant(a + sign * b, self.width)
        return Word(self.graph, self.graph.sums.add(self.bits, right.bits, sign))

    def __lshift__(self, amount: int) -> "Word":
        return Word(self.graph, ((FALSE,) * amount + self.bits)[: self.width])

    def __rshift__(self, amount: int) -> "Word":
        return Word(self.graph, (self.bits + (FALSE,) * amount)[amount : amount + self.width])

    def rotl(self, amount: int) -> "Word":
        """The word rotated towards its most significant bit."""
        start = -amount % self.width
        return Word(self.graph, self.bits[start:] + self.bits[:start])

    def rotr(self, amount: int) -> "Word":
        """The word rotated towards its least significant bit."""
        return self.rotl(-amount)

    def slice(self, low: int, width: int) -> "Word":
        """`width` bits from bit `low` on."""
        return Word(self.graph, self.bits[low : low + width])

    def split(self, width: int) -> "list[Word]":
        """Words of `width` bits, the most significant one first."""
        return [self.slice(low, width) for low in range(self.width - width, -1, -width)]

    def swap_bytes(self) -> "Word":
        """The word with its bytes in reversed order."""
        return join(list(reversed(self.split(8))))

    def choose(self, if_one: "Word", if_zero: "Word") -> "Word":
        """A multiplexer; this word has one bit."""
        pairs = zip(if_one.bits, if_zero.bits, strict=True)
        return Word(self.graph, tuple(self.graph.choice(self.bits[0], a, b) for a, b in pairs))


def join(words: Sequence[Word]) -> Word:
    """One word of several, the first one in the most significant bits."""
    return Word(words[0].graph, tuple(bit for word in reversed(words) for bit in word.bits))


def xor_all(words: Iterable[Word]) -> Word:
    """The XOR of one or more words."""
    first, *others = words
    for word in others:
        first ^= word
    return first
