# SPDX-License-Identifier: Apache-2.0
"""SHA-256 and SHA-512 by FIPS 180-4, and the registers of the rescheduled SHA-2 datapath."""

from collections.abc import Sequence
from dataclasses import dataclass

from fairhash.features.rounds.circuit import Circuit
from fairhash.features.rounds.round_proof import Pair, RoundProof
from fairhash.features.rounds.word import Graph, Word, join

_PRIMES = [n for n in range(2, 410) if all(n % d for d in range(2, n))]
_ROTATIONS = {
    32: ((2, 13, 22), (6, 11, 25), (7, 18, 3), (17, 19, 10)),
    64: ((28, 34, 39), (14, 18, 41), (1, 8, 7), (19, 61, 6)),
}
"""Amounts of Sigma0, Sigma1, sigma0, sigma1 by the width of a word (sections 4.1.2 and 4.1.3)."""
ROUNDS = {32: 64, 64: 80}


def root_fraction(number: int, degree: int, width: int) -> int:
    """The first `width` bits of the fractional part of a root, from the integer root of number * 2^(width * degree)."""
    low, high = 0, number << width
    scaled = number << (width * degree)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**degree <= scaled else (low, middle - 1)
    return low % (1 << width)


def round_constants(width: int) -> list[int]:
    """K (sections 4.2.2 and 4.2.3): from the cube roots of the first primes."""
    return [root_fraction(prime, 3, width) for prime in _PRIMES[: ROUNDS[width]]]


def initial_value(width: int) -> list[int]:
    """H(0) of SHA-256 and SHA-512 (sections 5.3.3 and 5.3.5): from the square roots of the first eight primes."""
    return [root_fraction(prime, 2, width) for prime in _PRIMES[:8]]


def ch(x: Word, y: Word, z: Word) -> Word:
    """Section 4.1."""
    return (x & y) ^ (~x & z)


def maj(x: Word, y: Word, z: Word) -> Word:
    """Section 4.1."""
    return (x & y) ^ (x & z) ^ (y & z)


def big_sigma(index: int, x: Word) -> Word:
    """Sigma0 or Sigma1."""
    first, second, third = _ROTATIONS[x.width][index]
    return x.rotr(first) ^ x.rotr(second) ^ x.rotr(third)


def small_sigma(index: int, x: Word) -> Word:
    """sigma0 or sigma1."""
    first, second, shift = _ROTATIONS[x.width][2 + index]
    return x.rotr(first) ^ x.rotr(second) ^ (x >> shift)


def t1(v: Sequence[Word], k: Word | int, w: Word) -> Word:
    """T1 of step 3 of sections 6.2.2 and 6.4.2, for the working variables a to h."""
    return v[7] + big_sigma(1, v[4]) + ch(v[4], v[5], v[6]) + k + w


def one_round(v: Sequence[Word], k: Word | int, w: Word) -> list[Word]:
    """Step 3 for one t."""
    a, b, c, d, e, f, g, _ = v
    first = t1(v, k, w)
    return [first + big_sigma(0, a) + maj(a, b, c), a, b, c, d + first, e, f, g]


def next_word(w: Sequence[Word]) -> Word:
    """W_t from the 16 words before it (step 1)."""
    return small_sigma(1, w[-2]) + w[-7] + small_sigma(0, w[-15]) + w[-16]


def compress(h: Sequence[Word], block: Sequence[Word]) -> list[Word]:
    """The hash value after a block of 16 words (sections 6.2.2 and 6.4.2)."""
    w = list(block)
    v = list(h)
    for t, k in enumerate(round_constants(h[0].width)):
        if t >= len(block):
            w.append(next_word(w))
        v = one_round(v, k, w[t])
    return [x + y for x, y in zip(h, v, strict=True)]


@dataclass(frozen=True)
class _Slot:
    """What the registers hold in slot t.

    Args:
        states: The working variables before rounds t-2, t-1 and t.
        k: K of rounds t-2, t-1 and t.
        w: W of rounds t-2 and t-1.
    """

    states: Sequence[Sequence[Word]]
    k: Sequence[Word]
    w: Sequence[Word]

    def registers(self) -> dict[str, Word]:
        """The values of the registers of `rounds`, as its header states them."""
        two_before, before, now = self.states
        sum_of_round_before = before[7] + self.k[1] + self.w[1]
        return {
            "e": before[4],
            "f_raw": before[5],
            "g": before[6],
            "sum_e": before[5],
            "a": two_before[0],
            "b_raw": two_before[1],
            "c": two_before[2],
            "sum_a": two_before[1],
            "hk": now[7] + self.k[2],
            "to_e": before[3] + sum_of_round_before,
            "to_a": sum_of_round_before,
            "t1": t1(two_before, self.k[0], self.w[0]),
        }


def _rounds(width: int, name: str) -> RoundProof:
    def build(graph: Graph, circuit: Circuit) -> Sequence[Pair]:
        k, w = graph.variables(4, width), graph.variables(3, width)
        states = [graph.variables(8, width)]
        for i in range(3):
            states.append(one_round(states[-1], k[i], w[i]))
        prefix = "datapath."
        now = _Slot(states[0:3], k[0:3], w[0:2]).registers()
        after = _Slot(states[1:4], k[1:4], w[1:3]).registers()
        circuit.force_all({prefix + register: value for register, value in now.items()})
        feeds = ("f_sum", "b_sum", "feed_t", "feed_a", "feed_e", "start", "boundary")
        circuit.force_all({prefix + net: 0 for net in feeds})
        circuit.force_all({prefix + "advance": 1, prefix + "constant_word": k[3], prefix + "schedule_word": w[2]})
        return [(register, circuit.read_next(prefix + register), value) for register, value in after.items()]

    return RoundProof(
        name=f"sha2/rounds-{width}",
        claim="if the registers hold the sums of rounds t-2 to t, they hold those of t-1 to t+1 a cycle later",
        core=name,
        build=build,
        module="sha2.py",
        normal_sums=True,
        quick=True,
    )


def _schedule_registers(w: Sequence[Word]) -> dict[str, Word]:
    """The registers of `schedule` in slot t; `w` holds the words W_(t-16) to W_(t-1)."""
    return {
        "early": small_sigma(0, w[-13]) + w[-14],
        "late": small_sigma(0, w[-14]) + w[-15] + w[-6],
        "computed": next_word(w),
        **{f"w{i}": w[-i] for i in range(1, 14)},
    }


def _schedule(width: int, name: str) -> RoundProof:
    def build(graph: Graph, circuit: Circuit) -> Sequence[Pair]:
        words = graph.variables(16, width)
        now = _schedule_registers(words)
        after = _schedule_registers([*words[1:], next_word(words)])
        prefix = "schedule."
        shifted = [now[f"w{i}"] for i in range(1, 14)]
        circuit.force(prefix + "w", join(shifted))
        circuit.force_all({prefix + register: now[register] for register in ("early", "late", "computed")})
        circuit.force_all({prefix + "advance": 1, prefix + "loading": 0})
        pairs = [(r, circuit.read_next(prefix + r), after[r]) for r in ("early", "late", "computed")]
        pairs.append(("w", circuit.read_next(prefix + "w"), join([after[f"w{i}"] for i in range(1, 14)])))
        return [*pairs, ("W_t", circuit.read(prefix + "schedule_word"), next_word(words))]

    return RoundProof(
        name=f"sha2/schedule-{width}",
        claim="if the registers hold the words W and partial sums before t, W_t leaves, and they hold those of t+1",
        core=name,
        build=build,
        module="sha2.py",
        normal_sums=True,
        quick=True,
    )


_CORES = ((32, "sha-256/highspeed"), (64, "sha-512/highspeed"))
PROOFS = tuple(make(width, name) for width, name in _CORES for make in (_rounds, _schedule))
