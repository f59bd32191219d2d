# SPDX-License-Identifier: Apache-2.0
"""A corpus of bad cores, each an example core with one change that a careless check would not see; each is named."""

import shutil
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.targets import find_device
from fairhash.external.resolve_core import read_described_core, resolve_core
from fairhash.netlist.check_netlist import check_netlist
from fairhash.targets.fpga.synthesis import synthesise
from fairhash.testbench.verification import VerifyOptions, verify

_DIGEST = "assign digest = hash;"
_BLOCKS = """reg [WIDTH:0] blocks;
  always @(posedge clk)
    if (!reset_n) blocks <= 0;
    else if (ready && (init || next)) blocks <= init ? 1 : blocks[WIDTH] ? blocks : blocks + 1;
  assign digest = hash ^ blocks[WIDTH];"""
"""Wrong from 2^WIDTH blocks on."""

_WRONG_DIGESTS = {
    "a counter of 8 bits": (_BLOCKS.replace("WIDTH", "8"), "counters"),
    "a counter of 16 bits": (_BLOCKS.replace("WIDTH", "16"), "counters"),
    "idle for two cycles": (
        """reg [1:0] idle; reg bad;
  always @(posedge clk) begin
    idle <= ready ? idle + !idle[1] : 0;
    if (ready && (init || next)) bad <= !init && (bad || idle[1]);
  end
  assign digest = hash ^ bad;""",
        "stalls",
    ),
    "idle for exactly seven cycles": (
        """reg [3:0] idle; reg bad;
  always @(posedge clk) begin
    idle <= ready ? idle + !(&idle) : 0;
    if (ready && (init || next)) bad <= !init && (bad || idle == 7);
  end
  assign digest = hash ^ bad;""",
        "stalls",
    ),
    "a digest that is taken late": (
        """reg [4:0] shown;
  always @(posedge clk) shown <= ready ? shown + !(&shown) : 0;
  assign digest = hash ^ (&shown);""",
        "stalls",
    ),
    "messages of seven blocks": (
        """reg [3:0] blocks;
  always @(posedge clk) if (ready && (init || next)) blocks <= init ? 1 : blocks + !(&blocks);
  assign digest = hash ^ (blocks == 7);""",
        "segments",
    ),
    "a sum that is left to the frame": ("assign digest = state;", "random"),
    "a former message": (
        """reg old; reg seen;
  always @(posedge clk)
    if (!reset_n) {seen, old} <= 0;
    else if (ready && init) begin seen <= 1; old <= seen && (&block[511:508]); end
  assign digest = hash ^ old;""",
        "random",
    ),
    "unknown after a reset": (
        """reg unknown;
  always @(posedge clk) unknown <= unknown;
  assign digest = hash ^ unknown;""",
        "random",
    ),
    "right for the first messages only": (
        """reg [5:0] messages;
  always @(posedge clk)
    if (!reset_n) messages <= 0;
    else if (ready && init) messages <= messages + !(&messages);
  assign digest = hash ^ (&messages);""",
        "answers",
    ),
    "a combinational path": ("assign digest = hash ^ (ready & block[511]);", "back-to-back"),
}
_MORE_CYCLES = {"a counter of 16 bits": 400}


@pytest.fixture
def shapes(checkout: Path, tmp_path: Path) -> Path:
    """A copy of the example cores."""
    shutil.copytree(checkout / "examples" / "shapes", tmp_path / "shapes")
    return tmp_path / "shapes"


def _changed(shapes: Path, old: str, new: str) -> Path:
    source = shapes / "sha256_block.v"
    text = source.read_text(encoding="utf-8").replace("  assign ready  = left == 0;\n", "", 1)
    assert old in text or old == ""
    text = text.replace("reg [6:0]   left;", "reg [6:0]   left;\n  assign ready = left == 0;", 1)
    source.write_text(text.replace(old, new, 1), encoding="utf-8")
    return shapes / "block.toml"


def test_a_core_that_uses_bytes_after_the_message_fails(shapes: Path) -> None:
    """Its mask for one byte is missing. The description can say that its sender sets such bytes to zero."""
    source, description = shapes / "sha256_pad.sv", shapes / "padding.toml"
    text = source.read_text(encoding="utf-8")
    assert text.count("& 32'hff000000") == 1
    source.write_text(text.replace("& 32'hff000000", "& 32'hffffffff"), encoding="utf-8")
    options = VerifyOptions(modes=("answers",), random=10, seed=1)
    report = verify(read_described_core(description), options)
    assert [result.verdict for result in report.modes] == ["fail"]
    assert report.explanation == 'the digests are right with unused_bytes = "zero" under [ports]'
    text = description.read_text(encoding="utf-8")
    description.write_text(text.replace("[ports]\n", '[ports]\nunused_bytes = "zero"\n'), encoding="utf-8")
    assert verify(read_described_core(description), options).ok


@pytest.mark.long
@pytest.mark.parametrize("name", list(_WRONG_DIGESTS))
def test_a_core_that_is_right_in_easy_cases_only_fails(name: str, shapes: Path) -> None:
    """All modes before the one that is expected to notice may pass; `bench` runs all of them."""
    new, mode = _WRONG_DIGESTS[name]
    core = resolve_core(str(_changed(shapes, _DIGEST, new)))
    report = verify(core, VerifyOptions(modes=(mode,), random=_MORE_CYCLES.get(name, 60), seed=1))
    assert [result.verdict for result in report.modes] == ["fail"], report.text()


@pytest.mark.long
def test_how_far_counters_were_tested_is_said(shapes: Path) -> None:
    """No simulation reaches 2^32 blocks: the report says up to which length messages were sent."""
    core = resolve_core(str(_changed(shapes, _DIGEST, _BLOCKS.replace("WIDTH", "32"))))
    report = verify(core, VerifyOptions(modes=("counters",), random=60, seed=1))
    assert report.ok
    assert "tested with messages of up to 6978568 bits (2^22.7), not with longer ones" in report.text()


@pytest.mark.long
def test_a_counter_of_bytes_that_ends_at_half_a_megabyte_is_detected(shapes: Path) -> None:
    """A core that pads counts its bytes in 19 bits: a message of 10,714 blocks is longer than 2^19 bytes."""
    source = shapes / "sha256_pad.sv"
    text = source.read_text(encoding="utf-8")
    assert "logic [60:0]  bytes;" in text
    source.write_text(text.replace("logic [60:0]  bytes;", "logic [18:0]  bytes;"), encoding="utf-8")
    report = verify(resolve_core(str(shapes / "padding.toml")), VerifyOptions(modes=("counters",), random=60, seed=1))
    assert [result.verdict for result in report.modes] == ["fail"], report.text()


_GATED = "wire gated = clk & (left != 0 | init | next | !reset_n);\n  always @(posedge gated)"
_CLOCKED = "always @(posedge clk)\n    if (!reset_n) begin\n      left"
_REFUSED = {
    "a gated clock": (_CLOCKED, _CLOCKED.replace("always @(posedge clk)", _GATED), "clock"),
    "the falling edge": (_CLOCKED, _CLOCKED.replace("posedge", "negedge"), "falling edge"),
    "a divided clock": (
        _DIGEST,
        "reg half; always @(posedge clk) half <= !half;\n  reg late; always @(posedge half) late <= init;\n"
        "  assign digest = hash ^ (late & next);",
        "clock",
    ),
    "the clock as data": (_DIGEST, "assign digest = clk ? ~hash : hash;", "a clock is an input of the logic cell"),
    "logic before an asynchronous clear": (
        _DIGEST,
        "wire clear = ^hash; reg bit_of_hash;\n"
        "  always @(posedge clk, posedge clear) if (clear) bit_of_hash <= 0; else bit_of_hash <= 1;\n"
        "  assign digest = hash ^ (bit_of_hash & next);",
        "asynchronous control ARST",
    ),
    "both edges": (
        _DIGEST,
        f"reg half; always @(negedge clk) half <= hash[0];\n  {_DIGEST.replace('hash;', '{hash[255:1], half};')}",
        "falling edge",
    ),
    "a latch": (_DIGEST, "reg [255:0] held; always @* if (ready) held = hash; assign digest = held;", "latch"),
    "a loop": (_DIGEST, "wire loop; assign loop = ~(loop & hash[0]);\n  assign digest = hash ^ loop;", "loop"),
    "a memory": (
        _DIGEST,
        """reg [255:0] memory [0:255]; reg [255:0] read;
  always @(posedge clk) begin if (ready) memory[block[7:0]] <= hash; read <= memory[block[15:8]]; end
  assign digest = hash ^ (read & {256{init}});""",
        "bram|allowed",
    ),
    "a primitive of a vendor": (
        _DIGEST,
        "wire p; SB_LUT4 #(.LUT_INIT(16'h8000)) lut(.O(p), .I0(hash[0]), .I1(hash[1]), .I2(init), .I3(next));\n"
        "  assign digest = hash ^ (p & 1'b0);",
        "SB_LUT4",
    ),
    "an undriven net": (_DIGEST, "wire nothing; assign digest = hash ^ nothing;", "undriven|driver|not driven"),
}


def _outcome(file: Path, folder: Path) -> str:
    """Why a core is refused: by its description, its sources, its synthesis or the check of its netlist."""
    try:
        core, part = read_described_core(file), find_device("ice40-hx8k")
        synthesis = synthesise(core, part, find_recipe("default"), folder / "synthesis")
        if synthesis.status != "ok":
            return synthesis.reason
        options = VerifyOptions(modes=("answers",), random=1, seed=1)
        return check_netlist(core, synthesis.verilog_netlist, part, folder / "check", options=options).reason
    except FairhashError as error:
        return str(error)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name == "a gated clock" else pytest.mark.long) for name in _REFUSED]
)
def test_a_circuit_that_cannot_be_compared_is_refused(name: str, shapes: Path, tmp_path: Path) -> None:
    old, new, message = _REFUSED[name]
    reason = _outcome(_changed(shapes, old, new), tmp_path / "work")
    assert any(word in reason for word in message.split("|")), reason
    assert "\n" not in reason


_TWO_READINGS = {
    "an initial value": (
        "reg [7:0] ring = 1; always @(posedge clk) ring <= {ring[6:0], ring[7]};\n"
        "  assign digest = hash ^ (ring == 0 || (ring & (ring - 1)) != 0);",
        False,
    ),
    "the branch for simulation": (
        "\n`ifdef SYNTHESIS\n  assign digest = hash ^ 1;\n`else\n  assign digest = hash;\n`endif",
        False,
    ),
    "a part for simulation": (
        """wire unset;
  // synthesis translate_off
  assign unset = 0;
  // synthesis translate_on
  assign digest = hash ^ unset;""",
        False,
    ),
    "a sensitivity list": ("reg [255:0] out; always @(ready) out = hash;\n  assign digest = out;", True),
    "a comparison with x": ("assign digest = hash ^ (init === 1'bx);", True),
}
"""Changes that tools may read differently, and whether the circuit that is measured is right."""


@pytest.mark.long
@pytest.mark.parametrize("name", list(_TWO_READINGS))
def test_what_is_simulated_is_what_is_measured(name: str, shapes: Path, tmp_path: Path) -> None:
    """Verification and the check of the netlist pass together, or at least one of them fails."""
    new, is_right = _TWO_READINGS[name]
    file, options = _changed(shapes, _DIGEST, new), VerifyOptions(modes=("random",), random=20, seed=1)
    core, part = read_described_core(file), find_device("ice40-hx8k")
    passes = verify(core, options).ok
    if passes:
        synthesis = synthesise(core, part, find_recipe("default"), tmp_path / "work")
        passes = synthesis.status == "ok" and (
            check_netlist(core, synthesis.verilog_netlist, part, tmp_path / "check", options=options).status == "pass"
        )
    assert passes == is_right
