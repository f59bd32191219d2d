# SPDX-License-Identifier: Apache-2.0
"""A core's elaborated source, looked through before synthesis for what must not be in it."""

from pathlib import Path

from fairhash.netlist import hygiene
from fairhash.toolchain import tools, yosys


def check_source(verilog: Path, top: str, workdir: Path, limit_s: float) -> tuple[tools.ToolRun, list[str]]:
    """Latches, undriven nets and loops before synthesis, which would silently settle some of them."""
    exposed = workdir / f"source{verilog.suffix}"
    exposed.write_text(hygiene.expose_undriven(verilog.read_text(encoding="utf-8")), encoding="utf-8")
    commands = (
        yosys.read_command(exposed),
        f"hierarchy -check -top {top}",
        "proc -latches warn",
        "flatten -noscopeinfo",
        "opt_clean",
        "check -nolatches",
        f"select -module {top}",
        "write_json -selected source.json",
    )
    read = workdir / "source.json"
    try:
        ran = yosys.run_script(commands, workdir, "source", limit_s)
        if not ran.ok:
            return ran, []
        module = yosys.netlist(read)["modules"][top]
    finally:
        read.unlink(missing_ok=True)
    return ran, [*hygiene.findings(ran.output), *hygiene.floating(module)]
