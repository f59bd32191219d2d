# SPDX-License-Identifier: Apache-2.0
"""Delays of memories by hand: what a port captures has its setup time, what it reads its delay."""

import pytest

from fairhash.netlist.arcs import Delays
from fairhash.netlist.timed.circuit import Input, RoutedNetlistError, TimedCell, TimedCircuit, TimedRegister
from fairhash.netlist.timed.ecp5_memory import WRITE_TO_OUTPUT_PS, add_lut_ram_ports, add_write_arcs
from fairhash.netlist.timed.memory_ports import MemoryBuilder, PortPin
from fairhash.netlist.timed.ordering import order
from fairhash.netlist.timed.static import StaticTiming

_CLOCK, _DATA, _READ, _OUT, _CAPTURED = range(1, 6)
_PARAMETERS = {"MODE": "DPRAM", "WCKMUX": "WCK", "WREMUX": "WRE"}
# bit 0 of the read address is D, an unconnected pin is 1
_PINS: dict[str, list[int | str]] = {
    **{"WCK": [_CLOCK], "WRE": ["1"], "WD": [_DATA], "WAD0": [_READ], "D": [_READ], "F": [_OUT]},
}
_MODULE = {"cells": {"memory": {"type": "TRELLIS_COMB", "parameters": _PARAMETERS, "connections": _PINS}}}


def _circuit(builder: MemoryBuilder, bits: str) -> TimedCircuit:
    """The memory between registers: `in` drives nets 2 and 3 after 100 ps, `out` captures net 4."""
    out = TimedRegister("out", _CLOCK, _CAPTURED, 100, 0b10, (Input("D", _OUT, 40, 60),))
    inputs = [TimedRegister("in", _CLOCK, net, 100, 0, ()) for net in (_DATA, _READ)]
    return TimedCircuit(
        builder.tables, [*builder.registers, out], {"in_data": [*inputs]}, {"out_data": [out]}, {_CLOCK: "clk"},
        contents=[builder.contents(bits)],
    )  # fmt: skip


def _builder() -> MemoryBuilder:
    nets = iter(range(100, 1000))
    return MemoryBuilder("memory", lambda: next(nets))


def _lut_ram(wires: dict[tuple[str, str], float], write_to_output_ps: float) -> tuple[StaticTiming, dict[str, int]]:
    delays = Delays(
        {"memory": {("D", "F"): 180.0, ("WCK", "F"): write_to_output_ps}}, wires, {"memory": {"WD": 20.0, "WAD0": 30.0}}
    )
    builder = _builder()
    cell = TimedCell("memory", "TRELLIS_COMB", _PARAMETERS, _PINS, delays)
    bits = add_lut_ram_ports(cell, builder)
    static = StaticTiming(order(_circuit(builder, bits)))
    pins = {pin.pin: one for one in static.ordered.registers for pin in one.inputs}
    return static, {name: static.period_ps(register) for name, register in pins.items()}


def test_a_ram_of_luts_has_the_delays_of_its_pins() -> None:
    wires = {("memory", "D"): 300.0, ("memory", "WD"): 500.0, ("memory", "WAD0"): 7.0}
    _, periods = _lut_ram(wires, 400)
    # register to D of `out`: 100 + 300 + 180 + 40 + 60; by the write clock only 400 + 40 + 60
    assert periods == {"D": 680, "WD": 100 + 500 + 20, "WAD0": 100 + 7 + 30}


def test_a_written_word_appears_after_the_delay_of_the_write_clock() -> None:
    static, periods = _lut_ram({}, 717)
    assert periods["D"] == 717 + 40 + 60
    path = static.slowest_path(static.slowest())
    assert [(step.pin, step.at_ps) for step in path.steps] == [("Q", 0), ("WCK", 717), ("D", 817)]


def test_a_block_ram_launches_its_output_and_captures_its_address() -> None:
    builder = _builder()
    builder.read(_CLOCK, [], PortPin(0), [(PortPin(Input("A", _READ, 30, 202)), 1)], [(0, _OUT, 4263, None)])
    static = StaticTiming(order(_circuit(builder, "00")))
    periods = {pin.pin: static.period_ps(one) for one in static.ordered.registers for pin in one.inputs}
    assert periods == {"A": 100 + 30 + 202, "D": 4263 + 40 + 60}


def test_setup_times_of_many_pins_are_kept() -> None:
    builder = _builder()
    pins = [
        Input(f"P{number}", net, 10 * number, 50 + number) for number, net in enumerate((_DATA, _READ, _DATA, _READ))
    ]
    builder.write(_CLOCK, [PortPin(pin) for pin in pins], [], [(0, [], PortPin(1))])
    builder.look_up(("F", _OUT), [], (_CLOCK, "WCK", 1))
    static = StaticTiming(order(_circuit(builder, "0")))
    # the slowest pin: 100 + 30 + 53
    assert static.period_ps(static.ordered.registers[0]) == 183


def test_the_arc_from_the_write_clock_is_added_by_speed_grade() -> None:
    delays = Delays({"memory": {("D", "F"): 180.0}})
    add_write_arcs(_MODULE, delays, "8")
    assert delays.arcs["memory"] == {("D", "F"): 180.0, ("WCK", "F"): WRITE_TO_OUTPUT_PS["8"]}
    with pytest.raises(RoutedNetlistError, match="no delay from WCK to F"):
        add_write_arcs(_MODULE, Delays(), "9")
