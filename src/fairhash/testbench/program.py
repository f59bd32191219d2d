# SPDX-License-Identifier: Apache-2.0
"""Turns a flat netlist of tables, gates, flip-flops and memories into a program for bench/netlist_dut.cpp."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fairhash.base.errors import FairhashError
from fairhash.testbench.memories import ModelledMemory, ReadPort, memory_cell, memory_line, read_line, write_lines

Net = int
CONSTANTS: dict[str, Net] = {"0": 0, "1": 1, "x": 2, "z": 2}
INPUTS = ("clk", "io_clk", "rst", "in_valid", "out_ready", "in_data")
OUTPUTS = ("in_ready", "out_valid", "out_data")
PASS_ON = 0x2
"""Table of a net that equals its only input."""
CLOCKS = {"clk": 0, "io_clk": 1}
FLIP_FLOPS = ("$_DFF_P_", "$_DFF_PN0_", "$_DFF_PP0_")
"""Flip-flops of the rising edge; an asynchronous clear is supported only if it is constant and inactive."""
IDLE_CLEAR: dict[str, Net] = {"$_DFF_PN0_": CONSTANTS["1"], "$_DFF_PP0_": CONSTANTS["0"]}
# Truth tables over {D, C, B, A}; inputs that a gate does not have are net 0.
GATES: dict[str, tuple[int, tuple[str, ...]]] = {
    "$_NOT_": (0x1, ("A",)),
    "$_BUF_": (0x2, ("A",)),
    "$_AND_": (0x8, ("A", "B")),
    "$_OR_": (0xE, ("A", "B")),
    "$_XOR_": (0x6, ("A", "B")),
    "$_XNOR_": (0x9, ("A", "B")),
    "$_MUX_": (0xCA, ("A", "B", "S")),
}


@dataclass(frozen=True)
class Lut:
    """Bit {D, C, B, A} of the table."""

    out: Net
    table: int
    inputs: tuple[Net, ...]


@dataclass
class ProgramCircuit:
    """Ports, tables by the net they drive, flip-flops as (clock, d, q), memories, and reads by each net they drive.

    `clears` are asynchronous clears of flip-flops, as (name and type of the cell, net).
    """

    ports: dict[str, list[Net]]
    luts: dict[Net, Lut] = field(default_factory=dict)
    flip_flops: list[tuple[int, Net, Net]] = field(default_factory=list)
    clears: list[tuple[str, str, Net]] = field(default_factory=list)
    memories: list[ModelledMemory] = field(default_factory=list)
    reads: dict[Net, ReadPort] = field(default_factory=dict)
    initial: dict[Net, int] = field(default_factory=dict)
    """Values that nets of flip-flops have at the start; the other ones start with any value."""


@dataclass(frozen=True)
class Counting:
    """Counts changes of nets from just before edge `first` of io_clk to just before edge `last`, one a cycle at most.

    Nets are those called `prefix` and a number. `changes` gets a line ``number changes`` for each.
    """

    prefix: str
    first: int
    last: int
    changes: Path


def write_program(
    module: Mapping[str, Any], file: Path, counting: Counting | None = None, constant_input: str = ""
) -> None:
    """Write the program; FairhashError for a cell or a structure that the simulator does not have.

    Args:
        module: the flat netlist, as Yosys writes it in JSON.
        file: where the program is written.
        counting: the nets whose changes are counted.
        constant_input: a further input port, which keeps its value during a simulation.
    """
    circuit = read_circuit(module, constant_input)
    order = Order(circuit)
    for name, kind, clear in circuit.clears:
        if order.same.get(clear, clear) != IDLE_CLEAR[kind]:
            raise FairhashError(f"the netlist simulator has no {kind} (in {name})")
    nets = 1 + max([2, *(net for bits in circuit.ports.values() for net in bits), *circuit.luts, *circuit.reads])
    nets = max([nets, *(q + 1 for _, _, q in circuit.flip_flops)])
    lines = [f"nets {nets}", f"follows {int(order.follows)}"]
    for name in [*INPUTS[len(CLOCKS) :], *OUTPUTS, *filter(None, [constant_input])]:
        bits = [order.same.get(net, net) for net in circuit.ports[name]]
        lines.append(f"{'out' if name in OUTPUTS else 'in'} {name} {' '.join(map(str, bits))}")
    lines += [memory_line(memory) for memory in circuit.memories]
    for step in order.steps:
        if isinstance(step, ReadPort):
            lines.append(read_line(step, order.same))
        else:
            a, b, c, d = (*step.inputs, 0, 0, 0, 0)[:4]
            lines.append(f"lut {step.out} {step.table:x} {a} {b} {c} {d}")
    for memory in circuit.memories:
        lines += write_lines(memory, order.same)
    for clock, d, q in circuit.flip_flops:
        start = f" {circuit.initial[q]}" if q in circuit.initial else ""
        lines.append(f"ff {clock} {order.same.get(d, d)} {q}{start}")
    if counting is not None:
        lines.append(f"count {counting.first} {counting.last} {counting.changes.resolve()}")
        lines += [f"net {number} {net}" for number, net in _counted(module, counting.prefix, order)]
    file.write_text("\n".join(lines) + "\n", encoding="ascii")


def _counted(module: Mapping[str, Any], prefix: str, order: "Order") -> list[tuple[int, Net]]:
    """The numbered nets and ours for them; one that no cell uses is excluded."""
    elements = []
    for name, wire in module["netnames"].items():
        number = name.removeprefix(prefix)
        if name.startswith(prefix) and number.isdigit():
            (bit,) = wire["bits"]
            net = CONSTANTS[bit] if isinstance(bit, str) else bit + 1
            net = order.same.get(net, net)
            if order.drives(net):
                elements.append((int(number), net))
    return sorted(elements)


def read_circuit(module: Mapping[str, Any], constant_input: str = "") -> ProgramCircuit:
    """Return the circuit of a flat netlist; the arguments and errors are those of write_program()."""

    # Yosys numbers nets from 2; ours begin at 3, above the constants.
    def net(bit: int | str) -> Net:
        return CONSTANTS[bit] if isinstance(bit, str) else bit + 1

    ports = {name: [net(bit) for bit in port["bits"]] for name, port in module["ports"].items()}
    if set(ports) != {*INPUTS, *OUTPUTS, *filter(None, [constant_input])}:
        raise FairhashError(f"the netlist has other ports than a core: {', '.join(sorted(ports))}")
    clocks = {ports[name][0]: number for name, number in CLOCKS.items()}
    circuit = ProgramCircuit(ports)
    for wire in module.get("netnames", {}).values():
        values = reversed(str(wire.get("attributes", {}).get("init", "")))
        circuit.initial |= {
            net(bit): int(value) for bit, value in zip(wire["bits"], values, strict=False) if value in "01"
        }
    for name, cell in module["cells"].items():
        kind, pins = cell["type"], {pin: [net(bit) for bit in bits] for pin, bits in cell["connections"].items()}
        if kind in GATES:
            table, names = GATES[kind]
            out, lut = pins["Y"][0], (table, tuple(pins[pin][0] for pin in names))
        elif kind == "$shiftx" and len(pins["Y"]) == 1 and len(pins["B"]) <= 4 and max(pins["A"]) < 2:
            table = sum(bit << place for place, bit in enumerate(pins["A"]))
            out, lut = pins["Y"][0], (table, tuple(pins["B"]))
        elif kind in FLIP_FLOPS and pins["C"][0] in clocks:
            if kind in IDLE_CLEAR:
                circuit.clears.append((name, kind, pins["R"][0]))
            circuit.flip_flops.append((clocks[pins["C"][0]], pins["D"][0], pins["Q"][0]))
            continue
        elif kind in FLIP_FLOPS:
            raise FairhashError(f"the clock of the flip-flop {name} is not clk or io_clk itself")
        elif kind == "$mem_v2":
            memory = memory_cell(name, cell, len(circuit.memories), pins, clocks)
            circuit.memories.append(memory)
            circuit.reads |= {net: port for port in memory.reads for net in port.data}
            continue
        else:
            raise FairhashError(f"the netlist simulator has no {kind} (in {name})")
        if out in circuit.luts:
            raise FairhashError(f"the output of {name} has a second driver")
        circuit.luts[out] = Lut(out, *lut)
    return circuit


def _folded(lut: Lut) -> Lut:
    """The same table without its constant inputs."""
    table, inputs = lut.table, list(lut.inputs)
    for place in reversed(range(len(inputs))):
        if inputs[place] < 2:
            size = 1 << (len(inputs) - 1)
            low = (1 << place) - 1
            picked = [(i & ~low) << 1 | inputs[place] << place | i & low for i in range(size)]
            table = sum((table >> source & 1) << target for target, source in enumerate(picked))
            del inputs[place]
    return Lut(lut.out, table, tuple(inputs))


class Order:
    """Tables and reads, ordered so that their inputs are ready, without unused ones and tables that pass a net on."""

    def __init__(self, circuit: ProgramCircuit) -> None:
        self.circuit = circuit
        self.steps: list[Lut | ReadPort] = []
        self.same: dict[Net, Net] = {}
        """Nets that are always equal to another one."""
        moving = {net for name in INPUTS if name != "rst" for net in circuit.ports[name]}
        fixed = {net for name in circuit.ports if name not in (*INPUTS, *OUTPUTS) for net in circuit.ports[name]}
        self._moving: set[Net] = moving
        """Nets that follow an input within the cycle."""
        self._known: set[Net] = {*CONSTANTS.values(), *moving, *circuit.ports["rst"], *fixed}
        self._known |= {q for _, _, q in circuit.flip_flops}
        outputs = [net for name in OUTPUTS for net in circuit.ports[name]]
        writes = (net for memory in circuit.memories for port in memory.writes for net in port.inputs)
        clears = (net for _, _, net in circuit.clears)
        for root in [*outputs, *(d for _, d, _ in circuit.flip_flops), *writes, *clears]:
            self._visit(root)
        self.follows = any(self.same.get(net, net) in self._moving for net in outputs)

    @property
    def luts(self) -> list[Lut]:
        """The tables, without the reads of memories."""
        return [step for step in self.steps if isinstance(step, Lut)]

    def drives(self, net: Net) -> bool:
        """Whether the net has a value in the program."""
        return net in self._known

    def _visit(self, root: Net) -> None:
        stack: list[tuple[Net, bool]] = [(root, False)]
        started: set[Net] = set()
        while stack:
            net, ready = stack.pop()
            if net in self._known:
                continue
            driver = self.circuit.luts.get(net) or self.circuit.reads.get(net)
            if driver is None:
                raise FairhashError(f"net {net} of the netlist has no driver")
            if ready:
                if isinstance(driver, ReadPort):
                    self._emit_read(driver)
                else:
                    self._known.add(net)
                    self._emit(driver)
            elif net in started:
                raise FairhashError("the netlist has a combinational loop")
            else:
                started.add(net)
                stack.append((net, True))
                sources = driver.address if isinstance(driver, ReadPort) else driver.inputs
                stack += [(source, False) for source in sources if source not in self._known]

    def _emit(self, lut: Lut) -> None:
        folded = _folded(Lut(lut.out, lut.table, tuple(self.same.get(net, net) for net in lut.inputs)))
        if not folded.inputs:
            self.same[lut.out] = folded.table & 1
        elif len(folded.inputs) == 1 and folded.table & 3 == PASS_ON:
            self.same[lut.out] = folded.inputs[0]
        else:
            self.steps.append(folded)
            if not self._moving.isdisjoint(folded.inputs):
                self._moving.add(lut.out)

    def _emit_read(self, port: ReadPort) -> None:
        self._known.update(port.data)
        self.steps.append(port)
        if not self._moving.isdisjoint(self.same.get(net, net) for net in port.address):
            self._moving.update(port.data)
