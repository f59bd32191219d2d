# SPDX-License-Identifier: Apache-2.0
"""Reads a core in its frame from the netlist that nextpnr wrote after routing, and its delays."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fairhash.catalog.device import Device
from fairhash.netlist import arcs
from fairhash.netlist.arcs import Delays
from fairhash.netlist.timed import ecp5, ecp5_memory, ice40
from fairhash.netlist.timed.circuit import (
    Net,
    RoutedNetlistError,
    TimedCell,
    TimedCircuit,
    TimedMemory,
    TimedRegister,
    TruthTable,
)

INPUTS = {"rst": "frame_rst", "in_valid": "frame_in_valid", "out_ready": "frame_out_ready", "in_data": "frame_in_data"}
OUTPUTS = {"in_ready": "frame_in_ready", "out_valid": "frame_out_valid", "out_data": "frame_out_data"}
"""The register of the frame at each port of the core."""
CLOCKS = ("clk", "io_clk")
Element = TruthTable | TimedRegister | TimedMemory
FAMILIES = ("ecp5", "ice40")
"""Families whose placed cells can be simulated."""


def complete_delays(module: Mapping[str, Any], delays: Delays, device: Device) -> None:
    """Add the missing timing arcs to `delays`.

    Like the timing analysis of the same design; that analysis has no arc from the write clock of a RAM of LUTs.
    """
    place, buffers = device.place, device.synthesis.buffers
    if arcs.count_untimed_cells(module, delays, buffers, place.tables):
        arcs.fill_missing_arcs(module, delays, buffers, place.tables)
        arcs.remove_unset_arcs(module, delays, place.switches)
    if device.cells == "ecp5":
        ecp5_memory.add_write_arcs(module, delays, device.part.speed_grade)


def read_circuit(module: Mapping[str, Any], delays: Delays, family: str, port_bits: int) -> TimedCircuit:
    """Return the core of a routed design.

    Args:
        module: nextpnr's module, Yosys JSON.
        delays: its delays, complete.
        family: the family of its cells.
        port_bits: width of the core's data ports.

    Raises:
        RoutedNetlistError: if the design cannot be simulated.
    """
    if family not in FAMILIES:
        raise RoutedNetlistError(f"no timed models of placed cells of {family}", "", f"known are {', '.join(FAMILIES)}")
    clock_buffers, pad = (ecp5.CLOCK_BUFFERS, ecp5.PAD) if family == "ecp5" else (ice40.CLOCK_BUFFERS, ice40.PAD)
    circuit = TimedCircuit(clocks=_clocks(module, clock_buffers))
    elements = _elements_of(family, 1 + _last_net(module))
    for name, facts in module["cells"].items():
        cell = TimedCell(name, facts["type"], facts["parameters"], facts["connections"], delays)
        if cell.kind in clock_buffers:
            circuit.tables += _buffer(cell, clock_buffers[cell.kind], circuit, pad)
            continue
        for element in elements(cell):
            _add(element, circuit)
    _use_frame_as_ports(circuit, module, pad, port_bits)
    return circuit


def _add(element: Element, circuit: TimedCircuit) -> None:
    if isinstance(element, TruthTable):
        circuit.tables.append(element)
        return
    if isinstance(element, TimedRegister):
        circuit.registers.append(element)
        clocks = [element.clock]
    else:
        circuit.memories.append(element)
        clocks = [*element.clocks.values()]
    if not circuit.clocks.keys() >= set(clocks):
        raise RoutedNetlistError("a clock is not clk or io_clk itself", element.cell)


def _buffer(
    cell: TimedCell, pins: tuple[str, str], circuit: TimedCircuit, pad: tuple[str, str, str]
) -> list[TruthTable]:
    """A global buffer of another signal than a clock: of an enable or a reset that many registers have."""
    start, end = pins
    if cell.kind == pad[0] or cell.net(start) is None or cell.net(end) in (None, *circuit.clocks):
        return []
    return [cell.table(end, 0b10, ((start, 0),))]


def _elements_of(family: str, first_free: Net) -> Callable[[TimedCell], Sequence[Element]]:
    free = iter(range(first_free, 1 << 31))
    of_family = ecp5.elements if family == "ecp5" else ice40.elements
    return lambda cell: of_family(cell, lambda: next(free))


def _last_net(module: Mapping[str, Any]) -> int:
    return max(
        bit for cell in module["cells"].values() for bits in cell["connections"].values() for bit in (*bits, 0)
        if isinstance(bit, int)
    )  # fmt: skip


def _clocks(module: Mapping[str, Any], buffers: Mapping[str, tuple[str, str]]) -> dict[Net, str]:
    """The clock ports' names by each net between the port and the registers."""
    nets = {module["ports"][clock]["bits"][0]: clock for clock in CLOCKS if clock in module["ports"]}
    pending = list(nets)
    while pending:
        net = pending.pop()
        for cell in module["cells"].values():
            if cell["type"] not in buffers:
                continue
            start, end = (cell["connections"].get(pin) for pin in buffers[cell["type"]])
            if start == [net] and end and end[0] not in nets:
                nets[end[0]] = nets[net]
                pending.append(end[0])
    return nets


def _use_frame_as_ports(
    circuit: TimedCircuit, module: Mapping[str, Any], pad: tuple[str, str, str], port_bits: int
) -> None:
    """Fill `inputs` and `outputs`, and remove the other registers of the frame's input side."""
    by_net = {register.q: register for register in circuit.registers}
    for port, frame in INPUTS.items():
        nets = [_named_net(module, name) for name in _bit_names(frame, port, port_bits)]
        circuit.inputs[port] = [by_net.get(net) if net is not None else None for net in nets]
    if circuit.inputs["rst"] == [None]:
        raise RoutedNetlistError("the register frame_rst is not in the routed netlist")
    pads = {}
    for cell in module["cells"].values():
        inner, outer = (cell["connections"].get(pin) for pin in pad[1:])
        if cell["type"] == pad[0] and inner and outer:
            pads[outer[0]] = inner[0]
    for port, frame in OUTPUTS.items():
        port_nets = [pads.get(net) for net in module["ports"][port]["bits"]]
        registers = []
        for number, name in enumerate(_bit_names(frame, port, port_bits)):
            net = _named_net(module, name)
            # the net between an output register and its pad has the name of the port
            net = port_nets[number] if net is None and number < len(port_nets) else net
            if net not in by_net:
                raise RoutedNetlistError(f"the register {name} is not in the routed netlist")
            registers.append(by_net[net])
        circuit.outputs[port] = registers
    replaced = {register.cell for registers in circuit.inputs.values() for register in registers if register}
    circuit.registers = [register for register in circuit.registers if register.cell not in replaced]
    _remove_unread(circuit)


def _remove_unread(circuit: TimedCircuit) -> None:
    """Remove what no output depends on: shift registers of a folded frame, cells of carry chains, unread memories."""
    drivers: dict[Net, Element] = {table.out: table for table in circuit.tables}
    drivers |= {register.q: register for register in circuit.registers}
    drivers |= {net: memory for memory in circuit.memories for net in memory.driven_nets}
    pending: list[Element] = [register for port in circuit.outputs.values() for register in port]
    read: dict[Net, None] = {register.q: None for port in circuit.outputs.values() for register in port}
    while pending:
        element = pending.pop()
        for net in element.read_nets if isinstance(element, TimedMemory) else [pin.net for pin in element.inputs]:
            if net in drivers and net not in read:
                read[net] = None
                pending.append(drivers[net])
    circuit.tables = [table for table in circuit.tables if table.out in read]
    circuit.registers = [register for register in circuit.registers if register.q in read]
    circuit.memories = [memory for memory in circuit.memories if not read.keys().isdisjoint(memory.driven_nets)]


def _bit_names(frame: str, port: str, port_bits: int) -> list[str]:
    return [f"{frame}[{number}]" for number in range(port_bits)] if port.endswith("_data") else [frame]


def _named_net(module: Mapping[str, Any], name: str) -> Net | None:
    bits = module["netnames"].get(name, {}).get("bits", [None])
    return bits[0] if isinstance(bits[0], int) else None
