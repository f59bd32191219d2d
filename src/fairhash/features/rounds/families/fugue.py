# SPDX-License-Identifier: Apache-2.0
"""The sub-round of Fugue (S. Halevi, W. E. Hall, C. S. Jutla, "The Hash Function Fugue", 2009) and its registers."""

from collections.abc import Sequence

from fairhash.features.rounds.circuit import Circuit
from fairhash.features.rounds.field import byte_to_basis, sbox, times
from fairhash.features.rounds.round_proof import Pair, RoundProof
from fairhash.features.rounds.word import Graph, Word, join, xor_all

Column = list[Word]
"""Four bytes, row 0 first."""
_MATRIX = (1, 4, 7, 1)
"""The first row of the circulant matrix M of the super-mix."""
_ADDED = {30: ((10, 0),), 36: ((22, 0),)}
_COPIED = {30: ((1, 24),), 36: ((1, 24), (4, 27), (7, 30))}
"""TIX: pairs of a column and the column that is added to it, before and after the word enters."""


def plus(a: Sequence[Word], b: Sequence[Word]) -> Column:
    """The sum of two columns."""
    return [x ^ y for x, y in zip(a, b, strict=True)]


def smix(window: Sequence[Column]) -> list[Column]:
    """SMIX: the S-box, then M W + diag(sums of W's rows without the diagonal) M^T, then row i rotated left by i."""
    w = [[sbox(window[column][row]) for column in range(4)] for row in range(4)]
    u = []
    for i in range(4):
        others = xor_all(w[i][k] for k in range(4) if k != i)
        products = [xor_all(times(w[k][j], _MATRIX[(k - i) % 4]) for k in range(4)) for j in range(4)]
        u.append([product ^ times(others, _MATRIX[(i - j) % 4]) for j, product in enumerate(products)])
    return [[u[i][(j + i) % 4] for i in range(4)] for j in range(4)]


def tix(s: Sequence[Column], word: Column) -> list[Column]:
    """TIX: the word enters the state."""
    x = list(s)
    for target, source in _ADDED[len(s)]:
        x[target] = plus(x[target], x[source])
    x[0] = word
    x[8] = plus(x[8], x[0])
    for target, source in _COPIED[len(s)]:
        x[target] = plus(x[target], x[source])
    return x


def rotate_and_cmix(s: Sequence[Column]) -> list[Column]:
    """ROR3, then CMIX."""
    x = [*s[-3:], *s[:-3]]
    half = len(s) // 2
    for i in range(3):
        x[i] = plus(x[i], x[4 + i])
        x[half + i] = plus(x[half + i], x[4 + i])
    return x


def _held(columns: Sequence[Column]) -> Word:
    return join([byte_to_basis(byte) for column in columns for byte in column])


def _sub_round(digest_bits: int, width: int, with_tix: bool) -> RoundProof:
    def build(graph: Graph, circuit: Circuit) -> Sequence[Pair]:
        # the register inside the S-box follows `chosen`, which is the window before SMIX
        state = [graph.variables(4, 8) for _ in range(width)]
        word = graph.variables(4, 8)
        after: list[Column] = [*smix(state[:4]), *state[4:]]
        if with_tix:
            after = tix(after, word)
        after = rotate_and_cmix(after)
        circuit.force("datapath.chosen", _held(state[:4]))
        second = circuit.another_cycle()
        second.force("datapath.products", circuit.read("datapath.halfway"))
        second.force_all({"datapath.ring": _held(state[4:]), "datapath.word": join(word), "datapath.moving": 1})
        second.force_all({"datapath.idle": 0, "datapath.ending_round": 0, "datapath.tix": int(with_tix)})
        second.force_all({"datapath.waiting": 0, "datapath.starting": 0})
        return [
            ("window", second.read("datapath.chosen"), _held(after[:4])),
            ("ring", second.read_next("datapath.ring"), _held(after[4:])),
        ]

    what = "SMIX, TIX, ROR3 and CMIX" if with_tix else "SMIX, ROR3 and CMIX"
    return RoundProof(
        name=f"fugue/{'word' if with_tix else 'sub-round'}-{digest_bits}",
        claim=f"from one input of the S-boxes to the next, a cycle is {what}",
        core=f"fugue-{digest_bits}/highspeed",
        build=build,
        module="fugue.py",
        normal_bytes=True,
    )


PROOFS = tuple(
    _sub_round(size, width, with_tix) for size, width in ((256, 30), (512, 36)) for with_tix in (True, False)
)
