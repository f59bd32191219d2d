# SPDX-License-Identifier: Apache-2.0
"""A netlist of the toy core for ECP5, for the tests of mutants."""

from pathlib import Path

from fairhash.catalog.core import Core
from fairhash.toolchain import yosys
from fairhash.toolchain.elaborate import elaborate

SYNTHESIS = "synth_ecp5 -nobram -nodsp -nolutram -noiopad"


def toy_netlist(core: Core, folder: Path, named: bool = False) -> Path:
    """Synthesise the core into `folder`.

    Args:
        named: whether internal nets keep their names, as with the recipes, which call ABC themselves.
    """
    synthesis = f"{SYNTHESIS} -top {core.entity}"
    mapping = [f"{synthesis} -run begin:map_luts", "abc -lut 4", "clean", f"{synthesis} -run map_cells:"]
    commands = [
        f"read_verilog {elaborate(core, folder)}",
        *(mapping if named else [synthesis]),
        "delete t:$scopeinfo",
        "write_verilog -noattr -noexpr netlist.v",
    ]
    assert yosys.run_script(commands, folder, "script", 100).ok
    return folder / "netlist.v"
