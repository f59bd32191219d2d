# SPDX-License-Identifier: Apache-2.0
"""A core's source as gates and flip-flops of the library, looked through first for what must not be in it."""

from collections.abc import Sequence
from pathlib import Path

from fairhash import tools
from fairhash.implement import hygiene
from fairhash.verify import yosys

GATES = "gates.il"
"""What every mapping starts from."""


def check_source(verilog: Path, top: str, workdir: Path, limit_s: float) -> tuple[tools.ToolRun, list[str]]:
    """Latches, undriven nets and loops before synthesis, which would silently settle some of them."""
    exposed = workdir / "source.v"
    exposed.write_text(hygiene.expose_undriven(verilog.read_text(encoding="utf-8")), encoding="utf-8")
    commands = (
        f"read_verilog {exposed.name}",
        f"hierarchy -check -top {top}",
        "proc -latches warn",
        "flatten -noscopeinfo",
        "opt_clean",
        "check -nolatches",
        f"select -module {top}",
        "write_json -selected source.json",
    )
    ran = yosys.run_script(commands, workdir, "source", limit_s)
    if not ran.ok:
        return ran, []
    module = yosys.netlist(workdir / "source.json")["modules"][top]
    (workdir / "source.json").unlink()
    return ran, [*hygiene.findings(ran.output), *hygiene.floating(module)]


def gate_commands(verilog: str, top: str, synthesis: Sequence[str]) -> tuple[str, ...]:
    """From the elaborated Verilog to gates and flip-flops, by the recipe's commands."""
    return (
        f"read_verilog {verilog}",
        f"hierarchy -check -top {top}",
        *synthesis,
        "delete t:$scopeinfo",
        f"write_rtlil {GATES}",
    )


def mapping_commands(top: str, mapping: Sequence[str], files: Sequence[str]) -> tuple[str, ...]:
    """From there to a netlist of cells, by the recipe's commands; the check must know which pins are outputs."""
    return (
        f"read_rtlil {GATES}",
        *mapping,
        *(f"read_liberty -lib -ignore_miss_func {file}" for file in files),
        f"select -module {top}",
        "tee -q -o check.txt check -noinit",
        "write_json -selected mapped.json",
    )
