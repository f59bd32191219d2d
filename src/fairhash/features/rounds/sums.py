# SPDX-License-Identifier: Apache-2.0
"""Sums of words modulo 2^n in an and-inverter graph.

A SAT solver cannot prove in useful time that two sums of many operands, added in different orders, are equal. In normal
form a sum is stored as its operands with their factors, and the adders are built from the sorted operands. Two sums of
the same operands then have the same nodes. This uses only that addition modulo 2^n is associative and commutative.
"""

from fairhash.features.rounds.aig import FALSE, TRUE, Aig, Bits

Terms = dict[Bits, int]
"""The operands of a sum with their factors modulo 2^n; the constant operand has the key ()."""


class Sums:
    """The sums of a graph.

    Args:
        aig: The graph.
        normal: Build sums in normal form; else each sum is an adder of its two operands.
    """

    def __init__(self, aig: Aig, normal: bool) -> None:
        self._aig = aig
        self.normal = normal
        self._terms: dict[Bits, Terms] = {}
        self._operands: set[Bits] = set()
        """Sums that count as one operand; see keep_whole()."""
        self._middles: dict[Bits, Bits] = {}
        """Sums and operands by their bits without the lowest and the highest one; see _whole_words()."""

    def add(self, a: Bits, b: Bits, sign: int = 1) -> Bits:
        """a + sign * b, where `sign` is 1 or -1."""
        if not self.normal:
            return self._adder(a, b, sign)
        a, b = self._whole_words(a, b, sign)
        terms = dict(self._terms_of(a))
        for operand, factor in self._terms_of(b).items():
            terms[operand] = (terms.get(operand, 0) + sign * factor) % (1 << len(a))
        terms = {operand: factor for operand, factor in terms.items() if factor}
        result = self._build(terms, len(a))
        if result not in self._operands:
            self._terms.setdefault(result, terms)
        for word in (a, b, result):
            self._middles.setdefault(word[1:-1], word)
        return result

    def keep_whole(self, word: Bits) -> None:
        """Let a sum be one operand of later sums, which keeps sums of sums small. Call it before any such later sum."""
        self._operands.add(word)
        self._terms.pop(word, None)

    def _terms_of(self, word: Bits) -> Terms:
        """The operands of a word: those of the sum that it is, else the word itself."""
        if word in self._terms:
            return self._terms[word]
        if max(word) <= TRUE:
            return {(): sum(bit << i for i, bit in enumerate(word))}
        return {word: 1}

    def _whole_words(self, a: Bits, b: Bits, sign: int) -> tuple[Bits, Bits]:
        """The operands with bits exchanged between them, so that they are words that were used before.

        Our cores exchange bit 0 of the operands of a sum, or the highest bits of a difference, so that synthesis keeps
        the order of operands (rtl/ops/addition_pkg.vhd). Neither changes the result. The exchange is undone where the
        other bits of an operand are those of such a word. So a description is built before the netlist is read.
        """
        exchangeable = [0, len(a) - 1] if sign == 1 else [len(a) - 1]
        left, right = list(a), list(b)
        for own, other in ((left, right), (right, left)):
            whole = self._middles.get(tuple(own[1:-1]))
            if whole is None or whole == tuple(own):
                continue
            for i in exchangeable:
                if own[i] != whole[i] and other[i] == whole[i]:
                    own[i], other[i] = other[i], own[i]
        return tuple(left), tuple(right)

    def _build(self, terms: Terms, width: int) -> Bits:
        """Adders of the sorted operands."""
        total = tuple((terms.get((), 0) >> i) & 1 for i in range(width))
        modulus = 1 << width
        for operand in sorted(terms):
            factor = terms[operand]
            if not operand:
                continue
            sign = 1 if factor <= modulus // 2 else -1
            factor = factor * sign % modulus
            for i in range(width):
                if (factor >> i) & 1:
                    total = self._adder(total, ((FALSE,) * i + operand)[:width], sign)
        return total

    def _adder(self, a: Bits, b: Bits, sign: int) -> Bits:
        """A ripple-carry adder; a difference is a + not b + 1."""
        gates = self._aig
        carry = FALSE if sign == 1 else TRUE
        result = []
        for x, y in zip(a, b, strict=True):
            operand = y if sign == 1 else y ^ 1
            half = gates.exclusive(x, operand)
            result.append(gates.exclusive(half, carry))
            carry = gates.majority(x, operand, carry)
        return tuple(result)
