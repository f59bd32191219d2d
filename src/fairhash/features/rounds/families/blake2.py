# SPDX-License-Identifier: Apache-2.0
"""The mixing function G of BLAKE2 (RFC 7693, section 3.1) and BLAKE3, and the pipeline that computes it."""

from collections.abc import Sequence

from fairhash.features.rounds.circuit import Circuit
from fairhash.features.rounds.round_proof import Pair, RoundProof
from fairhash.features.rounds.word import Graph, Word

_ROTATIONS = {32: (16, 12, 8, 7), 64: (32, 24, 16, 63)}
"""R1 to R4 by the width of a word (section 2.1)."""


def g(v: Sequence[Word], x: Word, y: Word) -> list[Word]:
    """The words a, b, c, d after G with the message words x and y."""
    a, b, c, d = v
    r1, r2, r3, r4 = _ROTATIONS[a.width]
    a = a + b + x
    d = (d ^ a).rotr(r1)
    c = c + d
    b = (b ^ c).rotr(r2)
    a = a + b + y
    d = (d ^ a).rotr(r3)
    c = c + d
    b = (b ^ c).rotr(r4)
    return [a, b, c, d]


def _pipeline(name: str, core: str, width: int, *same_round: str, third: str = "c_read") -> RoundProof:
    """A G that starts from any words read from the rows of the state: the words that stages 5 and 6 write back.

    `third` is what holds the word c in stage 3: the output of its memory, or a register.
    """

    def build(graph: Graph, circuit: Circuit) -> Sequence[Pair]:
        a, b, c, d = graph.variables(4, width)
        x, y = graph.variables(2, width)
        prefix = "datapath."
        stage_2, stage_3, stage_4, stage_5, stage_6 = (circuit.another_cycle() for _ in range(5))
        stage_2.force_all({prefix + n: word for n, word in (("a_2", a), ("b_in", b), ("d_read", d), ("first_word", x))})
        stage_2.force_all({prefix + "first_at": 0})
        stage_3.force_all({prefix + n: stage_2.read_next(prefix + n) for n in ("a_3", "b_3", "d_3")})
        stage_3.force_all({prefix + third: c, prefix + "first_at": 0})
        stage_4.force_all({prefix + n: stage_3.read_next(prefix + n) for n in ("a_4", "b_4", "c_4", "d_4")})
        stage_4.force_all({prefix + "second_word": y, prefix + "clear_at": 0})
        stage_5.force_all({prefix + n: stage_4.read_next(prefix + n) for n in ("a_5", "b_5", "c_5", "d_5")})
        stage_6.force_all({prefix + n: stage_5.read_next(prefix + n) for n in ("b_6", "c_6", "d_6")})
        written = (
            stage_5.read(prefix + "sum_a_5"),
            stage_6.read(prefix + "new_b_6"),
            stage_6.read(prefix + "sum_c_6"),
            stage_5.read(prefix + "new_d_5"),
        )
        return list(zip("abcd", written, g((a, b, c, d), x, y), strict=True))

    return RoundProof(
        name=name,
        claim="the six stages of the pipeline compute G, of which a round has eight",
        core=core,
        build=build,
        module="blake2.py",
        same_round=same_round,
        normal_sums=True,
        quick=width == 32,
    )


PROOFS = (
    _pipeline("blake2/g-32", "blake2s-256/highspeed", 32, "blake2s-256/lightweight"),
    _pipeline("blake2/g-64", "blake2b-512/highspeed", 64),
    _pipeline("blake3/g", "blake3/highspeed", 32, "blake3/lightweight"),
    _pipeline("blake3/g-chunks", "blake3/chunks-2", 32, third="c_3"),
)
