# SPDX-License-Identifier: Apache-2.0
"""External sources see their listed files and nothing else, with bubblewrap and without it."""

import os
import shutil
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.catalog.external_core import ExternalCore
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.targets import find_device
from fairhash.external.description import read_description
from fairhash.targets.fpga.synthesis import synthesise
from fairhash.toolchain import sandbox, tools
from fairhash.toolchain.elaborate import elaborate
from tests.bench.fakes import make_core

HERE = Path(__file__).parent
PORTS = """input clk, input io_clk, input rst, input [63:0] in_data, input in_valid, output in_ready,
  output [63:0] out_data, output out_valid, input out_ready"""
MODULE = f"module author({PORTS});\n  assign out_data = VALUE;\n  assign {{in_ready, out_valid}} = 0;\nendmodule\n"
_ENDLESS = "function integer f(input integer x); begin f = 0; while (1) f = f + x; end endfunction"
VHDL = """
library ieee; use ieee.std_logic_1164.all; use std.textio.all;
entity author is port (
  clk, io_clk, rst : in std_logic; in_data : in std_logic_vector(63 downto 0); in_valid : in std_logic;
  in_ready : out std_logic; out_data : out std_logic_vector(63 downto 0); out_valid : out std_logic;
  out_ready : in std_logic);
end entity;
architecture a of author is
  impure function secret return std_logic is
    FILE
    variable c : line;
    variable v : integer;
  begin
    READ
    return '1';
  end function;
  constant V : std_logic := secret;
begin
  out_data <= (others => V); out_valid <= V; in_ready <= V;
end architecture;
"""


def core_of(folder: Path, files: dict[str, str]) -> Core:
    """A core with these sources."""
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    facts = ExternalCore(top="author", home=folder, description=folder / "core.toml")
    return make_core(folder.parent / "rtl", files=tuple(files), entity="fairhash_author", external=facts)


@pytest.fixture(params=["bubblewrap", "without"])
def isolation(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "without":
        monkeypatch.setattr(sandbox, "bubblewrap", lambda: None)
    elif sandbox.bubblewrap() is None:
        pytest.skip("bubblewrap is not installed, or namespaces are not allowed")
    return str(request.param)


def test_listed_includes_are_found(tmp_path: Path, isolation: str) -> None:
    source = '`include "sub/value.vh"\n' + MODULE.replace("VALUE", "`VALUE")
    core = core_of(tmp_path / "author", {"core.v": source, "sub/value.vh": "`define VALUE 7\n"})
    text = elaborate(core, tmp_path / "work").read_text()
    assert "assign out_data = 7;" in text
    assert sorted(file.name for file in (tmp_path / "work").iterdir() if file.is_dir()) == []


@pytest.mark.parametrize("name", ["absolute", "parent", "macro"])
def test_an_include_outside_the_listed_files_is_refused(tmp_path: Path, isolation: str, name: str) -> None:
    """Today's text could be verified, and tomorrow's measured."""
    (tmp_path / "secret.vh").write_text("`define VALUE 7\n")
    path = tmp_path / "secret.vh"
    text = {
        "absolute": f'`include "{path}"\n',
        "parent": '`include "../../../../../../../../../..' + f'{path}"\n',
        "macro": f'`define WHICH "{path}"\n`include `WHICH\n',
    }[name]
    core = core_of(tmp_path / "author", {"core.v": text + MODULE.replace("VALUE", "`VALUE")})
    with pytest.raises(
        FairhashError, match=r"includes .*secret\.vh, which is not a listed file|[Cc]annot find"
    ) as caught:
        elaborate(core, tmp_path / "work")
    assert "\n" not in str(caught.value)
    if isolation == "without":
        assert "is not a listed file" in str(caught.value)


@pytest.mark.parametrize("path", ["/usr/share/common-licenses/BSD", "FOLDER/secret.txt", "../../secret.txt"])
def test_vhdl_that_reads_a_file_is_refused(tmp_path: Path, isolation: str, path: str) -> None:
    """With bubblewrap too, which hides the user's files and not those of the system."""
    (tmp_path / "secret.txt").write_text("7\n")
    where = path.replace("FOLDER", str(tmp_path))
    text = VHDL.replace("FILE", f'file f : text open read_mode is "{where}";')
    text = text.replace("READ", "readline(f, c); read(c, v);")
    core = core_of(tmp_path / "author", {"core.vhd": text})
    with pytest.raises(FairhashError) as caught:
        elaborate(core, tmp_path / "work")
    assert "\n" not in str(caught.value)
    assert "opens a file in core.vhd" in str(caught.value)


_OPEN = 'file f : text open read_mode is "/usr/share/common-licenses/BSD";'


@pytest.mark.parametrize(
    ("declaration", "message"),
    [
        (_OPEN.replace("open read_mode ", ""), "opens a file"),
        (_OPEN.replace("text", "std . textio.text"), "opens a file"),
        (_OPEN.replace("file f", "file \\f g\\, h"), "opens a file"),
        (_OPEN.replace(" ", " -- \n /* */\n"), "opens a file"),
        (f"constant \\a--\\ : integer := 1; {_OPEN}", "opens a file"),
        (f"-- \v {_OPEN}", "opens a file"),
        ('file f : text; impure function g return integer is begin FILE_OPEN(f, "x"); return 1; end;', "opens a file"),
        (f"constant q : character := '\"'; {_OPEN} constant p : character := '\"';", "quote as a character literal"),
        ("constant q : character := '\\'; attribute foreign of q : constant is \"VHPIDIRECT x\";", "foreign"),
        ('attribute Foreign of secret : function is "VHPIDIRECT x";', "calls foreign code"),
    ],
    ids=["1987", "selected", "extended", "comments", "dashes", "tab", "procedure", "quote", "backslash", "foreign"],
)
def test_vhdl_cannot_hide_a_file(tmp_path: Path, isolation: str, declaration: str, message: str) -> None:
    """Extended identifiers, character literals and ends of lines other than \\n would hide it from a simple search."""
    text = VHDL.replace("FILE", declaration).replace("READ", "")
    with pytest.raises(FairhashError, match=message) as caught:
        elaborate(core_of(tmp_path / "author", {"core.vhd": text}), tmp_path / "work")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "declaration",
    [
        "procedure p(file f : text; i : integer) is begin end;",
        "type t is file of integer;",
        "constant q : character := '\"';",
    ],
    ids=["parameter", "type", "quote"],
)
def test_vhdl_that_only_declares_files_is_accepted(tmp_path: Path, declaration: str) -> None:
    """Packages with procedures for simulation."""
    text = VHDL.replace("FILE", declaration).replace("READ", "")
    assert "module author" in elaborate(core_of(tmp_path / "a", {"core.vhd": text}), tmp_path / "work").read_text()


def test_names_of_vhdl_add_no_verilog(tmp_path: Path) -> None:
    """GHDL writes the text of an extended identifier as it is; it becomes a name."""
    label = '\\u (.a(1)); initial $system("true"); sub v\\'
    sub = "entity sub is port (a : in bit); end entity; architecture a of sub is begin end architecture;\n"
    text = VHDL.replace("FILE", "").replace("READ", "")
    text = sub + text.replace(
        "begin\n  out_data", f"begin\n  {label} : entity work.sub port map (a => '1');\n  out_data"
    )
    written = elaborate(core_of(tmp_path / "author", {"core.vhd": text}), tmp_path / "work").read_text()
    assert "$" not in written
    assert "u_a_1_initial_system_true_sub_v" in written


def test_vhdl_without_files_is_accepted(tmp_path: Path, isolation: str) -> None:
    """The word `file` in a comment or a string is no file."""
    text = VHDL.replace("FILE", '-- file f : text;\n constant s : string := "file f : text";').replace("READ", "")
    text = elaborate(core_of(tmp_path / "author", {"core.vhd": text}), tmp_path / "work").read_text()
    assert "module author" in text


@pytest.mark.parametrize(
    ("item", "message"),
    [
        ('integer f; initial f = $fopen("/tmp/x");', r"\$fopen"),
        ('initial $system("true");', r"\$system"),
        ('initial $readmemh("rom.hex", m);', r"\$readmemh"),
        ('wire w = $c("system(\\"true\\")");', r"\$c"),
        ('wire w = $test$plusargs("x");', r"\$test\$plusargs"),
        ('import "DPI-C" function int system(string s);', "foreign code"),
        ("wire w = fairhash_adapted.in_valid;", "signal of the testbench"),
        ("`systemc_header\n#include <cstdlib>\n`verilog", r"systemc_header"),
        ("`verilator_config\n`verilog", r"verilator_config"),
        ("`pragma protect begin_protected", r"pragma"),
    ],
    ids=["fopen", "system", "readmemh", "c", "plusargs", "dpi", "outside", "systemc", "config", "protect"],
)
def test_verilog_that_runs_or_reads_anything_else_is_refused(tmp_path: Path, item: str, message: str) -> None:
    """Verilator would compile some of these into the simulator."""
    source = MODULE.replace("VALUE", "7").replace("endmodule", f"{item}\nendmodule")
    core = core_of(tmp_path / "author", {"core.sv": source})
    with pytest.raises(FairhashError, match=message):
        elaborate(core, tmp_path / "work")


@pytest.mark.parametrize(
    ("name", "item", "message"),
    [
        ("core.sv", "for (genvar i = 0; i < 2000000000; i++) begin : g wire w; end", "maximum step limit"),
        *(
            pytest.param(*row, marks=pytest.mark.long)
            for row in (
                ("core.v", "genvar i; for (i = 0; i < 2000000000; i = i + 1) begin : g wire w; end", "stopped after"),
                ("core.sv", f"{_ENDLESS} wire [31:0] used = f(1);", "unroll limit|stopped after"),
                ("core.v", f"{_ENDLESS} localparam F = f(1);", "stopped after"),
                ("core.v", "initial while (1) ;", "While loops are only allowed in constant functions"),
                ("core.v", "wire [2000000000:0] wide;", "WIDTH_LIMIT"),
                ("core.v", "`define A `B `B\n`define B `A\n`A", "Recursive `define"),
            )
        ),
    ],
)
def test_sources_without_an_end_are_refused(tmp_path: Path, name: str, item: str, message: str) -> None:
    """Endless loops and huge circuits end at a limit of the tool, or at that of its time, with one line."""
    core = core_of(tmp_path / "author", {name: MODULE.replace("VALUE", "7").replace("endmodule", f"{item}\nendmodule")})
    with pytest.raises(FairhashError, match=message) as caught:
        elaborate(core, tmp_path / "work", limit_s=2)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["core.v", "core.sv"])
def test_a_core_that_keeps_its_hierarchy_is_flattened(tmp_path: Path, name: str) -> None:
    """As sources for vendors' tools have it; the kept module would be an unmapped cell."""
    below = '(* keep_hierarchy = "yes" *) module below(input x, output y); assign y = ~x; endmodule\n'
    source = MODULE.replace("VALUE", "y").replace("  assign", "  wire y; below below(in_valid, y);\n  assign", 1)
    core = core_of(tmp_path / "author", {name: below + source})
    outcome = synthesise(core, find_device("ice40-hx8k"), find_recipe("default"), tmp_path / "work")
    assert (outcome.status, outcome.reason) == ("ok", "")
    assert outcome.cells == {"SB_LUT4": 1}


_READ = 'reg [63:0] m [0:0]; BEFORE initial $readmemh("/usr/share/common-licenses/BSD", m); AFTER'


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('wire \\a" ;', 'wire \\b" ;', r"\$readmemh"),
        ("wire \\// ;", "", r"\$readmemh"),
        ("wire \\/* ;", "wire \\*/ ;", r"\$readmemh"),
        ('initial $display("""x" """);', 'initial $display("");', r'string in """'),
        ('wire \\a\v" ;', 'wire \\b\v" ;', "non-ASCII"),
        ('wire \\é" ;', 'wire \\é" ;', "non-ASCII"),
        ('wire \\a\f" ;', 'wire \\b\f" ;', "cannot read"),
        ('initial $display("a\nb");', 'initial $display("");', "Unterminated string"),
        ("initial \\$readmemh (0, m);", "", r"\$readmemh"),
    ],
    ids=["quote", "comment", "block", "triple", "tab", "letter", "feed", "newline", "escaped"],
)
def test_verilog_cannot_hide_a_system_task(
    tmp_path: Path, isolation: str, before: str, after: str, message: str
) -> None:
    """Escaped identifiers may contain quotes and comments, and tools end strings and names at other characters."""
    item = _READ.replace("BEFORE", before).replace("AFTER", after)
    source = MODULE.replace("VALUE", "m[0]").replace("endmodule", f"{item}\nendmodule")
    core = core_of(tmp_path / "author", {"core.v": source})
    with pytest.raises(FairhashError, match=message) as caught:
        elaborate(core, tmp_path / "work")
    assert "\n" not in str(caught.value)


def test_unusual_names_of_verilog_are_accepted(tmp_path: Path) -> None:
    """As generators of Verilog write them."""
    item = 'wire \\a" ; wire \\b.c[3] ; wire \\x//y ; wire a$b; wire \\q$w ; // " é\n'
    source = MODULE.replace("VALUE", "7").replace("endmodule", f"{item}\nendmodule")
    text = elaborate(core_of(tmp_path / "author", {"core.v": source}), tmp_path / "work").read_text()
    assert "\\b.c[3] " in text


@pytest.mark.parametrize("unit", ["entity", "package"])
def test_a_unit_in_two_files_is_refused(tmp_path: Path, unit: str) -> None:
    """GHDL would use the last one without a message."""
    text = VHDL.replace("FILE", "").replace("READ", "")
    package = "package Common is constant V : integer := 1; end package;\n"
    both = {"entity": text.replace("'1'", "'0'").replace("entity author", "ENTITY Author"), "package": package}
    files = {"core.vhd": text + package, "old/core.vhd": both[unit]}
    with pytest.raises(FairhashError) as caught:
        elaborate(core_of(tmp_path / "author", files), tmp_path / "work")
    name = {"entity": "author", "package": "common"}[unit]
    assert f"{unit} {name} is declared in core.vhd and in old/core.vhd" in str(caught.value)
    assert "list only one of them in `files`" in str(caught.value)


def test_two_architectures_of_the_top_are_refused(tmp_path: Path) -> None:
    """GHDL would choose one of them; entities below the top may have several, which their instances name."""
    text = VHDL.replace("FILE", "").replace("READ", "")
    second = "architecture Second of AUTHOR is begin end architecture;\n"
    with pytest.raises(FairhashError, match="author has 2 architectures: a, Second") as caught:
        elaborate(core_of(tmp_path / "author", {"core.vhd": text + second}), tmp_path / "work")
    assert "list only the file with one of them" in str(caught.value)
    below = "entity other is end; architecture a of other is begin end; architecture b of other is begin end;\n"
    core = core_of(tmp_path / "below", {"core.vhd": below + text + "-- " + second})
    assert "module author" in elaborate(core, tmp_path / "work2").read_text()


def test_a_module_in_two_files_has_a_hint(tmp_path: Path) -> None:
    """The tool's message names the line; files of one name in two folders with different modules are accepted."""
    text = MODULE.replace("VALUE", "7")
    core = core_of(tmp_path / "author", {"a/core.v": text, "b/core.v": text})
    with pytest.raises(FairhashError, match="list only one of the files with this module in `files`") as caught:
        elaborate(core, tmp_path / "work")
    assert "core.v:" in str(caught.value)
    other = core_of(tmp_path / "other", {"a/core.v": text, "b/core.v": "module unused(input x); endmodule\n"})
    assert "module unused" in elaborate(other, tmp_path / "work2").read_text()


def test_a_line_directive_of_the_author_hides_nothing(tmp_path: Path, isolation: str) -> None:
    """Generated Verilog has them; they are ignored."""
    text = '`line 1 "/somewhere/generator.py" 0\n' + MODULE.replace("VALUE", "7")
    assert "assign out_data = 7;" in elaborate(core_of(tmp_path / "a", {"core.v": text}), tmp_path / "work").read_text()


@pytest.mark.skipif(sandbox.bubblewrap() is None, reason="bubblewrap is not installed")
def test_a_confined_tool_sees_its_folder_only(tmp_path: Path) -> None:
    """No other files, no network, a temporary folder of its own, files of limited size; it ends with its process."""
    (tmp_path / "secret").write_text("x")
    work = tmp_path / "work"
    work.mkdir()
    script = f"""
cat {tmp_path}/secret; cat /etc/passwd; cat /root/.bashrc; ls {Path(__file__).parent}
ls /tmp; echo $HOME; echo data > written; touch /usr/x; cat /proc/net/dev | grep -c :
"""
    with sandbox.confined():
        outcome = tools.run(["sh", "-c", script], work)
        big = tools.run(["sh", "-c", "head -c 2000000000 /dev/zero > big"], work)
    lines = outcome.output.splitlines()
    assert sum("No such file" in line for line in lines) == 4, lines
    assert any("Read-only" in line for line in lines)
    assert (work / "written").read_text() == "data\n"
    # the loopback device, and no other
    assert lines[-1] == "1"
    assert (work / "big").stat().st_size == sandbox.MAX_FILE_MIB << 20
    assert not big.ok
    (work / "big").unlink()
    assert tools.run(["cat", str(tmp_path / "secret")], work).output == "x"


@pytest.mark.skipif(sandbox.bubblewrap() is None, reason="bubblewrap is not installed")
def test_a_signal_to_a_confined_tool_is_recognised(tmp_path: Path) -> None:
    """Bubblewrap reports 128 and the number: a tool killed from outside says nothing about the core, a crash does."""
    with sandbox.confined():
        with pytest.raises(tools.ToolKilled, match="killed from outside by SIGKILL"):
            tools.run(["sh", "-c", "kill -9 $$"], tmp_path)
        assert tools.run(["sh", "-c", "kill -SEGV $$"], tmp_path).returncode == -11
        assert tools.run(["sh", "-c", "exit 3"], tmp_path).returncode == 3


@pytest.mark.skipif(sandbox.bubblewrap() is None, reason="bubblewrap is not installed")
def test_a_confined_tool_reads_added_folders_only(tmp_path: Path) -> None:
    """Folders for reading cannot be written, and a link to such a folder may be used as its name."""
    for name in ("work", "inputs", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "text").write_text(f"{name}\n")
    (tmp_path / "link").symlink_to(tmp_path / "inputs")
    script = f"cat {tmp_path}/inputs/text {tmp_path}/link/text {tmp_path}/other/text; echo x > {tmp_path}/inputs/text"
    with sandbox.confined([tmp_path / "link"]):
        lines = tools.run(["sh", "-c", script], tmp_path / "work").output.splitlines()
    assert lines[:2] == ["inputs", "inputs"]
    assert "other/text: No such file" in lines[2]
    assert "Read-only file system" in lines[3]
    with sandbox.also_readable(tmp_path / "other"):
        assert sandbox.confined_command(["true"], tmp_path) == ("true",)


@pytest.mark.parametrize("answers", ["../answers.csv", "sub/../../answers.csv", "../../.."])
def test_answers_outside_the_folder_are_refused(tmp_path: Path, answers: str) -> None:
    shutil.copytree(HERE / "fold", tmp_path / "fold")
    (tmp_path / "answers.csv").write_text("x")
    file = tmp_path / "fold" / "fold.toml"
    text = file.read_text()
    assert 'answers = "fold.csv"' in text
    file.write_text(text.replace('answers = "fold.csv"', f'answers = "{answers}"'))
    with pytest.raises(FairhashError, match="lies outside the description's folder"):
        read_description(file)
    assert os.path.exists(tmp_path / "answers.csv")
