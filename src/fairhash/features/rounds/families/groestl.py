# SPDX-License-Identifier: Apache-2.0
"""Groestl-0 (P. Gauravaram et al., "Groestl - a SHA-3 candidate", 2008) and the registers of its datapath."""

from collections.abc import Sequence

from fairhash.features.rounds.circuit import Circuit
from fairhash.features.rounds.field import byte_to_basis, sbox, times
from fairhash.features.rounds.round_proof import Pair, RoundProof
from fairhash.features.rounds.word import Graph, Word, join, xor_all

Columns = list[list[Word]]
"""The state: bytes by column and row."""
_MATRIX = (2, 2, 3, 4, 5, 3, 5, 7)
"""The first row of the circulant matrix of MixBytes (section 3.4.5)."""


def add_constant(a: Columns, index: int, is_q: bool) -> Columns:
    """AddRoundConstant of round `index` (section 3.4.2)."""
    result = [list(column) for column in a]
    result[0][7 if is_q else 0] ^= index ^ (0xFF if is_q else 0)
    return result


def rounds_after_constant(a: Columns) -> Columns:
    """A round after AddRoundConstant: SubBytes, ShiftBytes and MixBytes (sections 3.4.3 to 3.4.5)."""
    width = len(a)
    amounts = (0, 1, 2, 3, 4, 5, 6, 11 if width == 16 else 7)
    shifted = [[sbox(a[(j + amounts[i]) % width][i]) for i in range(8)] for j in range(width)]
    return [[xor_all(times(column[(i + k) % 8], _MATRIX[k]) for k in range(8)) for i in range(8)] for column in shifted]


def permutation(a: Columns, is_q: bool) -> Columns:
    """P or Q (section 3.4.1): 10 rounds for 8 columns, 14 for 16."""
    for index in range(10 if len(a) == 8 else 14):
        a = rounds_after_constant(add_constant(a, index, is_q))
    return a


def plus(*states: Columns) -> Columns:
    """The sum of states."""
    return [[xor_all(place) for place in zip(*columns, strict=True)] for columns in zip(*states, strict=True)]


def columns_of(word: Word) -> Columns:
    """The mapping of section 3.4.1 from bytes to the state, column by column."""
    data = word.split(8)
    return [data[i : i + 8] for i in range(0, len(data), 8)]


def compress(h: Columns, m: Columns) -> Columns:
    """f(h, m) = P(h + m) + Q(m) + h (section 3.3)."""
    return plus(permutation(plus(h, m), False), permutation(m, True), h)


def _held(a: Columns) -> Word:
    """The state as registers hold it: bytes in the basis, column 0 first."""
    return join([byte_to_basis(byte) for column in a for byte in column])


def _round(columns: int, core: str) -> RoundProof:
    def build(graph: Graph, circuit: Circuit) -> Sequence[Pair]:
        # the state includes the constant of this round; the constant of the next round is added after MixBytes
        state, chained = ([graph.variables(8, 8) for _ in range(columns)] for _ in range(2))
        p_constant, q_constant = graph.variables(2, 8)
        circuit.force_all({"datapath.state": _held(state), "datapath.advance": 1, "datapath.clear": 0})
        circuit.force_all({"datapath.add_block": 0, "datapath.p_constant": p_constant})
        circuit.force("datapath.q_constant", q_constant)
        second = circuit.another_cycle()
        second.force_all({f"datapath.{name}": circuit.read_next(f"datapath.{name}") for name in ("products", "spread")})
        second.force_all({"datapath.chained": _held(chained), "datapath.chain": 1, "datapath.advance": 1})
        result = plus(rounds_after_constant(state), chained)
        result[0][0] ^= p_constant
        result[0][7] ^= q_constant
        return [("state", second.read_next("datapath.state"), _held(result))]

    return RoundProof(
        name=f"groestl/round-{columns}-columns",
        claim="two cycles are a round of P or Q after AddRoundConstant, then next constants and the chaining value",
        core=core,
        build=build,
        module="groestl.py",
        normal_bytes=True,
    )


PROOFS = (_round(8, "groestl0-256/highspeed"), _round(16, "groestl0-512/highspeed"))
