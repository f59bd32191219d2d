# SPDX-License-Identifier: Apache-2.0
"""Memories of rtl/ops and of this folder, in simulation and as netlists of each family, against their headers."""

import random
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.netlist.netlist_engine import family_cells
from fairhash.toolchain import tools, yosys
from tests.netlist.memory.drive import PORTS, TOP, Cycle, engine_driver, run_netlist, run_verilator

CYCLES = 3000
WRITES = 32
"""Words of the largest memory without first contents."""
KNOWN = WRITES + 2
"""The first cycle in which all outputs are known."""
SYNTHESIS = {
    "ecp5": "synth_ecp5 -nodsp -nowidelut",
    "ice40": "synth_ice40",
    "gowin": "synth_gowin -family gw1n -nodsp -noiopads -nowidelut",
    "gw5a": "synth_gowin -family gw5a -nodsp -noiopads -nowidelut",
    "gatemate": "synth_gatemate -luttree -nomult -noiopad -noclkbuf",
    "machxo3": "synth_lattice -family xo3",
}
MODELS = {"gw5a": "gowin"}
"""Families whose cells have the models of another one."""


@dataclass(frozen=True)
class Shape:
    """A memory entity and its generics."""

    kind: str
    address_bits: int
    word_bits: int

    def contents(self) -> list[int]:
        """First words, drawn from the shape."""
        draw = random.Random(f"{self.kind} {self.address_bits} {self.word_bits}")
        return [draw.getrandbits(self.word_bits) for _ in range(1 << self.address_bits)]


# a set is one design; `narrow` has words narrower than a block's byte, `odd` has words of other widths than a block's
SETS = {
    "wide": (
        Shape("single_port", 9, 32),
        Shape("simple_dual_port", 9, 36),
        Shape("dual_read", 9, 32),
        Shape("true_dual_port", 10, 18),
        Shape("rom", 9, 32),
        Shape("distributed", 4, 32),
    ),
    "narrow": (
        Shape("single_port", 10, 2),
        Shape("simple_dual_port", 11, 4),
        Shape("dual_read", 10, 1),
        Shape("true_dual_port", 10, 2),
        Shape("distributed", 5, 1),
    ),
    "odd": (
        Shape("single_port", 10, 17),
        Shape("simple_dual_port", 7, 33),
        Shape("dual_read", 10, 9),
        Shape("true_dual_port", 10, 5),
        Shape("rom", 10, 9),
        Shape("distributed", 5, 6),
    ),
}
# wiring of the design's 64-bit input: every memory has the same
PORT_A = {"enable_a": "d[0]", "write_a": "d[1]", "address_a": "a", "write_data_a": "x", "read_data_a": "q"}
PORT_B = {"enable_b": "d[2]", "address_b": "b", "read_data_b": "r"}
PINS = {
    "single_port": {"enable": "d[0]", "write": "d[1]", "address": "a", "write_data": "x", "read_data": "q"},
    "simple_dual_port": {
        **{"write": "d[1]", "write_address": "a", "write_data": "x"},
        **{"read": "d[2]", "read_address": "b", "read_data": "q"},
    },
    "dual_read": PORT_A | PORT_B,
    "true_dual_port": PORT_A | PORT_B | {"write_b": "d[3]", "write_data_b": "y"},
    "rom": {"read": "d[2]", "address": "b", "read_data": "q"},
    "distributed": {"write": "d[1]", "write_address": "a", "write_data": "x", "read_address": "b", "read_data": "q"},
}
MASK = (1 << 64) - 1


def _wires(data: int) -> tuple[int, int, int, int, int]:
    """Control bits, addresses a and b, written words x and y: as in the design."""
    low = data >> 28
    return data & 15, data >> 4 & 0xFFF, data >> 16 & 0xFFF, low | (low & 0xFFFFFFF) << 36, low ^ MASK >> 28


class Model:
    """What a memory's header says; a read that is undefined never happens here."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.words = shape.contents()
        self.q = self.r = 0

    def now(self, data: int) -> int:
        """The outputs before the edge, as one word."""
        _, _, b, *_ = _wires(data)
        if self.shape.kind == "distributed":
            return self.words[b % len(self.words)]
        return self.q ^ (self.r << 7 & MASK)

    def edge(self, data: int) -> None:
        """Apply one rising edge of the clock; `data` holds the values of all inputs."""
        d, a, b, x, y = _wires(data)
        a, b = a % len(self.words), b % len(self.words)
        x, y = (word & ((1 << self.shape.word_bits) - 1) for word in (x, y))
        kind = self.shape.kind
        two_ports = kind in ("dual_read", "true_dual_port")
        enable_a = d & 1 if kind == "single_port" or two_ports else 1
        if enable_a and d & 2 and kind != "rom":
            self.words[a] = x
        elif enable_a and (kind == "single_port" or two_ports):
            self.q = self.words[a]
        if kind == "true_dual_port" and d & 4 and d & 8:
            self.words[b] = y
        elif d & 4 and two_ports:
            self.r = self.words[b]
        elif d & 4 and kind in ("simple_dual_port", "rom"):
            self.q = self.words[b]


def _cycles(shapes: tuple[Shape, ...]) -> list[Cycle]:
    """Random inputs without undefined accesses. First every memory reads, then words are written."""
    draw = random.Random(repr(shapes))
    narrowest = (1 << min(shape.address_bits for shape in shapes)) - 1
    inputs: list[Cycle] = [(0, 0, 0, 0b0101)]
    inputs += [(0, 0, 0, draw.getrandbits(36) << 28 | (word ^ 1) << 16 | word << 4 | 0b0010) for word in range(WRITES)]
    while len(inputs) < CYCLES:
        data = draw.getrandbits(64)
        if draw.random() < 0.5:  # few words, which are then read after they were written
            data &= ~0x0FF00FF0
        _, a, b, *_ = _wires(data)
        if (a ^ b) & narrowest == 0:
            data &= ~0b1010
        inputs.append((0, 0, 0, data))
    return inputs


def _source(shape: Shape) -> Path:
    """The memory's VHDL. Memories that no core uses are in this folder: they test models of the families' memories."""
    own = Path(__file__).parent / f"memory_{shape.kind}.vhd"
    return own if own.is_file() else paths.rtl() / "ops" / own.name


def _design(shapes: tuple[Shape, ...], folder: Path) -> Path:
    """Verilog of a design whose output is the sum of all memories' outputs."""
    ghdl = tools.require_tool("ghdl")
    text, sums = "", []
    body = "  wire [63:0] d = in_data;\n  wire [11:0] a = d[15:4], b = d[27:16];\n"
    body += "  wire [63:0] x = {d[55:28], d[63:28]}, y = {28'b0, ~d[63:28]};\n"
    files = [_source(shape) for shape in shapes]
    analysed = tools.run([ghdl, "-a", "--std=08", *files], folder, 60)
    assert analysed.ok, analysed.output
    for number, shape in enumerate(shapes):
        bits = "".join(f"{word:0{shape.word_bits}b}" for word in shape.contents())
        generics = [f"-gADDRESS_BITS={shape.address_bits}", f"-gWORD_BITS={shape.word_bits}"]
        generics += [f"-gCONTENTS={bits}"] if shape.kind != "distributed" else []
        run = tools.run([ghdl, "--synth", "--std=08", "--out=verilog", *generics, f"memory_{shape.kind}"], folder, 60)
        assert run.ok, run.output
        verilog = re.sub(r"\bmodule memory_\w+", f"module memory{number}", run.output[run.output.index("module ") :])
        text += verilog
        width = {"a": shape.address_bits, "b": shape.address_bits, "x": shape.word_bits, "y": shape.word_bits}
        pins = {"clk": "clk"}
        for port, net in PINS[shape.kind].items():
            pins[port] = f"{net}[{width[net] - 1}:0]" if net in width else f"{net}{number}" if net in "qr" else net
        nets = ", ".join(f".{port}({net})" for port, net in pins.items())
        body += f"  wire [{shape.word_bits - 1}:0] q{number}, r{number};\n"
        body += f"  memory{number} m{number} ({nets});\n"
        sums.append(f"{{{64 - shape.word_bits}'b0, q{number}}}")
        if "r" in PINS[shape.kind].values():
            sums.append(f"({{{64 - shape.word_bits}'b0, r{number}}} << 7)")
    body += f"  assign out_data = {' ^ '.join(sums)};\n  assign in_ready = 1'b0, out_valid = 1'b0;\n"
    file = folder / "design.v"
    file.write_text(f"{text}\nmodule {TOP} {PORTS}{body}endmodule\n", encoding="ascii")
    return file


def _expected(shapes: tuple[Shape, ...], cycles: list[Cycle]) -> list[int]:
    """The XOR of all memories' outputs in each cycle, by the models."""
    models = [Model(shape) for shape in shapes]
    words = []
    for *_, data in cycles:
        word = 0
        for model in models:
            word ^= model.now(data)
            model.edge(data)
        words.append(word)
    return words


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return engine_driver(tmp_path_factory.mktemp("driver"))


def _shapes(name: str, family: str = "") -> tuple[Shape, ...]:
    """A set, without the entity that iCE40 has no block RAM for."""
    return tuple(shape for shape in SETS[name] if family != "ice40" or shape.kind != "true_dual_port")


def _synthesised(design: Path, family: str, folder: Path) -> tuple[Path, Counter[str]]:
    commands = [f"read_verilog {design}", f"{SYNTHESIS[family]} -top {TOP}", "delete t:$scopeinfo"]
    commands += [f"write_json {TOP}.json", "write_verilog -noattr -noexpr netlist.v"]
    run = yosys.run_script(commands, folder, "synthesis", 300)
    assert run.ok, yosys.failure(run)
    cells = yosys.netlist(folder / f"{TOP}.json")["modules"][TOP]["cells"]
    return folder / "netlist.v", Counter(cell["type"] for cell in cells.values())


@pytest.mark.parametrize("name", SETS)
def test_simulation(name: str, tmp_path: Path) -> None:
    """The VHDL itself, through GHDL and Verilator."""
    shapes = _shapes(name)
    cycles = _cycles(shapes)
    values = run_verilator(_design(shapes, tmp_path), tmp_path, cycles)
    assert [data for *_, data in values[KNOWN:]] == _expected(shapes, cycles)[KNOWN:]


@pytest.mark.parametrize("name", ["odd", *(pytest.param(name, marks=pytest.mark.long) for name in ("wide", "narrow"))])
@pytest.mark.parametrize("family", SYNTHESIS)
def test_netlist(family: str, name: str, driver: Path, tmp_path: Path) -> None:
    """The mapped netlist with the models of the family's memories has the right values, and no registers.

    Only the distributed RAM of families without RAM of look-up tables becomes registers.
    """
    shapes = _shapes(name, family)
    cycles = _cycles(shapes)
    netlist, cells = _synthesised(_design(shapes, tmp_path), family, tmp_path)
    distributed = next(shape for shape in shapes if shape.kind == "distributed")
    registers = distributed.word_bits << distributed.address_bits if family in ("ice40", "gatemate") else 0
    assert sum(count for kind, count in cells.items() if "FF" in kind) == registers, cells
    models = family_cells(MODELS.get(family, family), memories=True)
    values = run_netlist(driver, netlist, models, tmp_path / "engine", cycles)
    assert [data for *_, data in values[KNOWN:]] == _expected(shapes, cycles)[KNOWN:]


@pytest.mark.parametrize(("shape", "cell"), [(Shape("rom", 9, 32), "SPX9"), (Shape("rom", 12, 4), "SP")])
def test_rom_cells_of_gowin(shape: Shape, cell: str, driver: Path, tmp_path: Path) -> None:
    """The ROM cells, which Yosys does not use, in place of the RAM cells that it uses for a ROM."""
    cycles = _cycles((shape,))
    netlist, _ = _synthesised(_design((shape,), tmp_path), "gowin", tmp_path)
    text = netlist.read_text(encoding="ascii")
    text = re.sub(rf"^  {cell} #", f"  pROM{cell.removeprefix('SP')} #", text, flags=re.MULTILINE)
    text = re.sub(
        r"^    \.(?:WRE|BLKSEL|DI|WRITE_MODE|BLK_SEL)\(.*?\)(,?)$\n", "", text, flags=re.MULTILINE | re.DOTALL
    )
    text = re.sub(r",(\n  \))", r"\1", text)
    assert f"pROM{cell.removeprefix('SP')} #" in text
    netlist.write_text(text, encoding="ascii")
    values = run_netlist(driver, netlist, family_cells("gowin", memories=True), tmp_path / "engine", cycles)
    assert [data for *_, data in values[KNOWN:]] == _expected((shape,), cycles)[KNOWN:]


def test_inverted_clock_is_an_error(tmp_path: Path) -> None:
    """A memory that writes at falling edges is refused, not simulated wrongly."""
    netlist = tmp_path / "netlist.v"
    pins = (
        ".DI(in_data[3:0]), .WAD(in_data[7:4]), .RAD(in_data[11:8]), .WRE(in_data[12]), .WCK(~clk), .DO(out_data[3:0])"
    )
    body = "  assign in_ready = 1'b0, out_valid = 1'b0, out_data[63:4] = 0;\n"
    netlist.write_text(f"module {TOP} {PORTS}  TRELLIS_DPR16X4 ram ({pins});\n{body}endmodule\n", encoding="ascii")
    with pytest.raises(FairhashError, match="clock of the memory ram"):
        run_netlist(tmp_path, netlist, family_cells("ecp5", memories=True), tmp_path / "engine", [])
