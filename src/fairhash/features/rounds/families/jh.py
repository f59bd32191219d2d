# SPDX-License-Identifier: Apache-2.0
"""The rounds of E_8 of JH (H. Wu, "The Hash Function JH", 2009, section 4) and the registers of its datapath."""

from collections.abc import Sequence

from fairhash.features.rounds.circuit import Circuit
from fairhash.features.rounds.field import look_up
from fairhash.features.rounds.round_proof import Pair, RoundProof
from fairhash.features.rounds.word import Graph, Word, join

_S_0 = (9, 0, 4, 11, 13, 12, 3, 15, 1, 10, 2, 6, 7, 5, 8, 14)
_S_1 = (3, 12, 6, 13, 5, 7, 1, 9, 15, 2, 0, 4, 11, 10, 14, 8)
"""Section 4.1; bit 0 of an element is its most significant bit."""


def substitute(a: Word, constant: Word) -> Word:
    """S_0 of an element if the bit of the constant is zero, else S_1."""
    return constant.choose(look_up(_S_1, a).slice(0, 4), look_up(_S_0, a).slice(0, 4))


def double(a: Word) -> Word:
    """2 a in GF(2^4), modulo x^4 + x + 1."""
    return (a << 1) ^ (Word(a.graph, (a.bits[3],) * 4) & 0b0011)


def linear(a: Sequence[Word]) -> list[Word]:
    """L of each pair of elements (section 4.2)."""
    result = []
    for i in range(0, len(a), 2):
        d = a[i + 1] ^ double(a[i])
        result += [a[i] ^ double(d), d]
    return result


def permute(a: Sequence[Word]) -> list[Word]:
    """P_d: first pi_d, then P'_d, then phi_d (section 4.3)."""
    half = len(a) // 2
    first = [a[i ^ (i >> 1 & 1)] for i in range(len(a))]
    second = [*first[0::2], *first[1::2]]
    return [second[i if i < half else i ^ 1] for i in range(len(a))]


def _round(digest_bits: int) -> RoundProof:
    def build(graph: Graph, circuit: Circuit) -> Sequence[Pair]:
        # the register holds the state after S of the round before
        substituted, constants = graph.variables(256, 4), graph.variables(256, 1)
        after = permute(linear(substituted))
        after = [substitute(a, c) for a, c in zip(after, constants, strict=True)]
        reset = circuit.another_cycle()
        reset.force_all({"datapath.clear": 1})
        circuit.force("datapath.chained", reset.read_next("datapath.chained"))
        idle = ("first", "kept", "kept_end", "chained_valid", "resting", "finish")
        circuit.force_all({f"datapath.{name}": 0 for name in idle} | {"control.later": 1})
        # words 2 to 5 of the block have any value, words 0, 1, 6 and 7 are zero
        zeros = graph.constant(0, 128)
        circuit.force("datapath.inject", join([zeros, graph.variable(256), zeros]))
        circuit.force_all({"datapath.substituted": join(substituted), "datapath.c": join(constants)})
        return [("substituted", circuit.read_next("datapath.substituted"), join(after))]

    return RoundProof(
        name=f"jh/round-{digest_bits}",
        claim="one cycle without a block is L and P of a round, then S of the next one",
        core=f"jh-{digest_bits}/highspeed",
        build=build,
        module="jh.py",
    )


PROOFS = (_round(256), _round(512))
