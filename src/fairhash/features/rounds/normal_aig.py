# SPDX-License-Identifier: Apache-2.0
"""An and-inverter graph in which equal functions of a byte, and equal sums (XORs) of them, are the same node.

ABC's cec cannot prove in useful time that two rounds with many S-boxes are equal when S-box and linear layer are
written in different bases. Measured: one byte of Groestl's round, which has eight S-boxes, has no answer after 60 s. So
the graph is cut there:
- a node that depends on one byte of inputs has a truth table, and nodes of equal truth tables are one node;
- an XOR is stored as the truth tables of the bytes and the other nodes that it adds, and equal ones are one node.
"""

from fairhash.features.rounds.aig import FALSE, TRUE, Aig, Bits

_BLOCK_BITS = 8
Form = dict[int, int]
"""A sum: truth table by number of the byte of inputs (0 and up), and 1 by negative number of any other node."""


class NormalAig(Aig):
    """The graph.

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
