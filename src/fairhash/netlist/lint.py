# SPDX-License-Identifier: Apache-2.0
"""Finds faults of elaborated Verilog and of netlists: latches, undriven nets, loops, cells that are not allowed."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from fairhash.catalog.device import DedicatedKind, Mapped
from fairhash.toolchain import tools, yosys

_UNDRIVEN_SIGNAL = re.compile(r"\s*assign (?!n\d+_\w+ )\w+ = \d*'b[xz]+;", re.IGNORECASE)
_CLOCKS = ("clk", "io_clk")
_ASYNCHRONOUS = ("ARST", "ALOAD", "SET", "CLR")
"""Pins of Yosys' registers that act without a clock."""
_INVERTERS = frozenset({"$not", "$logic_not", "$pos", "$reduce_bool", "$reduce_or", "$reduce_and"})
"""Cells with one input, A."""
_WARNINGS = (
    (re.compile(r"^Warning: Wire (\S.*) is used but has no driver"), "undriven net"),
    (re.compile(r"^Warning: multiple conflicting drivers for (.*?):?$"), "two drivers on net"),
    (re.compile(r"^Warning: found logic loop in module (\S+?):?$"), "combinational loop in"),
    (re.compile(r"^Warning: Latch inferred for signal [`'](\S+?)'"), "latch"),
    (re.compile(r"^Warning: Cell (\S+) is a latch"), "latch"),
)


def expose_undriven(verilog: str) -> str:
    """Return the Verilog without GHDL's assignments of X to undriven signals, so that Yosys' `check` reports them.

    Don't-care values of the source are kept: GHDL assigns them through nets with numbered names.
    """
    return "".join(f"{line}\n" for line in verilog.splitlines() if not _UNDRIVEN_SIGNAL.match(line))


def floating_bits(module: Mapping[str, Any]) -> list[str]:
    """Cells and ports with an undriven bit: GHDL writes Z for those of a partly driven signal."""
    cells = [
        f"undriven bits at {cell['type']} cell {name}"
        for name, cell in module["cells"].items()
        if any("z" in bits for bits in cell["connections"].values())
    ]
    ports = [f"undriven bits of port {name}" for name, port in module["ports"].items() if "z" in port["bits"]]
    return ports + cells


def falling_edge_registers(module: Mapping[str, Any]) -> list[str]:
    """Registers that are clocked on the falling edge, which the netlist simulator does not have."""
    return [
        f"register {name} is clocked on the falling edge"
        for name, cell in module["cells"].items()
        if "dff" in cell["type"] and int(cell["parameters"].get("CLK_POLARITY", "1"), 2) == 0
    ]


def clocks_in_logic(module: Mapping[str, Any]) -> list[str]:
    """Cells that take a clock for data, and ports that pass it on: timing analysis knows no such paths."""
    clocks = {bit for name in _CLOCKS if name in module["ports"] for bit in module["ports"][name]["bits"]}
    cells = [
        f"a clock is an input of the logic cell {name}"
        for name, cell in module["cells"].items()
        if any("CLK" not in pin and not clocks.isdisjoint(bits) for pin, bits in cell["connections"].items())
    ]
    ports = [
        f"a clock is on the port {name}"
        for name, port in module["ports"].items()
        if port["direction"] == "output" and not clocks.isdisjoint(port["bits"])
    ]
    return cells + ports


def asynchronous_logic(module: Mapping[str, Any]) -> list[str]:
    """Registers with an asynchronous control that is neither the reset nor a register, perhaps inverted.

    No tool analyses the timing of such a path, so that logic in it would be free.
    """
    drivers = {
        bit: cell
        for cell in module["cells"].values()
        for pin, bits in cell["connections"].items()
        if cell["port_directions"].get(pin) == "output"
        for bit in bits
    }
    reset = set(module["ports"].get("rst", {"bits": ()})["bits"])

    def is_reset(bit: int | str) -> bool:
        while (cell := drivers.get(bit)) is not None and cell["type"] in _INVERTERS:
            (bit,) = cell["connections"]["A"]
        return isinstance(bit, str) or bit in reset or (cell is not None and "dff" in cell["type"])

    return [
        f"the asynchronous control {pin} of register {name} is logic, not a reset"
        for name, cell in module["cells"].items()
        if "dff" in cell["type"]
        for pin in _ASYNCHRONOUS
        if not all(map(is_reset, cell["connections"].get(pin, ())))
    ]


def check_warnings(log: str) -> list[str]:
    """The faults that Yosys' `proc` and `check` report in a log, in order, without duplicates."""
    faults: dict[str, None] = {}
    for line in log.splitlines():
        for pattern, kind in _WARNINGS:
            match = pattern.search(line)
            if match:
                faults[f"{kind} {match[1]}".replace("\\", "")] = None
    return list(faults)


def unknown_cells(cells: Mapping[str, int], device: Mapped) -> list[str]:
    """Cell types that the device's data file does not list."""
    cell_types = {*device.synthesis.flip_flops, *device.synthesis.logic}
    for resource in device.dedicated.values():
        cell_types.update(resource.netlist)
    return [f"black box or unmapped cell {kind}" for kind in cells if kind not in cell_types]


def dedicated_counts(cells: Mapping[str, int], device: Mapped, placed: bool = False) -> dict[DedicatedKind, int]:
    """Count the cells of each dedicated resource.

    Args:
        cells: number of cells by type.
        placed: whether `cells` comes from place and route, which has its own names for types, or from synthesis.
    """
    return {
        kind: sum(cells.get(name, 0) for name in (resource.placed if placed else resource.netlist))
        for kind, resource in device.dedicated.items()
    }


def disallowed_resources(counts: Mapping[DedicatedKind, int], allowed: Iterable[str]) -> list[str]:
    """Dedicated resources that are used but not allowed, one line each."""
    return [
        f"{count} {kind} cells, not allowed" for kind, count in counts.items() if count and kind not in set(allowed)
    ]


def check_source(verilog: Path, top: str, workdir: Path, limit_s: float) -> tuple[tools.ToolRun, list[str]]:
    """Return the latches, undriven nets and loops of the elaborated source, one line each, with the run of Yosys.

    Synthesis would remove some of them silently, for example by choosing a value for an undriven net.
    """
    exposed = workdir / f"source{verilog.suffix}"
    exposed.write_text(expose_undriven(verilog.read_text(encoding="utf-8")), encoding="utf-8")
    commands = (
        yosys.read_command(exposed, top),
        f"hierarchy -check -top {top}",
        "proc -latches warn",
        "flatten -noscopeinfo",
        "opt_clean",
        "check -nolatches",
        f"select -module {top}",
        "write_json -selected source.json",
    )
    json_netlist = workdir / "source.json"
    try:
        run = yosys.run_script(commands, workdir, "source", limit_s)
        if not run.ok:
            return run, []
        module = yosys.netlist(json_netlist)["modules"][top]
    finally:
        json_netlist.unlink(missing_ok=True)
    faults = [*check_warnings(run.output), *floating_bits(module)]
    faults += [*falling_edge_registers(module), *clocks_in_logic(module), *asynchronous_logic(module)]
    return run, faults
