# SPDX-License-Identifier: Apache-2.0
"""Passes over a module of an ECP5 netlist (Yosys JSON): `trim`, `absorb` and `bypass`.

Absorb: a mapper chooses functions without looking into carry cells, though half a CCU2C adds ``A + (B xor C)`` as
cheaply as ``A + B`` (Lattice FPGA-TN-02201, ripple mode: sum A^B^C^carry, generate A). A function whose users can all
take its inputs in its place disappears: a carry half takes an exclusive-or of two signals, a four-input function
whatever still fits. The price is paid in routing, since the inputs of carry cells cannot be permuted.

Bypass: the same, of exclusive-ors in front of carry cells only, and even where the function must stay for others. Paths
through sums become shorter by a function and a wire each, which costs a wire more for each bit.

Trim: an unused carry output is let go, since place and route would lead it out of the chain through a cell of its own.

The outcome computes the same, which the netlist check shows for every netlist.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

Bit = int | str
Cell = dict[str, Any]

_PINS = ("A", "B", "C", "D")
_ADD = 0x96AA
_XOR = 0b0110


@dataclass(frozen=True)
class _Function:
    """A function of `inputs`; bit i of `table` is its value where input k is bit k of i."""

    inputs: tuple[int, ...]
    table: int

    def at(self, values: dict[int, int]) -> int:
        return self.table >> sum(values[bit] << k for k, bit in enumerate(self.inputs)) & 1


def trim(module: dict[str, Any]) -> int:
    """Let go of carry outputs that nothing reads; returns how many."""
    users = _users(module)
    ends = [c for c in module["cells"].values() if c["type"] == "CCU2C" and not users.get(_bit(c, "COUT"))]
    for cell in ends:
        del cell["connections"]["COUT"], cell["port_directions"]["COUT"]
    return len(ends)


def absorb(module: dict[str, Any]) -> int:
    """Merge what can be merged into its users, in place; returns how many functions disappeared."""
    cells: dict[str, Cell] = module["cells"]
    users = _users(module)
    names = [name for name, cell in cells.items() if cell["type"] == "LUT4"]
    return sum(_dissolve(cells, name, users) for name in names)


def bypass(module: dict[str, Any]) -> int:
    """Let sums take the inputs of an exclusive-or in place of its result, in place; returns how many bits of sums did.

    Of two such operands the second; a function that nothing reads any more disappears.
    """
    cells: dict[str, Cell] = module["cells"]
    users = _users(module)
    sources = {_bit(cell, "Z"): name for name, cell in cells.items() if cell["type"] == "LUT4"}
    changed = 0
    for name in [name for name, cell in cells.items() if cell["type"] == "CCU2C"]:
        for port in ("B0", "A0", "B1", "A1"):
            net = _bit(cells[name], port)
            inner = _function(cells[sources[net]]) if net in sources else None
            if inner is None or not _is_sum(inner) or not _is_adder_half(cells[name], port[-1], port[0]):
                continue
            _rewire_half(cells[name], name, port, inner, users)
            changed += 1
            if not users[net]:
                _remove(cells, sources.pop(net), users)
    return changed


def leave_open(module: dict[str, Any]) -> int:
    """Say of carry outputs that are not connected that they are there: nextpnr asks for the port, connected or not.

    Returns how many there were.
    """
    bare = [c for c in module["cells"].values() if c["type"] == "CCU2C" and "COUT" not in c["connections"]]
    for cell in bare:
        cell["connections"]["COUT"] = ["x"]
        cell["port_directions"]["COUT"] = "output"
    return len(bare)


def _users(module: dict[str, Any]) -> dict[Bit, set[tuple[str, str]]]:
    """Who reads each net: (cell, port), or ('', port) for a port of the module."""
    users: dict[Bit, set[tuple[str, str]]] = {}
    for name, cell in module["cells"].items():
        for port, bits in cell["connections"].items():
            if cell["port_directions"][port] == "input":
                users.setdefault(bits[0], set()).add((name, port))
    for port, facts in module["ports"].items():
        for bit in facts["bits"]:
            if facts["direction"] == "output":
                users.setdefault(bit, set()).add(("", port))
    return users


def _bit(cell: Cell, port: str) -> Bit:
    bits = cell["connections"].get(port)
    return bits[0] if bits else "x"


def _assignments(inputs: tuple[int, ...]) -> Iterator[dict[int, int]]:
    for number in range(1 << len(inputs)):
        yield {bit: number >> k & 1 for k, bit in enumerate(inputs)}


def _function(cell: Cell) -> _Function:
    """The function of a LUT4 in its distinct, varying inputs."""
    init = int(cell["parameters"]["INIT"], 2)
    pins = [_bit(cell, pin) for pin in _PINS]
    inputs = tuple(dict.fromkeys(bit for bit in pins if isinstance(bit, int)))
    table = 0
    for number, values in enumerate(_assignments(inputs)):
        index = sum((values[bit] if isinstance(bit, int) else bit == "1") << k for k, bit in enumerate(pins))
        table |= (init >> index & 1) << number
    return _Function(inputs, table)


def _merged(user: _Function, net: int, inner: _Function) -> _Function | None:
    """`user` with `inner` in place of `net`; None where that takes more than four inputs."""
    inputs = tuple(dict.fromkeys([bit for bit in user.inputs if bit != net] + list(inner.inputs)))
    if len(inputs) > len(_PINS) or net in inputs:
        return None
    table = 0
    for number, values in enumerate(_assignments(inputs)):
        table |= user.at({**values, net: inner.at(values)}) << number
    return _Function(inputs, table)


def _is_sum(function: _Function) -> bool:
    """Whether it is the exclusive-or of two signals."""
    return len(function.inputs) == 2 and function.table == _XOR


def _is_adder_half(cell: Cell, half: str, pin: str) -> bool:
    """Whether `pin` (A or B) of this half is an operand of a plain sum with the other operand on its own."""
    return (
        pin in ("A", "B")
        and int(cell["parameters"][f"INIT{half}"], 2) == _ADD
        and cell["parameters"][f"INJECT1_{half}"] == "NO"
        and _bit(cell, f"C{half}") == "0"
        and _bit(cell, f"D{half}") == "1"
        and _bit(cell, f"A{half}") != _bit(cell, f"B{half}")
    )


def _dissolve(cells: dict[str, Cell], name: str, users: dict[Bit, set[tuple[str, str]]]) -> bool:
    """Give the function of LUT `name` to all its users; False, and nothing changed, where one has no room."""
    net = _bit(cells[name], "Z")
    inner = _function(cells[name])
    readers = users.get(net, set())
    if not isinstance(net, int) or not readers or net in inner.inputs:
        return False
    new: dict[str, _Function] = {}
    halves: list[tuple[str, str]] = []
    for reader, port in sorted(readers):
        kind = cells[reader]["type"] if reader else ""
        if kind == "LUT4":
            merged = _merged(_function(cells[reader]), net, inner)
            if merged is None:
                return False
            new[reader] = merged
        elif kind == "CCU2C" and _is_sum(inner):
            if not _is_adder_half(cells[reader], port[-1], port[0]):
                return False
            halves.append((reader, port))
        else:
            return False
    for reader, function in new.items():
        _rewire_lut(cells[reader], reader, function, users)
    for reader, port in halves:
        _rewire_half(cells[reader], reader, port, inner, users)
    _remove(cells, name, users)
    return True


def _remove(cells: dict[str, Cell], name: str, users: dict[Bit, set[tuple[str, str]]]) -> None:
    for pin in _PINS:
        users.get(_bit(cells[name], pin), set()).discard((name, pin))
    users.pop(_bit(cells[name], "Z"), None)
    del cells[name]


def _connect(cell: Cell, name: str, port: str, bit: Bit, users: dict[Bit, set[tuple[str, str]]]) -> None:
    users.get(_bit(cell, port), set()).discard((name, port))
    cell["connections"][port] = [bit]
    cell["port_directions"][port] = "input"
    users.setdefault(bit, set()).add((name, port))


def _rewire_lut(cell: Cell, name: str, function: _Function, users: dict[Bit, set[tuple[str, str]]]) -> None:
    for k, pin in enumerate(_PINS):
        _connect(cell, name, pin, function.inputs[k] if k < len(function.inputs) else "0", users)
    size = 1 << len(function.inputs)
    cell["parameters"]["INIT"] = format(sum((function.table >> i % size & 1) << i for i in range(16)), "016b")


def _rewire_half(cell: Cell, name: str, port: str, inner: _Function, users: dict[Bit, set[tuple[str, str]]]) -> None:
    """The plain operand goes to A, which is also the carry where nothing propagates; the two others to B and C."""
    half = port[-1]
    plain = _bit(cell, f"B{half}" if port[0] == "A" else f"A{half}")
    for pin, bit in (("A", plain), ("B", inner.inputs[0]), ("C", inner.inputs[1])):
        _connect(cell, name, f"{pin}{half}", bit, users)
