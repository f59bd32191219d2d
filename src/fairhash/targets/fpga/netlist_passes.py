# SPDX-License-Identifier: Apache-2.0
"""The bench's passes over mapped netlists, by the names that device files and recipes use.

`widen` is for Gowin FPGAs; `trim`, `absorb` and `bypass` are for ECP5:

absorb: Removes LUT4s whose function all their readers can compute themselves. A LUT4 can do so if its merged function
has at most four inputs. Half of a carry cell (CCU2C) can do so in two cases (Lattice FPGA-TN-02201, ripple mode):

- The function is an exclusive-or of two signals. The half adds ``A + (B xor C)`` at the cost of ``A + B``: sum
  A^B^C^carry, generate A.
- The half adds a constant bit, and the function is zero whenever two of its inputs are, as a multiplexer is. These two
  become C and D. Where the half does not propagate, its carry is the value of its LUT4 for zeros at C and D, which is
  the constant.

Yosys' mapper does not use this. Routing becomes harder: the inputs of carry cells cannot be permuted.

bypass: Moves exclusive-ors into carry cells only, also where the LUT4 stays because it has other readers. Paths through
sums become shorter by one LUT4 and one wire, at the cost of one more wire for each bit.

trim: Disconnects unused carry outputs, which place and route would otherwise connect through an additional cell.

The netlist check verifies for every netlist that it still computes the same.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from fairhash.catalog.recipe import OwnPass

Bit = int | str
Cell = dict[str, Any]

_PINS = ("A", "B", "C", "D")
_ADD = 0x96AA
"""INIT of a carry cell's half that adds A and B xor C."""
_XOR = 0b0110
"""Truth table of the exclusive-or of two inputs."""


@dataclass(frozen=True)
class _Function:
    """A Boolean function of `inputs`; bit i of `table` is its value when input k has the value of bit k of i."""

    inputs: tuple[int, ...]
    table: int

    def at(self, values: dict[int, int]) -> int:
        return self.table >> sum(values[bit] << k for k, bit in enumerate(self.inputs)) & 1


@dataclass(frozen=True)
class _Half:
    """Half of a carry cell: signals at pins A to D, and its INIT."""

    pins: tuple[Bit, ...]
    init: int


def trim(module: dict[str, Any]) -> int:
    """Disconnect carry outputs that nothing reads, in place; returns the number."""
    users = _users(module)
    unused = [c for c in module["cells"].values() if c["type"] == "CCU2C" and not users.get(_bit(c, "COUT"))]
    for cell in unused:
        del cell["connections"]["COUT"], cell["port_directions"]["COUT"]
    return len(unused)


def absorb(module: dict[str, Any]) -> int:
    """Merge LUT4s into their readers where possible, in place; returns the number of removed LUT4s."""
    cells: dict[str, Cell] = module["cells"]
    users = _users(module)
    names = [name for name, cell in cells.items() if cell["type"] == "LUT4"]
    return sum(_merge_into_readers(cells, name, users) for name in names)


def bypass(module: dict[str, Any]) -> int:
    """Connect sums to the inputs of an exclusive-or instead of its output, in place; returns the number of sum bits.

    If both operands of a bit are exclusive-ors, the second one is replaced. LUT4s without readers are removed.
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


def restore_carry_outputs(module: dict[str, Any]) -> int:
    """Add the missing port COUT to carry cells, unconnected, since nextpnr requires it; returns the number."""
    trimmed = [c for c in module["cells"].values() if c["type"] == "CCU2C" and "COUT" not in c["connections"]]
    for cell in trimmed:
        cell["connections"]["COUT"] = ["x"]
        cell["port_directions"]["COUT"] = "output"
    return len(trimmed)


def _users(module: dict[str, Any]) -> dict[Bit, set[tuple[str, str]]]:
    """The readers of each net: (cell, port), or ('', port) for an output port of the module."""
    users: dict[Bit, set[tuple[str, str]]] = {}
    for name, cell in module["cells"].items():
        for port, bits in cell["connections"].items():
            if cell["port_directions"][port] == "input":
                for bit in bits:  # LUT RAM has ports of several bits
                    users.setdefault(bit, set()).add((name, port))
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
    """The function of a LUT4, with constant and duplicate inputs removed."""
    init = int(cell["parameters"]["INIT"], 2)
    pins = [_bit(cell, pin) for pin in _PINS]
    inputs = tuple(dict.fromkeys(bit for bit in pins if isinstance(bit, int)))
    table = 0
    for number, values in enumerate(_assignments(inputs)):
        index = sum((values[bit] if isinstance(bit, int) else bit == "1") << k for k, bit in enumerate(pins))
        table |= (init >> index & 1) << number
    return _Function(inputs, table)


def _merged(user: _Function, net: int, inner: _Function) -> _Function | None:
    """`user` with `inner` substituted for `net`; None if the result has more than four inputs."""
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


def _adds(cell: Cell, half: str) -> bool:
    """Whether this half of a CCU2C adds A and B xor C."""
    parameters = cell["parameters"]
    return (
        int(parameters[f"INIT{half}"], 2) == _ADD
        and parameters[f"INJECT1_{half}"] == "NO"
        and _bit(cell, f"D{half}") == "1"
    )


def _is_adder_half(cell: Cell, half: str, pin: str) -> bool:
    """Whether this half of a CCU2C adds two different signals A and B without a third, and `pin` is A or B."""
    return (
        pin in ("A", "B")
        and _adds(cell, half)
        and _bit(cell, f"C{half}") == "0"
        and _bit(cell, f"A{half}") != _bit(cell, f"B{half}")
    )


def _constant(cell: Cell, half: str, pin: str) -> int | None:
    """The bit that this half of a CCU2C adds to the signal at `pin`; None if it does not add a constant."""
    added = [_bit(cell, f"B{half}"), _bit(cell, f"C{half}")]
    if pin != "A" or not _adds(cell, half) or any(bit not in ("0", "1") for bit in added):
        return None
    return int(added[0] != added[1])


def _half_with(function: _Function, constant: int) -> _Half | None:
    """A half that adds `constant` to `function`; None if no half can."""
    unused: list[Bit] = ["0"] * (len(_PINS) - len(function.inputs))
    for pins in permutations([*function.inputs, *unused]):
        indices = [{bit: index >> k & 1 for k, bit in enumerate(pins) if isinstance(bit, int)} for index in range(16)]
        values = [function.at(index) for index in indices]
        if not any(values[:4]):  # C and D are zero
            return _Half(pins, sum((value ^ constant) << index for index, value in enumerate(values)))
    return None


def _merge_into_readers(cells: dict[str, Cell], name: str, users: dict[Bit, set[tuple[str, str]]]) -> bool:
    """Merge LUT4 `name` into all its readers and remove it; if one of them cannot take it, change nothing.

    Returns:
        Whether it was removed.
    """
    net = _bit(cells[name], "Z")
    inner = _function(cells[name])
    readers = users.get(net, set())
    if not isinstance(net, int) or not readers or net in inner.inputs:
        return False
    new: dict[str, _Function] = {}
    halves: list[tuple[str, str]] = []
    operands: list[tuple[str, str, _Half]] = []
    for reader, port in sorted(readers):
        kind = cells[reader]["type"] if reader else ""
        if kind == "LUT4":
            merged = _merged(_function(cells[reader]), net, inner)
            if merged is None:
                return False
            new[reader] = merged
        elif kind == "CCU2C" and _is_sum(inner) and _is_adder_half(cells[reader], port[-1], port[0]):
            halves.append((reader, port))
        elif kind == "CCU2C":
            constant = _constant(cells[reader], port[-1], port[0])
            half = None if constant is None else _half_with(inner, constant)
            if half is None:
                return False
            operands.append((reader, port[-1], half))
        else:
            return False
    for reader, function in new.items():
        _rewire_lut(cells[reader], reader, function, users)
    for reader, port in halves:
        _rewire_half(cells[reader], reader, port, inner, users)
    for reader, number, half in operands:
        _rewire_operand(cells[reader], reader, number, half, users)
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
    """Connect a half to the inputs of the exclusive-or `inner`, which drives `port`.

    The other operand must be at A: where the half does not propagate, its carry is A.
    """
    half = port[-1]
    other = _bit(cell, f"B{half}" if port[0] == "A" else f"A{half}")
    for pin, bit in (("A", other), ("B", inner.inputs[0]), ("C", inner.inputs[1])):
        _connect(cell, name, f"{pin}{half}", bit, users)


def _rewire_operand(cell: Cell, name: str, number: str, half: _Half, users: dict[Bit, set[tuple[str, str]]]) -> None:
    """Replace half `number` of a carry cell."""
    cell["parameters"][f"INIT{number}"] = format(half.init, "016b")
    for pin, bit in zip(_PINS, half.pins, strict=True):
        _connect(cell, name, f"{pin}{number}", bit, users)


_SMALL = {"LUT1": 1, "LUT2": 2, "LUT3": 3}
_INPUTS = ("I0", "I1", "I2", "I3")
_ENTRIES = 16


def widen_luts(module: dict[str, Any]) -> int:
    """Replace each LUT1, LUT2 and LUT3 of a Gowin netlist by a LUT4 whose additional inputs are 0, in place.

    The device implements a smaller look-up table in a LUT4 with its signals on the inputs of the same name. But nextpnr
    has delays for LUT4 only: it would count no cell delay on paths through smaller ones, and report clocks up to twice
    too fast. Returns the number of changed cells.
    """
    small = [cell for cell in module["cells"].values() if cell["type"] in _SMALL]
    for cell in small:
        entries = 1 << _SMALL[cell["type"]]
        # entry 0 is the last digit; a table repeated for an input does not depend on it
        table = cell["parameters"]["INIT"][-entries:].rjust(entries, "0")
        cell["type"] = "LUT4"
        cell["parameters"]["INIT"] = table * (_ENTRIES // entries)
        for name in _INPUTS:
            if name not in cell["connections"]:
                cell["connections"][name] = ["0"]
                cell["port_directions"][name] = "input"
    return len(small)


_PASSES: Mapping[OwnPass, Callable[[dict[str, Any]], int]] = {
    "absorb": absorb,
    "bypass": bypass,
    "trim": trim,
    "widen": widen_luts,
}


def run_pass(name: OwnPass, module: dict[str, Any]) -> int:
    """Apply one pass to a module of a netlist in Yosys JSON, in place; returns the number of changes."""
    return _PASSES[name](module)
