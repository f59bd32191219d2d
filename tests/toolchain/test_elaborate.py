# SPDX-License-Identifier: Apache-2.0
"""GHDL's Verilog is made safe, and elaboration says in one line what is wrong."""

import re
import shutil
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.toolchain import tools
from fairhash.toolchain.elaborate import elaborate, elaboration_command
from fairhash.toolchain.ghdl import to_verilog
from fairhash.toolchain.safe_verilog import make_safe
from tests.testbench.toys import HERE, toy_core

CASE = """module top
  (input  [1:0] sel,
   output [7:0] q);
  reg [7:0] n1_o;
  /* /somewhere/else/top.vhd:3:4 */
  assign q = n1_o; // (signal)
  always @*
    case (sel)
      2'b01: n1_o <= 8'b00000001;
      2'b10: n1_o <= 8'b00000010;
    endcase
  always @(posedge clk)
    n2_q <= n1_o;
endmodule
"""


def test_an_incomplete_case_gets_a_default_and_blocking_assignments() -> None:
    safe = make_safe(CASE)
    assert "      default: n1_o = 'bx;\n    endcase" in safe
    assert "2'b01: n1_o = 8'b00000001;" in safe
    assert "n2_q <= n1_o;" in safe
    assert "somewhere" not in safe


def test_a_complete_case_keeps_its_default() -> None:
    text = CASE.replace("    endcase", "      default: n1_o <= 8'b11111111;\n    endcase")
    assert make_safe(text).count("default") == 1
    assert "default: n1_o = 8'b11111111;" in make_safe(text)


def test_quoted_constants_become_numbers() -> None:
    """GHDL 2.0 writes them so from some width on; Verilog would read eight bits for each digit."""
    assert "  assign a = 5'b01xx1 ^ b;" in make_safe('  assign a = "01X-1" ^ b;')


KEYWORDS = """library ieee; use ieee.std_logic_1164.all;
entity buf is
  port (input, clk : in std_logic; reg : in std_logic_vector(3 downto 0); output : out std_logic_vector(3 downto 0));
end;
architecture a of buf is
  type t is (x, y, z);
  signal initial : t;
  signal wire, always, do, final, assign : std_logic_vector(3 downto 0);
begin
  process (clk) begin
    if rising_edge(clk) then
      wire <= reg; always <= wire; final <= do;
      case initial is
        when x => if input = '1' then initial <= y; end if;
        when y => initial <= z;
        when z => initial <= x;
      end case;
    end if;
  end process;
  do <= wire xor always;
  assign <= final and do;
  output <= assign when initial = z else do;
end;
library ieee; use ieee.std_logic_1164.all;
entity endmodule is
  port (input, clk : in std_logic; reg : in std_logic_vector(3 downto 0); output : out std_logic_vector(3 downto 0));
end;
architecture a of endmodule is begin
  posedge : entity work.buf port map (input => input, reg => reg, output => output, clk => clk);
end;
"""


def test_names_that_are_keywords_get_other_names(tmp_path: Path) -> None:
    """The circuit is the one with other names: compared with the same source, in which no name is a keyword."""
    names = [
        "buf",
        "input",
        "reg",
        "output",
        "wire",
        "always",
        "do",
        "final",
        "assign",
        "initial",
        "endmodule",
        "posedge",
    ]
    harmless = re.sub(rf"\b({'|'.join(names)})\b", r"\1_x", KEYWORDS)
    texts = []
    for number, (source, top) in enumerate(((KEYWORDS, "endmodule"), (harmless, "endmodule_x"))):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "a.vhd").write_text(source, encoding="utf-8")
        texts.append(to_verilog(folder, ("--std=08",), ("a.vhd",), top, folder, ("it", "here")))
    # GHDL names the wires of an instance's outputs by itself
    assert texts[0].replace("_vhdl", "_x") == texts[1].replace("posedge_x_output_x", "posedge_output")
    assert "module endmodule_vhdl\n" in texts[0]


def test_repeated_modules() -> None:
    """GHDL writes a module again for each architecture around it; two different ones cannot be distinguished."""
    module = "module a\n  (input  b);\n  wire n{0}_o;\n  assign n{0}_o = {1};\nendmodule\n"
    assert make_safe(module.format(1, "b") + module.format(7, "b")) == module.format(7, "b")
    with pytest.raises(FairhashError, match="two architectures of entity a"):
        make_safe(module.format(1, "b") + module.format(7, "~b"))


def test_a_new_name_that_is_taken_is_refused() -> None:
    with pytest.raises(FairhashError, match="a keyword of Verilog, and 'do_vhdl'"):
        make_safe("  wire do;\n  wire do_vhdl;\n")


def test_the_verilog_does_not_depend_on_the_folder(tmp_path: Path) -> None:
    shutil.copytree(HERE / "toy", tmp_path / "moved" / "toy")
    here = elaborate(toy_core(), tmp_path / "a").read_text(encoding="utf-8")
    assert here == elaborate(toy_core(rtl=tmp_path / "moved"), tmp_path / "b").read_text(encoding="utf-8")
    assert "128'b0110000101110000" in here
    assert '"' not in here


def test_generics_reach_the_core(tmp_path: Path) -> None:
    core = toy_core()
    usual = elaborate(core, tmp_path / "a").read_text(encoding="utf-8")
    fewer = elaborate(core.model_copy(update={"generics": {"ROUNDS": 7}}), tmp_path / "b").read_text(encoding="utf-8")
    assert "number == 4'b0111" in usual
    assert "number == 4'b0110" in fewer


def test_the_reported_command_is_the_executed_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Standard, generics, files and entity, the same in every checkout; the tool itself and its output apart."""
    got: list[str] = []
    really = tools.run

    def watched(command: list[str | Path], *rest: object, **named: object) -> tools.ToolRun:
        got.extend(map(str, command))
        return really(command, *rest, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(tools, "run", watched)
    core = toy_core().model_copy(update={"generics": {"ROUNDS": 7}})
    elaborate(core, tmp_path)
    command = elaboration_command(core)
    words = "ghdl --synth --std=08 --out=verilog --workdir=. -gROUNDS=7 rtl/toy/toy_core.vhd -e toy_core"
    assert command == tuple(words.split())
    place = got.index(str(tools.require_tool("ghdl")))
    assert tuple(got[place + 1 :]) == command[1:]
    assert [file.name for file in tmp_path.iterdir()] == ["toy_core.v"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [({"generics": {"TURNS": 3}}, "turns"), ({"entity": "toy_score"}, "toy_score")],
)
def test_a_ghdl_error_is_reported_in_one_line(change: dict[str, object], reason: str, tmp_path: Path) -> None:
    with pytest.raises(FairhashError, match=f"GHDL cannot elaborate toy-128/plain: .*{reason}") as caught:
        elaborate(toy_core().model_copy(update=change), tmp_path)
    assert "\n" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("declared", "statement", "place", "hint"),
    [
        (
            "function f(x : std_logic_vector; n : integer) return std_logic_vector is"
            " variable m : integer := n / 2; variable r : std_logic_vector(n - 1 downto 0); begin"
            " for i in m downto 1 loop r(i * 2 - 1 downto i * 2 - 2) := x(i * 2 - 1 downto i * 2 - 2); end loop;"
            " return r; end f;",
            "q <= f(d, 4);",
            "a.vhd:6:",
            "as a constant",
        ),
        (
            'constant c : std_logic_vector(7 downto 0) := ieee.std_logic_unsigned."*"('
            'std_logic_vector\'(x"3"), std_logic_vector\'(x"5"));',
            "q <= c(3 downto 0);",
            "a.vhd:6:",
            "use ieee.numeric_std here",
        ),
        (
            "type t is array (0 to 3, 0 to 15) of std_logic_vector(3 downto 0);"
            ' constant c : t := (others => (others => x"5"));',
            "q <= c(to_integer(unsigned(d(1 downto 0))), to_integer(unsigned(d))) xor c(3, to_integer(unsigned(d)));",
            "a.vhd:7:",
            "an array of vectors with one index",
        ),
        ("", "q <= d after 1 ns when missing.x = '1' else d;", "a.vhd:7:", "list every file"),
    ],
)
def test_refusals_of_ghdl_have_place_and_hint(
    declared: str, statement: str, place: str, hint: str, tmp_path: Path
) -> None:
    """GHDL's own message with file and line, and what helps."""
    (tmp_path / "a.vhd").write_text(
        "library ieee; use ieee.numeric_std.all;\nuse ieee.std_logic_1164.all;\n"
        "entity a is port (d : in std_logic_vector(3 downto 0);\n"
        f"q : out std_logic_vector(3 downto 0)); end;\narchitecture r of a is\n{declared} begin\n{statement}\nend;\n",
        encoding="utf-8",
    )
    with pytest.raises(FairhashError) as caught:
        to_verilog(tmp_path, ("--std=08", "-fsynopsys"), ("a.vhd",), "a", tmp_path, ("it", "here"))
    assert place in caught.value.what
    assert hint in caught.value.hint


@pytest.mark.parametrize(
    ("context", "generic", "options", "top", "hint"),
    [
        ("", "", (), "b", "fix `top`"),
        ("library other; use other.p.all;", "", (), "a", "name the library and its files in `libraries`"),
        ("", "generic (w : integer);", (), "a", "in `generics`"),
        ("", "", ("-gw=3",), "a", "in `generics`"),
    ],
)
def test_wrong_entries_of_a_description_are_explained(  # noqa: PLR0917 - one row of the table
    context: str, generic: str, options: tuple[str, ...], top: str, hint: str, tmp_path: Path
) -> None:
    """The entry to change, or what the source must use."""
    text = f"{context}\nentity a is {generic} end;\narchitecture r of a is begin end;\n"
    (tmp_path / "a.vhd").write_text(text, encoding="utf-8")
    with pytest.raises(FairhashError) as caught:
        to_verilog(tmp_path, ("--std=08", *options), ("a.vhd",), top, tmp_path, ("it", "here"))
    assert hint in caught.value.hint
