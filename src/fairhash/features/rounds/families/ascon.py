# SPDX-License-Identifier: Apache-2.0
"""The permutation of Ascon by NIST SP 800-232, section 3, and the state registers of the Ascon datapaths."""

from collections.abc import Sequence

from fairhash.features.rounds.circuit import Circuit
from fairhash.features.rounds.round_proof import Pair, RoundProof
from fairhash.features.rounds.word import Graph, Word, join

ROUNDS = 12
_SBOX = (
    4,
    11,
    31,
    20,
    26,
    21,
    9,
    2,
    27,
    5,
    8,
    18,
    29,
    3,
    6,
    28,
    30,
    19,
    7,
    14,
    0,
    13,
    17,
    24,
    16,
    12,
    1,
    25,
    22,
    10,
    15,
    23,
)
"""The 5-bit substitution (section 3.3): bit 4 of an index and of a value is that of word 0."""
_ROTATIONS = ((19, 28), (61, 39), (1, 6), (10, 17), (7, 41))
"""Amounts of the linear layer by word (section 3.4)."""


def round_constant(index: int) -> int:
    """What p_C adds to word 2 in round `index` of 12 (section 3.2)."""
    return (15 - index) << 4 | index


def add_constant(state: Sequence[Word], constant: int) -> list[Word]:
    """p_C with a constant."""
    return [word ^ constant if i == 2 else word for i, word in enumerate(state)]


def substitute(state: Sequence[Word]) -> list[Word]:
    """p_S, as a sum of the rows of the table."""
    graph, width = state[0].graph, state[0].width
    results = [graph.constant(0, width)] * 5
    for index, value in enumerate(_SBOX):
        row = graph.constant(2**width - 1, width)
        for i, word in enumerate(state):
            row = row & (word if index >> (4 - i) & 1 else ~word)
        results = [result | row if value >> (4 - i) & 1 else result for i, result in enumerate(results)]
    return results


def diffuse(state: Sequence[Word]) -> list[Word]:
    """p_L."""
    return [word ^ word.rotr(a) ^ word.rotr(b) for word, (a, b) in zip(state, _ROTATIONS, strict=True)]


def one_round(state: Sequence[Word], index: int) -> list[Word]:
    """The round of this index: p_L of p_S of p_C."""
    return diffuse(substitute(add_constant(state, round_constant(index))))


def _rounds(unroll: int, core: str, same_round: tuple[str, ...]) -> RoundProof:
    def build(graph: Graph, circuit: Circuit) -> Sequence[Pair]:
        words, block = graph.variables(5, 64), graph.variable(64)
        pairs = []
        for first in range(0, ROUNDS, unroll):
            following = (first + unroll) % ROUNDS
            # the registers hold the state with the constant of the round that comes next
            cycle = circuit.another_cycle()
            cycle.force_all(
                {
                    "datapath.state": join(add_constant(words, round_constant(first))),
                    "datapath.rest": 0,
                    "datapath.advance": 1,
                    "datapath.step": first,
                    "datapath.next_step": following,
                    "datapath.inject": block,
                }
            )
            after = list(words)
            for index in range(first, first + unroll):
                after = one_round(after, index)
            after = add_constant([after[0] ^ block, *after[1:]], round_constant(following))
            pairs.append((f"state after round {first + unroll - 1}", cycle.read_next("datapath.state"), join(after)))
        return pairs

    return RoundProof(
        name=f"ascon/rounds-{unroll}",
        claim=f"one cycle of the Ascon datapath is {unroll} round(s) of Ascon-p[12] in each step and absorbs a block",
        core=core,
        build=build,
        module="ascon.py",
        same_round=same_round,
        quick=unroll == 1,
    )


def _slice(state: Sequence[Word], index: int, columns: int) -> Word:
    """Slice `index` of each word of a state, that of word 0 in the most significant bits."""
    return join([word.slice(columns * index, columns) for word in state])


def _columns(columns: int) -> RoundProof:
    slices, prefix = 64 // columns, "datapath."

    def build(graph: Graph, circuit: Circuit) -> Sequence[Pair]:
        state, block = graph.variables(5, 64), graph.variable(64)
        constant = graph.variable(8)
        low_byte = join([graph.constant(0, 56), constant])
        diffused = diffuse(state)
        after = substitute([diffused[0] ^ block, diffused[1], diffused[2] ^ low_byte, *diffused[3:]])
        # any slices before the first one of the pass
        ages = slices + slices // 2
        stored = [_slice(state, slices - 1 - age, columns) for age in range(slices)]
        history = join([*stored, *graph.variables(ages - slices, 5 * columns)])
        first = graph.variable(5 * columns)
        for index in range(slices):
            cycle = circuit.another_cycle()
            cycle.force_all(
                {
                    prefix + "history": history,
                    prefix + "first": first,
                    prefix + "rest": 0,
                    prefix + "advance": 1,
                    prefix + "slice_index": index,
                    prefix + "inject": block.slice(columns * index, columns),
                    prefix + "round_byte": constant if index == 0 else 0,
                }
            )
            history, first = cycle.read_next(prefix + "history"), cycle.read_next(prefix + "first")
        width = 5 * columns
        newest = history.width // width - 1
        return [
            (
                f"slice {index} after the pass",
                history.slice(width * (newest - (slices - 1 - index)), width),
                _slice(after, index, columns),
            )
            for index in range(slices)
        ]

    return RoundProof(
        name=f"ascon/columns-{columns}",
        claim=f"{slices} cycles of the Ascon datapath with {columns} columns a cycle are the linear layer of one round "
        "and the substitution of the next one, with any constant and any block",
        core=f"ascon-hash256/columns-{columns}",
        build=build,
        module="ascon.py",
        same_round=(f"ascon-xof128/columns-{columns}",),
        quick=columns == 32,
    )


PROOFS = (
    *(
        _rounds(unroll, f"ascon-hash256/{architecture}", (f"ascon-xof128/{architecture}",))
        for unroll, architecture in ((1, "highspeed"), (2, "rounds-2"))
    ),
    _columns(16),
    _columns(32),
)
