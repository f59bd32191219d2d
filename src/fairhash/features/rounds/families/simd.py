# SPDX-License-Identifier: Apache-2.0
"""The steps of SIMD's Feistel ladders (G. Leurent et al., "SIMD Is a Message Digest", version 1.1)."""

from collections.abc import Sequence

from fairhash.features.rounds.circuit import Circuit
from fairhash.features.rounds.round_proof import Pair, RoundProof
from fairhash.features.rounds.word import Graph, Word, join

_ROTATIONS = ((3, 23, 17, 27), (28, 19, 22, 7), (29, 9, 15, 5), (4, 13, 10, 25))
"""The four amounts of each round; the feed-forward has those of the last one."""
_NEIGHBOURS = {4: (1, 2, 3), 8: (1, 6, 2, 3, 5, 7, 4)}
"""In step i, ladder j takes A of ladder j XOR the entry i of this list, repeated."""
_SELECT = (0b100, 0b010, 0b111, 0b001)
"""How the datapath selects the amounts of a round."""


def choose(a: Word, b: Word, c: Word) -> Word:
    """IF."""
    return (a & b) | (c & ~a)


def majority(a: Word, b: Word, c: Word) -> Word:
    """MAJ."""
    return (a & b) | (c & (a | b))


def step(ladders: Sequence[Word], w: Sequence[Word], i: int) -> list[Word]:
    """Step i of all ladders, whose words are all A, then all B, C and D."""
    n = len(w)
    a, b, c, d = (ladders[n * k : n * k + n] for k in range(4))
    amounts = _ROTATIONS[min(i // 8, 3)]
    function = majority if i % 8 >= 4 else choose
    turned = [word.rotl(amounts[i % 4]) for word in a]
    distance = _NEIGHBOURS[n][i % len(_NEIGHBOURS[n])]
    new_a = []
    for j in range(n):
        total = d[j] + w[j] + function(a[j], b[j], c[j])
        new_a.append(total.rotl(amounts[(i + 1) % 4]) + turned[j ^ distance])
    return [*new_a, *turned, *b, *c]


def _four_steps(n: int, group: int, graph: Graph, circuit: Circuit) -> Pair:
    before, w, message = (graph.variables(4 * n, 32) for _ in range(3))
    after = before
    distances = []
    for slot in range(4):
        i = 4 * group + slot
        after = step(after, w[n * slot : n * slot + n], i)
        distance = _NEIGHBOURS[n][i % len(_NEIGHBOURS[n])]
        distances += [(distance >> k) & 1 for k in range(3)]
    prefix = "ladders."
    circuit.force_all({prefix + "rest": 0, prefix + "step_ladders": 1, prefix + "majority": group % 2})
    circuit.force_all({prefix + "rotation": _SELECT[min(group // 2, 3)]})
    circuit.force_all({prefix + "distances": int("".join(map(str, distances)), 2)})
    circuit.force_all({prefix + "ladders": join(before), prefix + "w": join(w), prefix + "message": join(message)})
    expected = join([x ^ y for x, y in zip(after, message, strict=True)])
    return (f"ladders after step {4 * group + 3}", circuit.read_next(prefix + "ladders"), expected)


def _steps(n: int) -> RoundProof:
    def build(graph: Graph, circuit: Circuit) -> Sequence[Pair]:
        return [_four_steps(n, group, graph, circuit.another_cycle()) for group in range(9)]

    return RoundProof(
        name=f"simd/steps-{n}-ladders",
        claim="one cycle is four steps of all ladders, for steps 0 to 31 and the feed-forward, then the XOR of a block",
        core=f"simd-{64 * n}/highspeed",
        build=build,
        module="simd.py",
        normal_sums=True,
    )


PROOFS = (_steps(4), _steps(8))
