# SPDX-License-Identifier: Apache-2.0
"""CubeHash (D. J. Bernstein, "CubeHash specification (2.B.1)") and the state register of its datapath."""

from collections.abc import Sequence

from fairhash.features.rounds.circuit import Circuit
from fairhash.features.rounds.round_proof import Pair, RoundProof
from fairhash.features.rounds.word import Graph, Word, join


def one_round(state: Sequence[Word]) -> list[Word]:
    """The ten steps of a round; word x_ijklm is element 16i + 8j + 4k + 2l + m."""
    x = list(state)
    for amount, first_swap, second_swap in ((7, 8, 2), (11, 4, 1)):
        upper = [x[16 + i] + x[i] for i in range(16)]
        lower = [x[i].rotl(amount) for i in range(16)]
        lower = [lower[i ^ first_swap] for i in range(16)]
        lower = [lower[i] ^ upper[i] for i in range(16)]
        upper = [upper[i ^ second_swap] for i in range(16)]
        x = lower + upper
    return x


def initial_state(graph: Graph, digest_bits: int) -> list[Word]:
    """The state (h/8, b, r, 0, ...) after 160 rounds, for b = 32 and r = 16."""
    x = [graph.constant(value, 32) for value in (digest_bits // 8, 32, 16, *[0] * 29)]
    for _ in range(160):
        x = one_round(x)
    return x


def absorb(state: Sequence[Word], block: Sequence[Word]) -> list[Word]:
    """The state after the XOR of a block of eight little-endian words and 16 rounds."""
    x = [word ^ block[i] if i < len(block) else word for i, word in enumerate(state)]
    for _ in range(16):
        x = one_round(x)
    return x


def finish(state: Sequence[Word]) -> list[Word]:
    """The state after the XOR of 1 to x_11111 and 160 rounds."""
    x = [*state[:31], state[31] ^ 1]
    for _ in range(160):
        x = one_round(x)
    return x


def _round(digest_bits: int) -> RoundProof:
    def build(graph: Graph, circuit: Circuit) -> Sequence[Pair]:
        state, block = graph.variables(32, 32), graph.variables(8, 32)
        last = graph.variable(1)
        circuit.force_all({"datapath.restart": 0, "datapath.advance": 1, "datapath.finalise": last})
        circuit.force("datapath.state", join(state))
        circuit.force("datapath.inject", join([word.swap_bytes() for word in block]))
        after = [word ^ block[i] if i < 8 else word for i, word in enumerate(one_round(state))]
        after[31] ^= Word(graph, last.bits + (0,) * 31)
        return [("state", circuit.read_next("datapath.state"), join(after))]

    return RoundProof(
        name=f"cubehash/round-{digest_bits}",
        claim="one cycle is one round of CubeHash, then the XOR of a block and of the 1 of finalisation",
        core=f"cubehash-{digest_bits}/highspeed",
        build=build,
        module="cubehash.py",
        quick=digest_bits == 256,
    )


PROOFS = (_round(256), _round(512))
