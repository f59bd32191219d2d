# SPDX-License-Identifier: Apache-2.0
"""Finds the memories of a core in its elaborated Verilog, before they are mapped to a family's cells."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fairhash.catalog.memory import DesignMemory
from fairhash.toolchain import tools, yosys

_NETLIST = "memories.json"


def find_memories(verilog: Path, top: str, workdir: Path, limit_s: float) -> tuple[tools.ToolRun, list[DesignMemory]]:
    """Return the memories of the elaborated source with the run of Yosys, the largest first."""
    commands = (
        yosys.read_command(verilog),
        f"hierarchy -check -top {top}",
        "proc",
        "flatten -noscopeinfo",
        # an address matters only while the port is enabled: otherwise GHDL's Verilog leaves it undefined
        "opt -mux_undef",
        # merges the registers of a clocked read into the memory's ports
        "memory_dff",
        "memory_collect",
        "opt_clean",
        f"select -module {top}",
        f"write_json -selected {_NETLIST}",
    )
    json_netlist = workdir / _NETLIST
    try:
        run = yosys.run_script(commands, workdir, "memories", limit_s)
        if not run.ok:
            return run, []
        module = yosys.netlist(json_netlist)["modules"][top]
    finally:
        json_netlist.unlink(missing_ok=True)
    memories = [_memory(name, cell) for name, cell in module["cells"].items() if cell["type"] == "$mem_v2"]
    return run, sorted(memories, key=lambda memory: (-memory.bits, memory.name))


def _memory(name: str, cell: Mapping[str, Any]) -> DesignMemory:
    width, size = _number(cell, "WIDTH"), _number(cell, "SIZE")
    clocked = _flags(cell, "RD_CLK_ENABLE", _number(cell, "RD_PORTS"))
    writes = _number(cell, "WR_PORTS")
    kind: Any = "block" if clocked and all(clocked) else "distributed" if writes else "table"
    ports = _ports(cell)
    return DesignMemory(
        name=name,
        kind=kind,
        bits=width * size,
        ports=len(ports),
        port_bits=width * max(ports.values(), default=1),
    )


def _ports(cell: Mapping[str, Any]) -> dict[tuple[Any, ...], int]:
    """For each address of the memory how many words are read or written at once there.

    Yosys has a read port for each word; those that continue a wider port repeat its upper address bits.
    """
    words: dict[tuple[Any, ...], int] = {}
    for side in ("RD", "WR"):
        count = _number(cell, f"{side}_PORTS")
        continues = _flags(cell, f"{side}_WIDE_CONTINUATION", count)
        bits, width = cell["connections"][f"{side}_ADDR"], _number(cell, "ABITS")
        addresses = [tuple(bits[port * width : (port + 1) * width]) for port in range(count)]
        of_side: dict[tuple[Any, ...], int] = {}
        first: tuple[Any, ...] = ()
        for address, continued in zip(addresses, continues, strict=True):
            first = first if continued else address
            of_side[first] = of_side.get(first, 0) + 1 if continued else 1
        for address, wide in of_side.items():
            words[address] = max(words.get(address, 0), wide)
    return words


def _number(cell: Mapping[str, Any], parameter: str) -> int:
    return int(cell["parameters"][parameter], 2)


def _flags(cell: Mapping[str, Any], parameter: str, count: int) -> list[bool]:
    """One flag for each port, that of port 0 first."""
    bits = cell["parameters"][parameter][::-1].ljust(count, "0")
    return [bit == "1" for bit in bits[:count]]
