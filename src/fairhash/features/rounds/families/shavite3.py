# SPDX-License-Identifier: Apache-2.0
"""The AES round and the Feistel exchange of SHAvite-3 (E. Biham, O. Dunkelman, 2009) and its registers."""

from collections.abc import Sequence

from fairhash.features.rounds.circuit import Circuit
from fairhash.features.rounds.field import byte_to_basis, mix_column, sbox
from fairhash.features.rounds.round_proof import Pair, RoundProof
from fairhash.features.rounds.word import Graph, Word, join

Columns = list[list[Word]]
"""Columns of four bytes, row 0 first."""


def aes_round(block: Columns) -> Columns:
    """SubBytes, ShiftRows and MixColumns (FIPS 197, section 5.1), without a key."""
    return [mix_column([sbox(block[(j + r) % 4][r]) for r in range(4)]) for j in range(4)]


def plus(*blocks: Columns) -> Columns:
    """The sum of blocks."""
    result = blocks[0]
    for block in blocks[1:]:
        result = [[x ^ y for x, y in zip(a, b, strict=True)] for a, b in zip(result, block, strict=True)]
    return result


def next_left(right: Columns) -> Columns:
    """The left halves of the next round: the right halves, which in C_512 are the branches 1 and 3, in its order."""
    return [right[(i + 4) % len(right)] for i in range(len(right))]


def _held(columns: Columns) -> Word:
    """Columns as registers hold them: row 0 in the least significant byte."""
    return join([byte_to_basis(byte) for column in columns for byte in reversed(column)])


def _round(size: int) -> RoundProof:
    words = size // 64

    def build(graph: Graph, circuit: Circuit) -> Sequence[Pair]:
        names = ("state", "even", "odd", "key_before", "left", "right", "kept_right", "chained_state")
        held = {name: [graph.variables(4, 8) for _ in range(words)] for name in names}
        # the key of these words is in `even` alone
        whole = range(2) if size == 256 else range(words)
        held["odd"] = [[graph.constant(0, 8)] * 4 if i in whole else column for i, column in enumerate(held["odd"])]
        state, right = held["state"], held["right"]
        rounds = [column for i in range(0, words, 4) for column in aes_round(state[i : i + 4])]
        after = plus(rounds, held["even"], held["odd"], held["left"])
        found = plus(state, held["key_before"])
        prefix = "feistel."
        circuit.force_all({prefix + name: _held(columns) for name, columns in held.items()})
        if size == 256:
            # it adds half of the left half from left_due, which is equal to `left` in this cycle
            circuit.force_all({prefix + "left_due": _held(held["left"]), prefix + "chained_due": 0})
        circuit.force_all({prefix + name: 0 for name in ("quiet", "right_now", "state_now")})
        circuit.force_all({prefix + name: 1 for name in ("advance", "begins_round", "left_now")})
        expected = (("state", after), ("right", found), ("left", next_left(right)))
        return [(name, circuit.read_next(prefix + name), _held(columns)) for name, columns in expected]

    return RoundProof(
        name=f"shavite3/aes-round-{size}",
        claim="a cycle is an AES round of each F plus key and left half; at the start of a round the halves change",
        core=f"shavite3-{size}/highspeed",
        build=build,
        module="shavite3.py",
        normal_bytes=True,
        quick=size == 256,
    )


PROOFS = (_round(256), _round(512))
