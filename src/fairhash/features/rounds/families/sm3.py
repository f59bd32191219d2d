# SPDX-License-Identifier: Apache-2.0
"""The round of SM3 by GB/T 32905-2016, section 5.3.3, and the registers of the SM3 datapath."""

from collections.abc import Mapping, Sequence

from fairhash.features.rounds.circuit import Circuit
from fairhash.features.rounds.round_proof import Pair, RoundProof
from fairhash.features.rounds.word import Graph, Word, join


def ff(parity: Word, x: Word, y: Word, z: Word) -> Word:
    """FF_j of section 4.3: parity in the first 16 rounds, then the majority."""
    return parity.choose(x ^ y ^ z, (x & y) | (x & z) | (y & z))


def gg(parity: Word, x: Word, y: Word, z: Word) -> Word:
    """GG_j of section 4.3: parity in the first 16 rounds, then a choice."""
    return parity.choose(x ^ y ^ z, (x & y) | (~x & z))


def p0(x: Word) -> Word:
    """P_0 of section 4.4."""
    return x ^ x.rotl(9) ^ x.rotl(17)


def _round(graph: Graph, circuit: Circuit) -> Sequence[Pair]:
    """One round without a boundary of blocks, for any constant and any state.

    The datapath's SS1 and its sum with carries are compared first; the other words take SS1 as given.
    """
    a, b, c, d, e, f, g, h = graph.variables(8, 32)
    constant, w, w1, next_w, next_w1 = graph.variables(5, 32)
    parity, ss1 = graph.variable(1), graph.variable(32)
    registers: dict[str, Word | int] = {
        "a": a,
        "b": b,
        "c": c,
        "e": e,
        "f": f,
        "g": g,
        "dw": d + w1,
        "hw": h + w,
        "late_a": 0,
        "late_e": 0,
    }
    inputs: dict[str, Word | int] = {
        "advance": 1,
        "start": 0,
        "fold": 0,
        "parity": parity,
        "constant_word": constant,
        "word": next_w,
        "difference": next_w1,
        "chaining": graph.variable(256),
    }
    prefix = "datapath."
    forced = {prefix + name: value for name, value in (registers | inputs).items()}
    first, second = circuit, circuit.another_cycle()
    first.force_all(forced)
    second.force_all({**forced, prefix + "ss1": ss1})
    ss2 = ss1 ^ a.rotl(12)
    after = {
        "a": ff(parity, a, b, c) + d + ss2 + w1,
        "b": a,
        "c": b.rotl(9),
        "e": p0(gg(parity, e, f, g) + h + ss1 + w),
        "f": e,
        "g": f.rotl(19),
        "dw": c + next_w1,
        "hw": g + next_w,
    }
    sum_of_three = (a.rotl(12) + e + constant).rotl(7)
    pairs = [("ss1", first.read(prefix + "ss1"), sum_of_three)]
    return [*pairs, *((name, second.read_next(prefix + name), value) for name, value in after.items())]


def _two_rounds(graph: Graph, circuit: Circuit) -> Sequence[Pair]:
    """Two rounds without a boundary of blocks, for any constants and any state.

    Each step of the comparison takes the words that the one before has compared as given.
    """
    a, b, c, d, e, f, g, h = graph.variables(8, 32)
    first_constant, second_constant = graph.variables(2, 32)
    w, late_w, next_w = graph.variables(3, 32)
    w1, late_w1, next_w1, next_late_w1 = graph.variables(4, 32)
    parity = graph.variable(1)
    ss1, middle_a, middle_e, late_ss1 = graph.variables(4, 32)
    prefix = "datapath."
    registers: dict[str, Word | int] = {
        "a": a,
        "b": b,
        "c": c,
        "e": e,
        "f": f,
        "g": g,
        "dw": d + w1,
        "hw": h + w,
        "late_dw": c + late_w1,
        "late_a": 0,
        "late_e": 0,
    }
    inputs: dict[str, Word | int] = {
        "advance": 1,
        "start": 0,
        "fold": 0,
        "parity": parity,
        "first_constant": first_constant,
        "second_constant": second_constant,
        "word": next_w,
        "late_word": late_w,
        "differences": join([next_w1, next_late_w1]),
        "chaining": graph.variable(256),
    }
    forced = {prefix + name: value for name, value in (registers | inputs).items()}
    middle = {prefix + "middle_a": middle_a, prefix + "middle_e": middle_e}
    steps: tuple[dict[str, Word], ...] = (
        {},
        {prefix + "first_round.ss1": ss1},
        middle,
        {**middle, prefix + "second_round.ss1": late_ss1},
    )
    cycles = [circuit.another_cycle() for _ in steps]
    for cycle, given in zip(cycles, steps, strict=True):
        cycle.force_all({**forced, **given})
    ss2, late_ss2 = ss1 ^ a.rotl(12), late_ss1 ^ middle_a.rotl(12)
    pairs = [
        ("ss1", cycles[0].read(prefix + "first_round.ss1"), (a.rotl(12) + e + first_constant).rotl(7)),
        ("middle_a", cycles[1].read(prefix + "middle_a"), ff(parity, a, b, c) + d + ss2 + w1),
        ("middle_e", cycles[1].read(prefix + "middle_e"), p0(gg(parity, e, f, g) + h + ss1 + w)),
        (
            "late_ss1",
            cycles[2].read(prefix + "second_round.ss1"),
            (middle_a.rotl(12) + middle_e + second_constant).rotl(7),
        ),
    ]
    after = {
        "a": ff(parity, middle_a, a, b.rotl(9)) + c + late_ss2 + late_w1,
        "b": middle_a,
        "c": a.rotl(9),
        "e": p0(gg(parity, middle_e, e, f.rotl(19)) + g + late_ss1 + late_w),
        "f": middle_e,
        "g": e.rotl(19),
        "dw": b.rotl(9) + next_w1,
        "hw": f.rotl(19) + next_w,
        "late_dw": a.rotl(9) + next_late_w1,
    }
    return [*pairs, *((name, cycles[3].read_next(prefix + name), value) for name, value in after.items())]


_RING = ("a", "b", "c", "dw", "e", "f", "g", "hw")
"""Registers of lightweight SM3 in the order in which words move in its ring."""


def _lightweight(values: Mapping[str, Word]) -> dict[str, Word]:
    """The registers of the lightweight datapath: C and G before their rotations."""
    return {**values, "c": values["c"].rotr(9), "g": values["g"].rotr(19)}


def _lightweight_round(graph: Graph, circuit: Circuit) -> Sequence[Pair]:
    """One round, for any constant and any state."""
    state = dict(zip("abcdefgh", graph.variables(8, 32), strict=True))
    constant, w, w1, next_w, next_w1 = graph.variables(5, 32)
    parity, ss1 = graph.variable(1), graph.variable(32)
    a, b, c, d, e, f, g, h = state.values()
    now = _lightweight({"a": a, "b": b, "c": c, "dw": d + w1, "e": e, "f": f, "g": g, "hw": h + w})
    ss2 = ss1 ^ a.rotl(12)
    after = _lightweight(
        {
            "a": ff(parity, a, b, c) + d + ss2 + w1,
            "b": a,
            "c": b.rotl(9),
            "dw": c + next_w1,
            "e": p0(gg(parity, e, f, g) + h + ss1 + w),
            "f": e,
            "g": f.rotl(19),
            "hw": g + next_w,
        }
    )
    prefix = "datapath."
    earlier, later = graph.variable(96), graph.variable(96)
    inputs: dict[str, Word | int] = {
        "load_iv": 0,
        "step": 1,
        "in_round": 1,
        "parity": parity,
        "table_word": constant,
        "difference": next_w1,
    }
    forced = {prefix + name: value for name, value in (*now.items(), *inputs.items())}
    forced[prefix + "v"] = graph.variable(32)
    forced[prefix + "w"] = join([earlier, next_w, later])
    first, second = circuit, circuit.another_cycle()
    first.force_all(forced)
    second.force_all({**forced, prefix + "ss1": ss1})
    pairs = [("ss1", first.read(prefix + "ss1"), (a.rotl(12) + e + constant).rotl(7))]
    return [*pairs, *((name, second.read_next(prefix + name), value) for name, value in after.items())]


def _lightweight_ring(graph: Graph, circuit: Circuit) -> Sequence[Pair]:
    """Eight slots without a round add the chaining value to the state."""
    prefix = "datapath."
    state, chaining = graph.variables(8, 32), graph.variables(8, 32)
    words = _lightweight(dict(zip(_RING, state, strict=True)))
    stored = [28, 28, 9, 9, 9, 9, 0, 0]
    for address, amount in enumerate(stored):
        cycle = circuit.another_cycle()
        cycle.force_all({prefix + name: value for name, value in words.items()})
        cycle.force_all({prefix + name: 0 for name in ("load_iv", "in_round", "difference", "w")})
        cycle.force_all({prefix + "step": 1, prefix + "v": chaining[7 - address].rotr(amount)})
        words = {name: cycle.read_next(prefix + name) for name in _RING}
    after = _lightweight(dict(zip(_RING, (x ^ y for x, y in zip(state, chaining, strict=True)), strict=True)))
    return [(name, words[name], value) for name, value in after.items()]


PROOFS = (
    RoundProof(
        name="sm3/round",
        claim="one cycle of the SM3 datapath is one round, with D + W'_j and H + W_j added one round ahead",
        core="sm3/highspeed",
        build=_round,
        module="sm3.py",
        normal_sums=True,
        quick=True,
    ),
    RoundProof(
        name="sm3/two-rounds",
        claim="one cycle of the unrolled SM3 datapath is two rounds, with three of the sums made one slot ahead",
        core="sm3/unrolled-2",
        build=_two_rounds,
        module="sm3.py",
        normal_sums=True,
    ),
    RoundProof(
        name="sm3/lightweight-round",
        claim="one slot of the lightweight SM3 datapath is one round, with D + W'_j and H + W_j added one round ahead",
        core="sm3/lightweight",
        build=_lightweight_round,
        module="sm3.py",
        normal_sums=True,
    ),
    RoundProof(
        name="sm3/lightweight-ring",
        claim="eight slots without a round add the chaining value to the state",
        core="sm3/lightweight",
        build=_lightweight_ring,
        module="sm3.py",
        normal_sums=True,
    ),
)
