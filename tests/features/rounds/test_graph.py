# SPDX-License-Identifier: Apache-2.0
"""The graph's operations against integers, and its normal forms against graphs without them, by cec."""

import random
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.features.rounds.aig import Aig, write_aiger
from fairhash.features.rounds.circuit import Circuit
from fairhash.features.rounds.field import sbox, times
from fairhash.features.rounds.word import Graph, Word, join
from fairhash.toolchain.abc import AbcRun, check_equivalence

WIDTH = 8


def compare(left: tuple[Aig, Word], right: tuple[Aig, Word], folder: Path) -> AbcRun:
    """Compare two words of different graphs, which have the same inputs."""
    for (graph, word), name in ((left, "left.aig"), (right, "right.aig")):
        write_aiger(graph, word.bits, folder / name)
    return check_equivalence(folder / "left.aig", "right.aig", 60)


def value(graph: Graph, word: Word, operands: dict[Word, int]) -> int:
    """A word for given values of the words of inputs."""
    bits = {
        literal >> 1: (number >> i) & 1
        for operand, number in operands.items()
        for i, literal in enumerate(operand.bits)
    }
    result = graph.simulate(word.bits, [bits[node] for node in graph.input_nodes], 1)
    return sum(bit << i for i, bit in enumerate(result))


@pytest.mark.parametrize("normal", [False, True])
def test_operations(normal: bool) -> None:
    graph = Graph(normal, normal)
    a, b = graph.variables(2, WIDTH)
    cases: list[tuple[Word, Callable[[int, int], int]]] = [
        (a + b, lambda x, y: x + y),
        (a - b, lambda x, y: x - y),
        (b - a + b + 7 - a, lambda x, y: 2 * y - 2 * x + 7),
        (a * 5, lambda x, y: 5 * x),
        (a ^ b ^ (a & ~b), lambda x, y: x ^ y ^ (x & ~y)),
        (a | b, lambda x, y: x | y),
        (a.rotl(3), lambda x, y: x << 3 | x >> 5),
        (a.rotr(1), lambda x, y: x >> 1 | x << 7),
        ((a << 2) ^ (b >> 3), lambda x, y: (x << 2) ^ (y >> 3)),
        (a.slice(0, 1).choose(a, b), lambda x, y: x if x & 1 else y),
        (join([a.slice(0, 4), b.slice(4, 4)]), lambda x, y: (x & 15) << 4 | y >> 4),
    ]
    generator = random.Random(1)
    for _ in range(30):
        x, y = generator.randrange(256), generator.randrange(256)
        for word, function in cases:
            assert value(graph, word, {a: x, b: y}) == function(x, y) % 256


def sums(graph: Graph) -> Word:
    """Sums in two orders, with bit 0 of two operands exchanged as in rtl/ops/addition_pkg.vhd."""
    a, b, c, d = graph.variables(4, WIDTH)
    first = (a + b + c) ^ (d - (c + b))
    whole = a + d
    left = Word(graph, (c.bits[0], *whole.bits[1:]))
    right = Word(graph, (whole.bits[0], *c.bits[1:]))
    return join([first, left + right, (c + b) + (a - d) * 3])


def bytes_of_rounds(graph: Graph) -> Word:
    """S-boxes of two bytes, mixed; part of the result is computed twice in different ways."""
    a, b = graph.variables(2, 8)
    x, y = sbox(a), sbox(b)
    return join([times(x, 3) ^ times(y, 2), times(x ^ y, 2) ^ x, ~(x & ~y) ^ a, a ^ ~b])


@pytest.mark.parametrize(("build", "name"), [(sums, "sums"), (bytes_of_rounds, "bytes")])
def test_normal_forms_change_no_function(build: Callable[[Graph], Word], name: str, tmp_path: Path) -> None:
    plain, normal = Graph(), Graph(name == "sums", name == "bytes")
    assert compare((plain, build(plain)), (normal, build(normal)), tmp_path).status == "proven"


def test_cec_finds_a_difference(tmp_path: Path) -> None:
    left, right = Graph(), Graph()
    a, b = left.variables(2, WIDTH)
    c, d = right.variables(2, WIDTH)
    assert compare((left, a + b), (right, (c + d) ^ (c & d & (c >> 7))), tmp_path).status == "failed"


def test_equal_sums_are_one_node() -> None:
    graph = Graph(normal_sums=True)
    a, b, c = graph.variables(3, 32)
    assert ((a + b) + c).bits == (a + (c + b)).bits
    assert (a - b + b).bits == a.bits


def test_sbox_has_the_published_values() -> None:
    """FIPS 197, figure 7."""
    graph = Graph()
    published = {0x00: 0x63, 0x01: 0x7C, 0x53: 0xED, 0x9A: 0xB8, 0xFF: 0x16}
    assert {a: int(sbox(graph.constant(a, 8))) for a in published} == published


def test_netlist_with_a_register() -> None:
    """A hand-written netlist: q' = a + q."""
    cells = {
        "sum": {
            "type": "$add",
            "parameters": {"A_SIGNED": "0", "B_SIGNED": "0"},
            "connections": {"A": [2, 3], "B": [4, 5], "Y": [6, 7]},
        },
        "flip": {"type": "$dff", "parameters": {}, "connections": {"CLK": [8], "D": [6, 7], "Q": [4, 5]}},
    }
    ports = {"a": {"direction": "input", "bits": [2, 3]}, "clk": {"direction": "input", "bits": [8]}}
    netnames = {"a": {"bits": [2, 3]}, "q": {"bits": [4, 5]}, "next": {"bits": [6, 7]}}
    modules = {"top": {"cells": cells, "ports": ports, "netnames": netnames}}
    graph = Graph()
    a, q = graph.variables(2, 2)
    limit = sys.getrecursionlimit()
    circuit = Circuit(modules, "top", graph)
    with pytest.raises(FairhashError, match="no value for a"):
        circuit.read_next("q")
    circuit = Circuit(modules, "top", graph)
    circuit.force_all({"a": a, "q": q})
    after = circuit.read_next("q")
    assert [value(graph, after, {a: x, q: y}) for x in range(4) for y in range(4)] == [
        (x + y) % 4 for x in range(4) for y in range(4)
    ]
    faulty = Circuit(modules, "top", graph, ((), "sum"))
    faulty.force_all({"a": a, "q": q})
    assert value(graph, faulty.read_next("q"), {a: 1, q: 1}) == 0
    # a raised limit lets deeply nested JSON overflow the C stack later in the process
    assert sys.getrecursionlimit() == limit
