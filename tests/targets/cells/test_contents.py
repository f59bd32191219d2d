# SPDX-License-Identifier: Apache-2.0
"""Memories with contents on standard cells: after a reset, registers hold the contents."""

from pathlib import Path
from shutil import copyfile

import pytest

from fairhash.catalog.cores import find_core
from fairhash.targets.cells import contents
from fairhash.toolchain import yosys

_CONTENTS = (2, 3, 0, 1)
_MEMORY = """
module memory (input clk, input rst, input write, input [1:0] address, input [1:0] data, output [1:0] word);
  reg [1:0] words[0:3];
  initial begin
    words[0] = 2'd2;
    words[1] = 2'd3;
    words[2] = 2'd0;
    words[3] = 2'd1;
  end
  always @(posedge clk) if (write) words[address] <= data;
  assign word = words[address];
endmodule
"""


def _commands(core: str) -> tuple[str, ...]:
    """Those to gates; `dfflibmap -prepare` leaves generic registers, which `sat` knows."""
    recipe = ("synth -flatten -noabc -top memory", "dfflibmap -prepare -liberty registers.lib")
    return contents.with_contents(find_core(core), recipe)


def _contents_follow_reset(core: str, folder: Path) -> bool:
    """Whether each word is that of the contents in the cycle after a reset, from any state before it."""
    (folder / "memory.v").write_text(_MEMORY, encoding="ascii")
    (folder / "registers.lib").write_text(
        'library(l) { cell(d) { area: 1; ff(Q, N) { clocked_on: "C"; next_state: "D"; } pin(C) { direction: input; } '
        'pin(D) { direction: input; } pin(Q) { direction: output; function: "Q"; } } }',
        encoding="ascii",
    )
    copyfile(contents.TECHMAP, folder / contents.TECHMAP.name)
    proofs = (
        f"sat -verify -seq 2 -set-at 1 rst 1 -set-at 2 address 2'd{address} -prove-skip 1 -prove word 2'd{word}"
        for address, word in enumerate(_CONTENTS)
    )
    # an initial value would make the first state one of few
    commands = ("read_verilog memory.v", *_commands(core), "setattr -unset init w:*", *proofs)
    ran = yosys.run_script(commands, folder, "contents", 60)
    assert ran.ok or "proof did fail" in ran.output
    return ran.ok


def test_registers_hold_the_contents_after_a_reset(tmp_path: Path) -> None:
    assert _contents_follow_reset("jh-256/lightweight", tmp_path)


def test_registers_of_a_core_without_contents_get_no_reset(tmp_path: Path) -> None:
    assert not _contents_follow_reset("sha-256/highspeed", tmp_path)


@pytest.mark.parametrize(
    ("core", "expected"),
    [("jh-256/lightweight", True), ("groestl-256/lightweight", False), ("sha-256/highspeed", False)],
)
def test_only_cores_whose_memories_are_given_contents_have_them(core: str, expected: bool) -> None:
    assert contents.has_contents(find_core(core)) is expected
    assert bool(contents.inputs(find_core(core))) is expected
