# SPDX-License-Identifier: Apache-2.0
"""The keyed permutation of Shabal (E. Bresson et al., 2008, section 2.3) and the registers of its datapaths."""

from collections.abc import Sequence
from dataclasses import dataclass

from fairhash.features.rounds.circuit import Circuit
from fairhash.features.rounds.round_proof import Pair, RoundProof
from fairhash.features.rounds.word import Graph, Word, join

_OFFSETS = (13, 9, 6)


@dataclass(frozen=True)
class State:
    """A, B and C."""

    a: list[Word]
    b: list[Word]
    c: list[Word]


def step(s: State, m: Sequence[Word], i: int, j: int) -> State:
    """Step i of loop j of the permutation (section 2.3.2): new words A[i + 16 j mod 12] and B[i]."""
    a, b = list(s.a), list(s.b)
    place = (i + 16 * j) % 12
    first, second, third = ((i + offset) % 16 for offset in _OFFSETS)
    a[place] = (a[place] ^ (a[place - 1].rotl(15) * 5) ^ s.c[(8 - i) % 16]) * 3 ^ (
        b[first] ^ (b[second] & ~b[third]) ^ m[i]
    )
    b[i] = b[i].rotl(1) ^ ~a[place]
    return State(a, b, s.c)


def final_additions(s: State) -> State:
    """The last loop: three words of C are added to each word of A, in the sums of the three passes over A."""
    return State([s.a[i] + s.c[(i + 3) % 16] + s.c[(i + 15) % 16] + s.c[(i + 11) % 16] for i in range(12)], s.b, s.c)


def permutation(s: State, m: Sequence[Word]) -> State:
    """P with block m."""
    s = State(s.a, [word.rotl(17) for word in s.b], s.c)
    for j in range(3):
        for i in range(16):
            s = step(s, m, i, j)
    return final_additions(s)


def full_round(s: State, m: Sequence[Word], number: int) -> State:
    """A round with block m and its number W (section 2.3.1): C becomes B - m, for which C and B are exchanged."""
    b = [x + y for x, y in zip(s.b, m, strict=True)]
    a = [s.a[0] ^ (number & 0xFFFFFFFF), s.a[1] ^ (number >> 32), *s.a[2:]]
    s = permutation(State(a, b, s.c), m)
    return State(s.a, [x - y for x, y in zip(s.c, m, strict=True)], s.b)


def _turned(words: Sequence[Word], amount: int) -> list[Word]:
    return [*words[amount:], *words[:amount]]


def _parallel_step(graph: Graph, circuit: Circuit) -> Sequence[Pair]:
    a, b, c, m = (graph.variables(count, 32) for count in (12, 16, 16, 16))
    circuit.force_all({"datapath.idle": 0, "datapath.active": 1, "datapath.exchange": 0})
    circuit.force_all({f"datapath.{name}": join(words) for name, words in (("a", a), ("b", b), ("c", c), ("m", m))})
    after = step(State(a, b, c), m, 0, 0)
    expected = (("a", _turned(after.a, 1)), ("b", _turned(after.b, 1)), ("c", _turned(c, -1)), ("m", _turned(m, 1)))
    return [(name, circuit.read_next(f"datapath.{name}"), join(words)) for name, words in expected]


def _exchange(graph: Graph, circuit: Circuit) -> Sequence[Pair]:
    a, b, c, m, following = (graph.variables(count, 32) for count in (12, 16, 16, 16, 16))
    number = graph.variable(64)
    circuit.force_all({"datapath.idle": 0, "datapath.active": 1, "datapath.exchange": 1, "datapath.closing": 0})
    circuit.force_all({f"datapath.{name}": join(words) for name, words in (("a", a), ("b", b), ("c", c), ("m", m))})
    circuit.force_all({"datapath.number": number, "datapath.inject": join([word.swap_bytes() for word in following])})
    s = final_additions(State(a, b, c))
    s.a[0] ^= number.slice(0, 32)
    s.a[1] ^= number.slice(32, 32)
    new_b = [(c[i] - m[i] + following[i]).rotl(17) for i in range(16)]
    expected = (("a", s.a), ("b", new_b), ("c", b), ("m", following))
    return [(name, circuit.read_next(f"datapath.{name}"), join(words)) for name, words in expected]


def _serial_step(graph: Graph, circuit: Circuit) -> Sequence[Pair]:
    a, b, c, m = (graph.variables(count, 32) for count in (12, 16, 16, 16))
    prefix = "datapath."
    quiet = ("clear", "extra", "starting", "taking", "exchange", "moved_13", "moved_9", "moved_6", "triple", "w")
    circuit.force_all({prefix + name: 0 for name in quiet})
    circuit.force_all({prefix + name: 1 for name in ("load_step", "full_step", "a_step")})
    # Words of A, B and M that no step reads are in memories: only the words that enter and leave these are nets.
    words = {"oldest": a[0], "newest": a[11], "b_high": join(b[13:]), "b_9": b[9], "b_low": join(b[6:9]), "b_0": b[0]}
    # c_step holds the word of C for step 0; the words of C themselves rotate
    words |= {"m": m[0], "c": join(c), "c_step": c[8]}
    circuit.force_all({prefix + name: word for name, word in words.items()})
    after = step(State(a, b, c), m, 0, 0)
    turned = _turned(after.b, 1)
    expected = {"newest": after.a[0], "b_high": join(turned[13:]), "b_low": join(turned[6:9]), "c": join(_turned(c, 1))}
    pairs = [(name, circuit.read_next(prefix + name), word) for name, word in expected.items()]
    return [*pairs, ("entered", circuit.read(prefix + "entered"), a[11])]


_BUILDS = (
    ("parallel-step", "parallel", "one cycle is one step of the permutation", _parallel_step),
    ("parallel-exchange", "parallel", "the exchange is the end of a permutation and the start of the next", _exchange),
    ("highspeed-step", "highspeed", "one cycle is one step of the permutation, where no words enter", _serial_step),
)
PROOFS = tuple(
    RoundProof(
        name=f"shabal/{name}",
        claim=claim,
        core=f"shabal-512/{architecture}",
        same_round=(f"shabal-256/{architecture}",),
        build=build,
        module="shabal.py",
        normal_sums=True,
        quick=True,
    )
    for name, architecture, claim, build in _BUILDS
)
