# SPDX-License-Identifier: Apache-2.0
"""Replaces the memories of a routed core by ports and contents that the timed simulator has."""

from collections.abc import Callable
from dataclasses import replace

from fairhash.netlist.timed import ecp5_memory, ice40_memory
from fairhash.netlist.timed.circuit import TimedCell, TimedCircuit
from fairhash.netlist.timed.memory_ports import MemoryBuilder

_ADD_PORTS: dict[str, Callable[[TimedCell, MemoryBuilder], str]] = {
    "TRELLIS_DPR16X4": ecp5_memory.add_lut_ram_ports,
    "DP16KD": ecp5_memory.add_block_ram_ports,
    "SB_RAM40_4K": ice40_memory.add_block_ram_ports,
}
"""By type of the memory before placement."""


def with_timed_memories(circuit: TimedCircuit) -> TimedCircuit:
    """The circuit with tables, registers and contents in place of its memories.

    Raises:
        RoutedNetlistError: for a memory of which a delay or the model is missing.
    """
    free = iter(range(1 + _last_net(circuit), 1 << 31))
    timed = replace(circuit, tables=[*circuit.tables], registers=[*circuit.registers], memories=[], contents=[])
    for memory in circuit.memories:
        builder = MemoryBuilder(memory.cell, lambda: next(free))
        bits = _ADD_PORTS[memory.kind](memory.placed, builder)
        timed.contents.append(builder.contents(bits))
        timed.tables += builder.tables
        timed.registers += builder.registers
    return timed


def _last_net(circuit: TimedCircuit) -> int:
    nets = [*circuit.clocks, *(table.out for table in circuit.tables), *(one.q for one in circuit.registers)]
    nets += [register.q for port in circuit.inputs.values() for register in port if register]
    nets += [net for memory in circuit.memories for net in memory.driven_nets]
    return max(nets)
