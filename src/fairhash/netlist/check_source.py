# SPDX-License-Identifier: Apache-2.0
"""Checks a core's elaborated Verilog for latches, undriven nets and loops before synthesis."""

from pathlib import Path

from fairhash.netlist import hygiene
from fairhash.toolchain import tools, yosys


def check_source(verilog: Path, top: str, workdir: Path, limit_s: float) -> tuple[tools.ToolRun, list[str]]:
    """Return the latches, undriven nets and loops of the elaborated source, one line each, with the run of Yosys.

    Synthesis would remove some of them silently, for example by choosing a value for an undriven net.
    """
    exposed = workdir / f"source{verilog.suffix}"
    exposed.write_text(hygiene.expose_undriven(verilog.read_text(encoding="utf-8")), encoding="utf-8")
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
    faults = [*hygiene.check_warnings(run.output), *hygiene.floating_bits(module)]
    return run, [*faults, *hygiene.falling_edge_registers(module)]
