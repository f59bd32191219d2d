# SPDX-License-Identifier: Apache-2.0
"""External cores in every language and with every kind of ports: correct ones pass, faults are detected."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core, Formula
from fairhash.catalog.cores import find_core
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.targets import find_device
from fairhash.external.resolve_core import resolve_core
from fairhash.netlist.check_netlist import check_netlist
from fairhash.studies.external.export import export_verilog
from fairhash.targets.fpga.synthesis import synthesise
from fairhash.testbench.verification import VerifyOptions, verify
from fairhash.toolchain.elaborate import elaborate
from tests.studies.external.fold.model import write_answers

HERE = Path(__file__).parent / "fold"
_LENGTHS = range(0, 420, 13)
_OPTIONS = VerifyOptions(random=40, seed=1)

Edit = Callable[..., Path]


@pytest.fixture
def fold(tmp_path: Path) -> Edit:
    """A function that copies the core `fold` with parts of its files replaced, and returns its description."""
    shutil.copytree(HERE, tmp_path / "fold", ignore=shutil.ignore_patterns("*.py"))
    write_answers(tmp_path / "fold" / "fold.csv", _LENGTHS)

    def edited(*edits: tuple[str, str]) -> Path:
        pending = dict(edits)
        for file in sorted((tmp_path / "fold").glob("fold.*")):
            text = file.read_text(encoding="utf-8")
            for old in [old for old in pending if old in text]:
                text = text.replace(old, pending.pop(old))
            file.write_text(text, encoding="utf-8")
        assert not pending
        return tmp_path / "fold" / "fold.toml"

    return edited


def test_measures_formula_of_core_with_answers_only(fold: Edit) -> None:
    """No model, no formula, other names, asynchronous reset: 16 words a block, then 2 of digest."""
    core = resolve_core(str(fold()))
    assert core.external is not None
    assert core.external.measured_formula
    assert [core.formula.cycles(blocks) for blocks in (1, 2, 3)] == [18, 34, 50]
    report = verify(core, _OPTIONS)
    assert report.ok, report.text()
    # no header, so no length in it to count
    several = {mode.mode for mode in report.modes if mode.messages >= 6}
    assert several == {mode.mode for mode in report.modes} - {"counters"}


@pytest.mark.parametrize("device", ["ecp5-85k-8", "ice40-hx8k"])
def test_netlist_excludes_adapter(device: str, fold: Edit, tmp_path: Path) -> None:
    """It has the registers of the source only, 64 of state and a 2-bit counter; it passes with the adapter."""
    core, part = resolve_core(str(fold())), find_device(device)
    synthesis = synthesise(core, part, find_recipe("default"), tmp_path / "synthesis")
    assert (synthesis.status, synthesis.flip_flops) == ("ok", 66), synthesis.reason
    check = check_netlist(core, synthesis.verilog_netlist, part, tmp_path / "check")
    assert check.status == "pass", check.reason


def test_detects_wrong_netlist_through_adapter(fold: Edit, tmp_path: Path) -> None:
    """The netlist of a core that rotates by another number of bits fails."""
    core, part = resolve_core(str(fold())), find_device("ice40-hx8k")
    other = core.model_copy(update={"generics": {"TURN": 9}})
    synthesis = synthesise(other, part, find_recipe("default"), tmp_path / "synthesis")
    check = check_netlist(core, synthesis.verilog_netlist, part, tmp_path / "check")
    assert (check.status, check.reason[:7]) == ("fail", "answers")


@pytest.mark.usefixtures("no_diagnosis")
@pytest.mark.parametrize(
    ("edit", "mode", "kind"),
    [
        (("d ^ state[31:0]", "d ^ state[30:0]"), "answers", "wrong word"),
        (("assign q_valid = left != 0", "assign q_valid = left != 0 && q_ready"), "stalls", "combinational"),
        *(
            pytest.param(*row, marks=pytest.mark.long)
            for row in (
                (("q_last = left == 1", "q_last = left == 2"), "answers", "wrong word"),
                (("if (!clear_n) begin\n      state <= `START;", "if (!clear_n) begin"), "reset", ""),
            )
        ),
    ],
)
def test_detects_faults(edit: tuple[str, str], mode: str, kind: str, fold: Edit) -> None:
    """The same modes detect a fault as in a core of the catalogue, and report a failing case."""
    declared = ("word_bits = 32", "word_bits = 32\nformula = { setup = 2, load = 0, block = 16, unload = 0 }")
    report = verify(resolve_core(str(fold(edit, declared))), _OPTIONS)
    failed = {result.mode: result.failure for result in report.modes if result.failure}
    assert mode in failed, report.text()
    failure = failed[mode]
    assert failure is not None
    assert kind in ("", failure.kind)
    assert "fold.toml" in failure.again


@pytest.mark.parametrize("wrong", [15, 17])
def test_detects_wrong_declared_formula(wrong: int, fold: Edit) -> None:
    """One cycle per block too many or too few fails the mode `cycles`."""
    formula = f"word_bits = 32\nformula = {{ setup = 2, load = 0, block = {wrong}, unload = 0 }}"
    report = verify(resolve_core(str(fold(("word_bits = 32", formula)))), VerifyOptions(modes=("cycles",), seed=1))
    assert not report.ok
    assert report.cycles is not None
    assert (report.cycles.block, report.cycles.constant) == (16, 2)


def test_rejects_nonlinear_cycles(fold: Edit) -> None:
    """A core whose second block takes longer than the others has no cycle formula."""
    edits = (
        (
            "assign d_ready = d_valid && left == 0;",
            "reg [5:0] n; assign d_ready = d_valid && left == 0 && n[4:0] != 17;",
        ),
        ("      state <= turned", "      n <= d_last ? 0 : n == 40 ? 40 : n + 1;\n      state <= turned"),
        ("    end else if (q_valid", "    end else if (n[4:0] == 17) n <= n + 1;\n    else if (q_valid"),
        ("      left <= 0;\n", "      left <= 0;\n      n <= 0;\n"),
    )
    with pytest.raises(
        FairhashError, match=r"are no linear function of the number of blocks: .*18 for N = 1, 35 for N = 2"
    ):
        resolve_core(str(fold(*edits)))


@pytest.mark.parametrize(
    ("edit", "hint"),
    [
        (("word_bits = 32", 'word_bits = 32\nroot = "nowhere"'), "fix `root`"),
        (('top = "fold"', 'top = "gold"'), "fix `top`, or list the file of this module in `files`"),
        (('files = ["fold.vh", "fold.v"]', 'files = ["fold.v"]'), "list the included file in `files`"),
        (("TURN = 7", "TURNS = 7"), "name a parameter of the top in `generics`"),
        (("output     [31:0] q,", "output     [15:0] q,"), "(`word_bits`, `out_word_bits`, `generics`)"),
        (("reg [63:0] state;", "reg [63:0] state; child c(clock);"), "list the file of this module in `files`"),
        (("reg [63:0] state;", "logic [63:0] state;"), "it contains SystemVerilog: add language ="),
    ],
)
def test_a_build_error_says_how_to_fix_it(edit: tuple[str, str], hint: str, fold: Edit) -> None:
    """The hint names the entry of the description that is to be changed."""
    with pytest.raises(FairhashError) as caught:
        resolve_core(str(fold(edit)))
    assert hint in caught.value.hint


def test_an_interface_at_the_top_is_explained(tmp_path: Path) -> None:
    """The wrapper cannot connect it."""
    (tmp_path / "a.sv").write_text(
        "interface stream; logic [31:0] data; modport sink(input data); endinterface\n"
        "module a(input clk, input rst, stream.sink s, output logic [31:0] q); assign q = s.data; endmodule\n",
        encoding="utf-8",
    )
    description = tmp_path / "a.toml"
    text = 'algorithm = "sha-256"\narchitecture = "a"\nfiles = ["a.sv"]\ntop = "a"\nword_bits = 32\n'
    description.write_text(text, encoding="utf-8")
    with pytest.raises(FairhashError) as caught:
        resolve_core(str(description))
    assert "no interfaces as ports" in caught.value.hint


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (('top = "fold"', 'top = "gold"'), "Module `gold' not found"),
        (("output            d_ready", "input             d_ready"), "d_ready must be an output of fold"),
        (("output     [31:0] q,", "output     [15:0] q,"), "q of fold has 16 bits instead of 32"),
        (('in_last = "d_last"', 'in_last = "last"'), "fold has no port last"),
        (("[ports.tie]\nmode = 0\n", ""), "nothing drives the input mode of fold"),
        (("mode = 0", "mode = 4"), "4 does not fit mode of 2 bits"),
        (("reg [63:0] state;", "reg [63:0] state"), "fold.v:"),
        (('files = ["fold.vh", "fold.v"]', 'files = ["fold.v"]'), "fold.vh"),
        (("reg [63:0] state;", 'reg [63:0] state; reg x[0:1]; initial $readmemh("x", x);'), "$readmem"),
        (("module fold ", "module fairhash_fold; endmodule module fold "), "begins with fairhash_"),
    ],
)
def test_reports_build_errors_in_one_line(edit: tuple[str, str], message: str, fold: Edit, tmp_path: Path) -> None:
    """The line names the error, the description and a hint."""
    with pytest.raises(FairhashError) as caught:
        resolve_core(str(fold(edit)))
    assert message in str(caught.value)
    assert "fold.toml" in str(caught.value)
    assert caught.value.hint
    assert len(str(caught.value).splitlines()) == 1


def test_systemverilog_cores_are_supported(checkout: Path, tmp_path: Path) -> None:
    """The example rewritten with `logic` and `always_ff` passes, and is elaborated to a .sv file."""
    core = _example(checkout, tmp_path, ("reg ", "logic "), ("always @(posedge aclk)", "always_ff @(posedge aclk)"))
    report = verify(core, VerifyOptions(modes=("answers", "stalls", "cycles"), random=20, seed=1))
    assert report.ok, report.text()
    assert elaborate(core, tmp_path / "out").suffix == ".sv"


def test_verilog_names_may_be_systemverilog_keywords(fold: Edit, tmp_path: Path) -> None:
    """A signal named `bit` is accepted by simulation and synthesis."""
    core = resolve_core(str(fold(("turned", "bit"))))
    assert verify(core, VerifyOptions(modes=("answers",), seed=1)).ok
    synthesis = synthesise(core, find_device("ice40-hx8k"), find_recipe("default"), tmp_path / "out")
    assert synthesis.status == "ok", synthesis.reason


def _example(checkout: Path, folder: Path, *edits: tuple[str, str]) -> Core:
    """The shipped Verilog example, copied to a folder, with edits of its source."""
    example = checkout / "examples" / "sha256-verilog"
    text = (example / "sha256_axis.v").read_text(encoding="utf-8")
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    (folder / "edited.sv").write_text(text, encoding="utf-8")
    description = (example / "bench.toml").read_text(encoding="utf-8").replace("sha256_axis.v", "edited.sv")
    (folder / "edited.toml").write_text(description, encoding="utf-8")
    return resolve_core(str(folder / "edited.toml"))


def test_vhdl_cores_are_supported(checkout: Path, tmp_path: Path) -> None:
    """A catalogue core description as an external core has the cycles that the catalogue declares."""
    catalogue_core = find_core("sha-256/highspeed")
    for name, file in catalogue_core.sources:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copyfile(file, tmp_path / name)
    core = resolve_core(
        str(
            _write_description(
                tmp_path,
                catalogue_core,
                list(catalogue_core.files),
                catalogue_core.entity,
                "generics = { WORD_BITS = 32 }",
            )
        )
    )
    _assert_same_cycles(core, catalogue_core)


@pytest.mark.parametrize(
    ("declared", "statements", "message"),
    [
        ("", "process begin q <= d; wait for 1 ns; end process;", "x.vhd:4:"),
        ("", "q <= ;", "x.vhd:4:"),
        ("signal r : real;", "process (c) begin if rising_edge(c) then r <= r * 2.0; end if; end process;", "FLOATING"),
        ("", "process (all) begin if c = '1' then q <= d; end if; end process;", "latch"),
    ],
)
def test_reports_vhdl_errors_in_one_line(declared: str, statements: str, message: str, tmp_path: Path) -> None:
    """The line is GHDL's first error, with file and line number."""
    (tmp_path / "x.vhd").write_text(
        "library ieee;\nuse ieee.std_logic_1164.all;\n"
        "entity x is port (c, d : in std_logic; q : out std_logic); end x;\n"
        f"architecture a of x is {declared} begin {statements} end a;\n"
    )
    description = _write_description(tmp_path, find_core("sha-256/highspeed"), ["x.vhd"], "x", "")
    with pytest.raises(FairhashError) as caught:
        resolve_core(str(description))
    assert message in str(caught.value)
    assert str(tmp_path) not in caught.value.what
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("kind", "ports"),
    [
        ("fairhash", ""),
        ("fifo", '[ports]\nkind = "fifo"'),
        ("axi-stream", '[ports]\nkind = "axi-stream"\nheaders = true\nwithout = ["in_last"]'),
    ],
)
def test_an_exported_core_with_other_ports_is_supported(kind: str, ports: str, tmp_path: Path) -> None:
    """A catalogue core that is exported and description as external has the same cycles: adapters add none."""
    catalogue_core = find_core("sha-256/highspeed")
    top = export_verilog(catalogue_core, kind, tmp_path / "exported.v")  # type: ignore[arg-type]
    core = resolve_core(str(_write_description(tmp_path, catalogue_core, ["exported.v"], top, ports)))
    _assert_same_cycles(core, catalogue_core)


def test_detects_core_that_ignores_full_fifo(tmp_path: Path) -> None:
    """Its full flag is tied to 0, so it loses words while the output FIFO is full."""
    catalogue_core = find_core("sha-256/highspeed")
    top = export_verilog(catalogue_core, "fifo", tmp_path / "exported.v")
    (tmp_path / "hasty.v").write_text(
        "module hasty(input clk, input rst, input [31:0] din, input src_ready, output src_read,\n"
        "  output [31:0] dout, input dst_ready, output dst_write);\n"
        f"  {top} core(clk, rst, din, src_ready, src_read, dout, 1'b0, dst_write);\nendmodule\n",
        encoding="utf-8",
    )
    description = _write_description(
        tmp_path, catalogue_core, ["exported.v", "hasty.v"], "hasty", '[ports]\nkind = "fifo"'
    )
    report = verify(resolve_core(str(description)), VerifyOptions(modes=("answers", "stalls"), random=40, seed=1))
    assert [mode.verdict for mode in report.modes] == ["pass", "fail"]


def _write_description(folder: Path, catalogue_core: Core, files: list[str], top: str, more: str) -> Path:
    """Write the description of an external core with the algorithm of a core of the catalogue."""
    file = folder / "external.toml"
    lines = [
        f'algorithm = "{catalogue_core.algorithm}"',
        'architecture = "external"',
        f"files = {files}",
        f'top = "{top}"',
        f"reset_cycles = {catalogue_core.reset_cycles}",
    ]
    file.write_text("\n".join([*lines, f"word_bits = {catalogue_core.word_bits}", more]), encoding="utf-8")
    return file


def _assert_same_cycles(core: Core, catalogue_core: Core) -> None:
    assert isinstance(core.formula, Formula)
    assert [core.formula.cycles(blocks) for blocks in range(1, 9)] == [
        catalogue_core.formula.cycles(n) for n in range(1, 9)
    ]
    report = verify(core, _OPTIONS)
    assert report.ok, report.text()


def test_reads_fusesoc_core(fold: Edit) -> None:
    """FuseSoC lists the sources; the description among them gives the other fields."""
    description = fold()
    text = description.read_text(encoding="utf-8")
    remaining = [line for line in text.splitlines() if not line.startswith(("files", "top", "generics"))]
    (description.parent / "bench.toml").write_text("\n".join(remaining), encoding="utf-8")
    file = description.parent / "fold.core"
    file.write_text(
        "CAPI=2:\nname: vendor:hash:fold:1.0\nfilesets:\n"
        "  rtl: {files: [{fold.vh: {is_include_file: true}}, fold.v], file_type: verilogSource}\n"
        "  bench: {files: [bench.toml, fold.csv], file_type: user}\n"
        "targets:\n  default: {filesets: [rtl, bench], toplevel: fold, parameters: [TURN=7]}\n"
        "  bare: {filesets: [rtl], toplevel: fold}\n"
        "parameters:\n  TURN: {datatype: int, paramtype: vlogparam}\n",
        encoding="utf-8",
    )
    core = resolve_core(str(file))
    assert core.formula.cycles(1) == 18
    assert verify(core, VerifyOptions(modes=("answers",), seed=1)).ok
    with pytest.raises(FairhashError, match=r"target bare lists 0 files \*.toml"):
        resolve_core(str(file), "bare")
    with pytest.raises(FairhashError, match=r"FuseSoC refuses it: .*nothing"):
        resolve_core(str(file), "nothing")
