# SPDX-License-Identifier: Apache-2.0
"""Writes circuits in the Berkeley Logic Interchange Format (University of California, 1992)."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from fairhash.testbench.memories import ReadPort
from fairhash.testbench.program import CONSTANTS, INPUTS, Lut, Net, Order

Name = Callable[[Net], str]
"""From a net to its name in the file."""
FREE_INPUTS = ("rst", "in_valid", "out_ready", "in_data")
"""Inputs that are not clocks."""
_UNKNOWN = CONSTANTS["x"]


def model(name: str, inputs: Sequence[str], outputs: Sequence[str], body: Iterable[str]) -> str:
    """Return a whole file with one model."""
    head = [f".model {name}", f".inputs {' '.join(inputs)}", f".outputs {' '.join(outputs)}"]
    return "\n".join([*head, *body, ".end", ""])


def table(inputs: Sequence[str], output: str, ones: Iterable[str]) -> str:
    """Return one table: `ones` are the input values, first input first, for which the output is 1."""
    rows = [f"{row} 1".strip() for row in ones]
    # ABC refuses a table of inputs without a row
    return "\n".join([f".names {' '.join([*(inputs if rows else ()), output])}", *rows])


def latch(source: str, state: str) -> str:
    """Return a register that begins with 0."""
    return f".latch {source} {state} 0"


def lut_tables(luts: Iterable[Lut], name: Name) -> Iterator[str]:
    """Return the tables of a circuit."""
    for lut in luts:
        size = len(lut.inputs)
        ones = (
            "".join(str(index >> place & 1) for place in range(size))
            for index in range(1 << size)
            if lut.table >> index & 1
        )
        yield table([name(net) for net in lut.inputs], name(lut.out), ones)


def constants(name: Name) -> Iterator[str]:
    """Return the tables of the nets that are always 0 and always 1; the unknown constant is an input."""
    yield table([], name(CONSTANTS["0"]), [])
    yield table([], name(CONSTANTS["1"]), [""])


def number(order: Order, port: str, value: int, name: Name) -> Iterator[str]:
    """Return the tables that give an input port a constant value."""
    for place, net in enumerate(order.circuit.ports[port]):
        yield table([], name(net), [""] if value >> place & 1 else [])


def free_nets(order: Order) -> list[Net]:
    """Return the nets of all inputs but the clocks and the further input, and the unknown constant."""
    assert set(FREE_INPUTS) < set(INPUTS)
    return [_UNKNOWN, *(net for port in FREE_INPUTS for net in order.circuit.ports[port])]


def port_nets(order: Order, port: str) -> list[Net]:
    """Return the nets that drive an output port."""
    return [order.same.get(net, net) for net in order.circuit.ports[port]]


def read_nets(order: Order) -> list[Net]:
    """Return the nets that reads of memories drive and that the program needs."""
    return [net for step in order.steps if isinstance(step, ReadPort) for net in step.data]


def memory_inputs(order: Order) -> list[Net]:
    """Return the nets that decide what memories read and store: addresses, enables and data."""
    reads = [net for step in order.steps if isinstance(step, ReadPort) for net in step.address]
    writes = [net for memory in order.circuit.memories for port in memory.writes for net in port.inputs]
    return [order.same.get(net, net) for net in (*reads, *writes)]
