# SPDX-License-Identifier: Apache-2.0
"""The mode `jump`: a counter gets values that no message reaches by counting.

It counts blocks of a message (testbench/wide_counters.py) or bytes of output (output_jump.py). When its register holds
a certain value in the netlist without a mutation, the simulator gives it another one, and changes the same bits in
every mutant. For a counter of blocks this happens after JUMP_BLOCKS of them, and the models jump at the same block.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any

from fairhash.catalog.core import Core
from fairhash.features.mutants.listing import SELECT
from fairhash.features.mutants.output_jump import OUTPUT_COUNTERS, JumpSection, OutputCounter, output_sections
from fairhash.testbench.message import Case
from fairhash.testbench.plans import power_up_cycles
from fairhash.testbench.program import CONSTANTS, Lut, Net, Order, ProgramCircuit
from fairhash.testbench.reference import Reference
from fairhash.testbench.stimulus import make_section
from fairhash.testbench.wide_counters import (
    BLOCKS,
    COUNTERS,
    JumpingModels,
    WideCounter,
    jump_messages,
    longest_jump,
)

JUMP = "jump"
JUMP_BLOCKS = 2
"""Blocks that the register has counted when it jumps, of which the models have absorbed one."""
_EVEN_BITS = 0x5555_5555_5555_5555
JumpModels = Callable[[int], Reference]
"""From the number of blocks to which the models jump, after the first block of a message, to these models."""


def find_counter(core: str) -> WideCounter | OutputCounter | None:
    """The counter of a core that jumps in a netlist; None if it has none."""
    counter = COUNTERS.get(core) or OUTPUT_COUNTERS.get(core)
    return counter if counter and counter.net else None


@dataclass(frozen=True)
class Jump:
    """A counter of a netlist, and the sections of the stimulus in which it jumps."""

    nets: tuple[Net, ...]
    """Outputs of the counter's flip-flops, bit 0 first."""
    sections: tuple[JumpSection, ...]

    def write(self, file: Path) -> None:
        """Write the file that lanes.cpp reads."""
        lines = [self.nets, *(tuple(chain.from_iterable(section.changes)) for section in self.sections)]
        file.write_text("".join(f"{' '.join(map(str, line))}\n" for line in lines), encoding="ascii")


def find_jump(
    core: Core,
    counter: WideCounter | OutputCounter,
    module: Mapping[str, Any],
    circuit: ProgramCircuit,
    models: JumpModels = JumpingModels,
) -> Jump | None:
    """The jumps of a counter; None if the netlist has no such register.

    Args:
        core: the core.
        counter: its counter.
        module: the flat netlist with mutants and with the names of its nets, as Yosys writes it in JSON.
        circuit: the circuit of `module`.
        models: give the expected digests.
    """
    nets = register_nets(counter.net, module, circuit)
    if not nets:
        return None
    if isinstance(counter, OutputCounter):
        sections = output_sections(core, len(nets))
    else:
        sections = block_sections(core, counter.block_units, len(nets), models)
    return Jump(nets, tuple(sections)) if sections else None


def register_nets(name: str, module: Mapping[str, Any], circuit: ProgramCircuit) -> tuple[Net, ...]:
    """The outputs of the flip-flops that drive a net, bit 0 first; empty if other cells or none drive a bit of it.

    A mutation at the output of a flip-flop is between it and the net. It is found by activating no mutant.
    """
    wire = module["netnames"].get(name)
    if wire is None:
        return ()
    ports = {port: nets for port, nets in circuit.ports.items() if port != SELECT}
    inactive = {net: Lut(net, CONSTANTS["0"], ()) for net in circuit.ports[SELECT]}
    order = Order(replace(circuit, ports=ports, luts={**circuit.luts, **inactive}))
    passed_on = {lut.out: net for lut in order.luts if (net := _passed_on(lut)) is not None}
    nets = []
    for bit in wire["bits"]:
        net = CONSTANTS[bit] if isinstance(bit, str) else bit + 1
        net = order.same.get(net, net)
        while net in passed_on:
            net = passed_on[net]
        nets.append(net)
    return tuple(nets) if {q for _, _, q in circuit.flip_flops}.issuperset(nets) else ()


def _passed_on(lut: Lut) -> Net | None:
    """The input that a table passes on, whatever the others are; an inactive inversion has the inverse as another."""
    for place, net in enumerate(lut.inputs):
        if lut.table == sum(1 << index for index in range(1 << len(lut.inputs)) if index >> place & 1):
            return net
    return None


def block_sections(core: Core, block_units: int, width: int, models: JumpModels) -> list[JumpSection]:
    """One section for each target, with one message. The last block is partial, full and empty in turn.

    The arguments are those of jump_targets() and find_jump().
    """
    targets, messages = jump_targets(core, block_units, width), jump_messages(core)
    sections = []
    for number, blocks in enumerate(targets):
        # no further reset, so that the end of a message must clear the counter
        case = Case((messages[number % len(messages)],), reset=0 if number else power_up_cycles(core))
        # the models have absorbed one block where the register includes the second one
        stimulus = make_section(core, models(blocks - 1), case)
        sections.append(JumpSection(stimulus, ((JUMP_BLOCKS * block_units, blocks * block_units),)))
    return sections


def jump_targets(core: Core, block_units: int, width: int) -> list[int]:
    """Blocks to jump to, so that each bit of a counter is set and cleared and gets a carry.

    After all bits below one are set, the next block carries into that one. Two more values have alternating bits, and
    the last one is the largest that a message reaches.

    Args:
        core: gives the longest message.
        block_units: what the counter adds for a block.
        width: bits of the counter.
    """
    longest = min(longest_jump(core) + 1, ((1 << width) - 1) // block_units - BLOCKS)
    reached = max(0, longest * block_units).bit_length() - 1
    values = [(1 << bit) - 1 for bit in range(reached + 1)]
    values += [_EVEN_BITS & values[-1], ~_EVEN_BITS & values[-1]] if values else []
    targets = {longest, *(value // block_units for value in values)}
    return sorted(target for target in targets if JUMP_BLOCKS < target <= longest)
