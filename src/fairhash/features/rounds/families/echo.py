# SPDX-License-Identifier: Apache-2.0
"""The AES round and the BIG operations of ECHO (R. Benadjila et al., "SHA-3 Proposal: ECHO") and its registers."""

from collections.abc import Sequence

from fairhash.features.rounds.circuit import Circuit
from fairhash.features.rounds.field import byte_to_basis, mix_column, sbox
from fairhash.features.rounds.round_proof import Pair, RoundProof
from fairhash.features.rounds.word import Graph, Word, join

Bytes = list[Word]
"""The 16 bytes of a word; byte n is in row n mod 4 of column n / 4."""


def aes_round(word: Bytes) -> Bytes:
    """SubBytes, ShiftRows and MixColumns (FIPS 197, section 5.1), without a key."""
    result = []
    for column in range(4):
        result += mix_column([sbox(word[4 * ((column + row) % 4) + row]) for row in range(4)])
    return result


def big_shift_rows(words: Sequence[Bytes]) -> list[Bytes]:
    """BIG.ShiftRows: row i of the state of words, numbered by columns, is rotated by i."""
    return [words[(4 * (i // 4 + i % 4) + i % 4) % 16] for i in range(16)]


def big_mix_columns(words: Sequence[Bytes]) -> list[Bytes]:
    """BIG.MixColumns: MixColumns of the bytes of equal number in the four words of a column."""
    result: list[Bytes] = [[] for _ in words]
    for first in range(0, 16, 4):
        for n in range(16):
            for row, byte in enumerate(mix_column([words[first + row][n] for row in range(4)])):
                result[first + row].append(byte)
    return result


def _held(words: Sequence[Bytes]) -> Word:
    """Words as registers hold them: byte 0 in the least significant bits."""
    return join([byte_to_basis(byte) for word in words for byte in reversed(word)])


def _datapath(size: int, big: bool) -> RoundProof:
    def build(graph: Graph, circuit: Circuit) -> Sequence[Pair]:
        words = [graph.variables(16, 8) for _ in range(16)]
        zeros = ("left", "right", "opens", "block_words", "clear_state")
        circuit.force_all({f"datapath.{name}": 0 for name in zeros})
        chain_bits = 2 * size
        circuit.force_all({"datapath.copied": graph.variable(2048), "datapath.kept_sum": graph.variable(chain_bits)})
        if big:
            after = big_mix_columns(big_shift_rows(words))
            circuit.force_all({"datapath.mixed": _held(words), "datapath.state": 0})
        else:
            after = [aes_round(word) for word in words]
            neutral = circuit.another_cycle()
            neutral.force_all({"datapath.keep_mixed": 0})
            circuit.force_all({"datapath.state": _held(words), "datapath.mixed": neutral.read_next("datapath.mixed")})
        return [("state", circuit.read_next("datapath.state"), _held(after))]

    what = "BIG.ShiftRows and BIG.MixColumns" if big else "an AES round of all 16 words"
    return RoundProof(
        name=f"echo/{'big' if big else 'aes-round'}-{size}",
        claim=f"one cycle without keys is {what}",
        core=f"echo-{size}/highspeed",
        build=build,
        module="echo.py",
        normal_bytes=True,
    )


PROOFS = tuple(_datapath(size, big) for size in (256, 512) for big in (False, True))
