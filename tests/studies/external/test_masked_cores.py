# SPDX-License-Identifier: Apache-2.0
"""Masked cores: words in Boolean shares, and a port for random bits."""

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

_DIGEST = "assign digest       = {s1[63:0], s0[63:0]};"


@pytest.fixture
def shapes(checkout: Path, tmp_path: Path) -> Path:
    """A copy of the example cores."""
    shutil.copytree(checkout / "examples" / "shapes", tmp_path / "shapes")
    return tmp_path / "shapes"


def _edit(file: Path, *edits: tuple[str, str]) -> None:
    text = file.read_text(encoding="utf-8")
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")


def test_a_masked_core_passes(checkout: Path) -> None:
    """Known answers, stalls and resets. A block takes 1 + 12 * 2 cycles, four words of digest 4 + 3 * 24."""
    core = resolve_core(str(checkout / "examples" / "shapes" / "masked.toml"))
    assert core.formula.cycles(1) == 25 + 4 + 3 * 24
    assert core.formula.block == 25
    assert (core.in_port_bits, core.out_port_bits) == (2 * 64 + 1 + 320 + 1, 2 * 64 + 1 + 1)
    assert (core.sent_bits, core.received_bits) == (65, 65)
    report = verify(core, VerifyOptions(random=40, seed=1))
    assert report.ok, report.text()
    assert (
        "masked: 2 shares of each word, 320 random bits a cycle, from the testbench and not measured" in report.text()
    )


@pytest.mark.usefixtures("no_diagnosis")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        (" ^ {256'd0, block[127:64]}", ""),
        *(
            pytest.param(*row, marks=pytest.mark.long)
            for row in (
                (_DIGEST, "assign digest = {64'd0, s0[63:0]};"),
                # shares whose sum is the digest, not their XOR
                (_DIGEST, "assign digest = {(s0[63:0] ^ s1[63:0]) - s0[63:0], s0[63:0]};"),
                # the random bits are added to one product only
                ("(n1 & b0) ^ random", "n1 & b0"),
                # one share, which is right while the other one is zero
                ("cross1 <= (n1 & b0) ^ random", "cross1 <= random"),
            )
        ),
    ],
)
def test_a_share_that_is_ignored_is_detected(old: str, new: str, shapes: Path) -> None:
    """The testbench gives no share that is zero, and combines the shares of a digest by XOR."""
    _edit(shapes / "ascon_masked.v", (old, new))
    report = verify(read_described_core(shapes / "masked.toml"), VerifyOptions(modes=("answers",), seed=1))
    assert [result.verdict for result in report.modes] == ["fail"]


@pytest.mark.long
def test_random_bits_that_are_stuck_change_no_digest(shapes: Path) -> None:
    """The digest does not depend on the random bits, only the protection does."""
    lines = ('entropy = "random"', 'entropy_valid = "random_valid"', 'entropy_ready = "random_ready"')
    _edit(shapes / "masked.toml", *((line, "") for line in lines), ("entropy_bits = 320", ""))
    description = shapes / "masked.toml"
    text = description.read_text(encoding="utf-8")
    description.write_text(f"{text}\n[ports.tie]\nrandom = 0\nrandom_valid = 1\n", encoding="utf-8")
    report = verify(read_described_core(description), VerifyOptions(modes=("answers", "random"), random=20, seed=1))
    assert report.ok, report.text()


_COMMANDS = """module held(input clk, input reset_n, input start, input resume, input [1023:0] block, output done,
  output [511:0] digest, output shown);
  // share 0 is read with the command, share 1 in the next cycle
  reg [511:0] share; reg started, resumed;
  always @(posedge clk) begin
    if (start || resume) share <= block[511:0];
    started <= start && reset_n; resumed <= resume && reset_n;
  end
  wire [255:0] hash;
  sha256_commands core(.clk(clk), .reset_n(reset_n), .start(started), .resume(resumed),
    .block(share ^ block[1023:512]), .done(done), .digest(hash));
  assign digest = {hash ^ {32{8'h5a}}, {32{8'h5a}}};
endmodule
"""
_STREAM = """module held(input clk, input rst, input [1023:0] block, input block_last, input block_valid,
  output block_ready, output [511:0] digest, output digest_valid, input digest_ready);
  // share 0 is stored in the first cycle in which a word is offered, and the word is taken later
  reg [511:0] share; reg stored;
  wire ready; wire [255:0] hash;
  assign block_ready = ready && stored;
  always @(posedge clk) begin
    if (block_valid && !stored) share <= block[511:0];
    stored <= !rst && block_valid && !block_ready;
  end
  sha256_wide core(.clk(clk), .rst(rst), .block(share ^ block[1023:512]), .block_last(block_last),
    .block_valid(block_valid && stored), .block_ready(ready), .digest(hash), .digest_valid(digest_valid),
    .digest_ready(digest_ready));
  assign digest = {hash ^ {32{8'h5a}}, {32{8'h5a}}};
endmodule
"""
_PERMUTATION = """module held(input clk, input rst, input start, input [4799:0] state_in, output done,
  output [4799:0] state_out);
  wire [1599:0] state;
  keccak_f1600 core(.clk(clk), .rst(rst), .start(start), .done(done), .state_out(state),
    .state_in(state_in[1599:0] ^ state_in[3199:1600] ^ state_in[4799:3200]));
  assign state_out = {1600'd0, ~state, ~1600'd0};
endmodule
"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "top", "text", "shares"),
    [
        ("start-done", "sha256_commands", _COMMANDS, 2),
        ("wide", "sha256_wide", _STREAM, 2),
        ("permutation", "keccak_f1600", _PERMUTATION, 3),
    ],
    ids=["block", "stream", "permutation"],
)
def test_shares_stay_while_a_word_does(name: str, top: str, text: str, shares: int, shapes: Path) -> None:
    """Cores that read the shares in different cycles; a permutation with three shares."""
    (shapes / "held.v").write_text(text, encoding="utf-8")
    description = shapes / f"{name}.toml"
    _edit(description, (f'{top}.v"]', f'{top}.v", "held.v"]'), (f'top = "{top}"', 'top = "held"'))
    _edit(description, ("[ports]", f"[ports]\nshares = {shares}"))
    if name == "wide":
        _edit(description, ("formula = { setup = 1, load = 0, block = 66, unload = 0 }", ""))
    core = resolve_core(str(description))
    report = verify(core, VerifyOptions(modes=("random", "stalls", "reset"), random=20, seed=1))
    assert report.ok, report.text()


@pytest.mark.long
def test_the_netlist_of_a_masked_core_has_no_shares_of_the_testbench(checkout: Path, tmp_path: Path) -> None:
    """Two shares of the state and of the products, and eleven bits of control; the netlist answers in shares."""
    core, part = read_described_core(checkout / "examples" / "shapes" / "masked.toml"), find_device("ice40-hx8k")
    synthesis = synthesise(core, part, find_recipe("default"), tmp_path / "synthesis")
    assert synthesis.status == "ok", synthesis.reason
    assert synthesis.flip_flops == 2 * 320 + 2 * 320 + 11
    options = VerifyOptions(modes=("random", "back-to-back"), random=2, seed=1)
    check = check_netlist(core, synthesis.verilog_netlist, part, tmp_path / "check", options=options)
    assert check.status == "pass", check.reason


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("lwc", "[ports]", "[ports]\nshares = 2", "needs ports of kind block or permutation, or a stream without"),
        ("masked", "shares = 2", "shares = 2\nheaders = true", "needs ports of kind block or permutation, or a stream"),
        ("masked", "entropy_bits = 320", "", "a port for entropy needs its width, `entropy_bits`"),
        ("masked", 'entropy = "random"', "", "a port for entropy needs its width, `entropy_bits`"),
        ("block", "[ports]", '[ports]\nnames = { entropy_ready = "a" }', "belong to a port for entropy"),
    ],
)
def test_descriptions_of_masked_cores_that_cannot_be(name: str, old: str, new: str, message: str, shapes: Path) -> None:
    """One line with what is wrong."""
    _edit(shapes / f"{name}.toml", (old, new))
    with pytest.raises(FairhashError) as caught:
        read_described_core(shapes / f"{name}.toml")
    assert message in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_a_wrong_number_of_shares_is_refused(shapes: Path) -> None:
    """The widths of the ports do not fit."""
    _edit(shapes / "masked.toml", ("shares = 2", "shares = 3"))
    with pytest.raises(FairhashError, match="block of ascon_masked has 128 bits instead of 192"):
        verify(read_described_core(shapes / "masked.toml"), VerifyOptions(modes=("answers",), seed=1))
