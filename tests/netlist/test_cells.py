# SPDX-License-Identifier: Apache-2.0
"""Our models of vendor cells against Yosys' own simulation models of them, by formal equivalence."""

import importlib.util
import re
from itertools import product
from pathlib import Path

import pytest

from fairhash.netlist.netlist_engine import CELLS
from fairhash.toolchain import tools
from fairhash.toolchain.yosys import run_script

TABLES = ("16'h0000", "16'h8421", "16'h6996", "16'hfee1", "16'h96aa")
THEIRS = {
    "ecp5": ("lattice/common_sim.vh", "lattice/ccu2c_sim.vh"),
    "ice40": ("ice40/cells_sim.v",),
    "gowin": ("gowin/cells_sim.v",),
    "gatemate": ("gatemate/cells_sim.v",),
    "machxo3": ("lattice/common_sim.vh", "lattice/ccu2c_sim.vh", "lattice/ccu2d_sim.vh"),
}
HELPERS = {"LUT2", "MUX2"}
"""Modules that some of theirs are made of."""
PARAMETER = {"ice40": "LUT_INIT"}
"""What the table of a look-up table is called, where it is not INIT."""
SWITCHES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "ALU": (("ALU_MODE",), ("0", "1", "2")),
    "CC_DFF": (("CLK_INV", "EN_INV"), ("0", "1")),
    "CC_L2T4": (("INIT_L00", "INIT_L01", "INIT_L10"), ("4'h6", "4'hb")),
    "CC_L2T5": (("INIT_L02", "INIT_L03", "INIT_L11", "INIT_L20"), ("4'h6", "4'hb")),
}
"""Parameters and the values tried, all with all, by cell."""
TIED = {"gatemate": {"SR": "1'b0"}}
"""Inputs that our models do not give a meaning to, at rest."""


def _share() -> Path:
    spec = importlib.util.find_spec("pyosys")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent / "share"


def _ours(family: str) -> str:
    """Our models, with what they include."""
    text = (CELLS / f"{family}.v").read_text(encoding="utf-8")
    return re.sub(r'`include "(.*)"', lambda match: (CELLS / match[1]).read_text(encoding="utf-8"), text)


def _theirs(family: str) -> str:
    """Yosys' models of the same cells; the whole iCE40 file would take a minute to read."""
    text = "".join((_share() / file).read_text(encoding="utf-8") for file in THEIRS[family])
    requested = {*_ports(family), *HELPERS}
    modules = re.findall(r"^module\s+(\w+).*?^\s*endmodule", text, re.MULTILINE | re.DOTALL)
    assert requested - HELPERS <= set(modules)
    kept = re.finditer(r"^module\s+(\w+).*?^\s*endmodule", text, re.MULTILINE | re.DOTALL)
    head = text[: text.index("module ")].rpartition("(*")[0] or text[: text.index("module ")]
    return head + "\n".join(match[0] for match in kept if match[1] in requested)


def _ports(family: str) -> dict[str, list[tuple[str, str]]]:
    """(direction, name) of every port of every cell we have a model of."""
    cells = {}
    for module, ports in re.findall(r"^module (\w+) \((.*?)\);", _ours(family), re.MULTILINE):
        direction, declared = "", []
        for word in re.findall(r"\w+", ports.replace(" = 1'b0", "")):
            if word in ("input", "output"):
                direction = word
            elif word != "reg":
                declared.append((direction, word))
        cells[module] = declared
    return cells


def _settings(family: str, cell: str) -> list[dict[str, str]]:
    """The values of a cell's parameters that are compared, one mapping for each instance."""
    if cell in ("CCU2C", "CCU2D"):
        pairs = product(TABLES[1:], TABLES[2:], ('"YES"', '"NO"'), ('"YES"', '"NO"'))
        return [dict(zip(("INIT0", "INIT1", "INJECT1_0", "INJECT1_1"), values, strict=True)) for values in pairs]
    if cell == "TRELLIS_FF":
        names = ("CEMUX", "CLKMUX", "LSRMUX", "REGSET", "SRMODE")
        values = [('"1"', '"CE"', '"INV"'), ('"CLK"', '"INV"'), ('"LSR"', '"INV"'), ('"SET"', '"RESET"')]
        return [dict(zip(names, chosen, strict=True)) for chosen in product(*values, ('"LSR_OVER_CE"', '"ASYNC"'))]
    if cell in SWITCHES:
        switches, of_each = SWITCHES[cell]
        return [dict(zip(switches, chosen, strict=True)) for chosen in product(of_each, repeat=len(switches))]
    width = re.fullmatch(r"(?:SB_|CC_)?LUT(\d)", cell)
    if width:
        return [{PARAMETER.get(family, "INIT"): f"{1 << int(width[1])}{table[2:]}"} for table in TABLES]
    return [{}]


def _wrapper(family: str) -> str:
    """All cells in all settings side by side, each with ports of its own."""
    ports: list[str] = []
    cells: list[str] = []
    for cell, pins in _ports(family).items():
        for settings in _settings(family, cell):
            name = f"u{len(cells)}"
            tied = TIED.get(family, {})
            ports += [f"{direction} {name}_{pin}" for direction, pin in pins if pin not in tied]
            parameters = ", ".join(f".{key}({value})" for key, value in settings.items())
            joined = ", ".join(f".{pin}({tied.get(pin, f'{name}_{pin}')})" for _, pin in pins)
            cells.append(f"  {cell} {f'#({parameters})' if parameters else ''} {name} ({joined});")
    return f"module top ({', '.join(ports)});\n" + "\n".join(cells) + "\nendmodule\n"


def _equal(family: str, ours: str, folder: Path) -> tools.ToolRun:
    """Compare all cells of a family with Yosys' models of them by formal equivalence."""
    (folder / "ours.v").write_text(ours, encoding="utf-8")
    (folder / "theirs.v").write_text(_theirs(family), encoding="utf-8")
    (folder / "top.v").write_text(_wrapper(family), encoding="utf-8")
    commands = []
    for name, file in (("gold", "ours.v"), ("gate", "theirs.v")):
        commands += [f"read_verilog -DNO_ICE40_DEFAULT_ASSIGNMENTS {file}", "read_verilog top.v"]
        commands += ["hierarchy -check -top top", "proc", "flatten", "opt_clean"]
        commands += ["select top", "setattr -unset init w:*", "select -clear", "opt_expr"]
        commands += [f"rename top {name}", f"design -save {name}", "design -reset"]
    commands += [f"design -copy-from {name} {name}" for name in ("gold", "gate")]
    commands += [
        "async2sync",
        "equiv_make gold gate equal",
        "hierarchy -top equal",
        "equiv_simple",
        "equiv_status -assert",
    ]
    return run_script(commands, folder, "equal", 120)


@pytest.mark.parametrize("family", sorted(THEIRS))
def test_cell_models_are_equivalent_to_those_of_yosys(family: str, tmp_path: Path) -> None:
    run = _equal(family, _ours(family), tmp_path)
    assert run.ok, run.tail(20)
    assert "Equivalence successfully proven!" in run.output
    proven = re.search(r"Found (\d+) \$equiv cells in equal", run.output)
    assert proven is not None
    assert int(proven[1]) >= _wrapper(family).count("\n") - 2


@pytest.mark.parametrize(
    ("family", "right", "wrong"),
    [
        ("ecp5", "wire carry = propagate0 ? CIN : generate0", "wire carry = propagate0 ? CIN : propagate0"),
        ("ecp5", "assign Z = C0 ? ALUT : BLUT", "assign Z = C0 ? BLUT : ALUT"),
        ("ecp5", 'LSRMUX == "INV" ? ~LSR : LSR', "LSR"),
        ("ice40", "if (E) Q <= S ? 1'b1 : D", "Q <= S ? 1'b1 : E ? D : Q"),
        ("ice40", "(I0 & I1) | (CI & (I0 | I1))", "(I0 & I1) | (CI & I0)"),
        ("gowin", "propagate ? CIN : I0", "propagate ? CIN : I1 & I0"),
        ("gatemate", "INIT_L20[{both, I4}]", "INIT_L20[{I4, both}]"),
        ("machxo3", "~INIT1[{2'b11, B1, A1}]", "~INIT1[{2'b00, B1, A1}]"),
    ],
)
def test_a_wrong_cell_model_is_detected(family: str, right: str, wrong: str, tmp_path: Path) -> None:
    text = _ours(family)
    assert right in text
    run = _equal(family, text.replace(right, wrong), tmp_path)
    assert not run.ok
    assert "unproven $equiv cells in 'equiv_status -assert'" in run.output
