# SPDX-License-Identifier: Apache-2.0
"""Words of an and-inverter graph, with the operations that specifications of hash functions use.

A word of constants has operations on integers, so that a description also computes a whole hash in Python.
"""

from collections.abc import Iterable, Sequence

from fairhash.features.rounds.aig import FALSE, TRUE, Aig, Bits
from fairhash.features.rounds.sums import Sums

_BLOCK_BITS = 8
Form = dict[int, int]
"""A sum: truth table by number of the byte of inputs (0 and up), and 1 by negative number of any other node."""


class NormalAig(Aig):
    """The graph.

    ABC's cec cannot prove in useful time that two rounds with many S-boxes are equal when S-box and linear layer are
    written in different bases. Measured: one byte of Groestl's round, which has eight S-boxes, has no answer after
    60 s. So the graph is cut there:
    - a node that depends on one byte of inputs has a truth table, and nodes of equal truth tables are one node;
    - an XOR is stored as the truth tables of the bytes and the other nodes that it adds, and equal ones are one node.

    Args:
        normal: Merge nodes as above; else only ANDs of the same literals are one node.
    """

    def __init__(self, normal: bool) -> None:
        super().__init__()
        self._normal = normal
        self._blocks = 0
        self._tables: dict[int, tuple[int, int]] = {}
        """Byte and truth table of each node that depends on one byte of inputs."""
        self._by_table: dict[tuple[int, int], int] = {}
        self._forms: dict[int, tuple[Form, int]] = {}
        """The nodes that are sums of several parts, and 1 if the node is the inverted sum."""
        self._by_form: dict[frozenset[tuple[int, int]], int] = {}
        self._ones = (1 << (1 << _BLOCK_BITS)) - 1

    def new_inputs(self, width: int) -> Bits:
        """The literals of new inputs; eight or fewer of them are a byte."""
        literals = super().new_inputs(width)
        if self._normal and width <= _BLOCK_BITS:
            for i, literal in enumerate(literals):
                table = sum(1 << pattern for pattern in range(1 << _BLOCK_BITS) if (pattern >> i) & 1)
                self._tables[literal >> 1] = (self._blocks, table)
                self._by_table[self._blocks, table] = literal
            self._blocks += 1
        return literals

    def conjunction(self, a: int, b: int) -> int:
        """a and b."""
        left, right = self._tables.get(a >> 1), self._tables.get(b >> 1)
        if left is None or right is None or left[0] != right[0]:
            return super().conjunction(a, b)
        table = (left[1] ^ (self._ones if a & 1 else 0)) & (right[1] ^ (self._ones if b & 1 else 0))
        inverted = table & 1
        if inverted:
            table ^= self._ones
        if table == 0:
            return FALSE ^ inverted
        key = (left[0], table)
        if key not in self._by_table:
            literal = super().conjunction(a, b)
            self._tables[literal >> 1] = (left[0], table if literal & 1 == inverted else table ^ self._ones)
            self._by_table[key] = literal ^ inverted
        return self._by_table[key] ^ inverted

    def exclusive(self, a: int, b: int) -> int:
        """a xor b."""
        if not self._normal or a <= TRUE or b <= TRUE:
            return super().exclusive(a, b)
        form, inverted = self._form(a)
        other, other_inverted = self._form(b)
        inverted ^= other_inverted
        for part, table in other.items():
            left = form.pop(part, 0)
            merged = left ^ table
            if merged:
                form[part] = merged
                if part >= 0 and (part, merged) not in self._by_table:
                    # conjunction() enters the result in _by_table
                    super().exclusive(self._by_table[part, left], self._by_table[part, table])
        return self._literal(form) ^ inverted

    def _form(self, literal: int) -> tuple[Form, int]:
        """The parts whose sum a literal is, and 1 to invert the sum. Truth tables are 0 for the pattern of zeros."""
        node, inverted = literal >> 1, literal & 1
        if node in self._forms:
            form, form_inverted = self._forms[node]
            return dict(form), inverted ^ form_inverted
        if node in self._tables:
            block, table = self._tables[node]
            return ({block: table ^ self._ones}, inverted ^ 1) if table & 1 else ({block: table}, inverted)
        return {-node: 1}, inverted

    def _literal(self, form: Form) -> int:
        """The literal of a sum, built from its sorted parts."""
        parts = sorted(form.items())
        if not parts:
            return FALSE
        literal = self._part(*parts[0])
        for i in range(1, len(parts)):
            key = frozenset(parts[: i + 1])
            found = self._by_form.get(key)
            if found is None:
                found = super().exclusive(literal, self._part(*parts[i]))
                self._by_form[key] = found
                if found >> 1 not in self._tables:
                    self._forms[found >> 1] = (dict(parts[: i + 1]), found & 1)
            literal = found
        return literal

    def _part(self, part: int, table: int) -> int:
        return self._by_table[part, table] if part >= 0 else -2 * part


class Graph(NormalAig):
    """A graph with the sums of words that it holds.

    Args:
        normal_sums: Sums of the same operands are the same nodes, in whatever order they are added; see sums.py.
        normal_bytes: Equal functions of a byte, and equal XORs of them, are the same nodes; see NormalAig.
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
