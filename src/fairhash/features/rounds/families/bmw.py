# SPDX-License-Identifier: Apache-2.0
"""Blue Midnight Wish (D. Gligoroski et al., September 2009): the compression function."""

from collections.abc import Sequence

from fairhash.features.rounds.circuit import Circuit
from fairhash.features.rounds.round_proof import Pair, RoundProof
from fairhash.features.rounds.word import Graph, Word, join, xor_all

_W = (
    "+5 -7 +10 +13 +14", "+6 -8 +11 +14 -15", "+0 +7 +9 -12 +15", "+0 -1 +8 -10 +13",
    "+1 +2 +9 -11 -14", "+3 -2 +10 -12 +15", "+4 -0 -3 -11 +13", "+1 -4 -5 -12 -14",
    "+2 -5 -6 +13 -15", "+0 -3 +6 -7 +14", "+8 -1 -4 -7 +15", "+8 -0 -2 -5 +9",
    "+1 +3 -6 -9 +10", "+2 +4 +7 +10 +11", "+3 -5 +8 -11 -12", "+12 -4 -6 -9 +13",
)  # fmt: skip
"""The sums W_0 to W_15 of f_0: signs and indices of M XOR H."""
_SHIFTS = {
    32: ((1, 3, 4, 19), (1, 2, 8, 23), (2, 1, 12, 25), (2, 2, 15, 29)),
    64: ((1, 3, 4, 37), (1, 2, 13, 43), (2, 1, 19, 53), (2, 2, 28, 59)),
}
"""Right shift, left shift and two rotations of s_0 to s_3."""
_ROTATIONS = {32: (3, 7, 13, 16, 19, 23, 27), 64: (5, 11, 27, 32, 37, 43, 53)}
"""r_1 to r_7."""
_XH_SHIFTS = (5, -7, -5, -1, -3, 6, -4, -11)
_Q_SHIFTS = (-5, 8, 5, 5, 0, -6, 6, 2)
_XL_SHIFTS = (8, -6, 6, 4, -3, -4, -7, -2)
"""Shifts of f_2, to the left; negative ones to the right."""


def _shifted(x: Word, amount: int) -> Word:
    return x << amount if amount >= 0 else x >> -amount


def s(i: int, x: Word) -> Word:
    """The logic functions s_0 to s_5."""
    if i >= 4:
        return (x >> (i - 3)) ^ x
    right, left, first, second = _SHIFTS[x.width][i]
    return (x >> right) ^ (x << left) ^ x.rotl(first) ^ x.rotl(second)


def r(i: int, x: Word) -> Word:
    """The rotations r_1 to r_7."""
    return x.rotl(_ROTATIONS[x.width][i - 1])


def f_0(m: Sequence[Word], h: Sequence[Word]) -> list[Word]:
    """q_0 to q_15."""
    q = []
    for i, text in enumerate(_W):
        total = m[0].graph.constant(0, m[0].width)
        for term in text.split():
            operand = m[int(term[1:])] ^ h[int(term[1:])]
            total = total + operand if term[0] == "+" else total - operand
        q.append(s(i % 5, total) + h[(i + 1) % 16])
    return q


def add_element(m: Sequence[Word], h: Sequence[Word], j: int) -> Word:
    """AddElement(j)."""
    first, second, third = (m[i % 16].rotl(i % 16 + 1) for i in (j, j + 3, j + 10))
    unit = 0x0555555555555555 >> (64 - m[0].width)
    return (first + second - third + (j + 16) * unit) ^ h[(j + 7) % 16]


def f_1(m: Sequence[Word], h: Sequence[Word], lower: Sequence[Word]) -> list[Word]:
    """q_0 to q_31: expand_1 computes q_16 and q_17, expand_2 the others."""
    q = list(lower)
    for j in range(16, 32):
        total = add_element(m, h, j - 16)
        if j < 18:
            for i in range(16):
                total += s((i + 1) % 4, q[j - 16 + i])
        else:
            for i in range(7):
                total = total + q[j - 16 + 2 * i] + r(i + 1, q[j - 15 + 2 * i])
            total = total + s(4, q[j - 2]) + s(5, q[j - 1])
        total.graph.sums.keep_whole(total.bits)
        q.append(total)
    return q


def f_2(m: Sequence[Word], q: Sequence[Word]) -> list[Word]:
    """The new double pipe."""
    xl = xor_all(q[16:24])
    xh = xl
    for word in q[24:32]:
        xh ^= word
    h = []
    for i in range(8):
        late = _shifted(xh, _XH_SHIFTS[i]) ^ _shifted(q[16 + i], _Q_SHIFTS[i]) ^ m[i]
        h.append(late + (xl ^ q[24 + i] ^ q[i]))
    for i in range(8):
        early = xh ^ q[24 + i] ^ m[8 + i]
        other = _shifted(xl, _XL_SHIFTS[i]) ^ q[16 + (i + 7) % 8] ^ q[8 + i]
        h.append(h[(i + 4) % 8].rotl(9 + i) + early + other)
    return h


def compress(h: Sequence[Word], m: Sequence[Word]) -> list[Word]:
    """The compression function."""
    return f_2(m, f_1(m, h, f_0(m, h)))


def _block(width: int) -> RoundProof:
    def build(graph: Graph, circuit: Circuit) -> Sequence[Pair]:
        m, h = graph.variables(16, width), graph.variables(16, width)
        circuit.force_all({"datapath.restart": 0, "datapath.closing": 0, "datapath.running": 1})
        circuit.force_all({"datapath.message": join(m), "datapath.chain": join(h)})
        after = join(compress(h, m))
        return [("chain", circuit.read_next("datapath.chain"), after)]

    return RoundProof(
        name=f"bmw/block-{width}",
        claim="one cycle is the compression function",
        core=f"bmw-{8 * width}/highspeed",
        build=build,
        module="bmw.py",
        normal_sums=True,
    )


PROOFS = (_block(32), _block(64))
