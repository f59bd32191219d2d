# SPDX-License-Identifier: Apache-2.0
"""Adapters between the testbench and a core with ports of another kind; they are not measured.

The measured module, called as the core's entity, only gives the ports of the author's module the names of ours::

    adapted:  testbench <-> bridge (rtl/adapters) <-> measured module: author's module
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from fairhash.base import paths
from fairhash.catalog.core import Core
from fairhash.catalog.external_core import ExternalCore, Ports, Role
from fairhash.catalog.port_layout import PortLayout
from fairhash.toolchain.ghdl import to_verilog

ADAPTED = "fairhash_adapted"
"""The module with our ports around the measured one."""

_UNGATED = "fairhash_ungated"
"""The same module without the gate that resets the core before each message."""
_QUEUE = "adapters/word_queue.vhd"

PINS = ("rst", "in_data", "in_valid", "in_ready", "out_data", "out_valid", "out_ready")
"""Ports of the measured module that are no clocks."""
PIN_OUTPUTS = ("in_ready", "out_data", "out_valid")


@dataclass(frozen=True)
class Bridge:
    """One entity of rtl/adapters between the testbench and the measured module."""

    entity: str
    prefix: str
    """Begins the names of its modules, which no module of the core has."""
    files: tuple[str, ...]
    generics: dict[str, int]
    connections: str
    """Its ports other than the clock and reset, connected."""


def simulated_top(core: Core) -> str:
    """The module that has our ports: the measured one, or the adapter around it."""
    return ADAPTED if core.external else core.entity


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


def bridges(core: Core) -> list[Bridge]:
    """The bridges between the testbench's streams and the ports of a core; none for a core of the catalogue."""
    if core.external is None:
        return []
    gates = [_reset_gate(core)] if core.external.ports.reset_between_messages else []
    return [*_stream_bridges(core, core.external.ports), *gates]


def _stream_bridges(core: Core, ports: Ports) -> list[Bridge]:
    """The bridges that translate the ports of a core."""
    kind = ports.kind
    if kind == "axi-stream" and "out_ready" in ports.without:
        return [_queue("in", core.sent_bits, "queued"), _digest_queue(core)]
    if kind in ("axi-stream", "fifo", "lwc"):
        # AXI4-Stream lets tready follow tvalid within a cycle, and the FIFO ports let all outputs follow inputs
        return [_queue("in", core.sent_bits), *([_queue("out", core.received_bits)] if kind == "fifo" else [])]
    block = _count_bridge if ports.blocks_bits else _command_bridge if ports.needs_command_bridge else _block_bridge
    build = {"block": block, "registers": _register_bridge, "permutation": _permutation_bridge}.get(kind)
    return [build(core, core.layout)] if build else []


def _queue(side: str, width: int, inner: str = "core") -> Bridge:
    outer = ("data", "valid", "ready")
    near, far = ("in", "out") if side == "in" else ("out", "in")
    ports = [f".{near}_{name}({side}_{name})" for name in outer]
    ports += [f".{far}_{name}({inner}_{side}_{name})" for name in outer]
    return Bridge("word_queue", f"fairhash_{side}_", (_QUEUE,), {"W": width}, ", ".join(ports))


def _digest_queue(core: Core) -> Bridge:
    """The store for the digests of a core without out_ready; the queue of its inputs is before it."""
    outer = ("data", "valid", "ready")
    ports = [f".in_{name}(queued_in_{name})" for name in outer]
    ports += [f".core_in_{name}(core_in_{name})" for name in outer]
    ports += [".core_out_data(core_out_data)", ".core_out_valid(core_out_valid)"]
    ports += [f".out_{name}(out_{name})" for name in outer]
    generics = {
        "W": core.sent_bits,
        "LAST_BIT": core.word_bits,
        "DIGEST_W": core.received_bits,
        "DIGEST_WORDS": core.digest_bits // core.digest_word_bits,
    }
    files = ("adapters/digest_queue.vhd",)
    return Bridge("digest_queue", "fairhash_out_", files, generics, ", ".join(ports))


def _received_digest_bits(core: Core) -> int:
    """Bits of a digest that the testbench receives at once."""
    assert core.external
    return core.digest_bits if core.external.ports.kind in ("block", "permutation") else core.digest_word_bits


def _reset_gate(core: Core) -> Bridge:
    """The gate around a core that must be reset before each message."""
    names = [f"{side}_{name}" for side in ("in", "out") for name in ("data", "valid", "ready")]
    ports = [f".{name}({name}), .core_{name}(inner_{name})" for name in names]
    generics = {
        "W": core.sent_bits,
        "LAST_BIT": core.word_bits,
        "DIGEST_W": core.received_bits,
        "DIGEST_WORDS": len(range(0, core.digest_bits, _received_digest_bits(core))),
        "RESET_CYCLES": core.reset_cycles,
    }
    connections = f"{', '.join(ports)}, .core_rst(inner_rst)"
    return Bridge("reset_gate", "fairhash_gate_", ("adapters/reset_gate.vhd",), generics, connections)


_STREAMS = ", ".join(
    f".{name}({name})" for name in ("in_data", "in_valid", "in_ready", "out_data", "out_valid", "out_ready")
)


def _side(layout: PortLayout, connected: Iterable[tuple[str, Role, str]]) -> str:
    """Connections to the measured module: (port of the bridge, role, what replaces a port that the core lacks)."""
    ports = [
        f".{port}({f'core_{layout.signals[role]}' if role in layout.signals else absent})"
        for port, role, absent in connected
    ]
    return f"{_STREAMS}, {', '.join(ports)}"


def _block_bridge(core: Core, layout: PortLayout) -> Bridge:
    ports: tuple[tuple[str, Role, str], ...] = (
        ("first_block", "init", ""),
        ("next_block", "next", ""),
        ("block_data", "in_data", ""),
        ("core_ready", "in_ready", ""),
        ("digest", "out_data", ""),
        ("digest_valid", "out_valid", "1'b1"),
    )
    generics = {"BLOCK_BITS": core.block_bits, "PORT_BITS": core.digest_word_bits, "DIGEST_BITS": core.digest_bits}
    return Bridge("block_bridge", "fairhash_", ("adapters/block_bridge.vhd",), generics, _side(layout, ports))


def _command_bridge(core: Core, layout: PortLayout) -> Bridge:
    assert core.external
    external = core.external.ports
    ports: tuple[tuple[str, Role, str], ...] = (
        ("first_block", "init", ""),
        ("next_block", "next", ""),
        ("finish", "finish", ""),
        ("last_block", "in_last", ""),
        ("bytes", "in_bytes", ""),
        ("block_data", "in_data", ""),
        ("core_ready", "in_ready", "1'b1"),
        ("digest", "out_data", ""),
        ("digest_valid", "out_valid", "1'b1"),
    )
    roles = external.by_role
    generics = {
        "BLOCK_BITS": core.block_bits,
        "COUNT_BITS": layout.widths.get("in_bytes", 0),
        "PORT_BITS": core.digest_word_bits,
        "DIGEST_BITS": core.digest_bits,
        "START_CYCLES": external.start_cycles,
        "HAS_INIT": int("init" in roles),
        "INIT_ALONE": int(not external.init_takes_block),
        "HAS_FINISH": int("finish" in roles),
        "HAS_READY": int("in_ready" in roles),
        "PULSE": int(external.valid_pulse),
        "HOLDS": int(external.block_held),
    }
    files = ("shell/shell_pkg.vhd", "adapters/command_bridge.vhd")
    return Bridge("command_bridge", "fairhash_", files, generics, _side(layout, ports))


def _count_bridge(core: Core, layout: PortLayout) -> Bridge:
    assert core.external
    external = core.external.ports
    ports: tuple[tuple[str, Role, str], ...] = (
        ("first_block", "init", ""),
        ("next_block", "next", ""),
        ("block_count", "in_blocks", ""),
        ("block_data", "in_data", ""),
        ("core_ready", "in_ready", "1'b1"),
        ("digest", "out_data", ""),
        ("digest_valid", "out_valid", ""),
    )
    roles = external.by_role
    generics = {
        "BLOCK_BITS": core.block_bits,
        "COUNT_BITS": external.blocks_bits or 0,
        "PORT_BITS": core.digest_word_bits,
        "DIGEST_BITS": core.digest_bits,
        "START_CYCLES": external.start_cycles,
        "BLOCK_CYCLES": external.block_cycles or 0,
        "HAS_INIT": int("init" in roles),
        "HAS_READY": int("in_ready" in roles),
        "HOLDS": int(external.block_held),
    }
    files = ("shell/shell_pkg.vhd", "adapters/count_bridge.vhd")
    return Bridge("count_bridge", "fairhash_", files, generics, _side(layout, ports))


def _register_bridge(core: Core, layout: PortLayout) -> Bridge:
    assert core.external
    registers = core.external.ports.registers
    assert registers
    ports: tuple[tuple[str, Role, str], ...] = (
        ("chosen", "select", ""),
        ("write", "write", ""),
        ("address", "address", ""),
        ("write_data", "in_data", ""),
        ("read_data", "out_data", ""),
    )
    generics = {
        "W": core.word_bits,
        "BLOCK_WORDS": core.block_bits // core.word_bits,
        "DIGEST_WORDS": core.digest_bits // core.word_bits,
        "ADDRESS_BITS": registers.address_bits,
        "BLOCK_ADDRESS": registers.block,
        "DIGEST_ADDRESS": registers.digest,
        "CONTROL_ADDRESS": registers.control,
        "STATUS_ADDRESS": registers.status,
        "STEP": registers.step,
        "FIRST_VALUE": registers.first,
        "NEXT_VALUE": registers.next,
        "READY_MASK": registers.ready,
        "START_CYCLES": registers.start_cycles,
        "READ_CYCLES": registers.read_cycles,
    }
    files = ("shell/shell_pkg.vhd", "adapters/register_bridge.vhd")
    return Bridge("register_bridge", "fairhash_", files, generics, _side(layout, ports))


def _permutation_bridge(core: Core, layout: PortLayout) -> Bridge:
    assert core.external
    ports = core.external.ports
    connected: tuple[tuple[str, Role, str], ...] = (
        ("start", "start", ""),
        ("state_in", "in_data", ""),
        ("core_ready", "in_ready", "1'b1"),
        ("done", "out_valid", ""),
        ("state_out", "out_data", ""),
    )
    generics = {
        "STATE_BITS": ports.state_bits or 0,
        "BLOCK_BITS": core.block_bits,
        "DIGEST_BITS": core.digest_bits,
        # the first byte of a block is in the first byte of the state
        "AT_TOP": int(not ports.in_order.startswith("little")),
    }
    files = ("adapters/permutation_bridge.vhd",)
    return Bridge("permutation_bridge", "fairhash_", files, generics, _side(layout, connected))


def _own_names(verilog: str, prefix: str) -> str:
    """The bridge's modules under names that no module of the core has."""
    names = re.findall(r"^module (\w+)", verilog, re.MULTILINE)
    return re.sub(rf"\b({'|'.join(names)})\b", rf"{prefix}\1", verilog)


def _around(core: Core, external: ExternalCore) -> str:
    clock = "io_clk" if core.io_ratio > 1 else "clk"
    middle = "".join(
        f"  {bridge.prefix}{bridge.entity} {bridge.prefix}bridge(.clk({clock}), .rst(rst),\n"
        f"    {bridge.connections});\n"
        for bridge in _stream_bridges(core, external.ports)
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
        f"  assign pin_{name} = core_{name}{flips[name]};\n"
        if name not in PIN_OUTPUTS
        else f"  assign core_{name} = pin_{name}{flips[name]};\n"
        for name in PINS
    )
    wires = "".join(
        f"  wire {prefix}rst, {prefix}in_valid, {prefix}in_ready, {prefix}out_valid, {prefix}out_ready;\n"
        f"  wire [{core.in_port_bits - 1}:0] {prefix}in_data;\n"
        f"  wire [{core.out_port_bits - 1}:0] {prefix}out_data;\n"
        for prefix in ("core_", "pin_")
    )
    gated = external.ports.reset_between_messages
    name = _UNGATED if gated else ADAPTED
    module = f"""\
module {name}(input clk, input io_clk, input rst, input [{core.sent_bits - 1}:0] in_data, input in_valid,
  output in_ready, output [{core.received_bits - 1}:0] out_data, output out_valid, input out_ready);
{wires}  assign core_rst = rst;
{middle}{levels}  {core.entity} core(.clk(clk), .io_clk(io_clk), {inner});
endmodule
"""
    return module + (_gated(core) if gated else "")


def _gated(core: Core) -> str:
    """The module ADAPTED around the one with the bridges, whose reset is given before each message."""
    gate = _reset_gate(core)
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
