# SPDX-License-Identifier: Apache-2.0
"""The steps of the BLAKE2 cores with two, four and eight functions G in a cycle (RFC 7693, section 3.2)."""

from collections.abc import Sequence

from fairhash.features.rounds.circuit import Circuit
from fairhash.features.rounds.families.blake2 import g
from fairhash.features.rounds.round_proof import Pair, RoundProof
from fairhash.features.rounds.word import Graph, Word, join

Positions = Sequence[Sequence[int]]
"""For each of the rows a, b, c and d: the number in its row of the word that each of its four registers holds."""

_COLUMNS: Positions = ((0, 1, 2, 3),) * 4
_DIAGONALS: Positions = ((0, 3, 2, 1), (1, 0, 3, 2), (2, 1, 0, 3), (3, 2, 1, 0))
FOUR_LANES: Sequence[Positions] = (_COLUMNS, _DIAGONALS, _COLUMNS)
"""Positions before each half of a round, and after the round."""
TWO_LANES: Sequence[Positions] = (
    ((0, 2, 1, 3),) * 4,
    ((1, 3, 0, 2), (1, 3, 2, 0), (1, 3, 2, 0), (1, 3, 0, 2)),
    ((0, 2, 1, 3), (1, 3, 2, 0), (2, 0, 3, 1), (3, 1, 0, 2)),
    ((1, 3, 0, 2), (2, 0, 3, 1), (3, 1, 0, 2), (0, 2, 3, 1)),
    ((3, 1, 0, 2),) * 4,
)
"""Positions before each of the four steps of round 0, and after it. Later rounds have other numbers."""


def _step(graph: Graph, circuit: Circuit, lanes: int, width: int, positions: Sequence[Positions]) -> list[Pair]:
    """One cycle: a G of each lane for all positions but the last ones, where the words are afterwards."""
    series = len(positions) - 1
    v = graph.variables(16, width)
    stored, first, second = (graph.variables(count, width) for count in (lanes, lanes * series, lanes * series))
    rows = [[v[4 * row + number] for number in positions[0][row]] for row in range(4)]
    rows[0][:lanes] = [word + x for word, x in zip(rows[0][:lanes], stored, strict=True)]
    circuit.force_all({f"datapath.{name}_reg": join(words) for name, words in zip("abcd", rows, strict=True)})
    circuit.force_all({"datapath.first_words": join(first[::-1]), "datapath.second_words": join(second[::-1])})
    circuit.force_all({"datapath.advance": 1, "datapath.chains": 0, "datapath.ends": 0})
    after: list[Word] = list(v)
    for stage in range(series):
        for lane in range(lanes):
            places = [4 * row + positions[stage][row][lane] for row in range(4)]
            x = first[stage * lanes + lane] if stage else stored[lane]
            mixed = g([after[place] for place in places], x, second[stage * lanes + lane])
            for place, word in zip(places, mixed, strict=True):
                after[place] = word
    rows = [[after[4 * row + number] for number in positions[-1][row]] for row in range(4)]
    # the first words of the step that follows
    rows[0][:lanes] = [word + x for word, x in zip(rows[0][:lanes], first[:lanes], strict=True)]
    return [
        (name, circuit.read_next(f"datapath.{name}_reg"), join(words)) for name, words in zip("abcd", rows, strict=True)
    ]


def _four_lanes(core: str, width: int, series: int) -> RoundProof:
    def build(graph: Graph, circuit: Circuit) -> Sequence[Pair]:
        pairs: list[Pair] = []
        for half in range(0, 2, series):
            step = _step(graph, circuit.another_cycle(), 4, width, FOUR_LANES[half : half + series + 1])
            pairs += [(f"{name} after half {half + series}", ours, described) for name, ours, described in step]
        return pairs

    return RoundProof(
        name=f"blake2/{core.split('/')[1]}-{width}",
        claim=f"one cycle is {'a round' if series == 2 else 'half a round'}; a_reg includes the first message words",
        core=core,
        build=build,
        module="blake2_folded.py",
        normal_sums=True,
        quick=width == 32 and series == 1,
    )


def _two_lanes(core: str, width: int) -> RoundProof:
    def build(graph: Graph, circuit: Circuit) -> Sequence[Pair]:
        pairs: list[Pair] = []
        for number in range(4):
            cycle = circuit.another_cycle()
            cycle.force_all({"datapath.to_diagonal": int(number == 1), "datapath.to_column": int(number == 3)})
            step = _step(graph, cycle, 2, width, TWO_LANES[number : number + 2])
            pairs += [(f"{name} after step {number}", ours, described) for name, ours, described in step]
        return pairs

    return RoundProof(
        name=f"blake2/{core.split('/')[1]}-{width}",
        claim="four cycles are a round, and move the columns; a_reg includes the first message words",
        core=core,
        build=build,
        module="blake2_folded.py",
        normal_sums=True,
    )


PROOFS = (
    _two_lanes("blake2s-256/g-2", 32),
    _four_lanes("blake2s-256/g-4", 32, 1),
    _four_lanes("blake2s-256/g-8", 32, 2),
    _four_lanes("blake2b-512/g-4", 64, 1),
)
