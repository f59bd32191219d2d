# SPDX-License-Identifier: Apache-2.0
"""A routed core without its delays: a netlist of tables, registers and memories in Yosys' JSON format, simulated."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fairhash.netlist.netlist_engine import family_cells, netlist_engine
from fairhash.netlist.timed.circuit import Bit, Net, TimedCircuit, TimedRegister, fix_input
from fairhash.netlist.timed.design import TimedDesign
from fairhash.netlist.timed.ordering import Ordered
from fairhash.testbench.engines import Compiled

_TABLE_INPUTS = 4
"""The netlist engine has tables of up to four inputs."""
_CLOCKS = ("clk", "io_clk")


def functional_engine(design: TimedDesign, folder: Path) -> Compiled:
    """Return a simulator of the routed netlist, which computes as fast as that of a synthesised one.

    Args:
        folder: for the simulator's files.
    """
    netlist = folder / "functional.json"
    write_functional_netlist(design.ordered, design.core.entity, netlist)
    return netlist_engine(design.core, netlist, family_cells(design.family, memories=True), folder / "functional")


def write_functional_netlist(ordered: Ordered, entity: str, file: Path) -> None:
    """Write the netlist of the module `entity`, which has the ports of the core in place of the frame's registers.

    The testbench checks with it that the routed netlist computes what the core should.
    """
    netlist = _Netlist(ordered)
    module = {"ports": netlist.ports(), "cells": netlist.cells, "netnames": {}}
    file.write_text(json.dumps({"modules": {entity: module}}), encoding="ascii")


class _Netlist:
    """The cells of the netlist; clocks have one net each, whatever buffers they pass."""

    def __init__(self, ordered: Ordered) -> None:
        self.circuit: TimedCircuit = ordered.circuit
        self.cells: dict[str, Any] = {}
        self._constants = ordered.constants
        self._free: Iterator[Net] = iter(range(1 + max([1, *ordered.number, *self.circuit.clocks]), 1 << 31))
        self._clocks = {name: next(self._free) for name in _CLOCKS}
        self._captured: dict[Net, Net] = {}
        for table in ordered.tables:
            self._table(table.out, table.table, [self._bit(pin.net) for pin in table.inputs])
        for register in ordered.registers:
            self._register(register)
        for memory in self.circuit.memories:
            connections: dict[str, list[Bit]] = {
                pin: [self._bit(bit) for bit in bits] for pin, bits in memory.inputs.items()
            }
            connections |= {pin: [self._clock(net)] for pin, net in memory.clocks.items()}
            connections |= {
                pin: [next(self._free) if net is None else net for net in nets] for pin, nets in memory.outputs.items()
            }
            self._add(memory.kind, connections, dict(memory.parameters))

    def ports(self) -> dict[str, Any]:
        """The ports of the core: the outputs are what the frame's registers capture."""
        found = {name: {"direction": "input", "bits": [net]} for name, net in self._clocks.items()}
        for name, bits in self.circuit.inputs.items():
            found[name] = {"direction": "input", "bits": [bit.q if bit else next(self._free) for bit in bits]}
        for name, registers in self.circuit.outputs.items():
            found[name] = {"direction": "output", "bits": [self._captured[register.q] for register in registers]}
        return found

    def _register(self, register: TimedRegister) -> None:
        captured = next(self._free)
        self._captured[register.q] = captured
        self._table(captured, register.table, [*(self._bit(pin.net) for pin in register.inputs), register.q])
        self._add("$_DFF_P_", {"C": [self._clock(register.clock)], "D": [captured], "Q": [register.q]}, {})

    def _table(self, out: Net, table: int, inputs: list[Bit]) -> None:
        """One table, or with more than four inputs two tables and a multiplexer."""
        if len(inputs) > _TABLE_INPUTS:
            halves = [next(self._free), next(self._free)]
            for value, half in enumerate(halves):
                self._table(half, fix_input(table, len(inputs), len(inputs) - 1, value), inputs[:-1])
            self._add("$_MUX_", {"A": [halves[0]], "B": [halves[1]], "S": [inputs[-1]], "Y": [out]}, {})
            return
        bits: list[Bit] = [str(table >> index & 1) for index in range(1 << len(inputs))]
        sizes = {"A_WIDTH": len(bits), "B_WIDTH": len(inputs), "Y_WIDTH": 1, "A_SIGNED": 0, "B_SIGNED": 0}
        self._add("$shiftx", {"A": bits, "B": inputs, "Y": [out]}, sizes)

    def _add(self, kind: str, connections: dict[str, list[Bit]], parameters: dict[str, Any]) -> None:
        outputs = {"Y", "Q"}
        self.cells[f"c{len(self.cells)}"] = {
            "type": kind,
            "parameters": parameters,
            "attributes": {},
            "port_directions": {pin: "output" if pin in outputs else "input" for pin in connections}
            if kind.startswith("$")
            else {},
            "connections": connections,
        }

    def _bit(self, bit: Bit) -> Bit:
        return str(self._constants[bit]) if bit in self._constants else bit

    def _clock(self, net: Net) -> Net:
        return self._clocks[self.circuit.clocks[net]]
