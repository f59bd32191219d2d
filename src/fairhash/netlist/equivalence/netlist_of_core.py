# SPDX-License-Identifier: Apache-2.0
"""The netlist of a core in Yosys' word-level cells, before any optimisation."""

from pathlib import Path
from typing import Any

from fairhash.catalog.core import Core
from fairhash.errors import FairhashError
from fairhash.toolchain import yosys
from fairhash.toolchain.elaborate import elaborate

_LIMIT_S = 600.0


def netlist_of_core(core: Core, workdir: Path) -> dict[str, Any]:
    """The modules of a core's netlist: registers and word-level cells, hierarchy kept, nothing optimised.

    Args:
        core: A core of the catalogue.
        workdir: Folder for the tools' files.

    Raises:
        FairhashError: A tool failed.
    """
    verilog = elaborate(core, workdir, _LIMIT_S)
    commands = (
        yosys.read_command(verilog),
        f"hierarchy -top {core.entity}",
        "proc",
        "opt_clean",
        "write_json words.json",
    )
    tool_run = yosys.run_script(commands, workdir, "words", _LIMIT_S)
    if not tool_run.ok:
        raise FairhashError(f"no netlist of {core.name}: {yosys.failure(tool_run)}", str(core.source))
    modules: dict[str, Any] = yosys.netlist(workdir / "words.json")["modules"]
    return modules
