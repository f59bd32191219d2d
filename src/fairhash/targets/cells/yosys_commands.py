# SPDX-License-Identifier: Apache-2.0
"""Yosys' commands: from a core's Verilog to gates and flip-flops, and from these to cells of the library."""

from collections.abc import Sequence
from pathlib import Path

from fairhash.toolchain import yosys

GATES = "gates.il"
"""The file of gates and flip-flops from which every mapping starts."""


def gate_commands(verilog: Path, top: str, synthesis: Sequence[str]) -> tuple[str, ...]:
    """The commands from the elaborated Verilog to gates and flip-flops; `synthesis` are the recipe's."""
    return (
        yosys.read_command(verilog),
        f"hierarchy -check -top {top}",
        *synthesis,
        "delete t:$scopeinfo",
        f"write_rtlil {GATES}",
    )


def mapping_commands(top: str, mapping: Sequence[str], files: Sequence[str]) -> tuple[str, ...]:
    """The commands from GATES to a netlist of cells; `mapping` are the recipe's.

    The library is read again after mapping, because `check` must know which pins are outputs.
    """
    return (
        f"read_rtlil {GATES}",
        *mapping,
        *(f"read_liberty -lib -ignore_miss_func {file}" for file in files),
        f"select -module {top}",
        "tee -q -o check.txt check -noinit",
        "write_json -selected mapped.json",
    )
