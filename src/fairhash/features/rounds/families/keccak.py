# SPDX-License-Identifier: Apache-2.0
"""Keccak-f[1600] by FIPS 202, sections 3.2 and 3.3, and the state registers of the Keccak datapaths."""

from collections.abc import Sequence

from fairhash.features.rounds.circuit import Circuit
from fairhash.features.rounds.round_proof import Pair, RoundProof
from fairhash.features.rounds.word import Graph, Word, join, xor_all

State = dict[tuple[int, int], Word]
"""Lanes by their coordinates (x, y)."""
RATE_LANES = {256: 17, 512: 9}
"""Lanes of a block by the digest's size in bits: (1600 - 2 * size) / 64."""


def theta(a: State) -> State:
    """Section 3.2.1."""
    c = [xor_all(a[x, y] for y in range(5)) for x in range(5)]
    d = [c[(x - 1) % 5] ^ c[(x + 1) % 5].rotl(1) for x in range(5)]
    return {(x, y): lane ^ d[x] for (x, y), lane in a.items()}


def rho(a: State) -> State:
    """Section 3.2.2."""
    rotated = {(0, 0): a[0, 0]}
    x, y = 1, 0
    for t in range(24):
        rotated[x, y] = a[x, y].rotl((t + 1) * (t + 2) // 2 % 64)
        x, y = y, (2 * x + 3 * y) % 5
    return rotated


def pi(a: State) -> State:
    """Section 3.2.3."""
    return {(x, y): a[(x + 3 * y) % 5, x] for x, y in a}


def chi(a: State) -> State:
    """Section 3.2.4."""
    return {(x, y): a[x, y] ^ (~a[(x + 1) % 5, y] & a[(x + 2) % 5, y]) for x, y in a}


def rc(t: int) -> int:
    """Bit t of the generator of round constants (algorithm 5)."""
    if t % 255 == 0:
        return 1
    r = [1, 0, 0, 0, 0, 0, 0, 0]
    for _ in range(t % 255):
        r = [0, *r]
        r[0] ^= r[8]
        r[4] ^= r[8]
        r[5] ^= r[8]
        r[6] ^= r[8]
        r = r[:8]
    return r[0]


def round_constant(index: int) -> int:
    """The lane that iota adds in a round (section 3.2.5)."""
    return sum(rc(j + 7 * index) << (2**j - 1) for j in range(7))


def iota(a: State, constant: Word | int) -> State:
    """Section 3.2.5, with the lane that is added."""
    return {**a, (0, 0): a[0, 0] ^ constant}


def one_round(a: State, constant: Word | int) -> State:
    """Rnd of section 3.3."""
    return iota(chi(pi(rho(theta(a)))), constant)


def absorb(a: State, block: Sequence[Word]) -> State:
    """The state with the lanes of a block added to the first lanes."""
    return {(x, y): lane ^ block[x + 5 * y] if x + 5 * y < len(block) else lane for (x, y), lane in a.items()}


def state_of(lanes: Sequence[Word]) -> State:
    """The state of 25 lanes in the order of section 3.1.2."""
    return {(i % 5, i // 5): lane for i, lane in enumerate(lanes)}


def lanes_of(a: State) -> list[Word]:
    """The lanes in the order of section 3.1.2."""
    return [a[i % 5, i // 5] for i in range(25)]


def _as_sent(lanes: Sequence[Word]) -> Word:
    """Lanes in the order of the stream: the first byte of the first lane in the most significant bits."""
    return join([lane.swap_bytes() for lane in lanes])


def _highspeed(digest_bits: int, unroll: int) -> "RoundProof":
    case = "case-3" if unroll == 2 else "highspeed"
    return _iterative(
        f"keccak/{case}-{digest_bits}",
        f"keccak-{digest_bits}/{case}",
        RATE_LANES[digest_bits],
        unroll,
        quick=digest_bits == 512 and unroll == 1,
    )


def _iterative(name: str, core: str, block_lanes: int, unroll: int = 1, *, quick: bool = False) -> "RoundProof":
    """A datapath that computes `unroll` rounds a cycle."""

    def build(graph: Graph, circuit: Circuit) -> Sequence[Pair]:
        lanes, block = graph.variables(25, 64), graph.variables(block_lanes, 64)
        last = graph.variable(64)
        constants = graph.variables(unroll, 64)
        circuit.force_all(
            {
                "datapath.clear": 0,
                "datapath.advance": 1,
                "datapath.state": join(lanes),
                "datapath.iota": join(constants),
                "datapath.inject": _as_sent(block[:-1]),
                "datapath.last_inject": last.swap_bytes(),
            }
        )
        # the last lane of the block of the round before arrives one cycle late
        state = state_of(lanes)
        late = len(block) - 1
        state[late % 5, late // 5] ^= last
        for constant in constants:
            state = one_round(state, constant)
        after = join(lanes_of(absorb(state, block[:-1])))
        return [("state", circuit.read_next("datapath.state"), after)]

    return RoundProof(
        name=name,
        claim=f"one cycle of the Keccak datapath is {unroll} round(s) of Keccak-f[1600] and absorbs a block",
        core=core,
        build=build,
        module="keccak.py",
        quick=quick,
    )


def _ring(digest_bits: int) -> RoundProof:
    """A round in three cycles: column sums, theta, then rho to iota and the block."""

    def build(graph: Graph, circuit: Circuit) -> Sequence[Pair]:
        lanes, block = graph.variables(25, 64), graph.variables(RATE_LANES[digest_bits], 64)
        constant = graph.variable(7)
        # the constant's bit j is bit 2^j - 1 of the lane; element 0 of the vector is its most significant bit
        places = {2**j - 1: constant.bits[6 - j] for j in range(7)}
        lane = Word(graph, tuple(places.get(i, 0) for i in range(64)))
        after = join(lanes_of(absorb(one_round(state_of(lanes), lane), block)))
        half = "datapath.stages_n1_half."
        sums, theta_rank, last = circuit, circuit.another_cycle(), circuit.another_cycle()
        for cycle in (sums, theta_rank, last):
            cycle.force_all({"datapath.advance": 1, "datapath.drop": 0, "datapath.absorb": 1})
        sums.force("datapath.state", join(lanes))
        theta_rank.force_all({half + name: sums.read_next(half + name) for name in ("summed", "sums")})
        last.force(half + "settled", theta_rank.read_next(half + "settled"))
        last.force_all({"datapath.iota": constant, "datapath.block_in": _as_sent(block)})
        return [("state", last.read_next("datapath.state"), after)]

    return RoundProof(
        name=f"keccak/subpipelined-3-{digest_bits}",
        claim="three cycles of the Keccak ring with ranks inside the round are one round and the XOR of a block",
        core=f"keccak-{digest_bits}/subpipelined-3",
        build=build,
        module="keccak.py",
    )


PROOFS = (
    *(_highspeed(digest_bits, unroll) for unroll in (1, 2) for digest_bits in (256, 512)),
    *(_ring(digest_bits) for digest_bits in (256, 512)),
    _iterative("keccak/xof-1344", "shake128/highspeed", 21),
    _iterative("keccak/xof-1088", "shake256/highspeed", 17),
    _iterative("keccak/highspeed-384", "keccak-384/highspeed", 13),
)
