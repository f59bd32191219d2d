# SPDX-License-Identifier: Apache-2.0
"""The functions of Yosys' word-level cells as words of a graph (Yosys manual, "Internal cell library")."""

from collections.abc import Callable, Mapping

from fairhash.features.rounds.aig import FALSE
from fairhash.features.rounds.word import Graph, Word

Operands = Mapping[str, Word]
"""The inputs of a cell by port. A and B have the width of the result where the cell's function is bit by bit."""


def _any(graph: Graph, word: Word) -> int:
    result = FALSE
    for bit in word.bits:
        result = graph.disjunction(result, bit)
    return result


def _flag(word: Word, literal: int) -> Word:
    return Word(word.graph, (literal,))


def _equal(o: Operands) -> Word:
    return _flag(o["A"], _any(o["A"].graph, o["A"] ^ o["B"]) ^ 1)


def _parallel_choice(o: Operands) -> Word:
    """$pmux: the word of B whose bit of S is one, else A. The lowest such bit has priority."""
    result, width = o["A"], o["A"].width
    for i in range(o["S"].width - 1, -1, -1):
        result = o["S"].slice(i, 1).choose(o["B"].slice(i * width, width), result)
    return result


def _parity(word: Word) -> int:
    result = FALSE
    for bit in word.bits:
        result = word.graph.exclusive(result, bit)
    return result


BITWISE: dict[str, Callable[[Operands], Word]] = {
    "$not": lambda o: ~o["A"],
    "$pos": lambda o: o["A"],
    "$and": lambda o: o["A"] & o["B"],
    "$or": lambda o: o["A"] | o["B"],
    "$xor": lambda o: o["A"] ^ o["B"],
    "$xnor": lambda o: ~(o["A"] ^ o["B"]),
    "$add": lambda o: o["A"] + o["B"],
    "$sub": lambda o: o["A"] - o["B"],
    "$neg": lambda o: (o["A"] ^ o["A"]) - o["A"],
}
"""Cells whose operands are extended to the width of the result."""

OTHERS: dict[str, Callable[[Operands], Word]] = {
    "$mux": lambda o: o["S"].choose(o["B"], o["A"]),
    "$pmux": _parallel_choice,
    "$eq": _equal,
    "$ne": lambda o: ~_equal(o),
    "$reduce_or": lambda o: _flag(o["A"], _any(o["A"].graph, o["A"])),
    "$reduce_bool": lambda o: _flag(o["A"], _any(o["A"].graph, o["A"])),
    "$reduce_and": lambda o: _flag(o["A"], _any(o["A"].graph, ~o["A"]) ^ 1),
    "$reduce_xor": lambda o: _flag(o["A"], _parity(o["A"])),
    "$logic_not": lambda o: _flag(o["A"], _any(o["A"].graph, o["A"]) ^ 1),
    "$logic_and": lambda o: _flag(
        o["A"], o["A"].graph.conjunction(_any(o["A"].graph, o["A"]), _any(o["A"].graph, o["B"]))
    ),
    "$logic_or": lambda o: _flag(
        o["A"], o["A"].graph.disjunction(_any(o["A"].graph, o["A"]), _any(o["A"].graph, o["B"]))
    ),
}

FAULTS = {"$xor": "$or", "$and": "$or", "$or": "$and", "$add": "$sub", "$sub": "$add", "$not": "$pos", "$xnor": "$and"}
"""The cell that replaces a cell in the netlist with an injected bug."""
EQUAL_WIDTHS = ("$eq", "$ne")
"""Cells whose operands are extended to the wider one of them."""
