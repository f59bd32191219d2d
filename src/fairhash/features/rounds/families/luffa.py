# SPDX-License-Identifier: Apache-2.0
"""Luffa v2 (C. De Canniere, H. Sato, D. Watanabe, "Hash Function Luffa: Specification Ver. 2.0") and its registers."""

from collections.abc import Sequence
from functools import partial

from fairhash.features.rounds.circuit import Circuit
from fairhash.features.rounds.round_proof import Pair, RoundProof
from fairhash.features.rounds.word import Graph, Word, join, xor_all

Words = list[Word]
"""Eight words of 32 bits."""
_SBOX = (13, 14, 0, 1, 5, 10, 7, 6, 11, 3, 9, 12, 15, 8, 2, 4)
"""Section 4.2."""


def double(a: Sequence[Word]) -> Words:
    """Section 3.2: multiplication by x in the ring over words, modulo x^8 + x^4 + x^3 + x + 1."""
    shifted = [a[7], *a[:7]]
    return [word ^ a[7] if i in {1, 3, 4} else word for i, word in enumerate(shifted)]


def plus(*operands: Sequence[Word]) -> Words:
    """The XOR of several blocks of eight words."""
    return [xor_all(words) for words in zip(*operands, strict=True)]


def injected(v: Sequence[Words], m: Words) -> list[Words]:
    """Message injection MI: section 3.2.1 for three permutations, 3.2.3 for five."""
    w = len(v)
    if w == 5:
        total = double(plus(*v))
        x = [plus(vj, total) for vj in v]
        x = [plus(double(x[j]), x[(j + 1) % 5]) for j in range(5)]
        x = [plus(double(x[j]), x[(j - 1) % 5]) for j in range(5)]
    else:
        total = double(plus(*v))
        x = [plus(vj, total) for vj in v]
    result = []
    for xj in x:
        result.append(plus(xj, m))
        m = double(m)
    return result


def tweak(v: Sequence[Words]) -> list[Words]:
    """Section 4.5: words 4 to 7 of permutation j are rotated by j bits."""
    return [[word.rotl(j) if i >= 4 else word for i, word in enumerate(vj)] for j, vj in enumerate(v)]


def sub_crumb(words: Sequence[Word]) -> Words:
    """Section 4.2: the S-box on bit i of the four words, the first of which holds the least significant bits."""
    graph = words[0].graph
    results: list[list[int]] = [[] for _ in words]
    for bit in range(words[0].width):
        x = [word.bits[bit] for word in words]
        for place, result in enumerate(results):
            minterms = 0
            for value, image in enumerate(_SBOX):
                if (image >> place) & 1:
                    term = 1
                    for i in range(4):
                        term = graph.conjunction(term, x[i] ^ (~value >> i & 1))
                    minterms = graph.disjunction(minterms, term)
            result.append(minterms)
    return [Word(graph, tuple(result)) for result in results]


def mix_word(left: Word, right: Word) -> tuple[Word, Word]:
    """Section 4.3."""
    right ^= left
    left = left.rotl(2) ^ right
    right = right.rotl(14) ^ left
    left = left.rotl(10) ^ right
    return left, right.rotl(1)


def step(a: Sequence[Word], constants: Sequence[Word | int]) -> Words:
    """Section 4.1: SubCrumb, MixWord and AddConstant of one permutation; the constants of words 0 and 4."""
    x = list(a)
    x[0], x[1], x[2], x[3] = sub_crumb(x[:4])
    x[5], x[6], x[7], x[4] = sub_crumb([x[5], x[6], x[7], x[4]])
    for k in range(4):
        x[k], x[k + 4] = mix_word(x[k], x[k + 4])
    x[0] ^= constants[0]
    x[4] ^= constants[1]
    return x


def _joined(v: Sequence[Words]) -> Word:
    return join([word for vj in v for word in vj])


def _variables(graph: Graph) -> Words:
    """Eight words of new inputs, in which the inputs of one S-box are a byte (see NormalAig in word.py)."""
    columns = [[graph.new_inputs(4) for _ in range(32)] for _ in range(2)]
    words = [Word(graph, tuple(bits[i] for bits in half)) for half in columns for i in range(4)]
    return [words[i] for i in (0, 1, 2, 3, 7, 4, 5, 6)]


def _spread_step(v: Sequence[Words], spread: Word) -> list[Words]:
    """A step with the constants that the three words of each permutation in `spread` stand for."""
    after = []
    for state, (x_1, four, zero) in zip(v, _triples(spread), strict=True):
        after.append(step(state, (x_1 ^ x_1.rotl(10) ^ zero, (x_1 ^ four).rotl(1))))
    return after


def _triples(spread: Word) -> list[tuple[Word, ...]]:
    words = spread.split(32)
    return [tuple(words[i : i + 3]) for i in range(0, len(words), 3)]


def _stored(v: Sequence[Words]) -> list[Words]:
    """`chained` of three permutations after step 7: word 7 of the sum of all V_j is added to word 4 of V_1 and V_2."""
    total = plus(*v)
    return [v[0], *([word ^ total[7] if k == 4 else word for k, word in enumerate(vj)] for vj in v[1:])]


def _build_step(path: str, w: int, graph: Graph, circuit: Circuit) -> Sequence[Pair]:
    v, spread = [_variables(graph) for _ in range(w)], graph.variable(96 * w)
    summed = path.startswith("three")
    reset = circuit.another_cycle()
    reset.force(f"{path}.clear", graph.constant(1, 1))
    for name in ("chained", "total") if summed else ("chained",):
        circuit.force(f"{path}.{name}", reset.read_next(f"{path}.{name}"))
    inputs: dict[str, Word | int] = {"resting": 0, "clear": 0, "finish": 1, "c": spread, "stepped": _joined(v)}
    inputs |= {"restart": 0, "advance": 1} if summed else {}
    inputs |= {"inject": 0} if path == "datapath" else {"blocks": 0}
    circuit.force_all({f"{path}.{name}": value for name, value in inputs.items()})
    after = _spread_step(v, spread)
    expected = {"stepped": _joined(after), "chained": _joined(_stored(after) if summed else after)}
    if summed:
        expected["total"] = join(plus(*after))
    return [(name, circuit.read_next(f"{path}.{name}"), value) for name, value in expected.items()]


def _build_start(path: str, w: int, graph: Graph, circuit: Circuit) -> Sequence[Pair]:
    v, m = [graph.variables(8, 32) for _ in range(w)], graph.variables(8, 32)
    loaded, reset = circuit.another_cycle(), circuit.another_cycle()
    loaded.force_all({"loader.quiet": 0, "loader.waiting": join(m[:6]), "loader.word": join(m[6:])})
    reset.force_all({f"{path}.resting": 1})
    inputs: dict[str, Word | int] = {"blocks": loaded.read_next("loader.blocks"), "chained": _joined(v)}
    if path.startswith("three"):
        # after step 7 the words that the tweaks do not rotate stay in `stepped`
        reset.force_all({f"{path}.restart": 1})
        start = reset.read_next(f"{path}.stepped").split(32)
        inputs["stepped"] = join([v[i // 8][i % 8] if i < 8 or i % 8 < 4 else word for i, word in enumerate(start)])
        inputs |= {"chained": _joined(_stored(v)), "total": join(plus(*v))}
    else:
        inputs["stepped"] = reset.read_next(f"{path}.stepped")
    circuit.force_all({f"{path}.{name}": value for name, value in inputs.items()})
    return [("state", circuit.read(f"{path}.state"), _joined(tweak(injected(v, m))))]


def _build_injection(path: str, w: int, graph: Graph, circuit: Circuit) -> Sequence[Pair]:
    v, m = [graph.variables(8, 32) for _ in range(w)], graph.variables(8, 32)
    # the constants of step 0, for which each ring holds its number, and the reset value of `stepped`
    first, reset = circuit.another_cycle(), circuit.another_cycle()
    first.force("constants.rings", join([graph.constant(number, 8) for number in range(1, 128)]))
    reset.force_all({f"{path}.resting": 1})
    inputs: dict[str, Word | int] = {
        "resting": 0,
        "c": first.read("constants.c"),
        "stepped": reset.read_next(f"{path}.stepped"),
    }
    inputs |= {"chained": _joined(v), "inject": join(m)}
    circuit.force_all({f"{path}.{name}": value for name, value in inputs.items()})
    return [("stepped", circuit.read_next(f"{path}.stepped"), _joined(tweak(injected(v, m))))]


_PATHS = {"highspeed": {3: "three_permutations_datapath", 5: "five_permutations_datapath"}}
"""The instance of the datapath, where it is not `datapath`."""
_BUILDS = (
    ("step", "highspeed", "one cycle without a block is one step of {} permutations", _build_step),
    (
        "injection",
        "highspeed",
        "in a cycle with a block the step starts from its injection into {} permutations, and the tweaks",
        _build_start,
    ),
    ("nine-cycles-step", "nine-cycles", "one cycle without a block is one step of {} permutations", _build_step),
    (
        "nine-cycles-injection",
        "nine-cycles",
        "one cycle with a block is its injection into {} permutations, and the tweaks",
        _build_injection,
    ),
)
PROOFS = tuple(
    RoundProof(
        name=f"luffa/{name}-{digest_bits}",
        claim=claim.format(w),
        core=f"luffa-{digest_bits}/{architecture}",
        build=partial(build, _PATHS.get(architecture, {}).get(w, "datapath"), w),
        module="luffa.py",
        normal_bytes=True,
        quick=w == 3,
    )
    for digest_bits, w in ((256, 3), (512, 5))
    for name, architecture, claim, build in _BUILDS
)
