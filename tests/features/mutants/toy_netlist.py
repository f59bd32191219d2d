# SPDX-License-Identifier: Apache-2.0
"""A netlist of the toy core for ECP5, for the tests of mutants."""

from pathlib import Path

from fairhash.catalog.core import Core
from fairhash.toolchain import yosys
from fairhash.toolchain.elaborate import elaborate

SYNTHESIS = "synth_ecp5 -nobram -nodsp -nolutram -noiopad"


def toy_netlist(core: Core, folder: Path) -> Path:
    """Synthesise the core into `folder`."""
    commands = [
        f"read_verilog {elaborate(core, folder)}",
        f"{SYNTHESIS} -top {core.entity}",
        "delete t:$scopeinfo",
        "write_verilog -noattr -noexpr netlist.v",
    ]
    assert yosys.run_script(commands, folder, "script", 100).ok
    return folder / "netlist.v"
