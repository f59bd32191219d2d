# SPDX-License-Identifier: Apache-2.0
"""The entities of rtl/adapters between the testbench and an external core, with their generics and connections."""

from collections.abc import Iterable
from dataclasses import dataclass

from fairhash.catalog.core import Core
from fairhash.catalog.external_core import Ports
from fairhash.catalog.port_layout import PortLayout
from fairhash.catalog.port_roles import Role

_QUEUE = "adapters/word_queue.vhd"


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


def bridges(core: Core) -> list[Bridge]:
    """The bridges between the testbench's streams and the ports of a core; none for a core of the catalogue."""
    if core.external is None:
        return []
    ports = core.external.ports
    gates = [reset_gate(core)] if ports.reset_between_messages else []
    return [*stream_bridges(core, ports), *([share_bridge(core)] if ports.is_masked else []), *gates]


def stream_bridges(core: Core, ports: Ports) -> list[Bridge]:
    """The bridges that translate the ports of a core."""
    kind = ports.kind
    if kind == "axi-stream" and "out_ready" in ports.without:
        return [_queue("in", core.sent_bits, "queued"), _digest_queue(core)]
    if kind in ("axi-stream", "fifo", "lwc"):
        # AXI4-Stream lets tready follow tvalid within a cycle, and the FIFO ports let all outputs follow inputs
        return [_queue("in", core.sent_bits), *([_queue("out", core.received_bits)] if kind == "fifo" else [])]
    block = _count_bridge if ports.blocks_bits else _command_bridge if ports.needs_command_bridge else _block_bridge
    build = {"block": block, "registers": _register_bridge, "permutation": _permutation_bridge}.get(kind)
    return [build(core, core.plain_layout)] if build else []


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


def reset_gate(core: Core) -> Bridge:
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


def share_bridge(core: Core) -> Bridge:
    """The bridge between the others and a masked core: it splits words into shares, and gives random bits."""
    assert core.external
    ports, plain, shared = core.external.ports, core.plain_layout, core.layout
    roles = ports.by_role
    generics = {
        "SHARES": ports.shares,
        "W": plain.widths["in_data"],
        "DIGEST_W": plain.widths["out_data"],
        "IN_BITS": plain.in_bits,
        "OUT_BITS": plain.out_bits,
        "ENTROPY_BITS": ports.entropy_bits or 0,
        "ENTROPY_VALID": int("entropy_valid" in roles),
        "ENTROPY_READY": int("entropy_ready" in roles),
        "COMMANDS": len({"init", "finish"} & set(roles)),
        "OFFERS": int(ports.kind in ("axi-stream", "fifo")),
        "SHARED_IN": shared.in_bits,
        "SHARED_OUT": shared.out_bits,
    }
    connected = ", ".join(
        f".{port}({signal})"
        for port, signal in (
            *((name, f"core_{name}") for name in ("in_valid", "in_ready", "in_data", "out_data")),
            *((name, name) for name in ("shared_in_data", "shared_out_data")),
        )
    )
    files = ("adapters/random_bits.vhd", "adapters/share_bridge.vhd")
    return Bridge("share_bridge", "fairhash_share_", files, generics, connected)
