# SPDX-License-Identifier: Apache-2.0
"""Threefish of Skein (N. Ferguson et al., "The Skein Hash Function Family", version 1.3) and its registers."""

from collections.abc import Sequence

from fairhash.features.rounds.circuit import Circuit
from fairhash.features.rounds.round_proof import Pair, RoundProof
from fairhash.features.rounds.word import Graph, Word, join

ROTATIONS = {
    4: ((14, 16), (52, 57), (23, 40), (5, 37), (25, 33), (46, 12), (58, 22), (32, 32)),
    8: (
        (46, 36, 19, 37),
        (33, 27, 14, 42),
        (17, 49, 36, 39),
        (44, 9, 54, 56),
        (39, 30, 34, 24),
        (13, 50, 10, 17),
        (25, 29, 39, 43),
        (8, 35, 56, 22),
    ),
}
"""R_d,j of section 3.3.1 for d modulo 8, by the number of words."""
_PERMUTATION = {4: (0, 3, 2, 1), 8: (2, 1, 4, 7, 6, 5, 0, 3)}
_PARITY = 0x1BD11BDAA9FC1A22
"""C_240 of section 3.3.2, as of version 1.3 of the specification."""


def one_round(v: Sequence[Word], d: int) -> list[Word]:
    """Round d without a subkey: MIX of pairs of words, then the permutation (section 3.3)."""
    mixed = []
    for j, amount in enumerate(ROTATIONS[len(v)][d % 8]):
        x = v[2 * j] + v[2 * j + 1]
        mixed += [x, v[2 * j + 1].rotl(amount) ^ x]
    return [mixed[i] for i in _PERMUTATION[len(v)]]


def extended_key(k: Sequence[Word]) -> list[Word]:
    """The key with its parity word k_(N_W)."""
    parity = k[0].graph.constant(_PARITY, 64)
    for word in k:
        parity ^= word
    return [*k, parity]


def subkey(k: Sequence[Word], t: Sequence[Word], s: int) -> list[Word]:
    """Subkey s (section 3.3.2), from the extended key and the three tweak words."""
    words = len(k) - 1
    result = [k[(s + i) % len(k)] for i in range(words)]
    result[words - 3] += t[s % 3]
    result[words - 2] += t[(s + 1) % 3]
    result[words - 1] += s
    return result


def eight_rounds(v: Sequence[Word], k: Sequence[Word], t: Sequence[Word], q: int) -> list[Word]:
    """Rounds 8q to 8q + 7 with their two subkeys."""
    for half in range(2):
        v = [x + y for x, y in zip(v, subkey(k, t, 2 * q + half), strict=True)]
        for d in range(4):
            v = one_round(v, 4 * half + d)
    return list(v)


def encrypt(k: Sequence[Word], t: Sequence[Word], plain: Sequence[Word]) -> list[Word]:
    """Threefish; `t` holds two tweak words."""
    key, tweak = extended_key(k), [*t, t[0] ^ t[1]]
    v = list(plain)
    for q in range(9):
        v = eight_rounds(v, key, tweak, q)
    return [x + y for x, y in zip(v, subkey(key, tweak, 18), strict=True)]


def _step(words: int, q: int, graph: Graph, circuit: Circuit) -> list[Pair]:
    held, t = graph.variables(words, 64), graph.variables(3, 64)
    v, fed = graph.variables(words, 64), graph.variables(words, 64)
    # the XOR of all words of the extended key is a constant, so each of them follows from the others by extended_key()
    turned = extended_key(held)
    key = [turned[(i - 2 * q) % len(turned)] for i in range(len(turned))]
    now, later = subkey(key, t, 2 * q), subkey(key, t, 2 * q + 2)
    prefix = "datapath."
    circuit.force_all({prefix + name: 0 for name in ("message", "resting", "beginning", "absorb", "closing")})
    circuit.force_all({prefix + "advance": 1, prefix + "step": q, prefix + "ending": int(q == 8)})
    circuit.force_all({prefix + "state": join(v), prefix + "fed": join(fed)})
    circuit.force_all({prefix + "of_x": t[(2 * q + 2) % 3], prefix + "of_y": t[2 * q % 3], prefix + "flag_bits": 0})
    circuit.force_all({prefix + "subkeys.key": join(held), prefix + "subkeys.with_t": join(now[-3:])})
    # the registers of the subkeys drive outputs of their entity
    circuit.force_all({prefix + "front": join(now), prefix + "key": join(held)})
    after = eight_rounds(v, key, t, q)
    if q == 8:
        chain = [(x + y) ^ z for x, y, z in zip(after, later, fed, strict=True)]
        return [("chain", circuit.read(prefix + "chain"), join(chain))]
    following = [key[(2 * q + 2 + i) % len(key)] for i in range(words)]
    return [
        (f"state after step {q}", circuit.read_next(prefix + "state"), join(after)),
        (f"key after step {q}", circuit.read_next(prefix + "subkeys.key"), join(following)),
        (f"tweaked words after step {q}", circuit.read_next(prefix + "subkeys.with_t"), join(later[-3:])),
    ]


def _steps(words: int) -> RoundProof:
    def build(graph: Graph, circuit: Circuit) -> Sequence[Pair]:
        return [pair for q in range(1, 9) for pair in _step(words, q, graph, circuit.another_cycle())]

    return RoundProof(
        name=f"skein/rounds-{words}-words",
        claim="step q, for q = 1 to 8, is rounds 8q to 8q + 7 of Threefish with their subkeys; step 8 also chains",
        core=f"skein-{64 * words}-{64 * words}/highspeed",
        build=build,
        module="skein.py",
        normal_sums=True,
    )


PROOFS = (_steps(4), _steps(8))
