# SPDX-License-Identifier: Apache-2.0
"""Builds the next-state function of a core from its netlist of Yosys' word-level cells, cut at registers and nets."""

import copy
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from fairhash.base.errors import FairhashError
from fairhash.features.rounds.aig import FALSE, TRUE, Bits
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


Path = tuple[str, ...]
"""Names of instances from the top entity to a module."""
Place = tuple[Path, str]
"""A cell: the instance that holds it, and its name."""
Bit = int | str
"""A bit of a module in Yosys' JSON: the number of a net, or a constant."""

_RECURSION_LIMIT = 100_000


class _CircuitModule:
    """A module of the netlist, with the driver of each of its nets."""

    def __init__(self, contents: Mapping[str, Any], modules: Mapping[str, Any]) -> None:
        self.cells: dict[str, Any] = contents["cells"]
        self.ports: dict[str, Any] = contents["ports"]
        self.nets: dict[str, list[Bit]] = {name: net["bits"] for name, net in contents["netnames"].items()}
        self.drivers: dict[Bit, tuple[str, str, int]] = {}
        self.inputs: dict[Bit, tuple[str, int]] = {}
        for name, cell in self.cells.items():
            for port, bits in cell["connections"].items():
                if _is_output(cell, port, modules):
                    self.drivers |= {bit: (name, port, i) for i, bit in enumerate(bits)}
        for port, description in self.ports.items():
            if description["direction"] == "input":
                self.inputs |= {bit: (port, i) for i, bit in enumerate(description["bits"])}


def _is_output(cell: Mapping[str, Any], port: str, modules: Mapping[str, Any]) -> bool:
    if cell["type"] in modules:
        return bool(modules[cell["type"]]["ports"][port]["direction"] == "output")
    return port in {"Y", "Q"}


@contextmanager
def _deep_recursion() -> Iterator[None]:
    """Allow recursion along the paths of a netlist; elsewhere Python's limit protects the C stack."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, _RECURSION_LIMIT))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


class Circuit:
    """A netlist whose nets are words of a graph.

    Args:
        modules: The modules of Yosys' JSON netlist.
        top: Name of the top module.
        graph: The graph to build in.
        faulty: A cell to replace by another one, which injects a bug; see FAULTS.
    """

    def __init__(self, modules: Mapping[str, Any], top: str, graph: Graph, faulty: Place | None = None) -> None:
        self._modules = {name: _CircuitModule(contents, modules) for name, contents in modules.items()}
        self._top = top
        self._graph = graph
        self._faulty = faulty
        self._values: dict[tuple[Path, Bit], int] = {}
        self.visited: list[Place] = []
        """The cells that the values read so far depend on and that FAULTS can replace."""

    def another_cycle(self) -> "Circuit":
        """The same netlist in another cycle: no net has a value yet."""
        cycle = copy.copy(self)
        cycle._values = {}
        return cycle

    def force(self, net: str, word: Word) -> None:
        """Cut a net, e.g. ``datapath.state``, and give it a value.

        Raises:
            FairhashError: The widths differ.
        """
        path, bits = self._net(net)
        if len(bits) != word.width:
            raise FairhashError(f"{word.width} bits for the {len(bits)} bits of {net}", self._top)
        for bit, literal in zip(bits, word.bits, strict=True):
            if isinstance(bit, int):
                self._values[path, bit] = literal

    def force_all(self, words: Mapping[str, Word | int]) -> None:
        """Cut several nets; integers become constants of the net's width."""
        for net, value in words.items():
            width = len(self._net(net)[1])
            self.force(net, self._graph.constant(value, width) if isinstance(value, int) else value)

    def read(self, net: str) -> Word:
        """The value of a net in this cycle."""
        path, bits = self._net(net)
        with _deep_recursion():
            return self._word(path, bits)

    def read_next(self, register: str) -> Word:
        """The value of a register in the next cycle."""
        path, bits = self._net(register)
        module = self._module(path)
        literals = []
        for bit in bits:
            cell, _, i = module.drivers.get(bit, ("", "", 0))
            if not cell or module.cells[cell]["type"] != "$dff":
                raise FairhashError(f"{register} is not a register", self._top)
            with _deep_recursion():
                literals.append(self._bit(path, module.cells[cell]["connections"]["D"][i]))
        return Word(self._graph, tuple(literals))

    def _net(self, name: str) -> tuple[Path, list[Bit]]:
        *instances, net = name.split(".")
        path = tuple(instances)
        nets = self._module(path).nets
        if net not in nets:
            raise FairhashError(
                f"no net {name}", self._top, f"nets there: {', '.join(n for n in nets if '$' not in n)}"
            )
        return path, nets[net]

    def _module(self, path: Path) -> _CircuitModule:
        module = self._modules[self._top]
        for instance in path:
            if instance not in module.cells:
                raise FairhashError(f"no instance {'.'.join(path)}", self._top)
            module = self._modules[module.cells[instance]["type"]]
        return module

    def _word(self, path: Path, bits: Sequence[Bit]) -> Word:
        literals = []
        for bit in bits:
            # a comprehension would use the C stack
            literals.append(self._bit(path, bit))
        return Word(self._graph, tuple(literals))

    def _bit(self, path: Path, bit: Bit) -> int:
        key = (path, bit)
        if key in self._values:
            return self._values[key]
        if isinstance(bit, str):
            # an undefined constant may have any value
            return int(bit) if bit in "01" else self._graph.new_input()
        module = self._module(path)
        if bit in module.drivers:
            self._evaluate(path, module, *module.drivers[bit])
        elif path and bit in module.inputs:
            port, i = module.inputs[bit]
            parent = self._module(path[:-1])
            self._values[key] = self._bit(path[:-1], parent.cells[path[-1]]["connections"][port][i])
        else:
            raise FairhashError(f"no value for {self._name(path, bit)}", self._top, "cut this net")
        return self._values[key]

    def _name(self, path: Path, bit: Bit) -> str:
        names = [name for name, bits in self._module(path).nets.items() if bit in bits]
        return ".".join([*path, min(names, key=lambda name: ("$" in name, len(name)), default="?")])

    def _evaluate(self, path: Path, module: _CircuitModule, name: str, port: str, index: int) -> None:
        """Set the values of all outputs of a cell, or of one bit of an instance's output."""
        cell = module.cells[name]
        outputs: Sequence[Bit] = cell["connections"][port]
        if cell["type"] in self._modules:
            inside = (*path, name)
            inner = self._modules[cell["type"]].ports[port]["bits"][index]
            self._values[path, outputs[index]] = self._bit(inside, inner)
            return
        for bit, literal in zip(outputs, self._function(path, name, cell), strict=True):
            self._values.setdefault((path, bit), literal)

    def _function(self, path: Path, name: str, cell: Mapping[str, Any]) -> Bits:
        kind = cell["type"]
        width = len(cell["connections"].get("Y", ()))
        if kind not in BITWISE and kind not in OTHERS:
            nets = ", ".join(self._name(path, bit) for bit in cell["connections"].get("Q", ())[:1])
            raise FairhashError(f"no value for {nets or '.'.join((*path, name))} ({kind})", self._top, "cut this net")
        if kind == "$mux":
            select = self._bit(path, cell["connections"]["S"][0])
            if select in (FALSE, TRUE):
                # the operand that is not selected may depend on nets without a value
                return self._word(path, cell["connections"]["B" if select == TRUE else "A"]).bits
        operands = {}
        for port, bits in cell["connections"].items():
            if port != "Y":
                operands[port] = self._word(path, bits)
        if kind in BITWISE or kind in EQUAL_WIDTHS:
            size = width if kind in BITWISE else max(word.width for word in operands.values())
            for port, word in tuple(operands.items()):
                operands[port] = _extended(word, size, int(cell["parameters"][f"{port}_SIGNED"], 2))
        if kind in FAULTS:
            self.visited.append((path, name))
            if (path, name) == self._faulty:
                kind = FAULTS[kind]
        result = (BITWISE.get(kind) or OTHERS[kind])(operands)
        return _extended(result, width, 0).bits


def _extended(word: Word, width: int, signed: int) -> Word:
    fill = word.bits[-1] if signed else 0
    return Word(word.graph, (word.bits + (fill,) * (width - word.width))[:width])
