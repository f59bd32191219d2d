# SPDX-License-Identifier: Apache-2.0
"""The order of evaluation of a circuit: constants folded, nets numbered, the inputs of each table before the table."""

from dataclasses import dataclass, field, replace

from fairhash.netlist.timed.circuit import (
    Input,
    Net,
    RoutedNetlistError,
    TimedCircuit,
    TimedRegister,
    TruthTable,
    depends_on,
    fix_input,
)


@dataclass
class Ordered:
    """The circuit with nets from 0: those of inputs, of registers and of memories, then those of tables in order.

    What a RAM of look-up tables reads follows its address within the cycle. So this order is one of evaluation only
    without such memories.
    """

    circuit: TimedCircuit
    tables: list[TruthTable] = field(default_factory=list)
    """In an order in which the inputs of each are ready; none has a constant input."""
    registers: list[TimedRegister] = field(default_factory=list)
    number: dict[Net, int] = field(default_factory=dict)
    """Number of each net in the simulator, by the circuit's net."""
    constants: dict[Net, int] = field(default_factory=dict)
    """The value of each net that never changes."""


def order(circuit: TimedCircuit) -> Ordered:
    """Order a circuit.

    Raises:
        RoutedNetlistError: for a combinational loop or a net without a driver.
    """
    ordered = Ordered(circuit)
    sources = [register.q for port in circuit.inputs.values() for register in port if register]
    sources += [register.q for register in circuit.registers]
    sources += [net for memory in circuit.memories for net in memory.driven_nets]
    sources += [one.q for contents in circuit.contents for one in contents.launching]
    for net in sources:
        ordered.number.setdefault(net, len(ordered.number))
    drivers = {table.out: table for table in circuit.tables}
    roots = [pin.net for register in circuit.registers for pin in register.inputs]
    roots += [net for memory in circuit.memories for net in memory.read_nets]
    for net in roots:
        _visit(net, drivers, ordered)
    for register in circuit.registers:
        table, inputs = _without_constants(register.table, register.inputs, ordered.constants, own_input=True)
        ordered.registers.append(replace(register, table=table, inputs=inputs))
    return ordered


def _visit(root: Net, drivers: dict[Net, TruthTable], ordered: Ordered) -> None:
    constants = ordered.constants
    stack, started = [(root, False)], set[Net]()
    while stack:
        net, ready = stack.pop()
        if net in ordered.number or net in constants:
            continue
        if net not in drivers:
            raise RoutedNetlistError(f"net {net} of the routed netlist has no driver")
        driver = drivers[net]
        if ready and driver.locations:
            ordered.number[net] = len(ordered.number)
            ordered.tables.append(_without_constant_addresses(driver, constants))
            continue
        if not ready:
            if net in started:
                raise RoutedNetlistError("the routed netlist has a combinational loop", driver.cell)
            started.add(net)
            stack += [(net, True), *((pin.net, False) for pin in driver.inputs)]
            continue
        table, inputs = _without_constants(driver.table, driver.inputs, constants)
        if inputs:
            ordered.number[net] = len(ordered.number)
            ordered.tables.append(replace(driver, table=table, inputs=inputs))
        else:
            constants[net] = table & 1


def _without_constant_addresses(driver: TruthTable, constants: dict[Net, int]) -> TruthTable:
    """A table that reads a memory without those inputs that are constant."""
    *inputs, written = driver.inputs
    locations = driver.locations
    for number in reversed(range(len(inputs))):
        value = constants.get(inputs[number].net)
        if value is not None:
            locations = tuple(one for index, one in enumerate(locations) if index >> number & 1 == value)
            del inputs[number]
    return replace(driver, inputs=(*inputs, written), locations=locations)


def _without_constants(
    table: int, inputs: tuple[Input, ...], constants: dict[Net, int], *, own_input: bool = False
) -> tuple[int, tuple[Input, ...]]:
    """The table and its inputs without those that are constant or change nothing."""
    left = list(inputs)
    for number in reversed(range(len(left))):
        size, net = len(left) + own_input, left[number].net
        if net in constants or not depends_on(table, size, number):
            table = fix_input(table, size, number, constants.get(net, 0))
            del left[number]
    return table, tuple(left)
