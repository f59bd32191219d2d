# SPDX-License-Identifier: Apache-2.0
"""Models of small entities: what is proven, what is not, and what is refused."""

import contextlib
from pathlib import Path

import pytest

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.features.proofs.model import ProofDesign, SourceEdit, write_model
from fairhash.features.proofs.proof import prove_by_induction, refute_by_smtbmc
from fairhash.toolchain import abc, tools, yosys

LIMIT_S = 60.0
ENTITY = """\
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;
entity toy is
  port (clk, io_clk, rst, up : in std_ulogic; count, slow : out unsigned(3 downto 0));
end entity toy;
architecture rtl of toy is
  signal hidden : unsigned(3 downto 0);
begin
  count <= hidden;
  count_reg : process (io_clk) is
  begin
    if rising_edge(io_clk) then
      if rst = '1' or hidden = 9 then
        hidden <= (others => '0');
      elsif up = '1' then
        hidden <= hidden + 1;
      end if;
    end if;
  end process count_reg;
  slow_reg : process (clk) is
  begin
    if rising_edge(clk) then
      slow <= hidden;
    end if;
  end process slow_reg;
end architecture rtl;
"""
MODULE = """\
module proof(input clk, input io_clk, input rst, input up);
  wire [3:0] count, slow, hidden;
  reg after_reset = 0, started = 0;
  reg [3:0] sampled;
  toy dut (.clk(clk), .io_clk(io_clk), .rst(rst), .up(up), .count(count), .slow(slow), .hidden(hidden));
  always @(posedge io_clk) begin
    after_reset <= 1;
    if (clk) started <= 1;
    if (clk) sampled <= count;
  end
  always @* begin
    if (!after_reset) assume (rst);
    PROPERTY
  end
endmodule
"""


@pytest.fixture
def rtl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of sources with the entity toy, in place of rtl/."""
    (tmp_path / "toy.vhd").write_text(ENTITY)
    monkeypatch.setattr(paths, "rtl", lambda: tmp_path)
    return tmp_path


def design(folder: Path, statement: str) -> ProofDesign:
    """The toy with one property."""
    file = folder / "proof.sv"
    file.write_text(MODULE.replace("PROPERTY", statement))
    return ProofDesign("toy", ("toy.vhd",), (file,), internals=("hidden",), two_clocks=True)


def workdir(folder: Path, name: str = "work") -> Path:
    """An empty folder."""
    path = folder / name
    path.mkdir()
    return path


@pytest.mark.parametrize(
    ("statement", "answer"),
    [
        # the counter restarts at 9, and internal signals are the entity's own
        ("if (after_reset) assert (count <= 9 && hidden == count);", "proven"),
        # 9 is reached within the ten cycles of the base case
        ("if (after_reset) assert (count <= 8);", "failed"),
        # the value at the latest edge of clk, although io_clk is faster
        ("if (started) assert (slow == sampled);", "proven"),
        # true only of 14 states that are never reached: not inductive
        ("if (after_reset) assert (count != 15);", "unknown"),
        # nothing holds at the first cycle except what is assumed
        ("assert (count <= 9);", "failed"),
    ],
)
def test_answers(rtl: Path, statement: str, answer: str) -> None:
    steps = 11 if answer == "failed" else 2
    assert prove_by_induction(design(rtl, statement), steps, workdir(rtl), LIMIT_S).answer == answer


def test_contradicting_assumptions_prove_nothing(rtl: Path) -> None:
    run = prove_by_induction(design(rtl, "assume (!rst); assert (count == 3);"), 2, workdir(rtl), LIMIT_S)
    assert (run.answer, run.detail) == ("unknown", "base case: the assumptions contradict each other")


def test_reachability_needs_no_invariant(rtl: Path) -> None:
    """ABC proves what two steps of induction cannot, and finds the shortest counterexample: nine counts after reset."""
    model = write_model(design(rtl, "if (after_reset) assert (count != 15);"), workdir(rtl), LIMIT_S, form="aig")
    assert abc.prove_unreachable(model, LIMIT_S).status == "proven"
    model = write_model(design(rtl, "if (after_reset) assert (count != 9);"), workdir(rtl, "b"), LIMIT_S, form="aig")
    assert abc.prove_unreachable(model, LIMIT_S).status == "failed"
    assert abc.find_bad_state(model, 9, LIMIT_S).status == "unknown"
    assert abc.find_bad_state(model, 20, LIMIT_S).detail == "violated in cycle 10"


def test_free_instances_are_arbitrary(rtl: Path) -> None:
    """A property of an instance's output is lost when the instance is free."""
    (rtl / "top.vhd").write_text(
        "library ieee;\nuse ieee.std_logic_1164.all;\nuse ieee.numeric_std.all;\n"
        "entity top is port (clk, io_clk, rst, up : in std_ulogic; count, slow : out unsigned(3 downto 0)); end;\n"
        "architecture rtl of top is begin\n"
        "  part : entity work.toy port map (clk, io_clk, rst, up, count, slow);\nend;\n"
    )
    file = rtl / "proof.sv"
    file.write_text(
        MODULE.replace("PROPERTY", "if (after_reset) assert (count <= 9);")
        .replace("toy dut", "top dut")
        .replace(", .hidden(hidden)", "")
    )
    whole = ProofDesign("top", ("toy.vhd", "top.vhd"), (file,))
    assert prove_by_induction(whole, 2, workdir(rtl), LIMIT_S).answer == "proven"
    free = ProofDesign("top", ("toy.vhd", "top.vhd"), (file,), free=("part",))
    assert prove_by_induction(free, 2, workdir(rtl, "b"), LIMIT_S).answer == "failed"


def test_a_bug_must_be_found(rtl: Path) -> None:
    proved = design(rtl, "if (after_reset) assert (count <= 9);")
    assert (
        refute_by_smtbmc(proved, SourceEdit("toy.vhd", "hidden = 9", "hidden = 10"), 20, workdir(rtl), LIMIT_S).answer
        == "failed"
    )
    run = refute_by_smtbmc(proved, SourceEdit("toy.vhd", "hidden = 9", "hidden = 8"), 20, workdir(rtl, "b"), LIMIT_S)
    assert (run.answer, run.detail) == ("unknown", "no violation within 20 cycles")


def test_wrong_edits_are_refused(rtl: Path) -> None:
    proved = design(rtl, "assert (1);")
    with pytest.raises(FairhashError, match="'hidden' occurs 7 times"):
        write_model(proved, workdir(rtl), LIMIT_S, SourceEdit("toy.vhd", "hidden", "seen"))
    with pytest.raises(FairhashError, match=r"the bug is in other\.vhd"):
        write_model(proved, workdir(rtl, "b"), LIMIT_S, SourceEdit("other.vhd", "a", "b"))


def test_a_missing_signal_is_an_error(rtl: Path) -> None:
    """Yosys alone would leave it undriven, and a property of it could hold by accident."""
    wrong = ProofDesign("toy", ("toy.vhd",), design(rtl, "assert (1);").properties, internals=("absent",))
    with pytest.raises(FairhashError, match="absent"):
        write_model(wrong, workdir(rtl), LIMIT_S)


def test_a_solver_at_its_limit_gives_no_answer(rtl: Path) -> None:
    model = write_model(design(rtl, "if (after_reset) assert (count <= 9);"), workdir(rtl), LIMIT_S)
    # on a busy machine the tool may reach the limit of elapsed time first
    with contextlib.suppress(tools.ToolKilled):
        assert yosys.check_steps(model, 100_000, 2).status == "unknown"
