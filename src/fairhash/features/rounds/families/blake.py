# SPDX-License-Identifier: Apache-2.0
"""BLAKE-32 and BLAKE-64 (J.-P. Aumasson et al., "SHA-3 proposal BLAKE", version 1.3) and its registers."""

from collections.abc import Sequence

from fairhash.features.rounds.circuit import Circuit
from fairhash.features.rounds.round_proof import Pair, RoundProof
from fairhash.features.rounds.word import Graph, Word, join

_ROTATIONS = {32: (16, 12, 8, 7), 64: (32, 25, 16, 11)}
_QUARTERS = (
    *((i, 4 + i, 8 + i, 12 + i) for i in range(4)),
    *((i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4) for i in range(4)),
)
"""The words of the state that G_0 to G_7 change."""


def one_round(v: Sequence[Word], added: Sequence[Word]) -> list[Word]:
    """A round (sections 2.1.2 and 2.2.2).

    Args:
        added: What G_i adds first and second, at 2i and 2i + 1: a message word XOR a constant.
    """
    x = list(v)
    first, second, third, fourth = _ROTATIONS[v[0].width]
    for i, (a, b, c, d) in enumerate(_QUARTERS):
        x[a] = x[a] + x[b] + added[2 * i]
        x[d] = (x[d] ^ x[a]).rotr(first)
        x[c] = x[c] + x[d]
        x[b] = (x[b] ^ x[c]).rotr(second)
        x[a] = x[a] + x[b] + added[2 * i + 1]
        x[d] = (x[d] ^ x[a]).rotr(third)
        x[c] = x[c] + x[d]
        x[b] = (x[b] ^ x[c]).rotr(fourth)
    return x


def _addends(graph: Graph, circuit: Circuit, prefix: str, width: int) -> list[Word]:
    """Sets the stored words and constants of a round; returns what is added."""
    words, constants = graph.variables(16, width), graph.variables(8, width)
    circuit.force_all({f"datapath.{prefix}order": join(words), f"datapath.{prefix}pair": join(constants)})
    return [word ^ constants[i // 2] for i, word in enumerate(words)]


def _round(width: int, last: bool) -> RoundProof:
    def build(graph: Graph, circuit: Circuit) -> Sequence[Pair]:
        v, h = graph.variables(16, width), graph.variables(8, width)
        t = graph.variable(64)
        added, following = (_addends(graph, circuit, prefix, width) for prefix in ("", "next_"))
        state = {"a": [v[i] + added[2 * i] for i in range(4)], "b": v[4:8], "c": v[8:12], "d": v[12:]}
        circuit.force_all({f"datapath.{name}_reg": join(words) for name, words in state.items()})
        circuit.force_all({"datapath.advance": 1, "datapath.clear": 0, "datapath.restart": 0, "datapath.t": t})
        circuit.force_all({"datapath.fold": int(last), "datapath.keep": int(last)})
        circuit.force("datapath.chained", join(h) if last else graph.constant(0, 8 * width))
        after = one_round(v, added)
        pairs: list[Pair] = []
        if last:
            # section 2.1.2, finalization without salt; v_12 to v_15 of the next block begin with its counter
            after[:8] = [after[i] ^ (after[8 + i] ^ h[i]) for i in range(8)]
            pairs.append(("chain", circuit.read_next("datapath.chain"), join(after[:8])))
        else:
            pairs.append(("c", circuit.read_next("datapath.c_reg"), join(after[8:12])))
            pairs.append(("d", circuit.read_next("datapath.d_reg"), join(after[12:])))
        following_a = join([after[i] + following[2 * i] for i in range(4)])
        pairs.append(("a", circuit.read_next("datapath.a_reg"), following_a))
        pairs.append(("b", circuit.read_next("datapath.b_reg"), join(after[4:8])))
        return pairs

    what = "the last round and the new hash value" if last else "one round"
    return RoundProof(
        name=f"blake/{'last-round' if last else 'round'}-{width}",
        claim=f"one cycle is {what}; a_reg includes the first message words",
        core=f"blake-{width}/highspeed",
        build=build,
        module="blake.py",
        normal_sums=True,
        quick=width == 32,
    )


PROOFS = tuple(_round(width, last) for width in (32, 64) for last in (False, True))
