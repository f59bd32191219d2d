# SPDX-License-Identifier: Apache-2.0
"""The cell models of netlist checks, which Yosys makes from Liberty functions, against a library's own Verilog."""

import re
from pathlib import Path

from fairhash.catalog.targets import libraries
from fairhash.netlist.netlist_engine import liberty_cells
from fairhash.targets.cells.read_library import read_library
from fairhash.toolchain import yosys

_LIMIT_S = 100


def _own_modules(library: Path) -> dict[str, str]:
    """The library's combinational modules of gates; Yosys has no user-defined primitives (flip-flops, MUX2X1)."""
    text = library.with_suffix(".v").read_text(encoding="utf-8")
    modules = {
        match[1]: match[0] for match in re.finditer(r"^module (\w+).*?^endmodule", text, re.MULTILINE | re.DOTALL)
    }
    return {name: body for name, body in modules.items() if not re.search(r"\budp_|\bbufif", body)}


def test_liberty_functions_equal_the_cells_in_verilog(tmp_path: Path) -> None:
    """By SAT, for each gate of osu018, the only declared library with Verilog of its cells."""
    library = read_library(libraries()["osu018"])
    own = _own_modules(library.files[0])
    gates = sorted(cell.name for cell in library.cells.values() if not cell.sequential and cell.name in own)
    gates = [name for name in gates if any(pin.output for pin in library.cells[name].pins.values())]
    assert len(gates) == 25
    (tmp_path / "own.v").write_text("\n".join(own[name] for name in gates), encoding="utf-8")
    commands = [f"read_verilog {tmp_path / 'own.v'}", *(f"rename {name} own_{name}" for name in gates)]
    commands += liberty_cells(library.files).read_commands
    for name in gates:
        commands.append(f"miter -equiv -flatten own_{name} {name} miter_{name}")
        commands.append(f"sat -verify -prove trigger 0 miter_{name}")
    proved = yosys.run_script(commands, tmp_path, "proof", _LIMIT_S)
    assert proved.ok, yosys.failure(proved)
    # a wrong cell is noticed
    wrong = own["AOI21X1"].replace("module AOI21X1", "module own_AOI21X1").replace("and", "or")
    (tmp_path / "wrong.v").write_text(wrong, encoding="utf-8")
    commands = [f"read_verilog {tmp_path / 'wrong.v'}", *liberty_cells(library.files).read_commands]
    commands += ["miter -equiv -flatten own_AOI21X1 AOI21X1 wrong", "sat -verify -prove trigger 0 wrong"]
    assert not yosys.run_script(commands, tmp_path, "disproof", _LIMIT_S).ok
