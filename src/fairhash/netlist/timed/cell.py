# SPDX-License-Identifier: Apache-2.0
"""One cell of a routed netlist with its delays, and the construction of tables and registers from it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fairhash.netlist.sdf import Delays
from fairhash.netlist.timed.circuit import Input, Net, RoutedNetlistError, TruthTable, depends_on, fix_input

Pins = Sequence[tuple[str, int]]
"""Input pins of a table, from the lowest bit of its index, and the value that each has if it is unconnected."""


@dataclass(frozen=True)
class TimedCell:
    """A cell of nextpnr's netlist."""

    name: str
    kind: str
    parameters: Mapping[str, Any]
    connections: Mapping[str, Sequence[int | str]]
    delays: Delays

    def net(self, pin: str) -> Net | None:
        """The net at a pin; None if a constant or nothing is connected."""
        bits = self.connections.get(pin)
        return bits[0] if bits and isinstance(bits[0], int) else None

    def constant(self, pin: str, default: int) -> int:
        """The value of a pin without a net: that of the constant, or `default` if nothing is connected."""
        bits = self.connections.get(pin)
        return int(bits[0] == "1") if bits and bits[0] in ("0", "1") else default

    def parameter(self, name: str, default: str = "") -> str:
        """A parameter as text, without the space that marks text which looks like a number."""
        return str(self.parameters.get(name, default)).strip()

    def wire_ps(self, pin: str) -> int:
        """Delay of the wire to an input."""
        return max(0, round(self.delays.wires.get((self.name, pin), 0.0)))

    def setup_ps(self, pin: str) -> int:
        """Setup time of a register's input.

        Raises:
            RoutedNetlistError: if the tool gave none.
        """
        setup_ps = self.delays.setups.get(self.name, {}).get(pin)
        if setup_ps is None:
            raise RoutedNetlistError(f"no setup time of {self.kind}.{pin}", self.name)
        return max(0, round(setup_ps))

    def arc_ps(self, start: str, end: str) -> int:
        """Delay from an input to an output.

        Raises:
            RoutedNetlistError: if the tool gave none.
        """
        delay_ps = self.delays.arcs.get(self.name, {}).get((start, end))
        if delay_ps is None:
            raise RoutedNetlistError(f"no delay from {start} to {end} of {self.kind}", self.name)
        return round(delay_ps)

    def used_inputs(self, table: int, pins: Pins) -> tuple[int, list[str]]:
        """The table without the inputs that are constant or change nothing, and the names of the others."""
        names: list[str] = [pin for pin, _ in pins]
        for pin, default in reversed(pins):
            number = names.index(pin)
            if self.net(pin) is None or not depends_on(table, len(names), number):
                table = fix_input(table, len(names), number, self.constant(pin, default))
                names.remove(pin)
        return table, names

    def table(self, end: str, table: int, pins: Pins) -> TruthTable:
        """The table of output `end`, with the delay of each input that changes it."""
        table, names = self.used_inputs(table, pins)
        inputs = [Input(pin, self.required_net(pin), self.wire_ps(pin), max(0, self.arc_ps(pin, end))) for pin in names]
        return TruthTable(self.name, end, self.required_net(end), table, tuple(inputs))

    def captured(self, pin: str) -> Input:
        """A register's input, which has a net."""
        return Input(pin, self.required_net(pin), self.wire_ps(pin), self.setup_ps(pin))

    def required_net(self, pin: str) -> Net:
        """The net at a pin that must have one."""
        net = self.net(pin)
        if net is None:
            raise RoutedNetlistError(f"no net at {self.kind}.{pin}", self.name)
        return net
