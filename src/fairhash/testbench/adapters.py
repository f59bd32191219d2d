# SPDX-License-Identifier: Apache-2.0
"""Adapters between the testbench and a core with ports of another kind; they are not measured.

The measured module, called as the core's entity, only gives the ports of the author's module the names of ours::

    adapted:  testbench <-> bridge (rtl/adapters) <-> measured module: author's module
"""

import re
from pathlib import Path

from fairhash.base import paths
from fairhash.catalog.core import Core
from fairhash.catalog.external_core import ExternalCore, Ports
from fairhash.catalog.port_layout import PortLayout
from fairhash.testbench.bridges import bridges, reset_gate, share_bridge, stream_bridges
from fairhash.toolchain.ghdl import to_verilog

ADAPTED = "fairhash_adapted"
"""The module with our ports around the measured one."""

_QUEUE_WORDS = 2
"""Words that an adapter may hold (rtl/adapters/word_queue.vhd)."""
_UNGATED = "fairhash_ungated"
"""The same module without the gate that resets the core before each message."""
PINS = ("rst", "in_data", "in_valid", "in_ready", "out_data", "out_valid", "out_ready")
"""Ports of the measured module that are no clocks."""
PIN_OUTPUTS = ("in_ready", "out_data", "out_valid")


def simulated_top(core: Core) -> str:
    """The module that has our ports: the measured one, or the adapter around it."""
    return ADAPTED if core.external else core.entity


def may_hold_a_block(core: Core) -> bool:
    """Whether the words that an adapter may hold are a whole block of the core."""
    return core.external is not None and core.block_bits <= _QUEUE_WORDS * core.word_bits


def adapter_files(core: Core) -> list[Path]:
    """The sources of the adapter around the measured module."""
    return list(dict.fromkeys(paths.rtl() / name for bridge in bridges(core) for name in bridge.files))


def adapter_inputs(core: Core) -> list[str | Path]:
    """Everything that the adapter's Verilog is made from: its sources, its generics and the module around both.

    Empty for a core of the catalogue. A simulator is rebuilt when any of these changes.
    """
    if core.external is None:
        return []
    generics = repr([sorted(bridge.generics.items()) for bridge in bridges(core)])
    # the same text may be legal Verilog and other SystemVerilog
    language_of_files = core.language
    return [core.external.top, language_of_files, generics, _around(core, core.external), *adapter_files(core)]


def late_cycles(core: Core) -> int:
    """io_clk cycles from the testbench to the core's ports and back, which are not the core's."""
    if core.external is None:
        return 0
    ports = core.external.ports
    return _LATE[ports.kind] + (ports.kind == "axi-stream" and "out_ready" in ports.without)


def rest_cycles(core: Core) -> int:
    """io_clk cycles for which the adapter does not take the first word of a message: a reset may just have ended."""
    ports = core.external.ports if core.external else None
    return ports.start_cycles - 1 if ports and ports.block_cycles else 0


def cycles_between(core: Core) -> int:
    """io_clk cycles from the digest of a message to the next message in which the adapter resets the core."""
    return core.reset_cycles if core.external and core.external.ports.reset_between_messages else 0


_LATE = {"fairhash": 0, "axi-stream": 1, "fifo": 2, "block": 0, "registers": 0, "permutation": 1, "lwc": 1}
"""Cycles that the words of a message and its digest spend in the bridge, together, by kind of ports."""


def adapter(core: Core, workdir: Path) -> Path | None:
    """Write `workdir`/adapted.v, module ADAPTED around the measured module; None for a core of the catalogue."""
    if core.external is None:
        return None
    workdir.mkdir(parents=True, exist_ok=True)
    text = ""
    for bridge in bridges(core):
        options = ("--std=08", *(f"-g{name}={value}" for name, value in bridge.generics.items()))
        declared = ("the adapter", str(paths.rtl()))
        verilog = to_verilog(paths.rtl(), options, bridge.files, bridge.entity, workdir, declared)
        text += _own_names(verilog, bridge.prefix)
    written = workdir / "adapted.v"
    written.write_text(text + _around(core, core.external), encoding="utf-8")
    return written


def _own_names(verilog: str, prefix: str) -> str:
    """The bridge's modules under names that no module of the core has."""
    names = re.findall(r"^module (\w+)", verilog, re.MULTILINE)
    return re.sub(rf"\b({'|'.join(names)})\b", rf"{prefix}\1", verilog)


def _around(core: Core, external: ExternalCore) -> str:
    clock = "io_clk" if core.io_ratio > 1 else "clk"
    masking = [share_bridge(core)] if external.ports.is_masked else []
    middle = "".join(
        f"  {bridge.prefix}{bridge.entity} {bridge.prefix}bridge(.clk({clock}), .rst(rst),\n"
        f"    {bridge.connections});\n"
        for bridge in (*stream_bridges(core, external.ports), *masking)
    )
    kind = external.ports.kind
    if kind == "fairhash":
        middle += "".join(f"  assign core_in_{name} = in_{name};\n" for name in ("data", "valid"))
        middle += "  assign in_ready = core_in_ready;\n"
    if kind == "axi-stream" and "out_ready" in external.ports.without:
        middle = (
            f"  wire [{core.sent_bits - 1}:0] queued_in_data;\n  wire queued_in_valid, queued_in_ready;\n"
            f"{middle}  assign core_out_ready = 1'b1;\n"
        )
    elif kind in ("fairhash", "axi-stream", "lwc"):
        middle += "".join(f"  assign out_{name} = core_out_{name};\n" for name in ("data", "valid"))
        middle += "  assign core_out_ready = out_ready;\n"
    if kind in ("block", "registers", "permutation"):
        middle += "  assign core_out_ready = 1'b1;\n"
    flips = _flips(core.layout, external)
    inner = ", ".join(f".{name}(pin_{name})" for name in PINS)
    levels = "".join(
        f"  assign pin_{name} = {inner_side(external.ports, name)}_{name}{flips[name]};\n"
        if name not in PIN_OUTPUTS
        else f"  assign {inner_side(external.ports, name)}_{name} = pin_{name}{flips[name]};\n"
        for name in PINS
    )
    gated = external.ports.reset_between_messages
    name = _UNGATED if gated else ADAPTED
    module = f"""\
module {name}(input clk, input io_clk, input rst, input [{core.sent_bits - 1}:0] in_data, input in_valid,
  output in_ready, output [{core.received_bits - 1}:0] out_data, output out_valid, input out_ready);
{_wires(core, external)}  assign core_rst = rst;
{middle}{levels}  {core.entity} core(.clk(clk), .io_clk(io_clk), {inner});
endmodule
"""
    return module + (_gated(core) if gated else "")


def inner_side(ports: Ports, name: str) -> str:
    """Begins the name of the signal between a pin of the measured module and the bridges, active high."""
    return "shared" if ports.is_masked and name in ("in_data", "out_data") else "core"


def _wires(core: Core, external: ExternalCore) -> str:
    """The signals of the measured module's ports: `core_` are active high, `pin_` have the author's active levels."""
    plain, ends = core.plain_layout, (core.in_port_bits, core.out_port_bits)
    widths = {"core": (plain.in_bits, plain.out_bits), "pin": ends}
    text = "".join(
        f"  wire {side}_rst, {side}_in_valid, {side}_in_ready, {side}_out_valid, {side}_out_ready;\n"
        f"  wire [{in_bits - 1}:0] {side}_in_data;\n  wire [{out_bits - 1}:0] {side}_out_data;\n"
        for side, (in_bits, out_bits) in widths.items()
    )
    if external.ports.is_masked:
        text += f"  wire [{ends[0] - 1}:0] shared_in_data;\n  wire [{ends[1] - 1}:0] shared_out_data;\n"
    return text


def _gated(core: Core) -> str:
    """The module ADAPTED around the one with the bridges, whose reset is given before each message."""
    gate = reset_gate(core)
    streams = ", ".join(f".{name}(inner_{name})" for name in PINS)
    return f"""\
module {ADAPTED}(input clk, input io_clk, input rst, input [{core.sent_bits - 1}:0] in_data, input in_valid,
  output in_ready, output [{core.received_bits - 1}:0] out_data, output out_valid, input out_ready);
  wire [{core.sent_bits - 1}:0] inner_in_data;
  wire [{core.received_bits - 1}:0] inner_out_data;
  wire inner_rst, inner_in_valid, inner_in_ready, inner_out_valid, inner_out_ready;
  {gate.prefix}{gate.entity} gate(.clk(clk), .rst(rst),
    {gate.connections});
  {_UNGATED} inner(.clk(clk), .io_clk(io_clk), {streams});
endmodule
"""


def active_low_bits(layout: PortLayout, external: ExternalCore) -> dict[str, int]:
    """The mask of the active-low bits of each port of the measured module."""
    masks = dict.fromkeys(PINS, 0)
    for role, signal in layout.signals.items():
        if external.ports.is_low(role):
            name, _, range_ = signal.partition("[")
            bit = int(range_.rstrip("]").split(":")[-1]) if range_ else 0
            masks[name] |= 1 << bit
    return masks


def _flips(layout: PortLayout, external: ExternalCore) -> dict[str, str]:
    """What inverts the active-low bits of each port of the measured module, as the end of a Verilog expression."""
    widths = {"in_data": layout.in_bits, "out_data": layout.out_bits}
    return {
        name: f" ^ {widths.get(name, 1)}'h{mask:x}" if mask else ""
        for name, mask in active_low_bits(layout, external).items()
    }
