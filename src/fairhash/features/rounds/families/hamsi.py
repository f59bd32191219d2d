# SPDX-License-Identifier: Apache-2.0
"""The round of Hamsi (O. Kucuk, "The Hash Function Hamsi", 2009, section 2.3) and the registers of its datapath."""

from collections.abc import Sequence

from fairhash.features.rounds.circuit import Circuit
from fairhash.features.rounds.field import look_up
from fairhash.features.rounds.round_proof import Pair, RoundProof
from fairhash.features.rounds.word import Graph, Word, join

_SBOX = (8, 6, 7, 9, 3, 12, 10, 15, 13, 1, 14, 4, 0, 11, 5, 2)
_ALPHA = (
    0xFF00F0F0, 0xCCCCAAAA, 0xF0F0CCCC, 0xFF00AAAA, 0xCCCCAAAA, 0xF0F0FF00, 0xAAAACCCC, 0xF0F0FF00,
    0xF0F0CCCC, 0xAAAAFF00, 0xCCCCFF00, 0xAAAAF0F0, 0xAAAAF0F0, 0xFF00CCCC, 0xCCCCF0F0, 0xFF00AAAA,
    0xCCCCAAAA, 0xFF00F0F0, 0xFF00AAAA, 0xF0F0CCCC, 0xF0F0FF00, 0xCCCCAAAA, 0xF0F0FF00, 0xAAAACCCC,
    0xAAAAFF00, 0xF0F0CCCC, 0xAAAAF0F0, 0xCCCCFF00, 0xFF00CCCC, 0xAAAAF0F0, 0xFF00AAAA, 0xCCCCF0F0,
)  # fmt: skip
"""The constants of P, rows of eight words; Hamsi-256 uses the first four of each (section 2.3.1)."""
_SECOND = ((0, 2, 5, 7), (16, 19, 21, 22), (9, 11, 12, 14), (25, 26, 28, 31))
"""The words of the second diffusion of Hamsi-512 (section 2.3.3)."""


def add_constants(s: Sequence[Word], index: Word) -> list[Word]:
    """The XOR of the constants of P, and of the round's number to word 1 (section 2.3.1)."""
    width = len(s) // 4
    result = [word ^ _ALPHA[8 * (i // width) + i % width] for i, word in enumerate(s)]
    result[1] ^= index
    return result


def substitute(s: Sequence[Word]) -> list[Word]:
    """The S-box on the four bits of a column; row 0 is the least significant (section 2.3.2)."""
    width = len(s) // 4
    rows: list[list[int]] = [[] for _ in s]
    for j in range(width):
        for bit in range(32):
            index = Word(s[0].graph, tuple(s[row * width + j].bits[bit] for row in range(4)))
            for row, literal in enumerate(look_up(_SBOX, index).bits[:4]):
                rows[row * width + j].append(literal)
    return [Word(s[0].graph, tuple(row)) for row in rows]


def mix(a: Word, b: Word, c: Word, d: Word) -> tuple[Word, Word, Word, Word]:
    """The linear transformation L (section 2.3.3)."""
    a, c = a.rotl(13), c.rotl(3)
    b, d = b ^ a ^ c, d ^ c ^ (a << 3)
    b, d = b.rotl(1), d.rotl(7)
    a, c = a ^ b ^ d, c ^ d ^ (b << 7)
    return a.rotl(5), b, c.rotl(22), d


def diffuse(s: Sequence[Word]) -> list[Word]:
    """L on the diagonals; in Hamsi-512 also on four words of each row."""
    x = list(s)
    width = len(s) // 4
    places = [tuple(row * width + (j + row) % width for row in range(4)) for j in range(width)]
    for i, j, k, n in (*places, *(_SECOND if width == 8 else ())):
        x[i], x[j], x[k], x[n] = mix(x[i], x[j], x[k], x[n])
    return x


def _message_places(width: int) -> list[int]:
    """Words of the state that hold the message: pairs that take turns with the chaining value (section 2.2.5)."""
    return [i for i in range(4 * width) if (i // 2 + i // width) % 2 == 0]


def _round(digest_bits: int) -> RoundProof:
    def build(graph: Graph, circuit: Circuit) -> Sequence[Pair]:
        # the register holds the state after the S-boxes
        state = graph.variables(digest_bits // 16, 32)
        message = graph.variables(digest_bits // 32, 32)
        index = graph.variable(4)
        entered = diffuse(state)
        for place, word in zip(_message_places(digest_bits // 64), message, strict=True):
            entered[place] ^= word
        after = substitute(add_constants(entered, Word(graph, index.bits + (0,) * 28)))
        zeros = ("idle", "joining", "is_final", "chained", "m_1")
        circuit.force_all({f"datapath.{name}": 0 for name in zeros})
        circuit.force_all({"datapath.moving": 1, "datapath.round_index": index, "datapath.m_0": join(message)})
        circuit.force("datapath.substituted", join(state))
        return [("substituted", circuit.read_next("datapath.substituted"), join(after))]

    return RoundProof(
        name=f"hamsi/round-{digest_bits}",
        claim="one cycle is the diffusion of a round of P, then the constants and S-boxes of the next one",
        core=f"hamsi-{digest_bits}/highspeed",
        build=build,
        module="hamsi.py",
    )


PROOFS = (_round(256), _round(512))
