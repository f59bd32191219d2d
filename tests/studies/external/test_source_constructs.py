# SPDX-License-Identifier: Apache-2.0
"""Constructs of right sources that a tool refuses or reads differently: each gives the circuit of a plain twin."""

import json
import re
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.external.description import read_description
from fairhash.testbench.vhdl import external_dut
from fairhash.toolchain import yosys
from fairhash.toolchain.elaborate import elaborate
from tests.studies.external.test_closed_sources import MODULE, VHDL
from tests.studies.external.test_closed_sources import core_of as plain_core

_VHDL = VHDL.replace("FILE", "").replace("READ", "")
_MARK = "\ufeff"


def core_of(folder: Path, files: dict[str, str], generics: dict[str, int] | None = None, **external: object) -> Core:
    """A core with these sources, generics and further facts of its description."""
    core = plain_core(folder, files)
    assert core.external is not None
    facts = core.external.model_copy(update=external)
    return core.model_copy(update={"external": facts, "generics": generics or {}})


def _text(core: Core, folder: Path) -> str:
    return elaborate(core, folder).read_text(encoding="utf-8")


def _constant(core: Core, folder: Path) -> int:
    """The value of out_data, which the sources set to a constant, in Yosys' netlist of the measured module."""
    file = elaborate(core, folder)
    commands = (
        yosys.read_command(file),
        f"hierarchy -top {core.entity}",
        "proc",
        "flatten",
        "opt",
        "write_json n.json",
    )
    outcome = yosys.run_script((*commands, "write_json n.json"), folder, "constant", 60)
    assert outcome.ok, outcome.tail()
    bits = json.loads((folder / "n.json").read_text())["modules"][core.entity]["ports"]["out_data"]["bits"]
    return int("".join(map(str, reversed(bits))), 2)


@pytest.mark.parametrize(
    ("plain", "other"),
    [
        ("", "assert V = '0' report \"one\" severity warning;"),
        ("", "process (clk) begin if rising_edge(clk) then assert in_valid = '1' report \"x\"; end if; end process;"),
        ("", "-- synthesis translate_off\n  assert false;\n  undeclared <= 1;\n  -- synthesis translate_on"),
        ("", "default clock is rising_edge(clk); cover {in_valid; rst};"),
        ("", "default clock is rising_edge(clk); assert always in_valid -> next in_valid;"),
    ],
    ids=["static", "clocked", "translate_off", "cover", "property"],
)
def test_assertions_in_vhdl_are_no_circuit(tmp_path: Path, plain: str, other: str) -> None:
    """GHDL writes them as processes of Verilog, which Yosys refuses."""
    with_plain, with_other = (_VHDL.replace("  out_data <=", f"  {text}\n  out_data <=") for text in (plain, other))
    text = _text(core_of(tmp_path / "b", {"core.vhd": with_other}), tmp_path / "other")
    twin = _text(core_of(tmp_path / "a", {"core.vhd": with_plain}), tmp_path / "plain")
    # GHDL numbers its nets, also those that it leaves out
    assert re.sub(r"\bn\d+_", "n_", text) == re.sub(r"\bn\d+_", "n_", twin)


def test_capital_letters_in_vhdl(tmp_path: Path) -> None:
    """GHDL keeps them in the names of the top and its ports; they have no meaning."""
    capitals = _VHDL.replace("author", "Author").replace("in_valid", "In_Valid").replace("out_data", "OUT_DATA")
    text = _text(core_of(tmp_path / "b", {"core.vhd": capitals}), tmp_path / "other")
    twin = _text(core_of(tmp_path / "a", {"core.vhd": _VHDL}), tmp_path / "plain")
    assert text.lower() == twin.lower()
    assert ".OUT_DATA(" in text


@pytest.mark.parametrize(("name", "text"), [("core.vhd", _VHDL), ("core.v", MODULE.replace("VALUE", "7"))])
def test_byte_order_mark(tmp_path: Path, name: str, text: str) -> None:
    marked = _text(core_of(tmp_path / "b", {name: _MARK + text}), tmp_path / "other")
    assert marked == _text(core_of(tmp_path / "a", {name: text}), tmp_path / "plain")


@pytest.mark.parametrize(
    ("declaration", "value", "bits"),
    [
        ("[63:0] P = 0", 0x243F6A8885A308D3, 0x243F6A8885A308D3),
        ("P = 0", 1 << 40, 1 << 40),
        ("P = 0", (1 << 31) + 5, (1 << 31) + 5),
        ("signed [63:0] P = 0", -(1 << 40), (1 << 64) - (1 << 40)),
        ("signed [63:0] P = 0", -5, (1 << 64) - 5),
        ("P = 0", 7, 7),
        ("P = 0", True, 1),
        ('P = ""', "ab", 0x6162),
    ],
    ids=["64 bits", "untyped", "bit 31", "negative", "small negative", "small", "boolean", "text"],
)
@pytest.mark.parametrize("name", ["core.v", "core.sv"])
def test_parameters_have_the_declared_value(
    tmp_path: Path, name: str, declaration: str, value: int | str, bits: int
) -> None:
    """Not the lower 32 bits of it."""
    source = MODULE.replace("VALUE", "P").replace("module author(", f"module author #(parameter {declaration}) (")
    is_integer = isinstance(value, int) and not isinstance(value, bool)
    facts = ({"P": value}, {}) if is_integer else ({}, {"P": value})
    core = core_of(tmp_path / "a", {name: source}, facts[0], text_generics=facts[1])  # type: ignore[arg-type]
    assert _constant(core, tmp_path / "work") == bits


def test_enumeration_as_parameter_and_tied_input(tmp_path: Path) -> None:
    """The number of the value; Verilator accepts it as it is."""
    source = "package p; typedef enum logic [1:0] {OFF, HASH = 2} mode_t; endpackage\n" + MODULE.replace(
        "VALUE", "{62'(mode), 2'(M)}"
    ).replace("module author(", "module author #(parameter p::mode_t M = p::OFF) (input p::mode_t mode, ")
    core = core_of(tmp_path / "a", {"core.sv": source}, {"M": 2})
    assert core.external is not None
    ports = core.external.ports.model_copy(update={"tie": {"mode": 2}})
    core = core.model_copy(update={"external": core.external.model_copy(update={"ports": ports})})
    assert _constant(core, tmp_path / "work") == 0b1010


@pytest.mark.parametrize(
    ("declaration", "expression", "value", "in_simulation", "bits"),
    [
        ("G : boolean := false", "(others => '1') when G else (others => '0')", True, "G => true", (1 << 64) - 1),
        ('G : string := "x"', "(0 => '1', others => '0') when G = \"ab\" else (others => '0')", "ab", 'G => "ab"', 1),
        ("G : std_logic := '0'", "(others => G)", "'1'", "G => '1'", (1 << 64) - 1),
        ('G : bit_vector(3 downto 0) := x"0"', "(0 => to_stdulogic(G(3)), others => '0')", "1000", 'G => "1000"', 1),
        ("G : integer := 0", "(0 => '1', others => '0') when G = -5 else (others => '0')", -5, "G => -5", 1),
        (
            "G : severity_level := note",
            "(0 => '1', others => '0') when G = error else (others => '0')",
            "error",
            "G => error",
            1,
        ),
    ],
    ids=["boolean", "string", "std_logic", "vector", "negative", "enumeration"],
)
def test_generics_of_each_type(  # noqa: PLR0917 - one row of the table
    tmp_path: Path, declaration: str, expression: str, value: int | str, in_simulation: str, bits: int
) -> None:
    """The same value in GHDL's synthesis and in the instance that GHDL simulates."""
    source = _VHDL.replace("entity author is port", f"entity author is generic ({declaration}); port").replace(
        "out_data <= (others => V)", f"out_data <= {expression}"
    )
    is_integer = isinstance(value, int) and not isinstance(value, bool)
    facts = ({"G": value}, {}) if is_integer else ({}, {"G": value})
    core = core_of(tmp_path / "a", {"core.vhd": source}, facts[0], text_generics=facts[1])  # type: ignore[arg-type]
    assert core.external is not None
    assert _constant(core, tmp_path / "work") == bits
    assert f"generic map ({in_simulation})" in external_dut(core, core.external, {})


def test_the_branch_for_synthesis_is_read(tmp_path: Path) -> None:
    """The macro of each synthesis tool is defined, and that of the simulator that preprocesses is not."""
    source = MODULE.replace(
        "VALUE",
        "\n`ifdef SYNTHESIS\n `ifdef VERILATOR\n  1\n `else\n  7\n `endif\n`else\n  3\n`endif\n",
    )
    assert _constant(core_of(tmp_path / "a", {"core.v": source}), tmp_path / "work") == 7


def test_parts_for_simulation_are_left_out(tmp_path: Path) -> None:
    """Errors after them have the author's line; a part without an end is refused."""
    part = '// synthesis translate_off\ninitial $readmemh("x", m);\n/* synopsys translate_on */\n'
    source = MODULE.replace("VALUE", "7").replace("endmodule", part + "endmodule")
    core = core_of(tmp_path / "a", {"core.v": source})
    assert _constant(core, tmp_path / "work") == 7
    line = source[: source.index("endmodule")].count("\n") + 1
    broken = core_of(tmp_path / "b", {"core.v": source.replace("endmodule", "assign = 1; endmodule")})
    with pytest.raises(FairhashError, match=rf"core\.v:{line}\b"):
        elaborate(broken, tmp_path / "broken")
    endless = core_of(tmp_path / "c", {"core.v": source.replace("/* synopsys translate_on */", "")})
    with pytest.raises(FairhashError, match=r"core\.v:\d+: translate_off without translate_on"):
        elaborate(endless, tmp_path / "endless")


def test_a_macro_may_be_redefined(tmp_path: Path) -> None:
    source = "`define VALUE 3\n`undef NOTHING\n`define VALUE 7\n" + MODULE.replace("VALUE", "`VALUE")
    assert _constant(core_of(tmp_path / "a", {"core.v": source}), tmp_path / "work") == 7


def test_an_include_is_looked_for_beside_the_including_file(tmp_path: Path) -> None:
    files = {
        "a/value.vh": "`define VALUE 3\n",
        "b/value.vh": "`define VALUE 7\n",
        "b/core.v": '`include "value.vh"\n' + MODULE.replace("VALUE", "`VALUE"),
    }
    assert _constant(core_of(tmp_path / "author", files), tmp_path / "work") == 7


def test_systemverilog_in_files_named_as_verilog(tmp_path: Path) -> None:
    source = MODULE.replace("assign out_data = VALUE;", "for (genvar i = 0; i < 64; i++) assign out_data[i] = i < 3;")
    with pytest.raises(FairhashError, match="SystemVerilog") as caught:
        elaborate(core_of(tmp_path / "a", {"core.v": source}), tmp_path / "refused")
    assert 'add language = "systemverilog"' in caught.value.hint
    core = core_of(tmp_path / "b", {"core.v": source}, language="systemverilog")
    assert _constant(core, tmp_path / "work") == 7


def test_vhdl_libraries(tmp_path: Path) -> None:
    package = "package Values is constant ONE : integer := 1; end package;\n"
    source = "library Lib; use lib.values.all;\n" + _VHDL.replace("'1';\n  end function", "'1';\n  end function")
    source = source.replace("(others => V)", "(ONE => '1', others => '0')")
    files = {"values.vhd": package, "core.vhd": source}
    with pytest.raises(FairhashError, match="library") as caught:
        elaborate(core_of(tmp_path / "a", files), tmp_path / "refused")
    assert "`libraries`" in caught.value.hint
    core = core_of(tmp_path / "b", files, libraries={"lib": ("values.vhd",)})
    assert _constant(core, tmp_path / "work") == 2


_BELOW = """library ieee; use ieee.std_logic_1164.all;
entity below is port (a : in std_logic_vector(3 downto 0); o : out std_logic_vector(3 downto 0)); end entity;
architecture a of below is begin o <= not a; end architecture;
"""


@pytest.mark.parametrize("label", ["u", "other"])
def test_a_signal_named_like_the_port_of_an_instance(tmp_path: Path, label: str) -> None:
    """GHDL writes the output `o` of the instance `u` as a net `u_o`."""
    instance = f'signal u_o : std_logic_vector(3 downto 0);\nbegin\n  {label} : entity work.below port map (x"a", u_o);'
    source = _VHDL.replace("begin\n  out_data", f"{instance}\n  out_data").replace(
        "(others => V)", "(2 => u_o(0), 3 => u_o(1), others => '0')"
    )
    assert _constant(core_of(tmp_path / "a", {"core.vhd": _BELOW + source}), tmp_path / "work") == 0b0100


def test_two_nets_of_one_name_are_refused(tmp_path: Path) -> None:
    """The signal and the output of the instance have different values."""
    declared = "signal u_o, w : std_logic_vector(3 downto 0);\nbegin\n  u_o <= not w;\n"
    declared += '  u : entity work.below port map (x"a", w);'
    source = _VHDL.replace("begin\n  out_data", f"{declared}\n  out_data").replace(
        "(others => V)", "(2 => u_o(0), others => '0')"
    )
    with pytest.raises(FairhashError, match="the signal u_o is named like the port of an instance") as caught:
        elaborate(core_of(tmp_path / "a", {"core.vhd": _BELOW + source}), tmp_path / "work")
    assert "rename" in caught.value.hint


def test_extended_identifiers(tmp_path: Path) -> None:
    """Names of any characters, in which Verilog has no meaning; `a b` and `a-b` stay different."""
    declared = "signal \\a b\\, \\a-b\\, \\reg\\ : bit;\nbegin\n  \\a b\\ <= '1'; \\a-b\\ <= '0'; \\reg\\ <= \\a b\\;"
    source = _VHDL.replace("begin\n  out_data", f"{declared}\n  out_data").replace(
        "(others => V)",
        "(0 => to_stdulogic(\\a b\\), 1 => to_stdulogic(\\a-b\\), 2 => to_stdulogic(\\reg\\), others => '0')",
    )
    assert _constant(core_of(tmp_path / "a", {"core.vhd": source}), tmp_path / "work") == 0b101


def test_a_latch_in_vhdl_is_refused_without_an_option_of_ghdl(tmp_path: Path) -> None:
    source = _VHDL.replace(
        "out_data <= (others => V);",
        "process (all) begin if rst = '1' then out_data <= in_data; end if; end process;",
    )
    with pytest.raises(FairhashError, match="latch infered") as caught:
        elaborate(core_of(tmp_path / "a", {"core.vhd": source}), tmp_path / "work")
    assert "--latches" not in str(caught.value)
    assert "never measured" in caught.value.hint


def test_unpacked_ports_have_a_hint(tmp_path: Path) -> None:
    source = MODULE.replace("input [63:0] in_data", "input [31:0] in_data [2]").replace("VALUE", "0")
    with pytest.raises(FairhashError, match="the port in_data of author is an unpacked array") as caught:
        elaborate(core_of(tmp_path / "a", {"core.sv": source}), tmp_path / "work")
    assert "packed vectors" in caught.value.hint


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('names = { in_data = "c.data" }', "'c.data' is a field of a port: add a module"),
        ("names = { in_data = 5 }", "must be a text in quotes"),
    ],
)
def test_fields_of_ports_are_refused(tmp_path: Path, line: str, message: str) -> None:
    file = tmp_path / "core.toml"
    file.write_text(f'algorithm = "sha-256"\narchitecture = "x"\nfiles = ["a.v"]\nword_bits = 32\n[ports]\n{line}\n')
    with pytest.raises(FairhashError, match=message):
        read_description(file)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('libraries = { lib = ["b.vhd"] }', "`libraries` names b.vhd, which is not in `files`"),
        ('libraries = { Work = ["a.v"] }', "the library `work`"),
        ("generics = { A = 1.5 }", "generics.A: must be an integer, true, false or a text"),
        ('generics = { A = "x\\"y" }', "generics.A: .* must be letters"),
        ("generics = { A = 0x1" + "0" * 1100 + " }", "generics.A"),
        ('language = "vhdl"', "language"),
    ],
)
def test_wrong_entries_are_refused(tmp_path: Path, line: str, message: str) -> None:
    file = tmp_path / "core.toml"
    file.write_text(f'algorithm = "sha-256"\narchitecture = "x"\nfiles = ["a.v"]\nword_bits = 32\n{line}\n')
    with pytest.raises(FairhashError, match=message) as caught:
        read_description(file)
    assert "\n" not in str(caught.value)
