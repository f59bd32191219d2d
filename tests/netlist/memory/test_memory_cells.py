# SPDX-License-Identifier: Apache-2.0
"""Our models of memory cells against Yosys' simulation models, on random inputs and contents.

Yosys has models of iCE40's and GateMate's block RAM and of the RAM of look-up tables; the other families' block RAM is
compared with VHDL in tests/rtl/ops/test_memories.py.
"""

import importlib.util
import random
import re
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from fairhash.netlist.netlist_engine import Cells, memory_models
from tests.netlist.memory.drive import PORTS, TOP, Cycle, engine_driver, run_netlist, run_verilator

FILES = {
    "ice40/cells_sim.v": ("SB_RAM40_4K",),
    "gatemate/cells_sim.v": ("CC_BRAM_20K", "CC_BRAM_40K"),
    "lattice/common_sim.vh": ("TRELLIS_DPR16X4",),
    "xilinx/cells_sim.v": ("RAM32M",),
    "gowin/cells_sim.v": ("RAM16S1", "RAM16S2", "RAM16S4", "RAM16SDP1", "RAM16SDP2", "RAM16SDP4"),
}
CYCLES = 4000


@dataclass(frozen=True)
class Instance:
    """A cell with its parameters; `outputs` are its output pins with their widths."""

    cell: str
    parameters: dict[str, str]
    inputs: dict[str, str]
    outputs: dict[str, int]


def _contents(name: str, count: int, digits: int, bits: int, draw: random.Random) -> dict[str, str]:
    return {f"{name}{i:0{digits}X}": f"{bits}'h{draw.getrandbits(bits):x}" for i in range(count)}


def _ice40(draw: random.Random) -> list[Instance]:
    """The block RAM with every combination of port widths, with random contents."""
    inputs = {"RCLK": "clk", "WCLK": "clk", "RCLKE": "d[0]", "RE": "~d[63]", "WCLKE": "d[1]", "WE": "1'b1"}
    inputs |= {"RADDR": "b[10:0]", "WADDR": "a[10:0]", "MASK": "y[15:0]", "WDATA": "x[15:0]"}
    return [
        Instance(
            "SB_RAM40_4K",
            {"READ_MODE": str(read), "WRITE_MODE": str(write), **_contents("INIT_", 16, 1, 256, draw)},
            inputs,
            {"RDATA": 16},
        )
        for read, write in product(range(4), range(4))
    ]


def _gatemate(kilo: int, draw: random.Random) -> list[Instance]:
    """The block RAM of 20 or 40 kbit in several widths and modes, with random contents."""
    inputs = {"A_CLK": "clk", "B_CLK": "clk", "A_EN": "d[0]", "A_WE": "d[1]", "B_EN": "d[2]", "B_WE": "d[3]"}
    inputs |= {"A_ADDR": "a", "B_ADDR": "b", "A_DI": f"x[{kilo - 1}:0]", "B_DI": f"y[{kilo - 1}:0]"}
    inputs |= {"A_BM": f"~y[{kilo - 1}:0]", "B_BM": f"x[{kilo}:1]"}
    wide = ((kilo, 1), (2, kilo), (5, 10), (1, 2), (10, 5), (20, 20))
    found = []
    for number, (a, b) in enumerate(wide):
        modes = [f'"{mode}"' for mode in ("NO_CHANGE", "WRITE_THROUGH")]
        values = {"A_RD_WIDTH": a, "A_WR_WIDTH": a, "B_RD_WIDTH": b, "B_WR_WIDTH": b}
        inverted = "1'b1" if number == 3 else "1'b0"
        parameters = {key: str(value) for key, value in values.items()} | {"RAM_MODE": '"TDP"'}
        parameters |= {"A_WR_MODE": modes[number % 2], "B_WR_MODE": modes[number // 2 % 2]}
        parameters |= dict.fromkeys(("A_EN_INV", "A_WE_INV", "B_EN_INV", "B_WE_INV"), inverted)
        found.append((parameters, inputs))
    simple = {"A_RD_WIDTH": "0", "A_WR_WIDTH": str(2 * kilo), "B_RD_WIDTH": str(2 * kilo), "B_WR_WIDTH": "0"}
    found.append((simple | {"RAM_MODE": '"SDP"'}, inputs))
    return [
        Instance(
            f"CC_BRAM_{kilo}K",
            parameters | _contents("INIT_", 64 * kilo // 20, 2, 320, draw),
            pins | ({"A_CI": "1'b0", "B_CI": "1'b0"} if kilo == 40 else {}),
            {"A_DO": kilo, "B_DO": kilo},
        )
        for parameters, pins in found
    ]


def _lut_rams(draw: random.Random) -> list[Instance]:
    """RAMs of LUTs in every form of their cells, with random contents."""
    found = []
    for mux in ("WRE", "INV", "1", "0"):
        inputs = {"WCK": "clk", "WRE": "d[1]", "WAD": "a[7:4]", "RAD": "b[7:4]", "DI": "x[3:0]"}
        parameters = {"WREMUX": f'"{mux}"', "INITVAL": f"64'h{draw.getrandbits(64):x}"}
        found.append(Instance("TRELLIS_DPR16X4", parameters, inputs, {"DO": 4}))
    for bits in (1, 2, 4):
        inputs = {"CLK": "clk", "WRE": "d[1]", "DI": f"x[{bits - 1}:0]"}
        for cell, addresses in (("RAM16SDP", {"WAD": "a[7:4]", "RAD": "b[7:4]"}), ("RAM16S", {"AD": "a[7:4]"})):
            parameters = _contents("INIT_", bits, 1, 16, draw)
            found.append(Instance(f"{cell}{bits}", parameters, inputs | addresses, {"DO": bits}))
    inputs = {"WCLK": "clk", "WE": "d[1]", "ADDRA": "b[7:3]", "ADDRB": "b[8:4]", "ADDRC": "b[9:5]", "ADDRD": "a[8:4]"}
    inputs |= {f"DI{port}": f"x[{2 * number + 1}:{2 * number}]" for number, port in enumerate("ABCD")}
    parameters = {f"INIT_{port}": f"64'h{draw.getrandbits(64):x}" for port in "ABCD"}
    found.append(Instance("RAM32M", parameters, inputs, {f"DO{port}": 2 for port in "ABCD"}))
    return found


def _design(instances: list[Instance]) -> str:
    """A netlist with every instance; its output is the sum of their outputs, each rotated by another number of bits."""
    body = "  wire [63:0] d = in_data;\n  wire [15:0] a = d[19:4], b = d[35:20];\n"
    body += "  wire [83:0] x = {3{d[63:36]}}, y = {~d[50:36], {3{d[59:37]}}};\n"
    sums: list[str] = []
    for number, instance in enumerate(instances):
        parameters = ", ".join(f".{key}({value})" for key, value in instance.parameters.items())
        nets = [f".{pin}({net})" for pin, net in instance.inputs.items()]
        for pin, width in instance.outputs.items():
            net = f"{pin.lower()}{number}"
            body += f"  wire [63:0] {net};\n  assign {net}[63:{width}] = 0;\n"
            nets.append(f".{pin}({net}[{width - 1}:0])")
            turn = 5 * len(sums) % 64
            sums.append(f"{{{net}[{63 - turn}:0], {net}[63:{64 - turn}]}}" if turn else net)
        body += f"  {instance.cell} #({parameters}) i{number} ({', '.join(nets)});\n"
    body += f"  assign out_data = {' ^ '.join(sums)};\n  assign in_ready = 1'b0, out_valid = 1'b0;\n"
    return f"module {TOP} {PORTS}{body}endmodule\n"


def _theirs() -> str:
    """Yosys' models of the cells."""
    spec = importlib.util.find_spec("pyosys")
    assert spec is not None
    assert spec.origin is not None
    text = "`define NO_ICE40_DEFAULT_ASSIGNMENTS\n"
    for file, cells in FILES.items():
        source = (Path(spec.origin).parent / "share" / file).read_text(encoding="utf-8")
        modules = {m[1]: m[0] for m in re.finditer(r"^module\s+(\w+).*?^endmodule", source, re.MULTILINE | re.DOTALL)}
        text += "".join(modules[cell] + "\n" for cell in cells)
    return re.sub(r"`ICE40_DEFAULT_ASSIGNMENT_(\w+\(.*?\)|\w+)", "", text)


def _cycles() -> list[Cycle]:
    """Random inputs; in the first two cycles every port reads, also those with inverted enables."""
    draw = random.Random(27)
    found: list[Cycle] = [(0, 0, 0, 0b0101), (0, 0, 0, 0b1010)]
    for _ in range(CYCLES):
        data = draw.getrandbits(64)
        if draw.random() < 0.7:  # few addresses, so that written words are read
            data &= ~0xFF3FFF3F0 | 0x100100100
        found.append((0, 0, 0, data))
    return found


def _instances() -> list[Instance]:
    draw = random.Random(28)
    return [*_ice40(draw), *_gatemate(20, draw), *_gatemate(40, draw), *_lut_rams(draw)]


def _models() -> Cells:
    files = {
        file: None for family in ("ice40", "gatemate", "ecp5", "gowin", "xilinx") for file in memory_models(family)
    }
    return Cells(tuple(f'read_verilog -icells -defer "{file}"' for file in files))


def test_models_are_those_of_yosys(tmp_path: Path) -> None:
    """All cells in one design, 4,000 cycles; a wrong bit of the first contents is found."""
    design, cycles = tmp_path / "design.v", _cycles()
    text = _design(_instances())
    design.write_text(text, encoding="ascii")
    with_theirs = tmp_path / "with_theirs.v"
    with_theirs.write_text(_theirs() + text, encoding="utf-8")
    theirs = run_verilator(with_theirs, tmp_path, cycles)
    driver = engine_driver(tmp_path)
    ours = run_netlist(driver, design, _models(), tmp_path / "engine", cycles)
    assert ours[2:] == theirs[2:]

    wrong = re.sub(r"\.INITVAL\(64'h(\w+)\)", lambda m: f".INITVAL(64'h{int(m[1], 16) ^ 1:x})", text)
    assert wrong != text
    design.write_text(wrong, encoding="ascii")
    assert run_netlist(driver, design, _models(), tmp_path / "wrong", cycles)[2:] != theirs[2:]
