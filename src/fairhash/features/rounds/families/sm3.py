# SPDX-License-Identifier: Apache-2.0
"""The round of SM3 by GB/T 32905-2016, section 5.3.3, and the registers of the SM3 datapath."""

from collections.abc import Sequence

from fairhash.features.rounds.circuit import Circuit
from fairhash.features.rounds.round_proof import Pair, RoundProof
from fairhash.features.rounds.word import Graph, Word


def ff(parity: Word, x: Word, y: Word, z: Word) -> Word:
    """FF_j of section 4.3: parity in the first 16 rounds, then the majority."""
    return parity.choose(x ^ y ^ z, (x & y) | (x & z) | (y & z))


def gg(parity: Word, x: Word, y: Word, z: Word) -> Word:
    """GG_j of section 4.3: parity in the first 16 rounds, then a choice."""
    return parity.choose(x ^ y ^ z, (x & y) | (~x & z))


def p0(x: Word) -> Word:
    """P_0 of section 4.4."""
    return x ^ x.rotl(9) ^ x.rotl(17)


def _round(graph: Graph, circuit: Circuit) -> Sequence[Pair]:
    """One round without a boundary of blocks, for any constant and any state.

    The datapath's SS1 and its sum with carries are compared first; the other words take SS1 as given.
    """
    a, b, c, d, e, f, g, h = graph.variables(8, 32)
    constant, w, w1, next_w, next_w1 = graph.variables(5, 32)
    parity, ss1 = graph.variable(1), graph.variable(32)
    registers = {"a": a, "b": b, "c": c, "e": e, "f": f, "g": g, "dw": d + w1, "hw": h + w, "late_a": 0, "late_e": 0}
    inputs = {
        "advance": 1,
        "start": 0,
        "fold": 0,
        "parity": parity,
        "constant_word": constant,
        "word": next_w,
        "difference": next_w1,
        "chaining": graph.variable(256),
    }
    prefix = "datapath."
    forced = {prefix + name: value for name, value in (registers | inputs).items()}
    first, second = circuit, circuit.another_cycle()
    first.force_all(forced)
    second.force_all({**forced, prefix + "ss1": ss1})
    ss2 = ss1 ^ a.rotl(12)
    after = {
        "a": ff(parity, a, b, c) + d + ss2 + w1,
        "b": a,
        "c": b.rotl(9),
        "e": p0(gg(parity, e, f, g) + h + ss1 + w),
        "f": e,
        "g": f.rotl(19),
        "dw": c + next_w1,
        "hw": g + next_w,
    }
    sum_of_three = (a.rotl(12) + e + constant).rotl(7)
    pairs = [("ss1", first.read(prefix + "ss1"), sum_of_three)]
    return [*pairs, *((name, second.read_next(prefix + name), value) for name, value in after.items())]


PROOFS = (
    RoundProof(
        name="sm3/round",
        claim="one cycle of the SM3 datapath is one round, with D + W'_j and H + W_j added one round ahead",
        core="sm3/highspeed",
        build=_round,
        module="sm3.py",
        normal_sums=True,
        quick=True,
    ),
)
