# SPDX-License-Identifier: Apache-2.0
"""Cores with every kind of ports (examples/shapes): right ones pass with the cycles counted by hand, faults fail."""

import random
import shutil
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.bench.keys import external_facts
from fairhash.catalog.core import Core
from fairhash.catalog.external_core import LATER_KEYS
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.targets import find_device
from fairhash.external.resolve_core import read_described_core, resolve_core
from fairhash.netlist.check_netlist import check_netlist
from fairhash.targets.fpga.synthesis import synthesise
from fairhash.targets.frame import build_frame
from fairhash.testbench.message import Case, Message
from fairhash.testbench.modes import MODES
from fairhash.testbench.plans import Setup
from fairhash.testbench.reference import models
from fairhash.testbench.stimulus import make_section
from fairhash.testbench.verification import VerifyOptions, verify
from fairhash.testbench.wire import announce, digest_words, ordered, segments

_CYCLES = {
    # one cycle of the command, 65 of rounds and sum; the digest is on the port in the next one
    "block": (1, 66),
    "wide": (1, 66),
    # 16 words, the command, one cycle until `init` is high, 65 of rounds and sum, and one in which the status is read;
    # 8 words of digest
    "registers": (8, 84),
    # loading overlaps hashing, but for the first 16 words; then the digest is copied and written; two queues
    "fifo": (25, 66),
    # 16 words, one cycle each to see that the block is full, to start it, 65 to hash it, and one to see that it is
    # hashed; 8 words of digest, of which the first is in that last cycle
    "padding": (7, 84),
    # 24 rounds and the cycle of the start
    "permutation": (1, 25),
    # a cycle of `init`; then a cycle of the command, 20 half rounds and the sum; the digest is there in the next one
    "finish": (2, 22),
    # 16 words, one cycle to start, 65 to hash, and the last, in which the block is hashed or the digest is given
    "no-out-ready": (0, 83),
    # two cycles for each of 16 words, one each to see that the block is full and to start it, 65 to hash it;
    # instruction and header, two words of padding in one cycle each, one to see the digest, and ten words of DO
    "lwc": (11, 99),
    # the command is registered: one cycle more than `block`
    "late-ready": (1, 67),
    # the command is registered, `done` too, and the next command is given in the cycle after it
    "start-done": (0, 69),
    "one-message": (1, 66),
    # a cycle until the block is taken, 65 of rounds and sum, one until the next block is seen or the digest is shown
    "counted": (1, 68),
}
_LONG = ("counted", "late-ready", "start-done", "one-message", "no-out-ready")
"""Further habits of cores."""


_IDLE_FAULT = """reg [1:0] idle; reg bad;
  always @(posedge clk) begin
    idle <= ready ? idle + !idle[1] : 0;
    if (ready && (init || next)) bad <= !init && (bad || idle[1]);
  end
  assign digest = hash ^ bad;"""
"""A digest is wrong if the core was idle for two cycles between two blocks of its message."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.long if name in _LONG else ()) for name in _CYCLES]
)
def test_every_kind_of_ports_passes(name: str, checkout: Path) -> None:
    """All modes, and the cycles counted by hand."""
    core = resolve_core(str(checkout / "examples" / "shapes" / f"{name}.toml"))
    report = verify(core, VerifyOptions(random=30, seed=1))
    assert report.ok, report.text()
    assert report.cycles is not None
    assert (report.cycles.constant, report.cycles.block) == _CYCLES[name]


@pytest.mark.usefixtures("no_diagnosis")
@pytest.mark.parametrize(
    ("name", "file", "old", "new", "mode"),
    [
        ("block", "sha256_block.v", "init ? start : hash", "start", "random"),
        ("block", "sha256_block.v", "left <= 65;", "left <= block[0] ? 65 : 66;", "random"),
        ("block", "sha256_block.v", "assign digest = hash;", _IDLE_FAULT, "stalls"),
        ("wide", "sha256_wide.v", "is_first <= block_last", "is_first <= 1", "random"),
        ("wide", "sha256_wide.v", "ready && !is_last", "ready", "back-to-back"),
        ("registers", "sha256_registers.v", "7 - address[2:0]", "6 - address[2:0]", "answers"),
        ("fifo", "sha256_fifo.v", "left != 0 && full_n", "left != 0", "stalls"),
        ("fifo", "sha256_fifo.v", "empty_n && words", "words", "stalls"),
        ("padding", "sha256_pad.sv", "words < 13 ||", "words < 14 ||", "lengths"),
        *(
            pytest.param(*row, marks=pytest.mark.long)
            for row in (
                ("padding", "sha256_pad.sv", "m_axis_tkeep  = '1", "m_axis_tkeep  = 4'd7", "answers"),
                ("permutation", "keccak_f1600.v", "left <= 24;", "left <= 23;", "answers"),
                ("registers", "sha256_registers.v", "write_data[1];", "0;", "answers"),
                ("padding", "sha256_pad.sv", "given == 7", "given == 6", "answers"),
                ("lwc", "sha256_lwc.sv", "32'hE0000000", "32'hF0000000", "answers"),
                ("lwc", "sha256_lwc.sv", "beat_last  <= ends && last", "beat_last  <= ends", "segments"),
                ("lwc", "sha256_lwc.sv", "<= next_header[15:0]", "<= {1'b0, next_header[14:0]}", "counters"),
                ("finish", "blake2s_finish.v", "{32{finish}}", "32'd0", "answers"),
                ("finish", "blake2s_finish.v", "t + length", "t + 64", "lengths"),
                ("no-out-ready", "sha256_pulse.v", "if (last) first <= 1;", "", "back-to-back"),
                ("counted", "sha256_counted.v", "+ 16'd1 == n_blocks", "+ 16'd1 == n_blocks[8:0]", "counters"),
                ("one-message", "sha256_once.v", "if (rst) fresh <= 1;", "if (rst) fresh <= fresh;", "answers"),
            )
        ),
    ],
)
def test_faults_are_detected(  # noqa: PLR0917 - one row of the table
    name: str, file: str, old: str, new: str, mode: str, checkout: Path, tmp_path: Path
) -> None:
    """The mode that each fault must not pass."""
    shutil.copytree(checkout / "examples" / "shapes", tmp_path / "shapes")
    source = tmp_path / "shapes" / file
    text = source.read_text(encoding="utf-8")
    assert old in text
    source.write_text(text.replace(old, new), encoding="utf-8")
    core = read_described_core(tmp_path / "shapes" / f"{name}.toml")
    report = verify(core, VerifyOptions(modes=(mode,), random=30, seed=1))
    assert [result.verdict for result in report.modes] == ["fail"]


@pytest.mark.long
@pytest.mark.parametrize("name", ["wide", "registers"])
def test_the_netlist_passes_and_has_no_adapter(name: str, checkout: Path, tmp_path: Path) -> None:
    """Ports of 513 bits; and a bridge with counters of its own, none of whose registers is in the netlist."""
    core, part = read_described_core(checkout / "examples" / "shapes" / f"{name}.toml"), find_device("ice40-hx8k")
    synthesis = synthesise(core, part, find_recipe("default"), tmp_path / "synthesis")
    assert synthesis.status == "ok", synthesis.reason
    # schedule, state, hash, rounds to go, digest_valid; two of the shell, or the block and two of the commands
    assert synthesis.flip_flops == 512 + 256 + 256 + 7 + {"wide": 0 + 2, "registers": 1 + 512 + 2}[name]
    options = VerifyOptions(modes=("random", "back-to-back"), random=2, seed=1)
    check = check_netlist(core, synthesis.verilog_netlist, part, tmp_path / "check", options=options)
    assert check.status == "pass", check.reason


def test_frame_of_ports_with_different_widths(checkout: Path) -> None:
    """Words of 512 bits and one last, digests of 256: both are shifted through equal numbers of pins."""
    core = read_described_core(checkout / "examples" / "shapes" / "wide.toml")
    frame = build_frame(core, 365).verilog
    assert "reg [512:0] frame_in_data" in frame
    assert "reg [255:0] frame_out_data" in frame
    # 365 pins, of which a clock, rst, four handshakes and `load` leave 358
    assert "input [178:0] in_data" in frame
    assert "output [178:0] out_data" in frame


def test_orders_of_bytes() -> None:
    """Each order of the bytes 0 to 7, written by hand."""
    data = bytes(range(8))
    expected = {
        **{"big": 0x0001020304050607, "little": 0x0706050403020100, "little-32": 0x0405060700010203},
        **{"little-64": 0x0001020304050607, "swapped-32": 0x0302010007060504, "swapped-64": 0x0706050403020100},
    }
    assert {order: ordered(data, order) for order in expected} == expected  # type: ignore[arg-type]


def _words(core: Core, data: bytes) -> list[int]:
    (words,) = segments(core, models(), Message(core.algorithm, data, 8 * len(data)))
    return words


def test_words_of_a_core_that_pads(checkout: Path) -> None:
    """Bytes 1 to 5 in words of four: data, then tlast, then tkeep from bit 33, the first byte in the lowest lane.

    Bytes that are not kept are ones.
    """
    core = read_described_core(checkout / "examples" / "shapes" / "padding.toml")
    assert _words(core, bytes([1, 2, 3, 4, 5])) == [0xF << 33 | 0x04030201, 0x1 << 33 | 1 << 32 | 0xFFFFFF05]
    assert _words(core, b"") == [1 << 32 | 0xFFFFFFFF]
    assert _words(core, bytes(4)) == [0xF << 33 | 1 << 32]


def test_a_digest_may_end_within_a_word(checkout: Path) -> None:
    """Six bytes in words of four: the rest of the last word is 0, and only its first two lanes are kept."""
    core = read_described_core(checkout / "examples" / "shapes" / "padding.toml")
    assert core.external is not None
    ports = core.external.ports
    ports = ports.model_copy(update={"out_order": "big", "names": ports.names | {"out_keep": "m_axis_tkeep"}})
    core = core.model_copy(update={"external": core.external.model_copy(update={"ports": ports})})
    last = int("out_last" in ports.by_role)
    keeps = [0xF << 32 + last, 0xC << 32 + last]
    words = digest_words(core, models(), core.algorithm, bytes([1, 2, 3, 4, 5, 6]))
    assert words == [keeps[0] | 0x01020304, keeps[1] | last << 32 | 0x05060000]


_LWC_WORDS = {
    32: ["80000000", "77000005", "61626364", "65000000"],
    16: ["8000", "7700", "0005", "6162", "6364", "6500"],
    8: ["80", "77", "00", "00", "05", "61", "62", "63", "64", "65"],
}
"""`abcde` as the LWC hardware API sends it: the hash instruction, a header that ends the input, the bytes."""


@pytest.mark.parametrize("word_bits", _LWC_WORDS)
def test_words_of_the_lwc_api(word_bits: int, checkout: Path) -> None:
    """Written by hand from the specification; the digest of 32 bytes has a header and a status."""
    core = read_described_core(checkout / "examples" / "shapes" / "lwc.toml")
    core = core.model_copy(update={"word_bits": word_bits})
    digits = word_bits // 4
    assert [f"{word:0{digits}x}" for word in _words(core, b"abcde")] == _LWC_WORDS[word_bits]
    assert "".join(f"{word:0{digits}x}" for word in _words(core, b"")[1:]) == "77000000"
    words = digest_words(core, models(), core.algorithm, bytes(range(32)))
    assert words[-1] == 1 << word_bits | 0xE << word_bits - 4
    assert "".join(f"{word:0{digits}x}" for word in words[:-1]) == "93000020" + bytes(range(32)).hex()


def test_segments_of_the_lwc_api(checkout: Path) -> None:
    """Two segments of a block and the rest; one of more than 65,535 bytes is cut after whole blocks."""
    core = read_described_core(checkout / "examples" / "shapes" / "lwc.toml")
    (words,) = segments(core, models(), Message(core.algorithm, bytes(66), 528, segments=(1, 1)))
    assert [words[1], words[18], len(words)] == [0x78000040, 0x77000002, 20]
    words = _words(core, bytes(65537))
    assert [words[1], words[2 + 65472 // 4]] == [0x7800FFC0, 0x77000041]


@pytest.mark.parametrize(("word_bits", "header"), [(8, 4), (16, 2), (32, 1)])
def test_a_digest_of_the_lwc_api_may_begin_before_its_message_ends(word_bits: int, header: int, checkout: Path) -> None:
    """Its header may come after the instruction, its bytes after the message; likewise in the next message."""
    core = read_described_core(checkout / "examples" / "shapes" / "lwc.toml")
    core = core.model_copy(update={"word_bits": word_bits})
    message = Message(core.algorithm, b"abcde", 40)
    section = make_section(core, models(), Case((message, message)))
    due = [due for _, due, _ in section.inputs]
    digest_and_status = 256 // word_bits + 1
    assert due == [header, *[0] * (len(due) // 2 - 2), digest_and_status] * 2
    assert sum(due) == len(section.expected)


def test_words_of_a_core_with_a_last_block(checkout: Path) -> None:
    """65 bytes: a block of 64, then one of a single byte, marked as the last."""
    core = read_described_core(checkout / "examples" / "shapes" / "finish.toml")
    first, second = _words(core, bytes(64) + b"a")
    assert first == 64 << 513
    assert second == 1 << 513 | 1 << 512 | 0x61 << 504


def test_words_with_a_count_of_bytes(checkout: Path, tmp_path: Path) -> None:
    """`count`: each word has the number of its bytes; `remainder`: a message of whole words ends with an empty word."""
    text = (checkout / "examples" / "shapes" / "padding.toml").read_text(encoding="utf-8")
    text = text.replace('in_keep = "s_axis_tkeep"', 'in_bytes = "count"').replace('in_order = "little"', "")
    for name in ("sha256_pad.sv", "sha256_block.v"):
        (tmp_path / name).touch()
    (tmp_path / "a.toml").write_text(text, encoding="utf-8")
    core = read_described_core(tmp_path / "a.toml")
    assert _words(core, bytes([1, 2, 3, 4, 5])) == [4 << 33 | 0x01020304, 1 << 33 | 1 << 32 | 0x05FFFFFF]
    (tmp_path / "a.toml").write_text(text.replace("[ports]", '[ports]\nbytes = "remainder"'), encoding="utf-8")
    core = read_described_core(tmp_path / "a.toml")
    assert _words(core, bytes([1, 2, 3, 4])) == [0x01020304, 1 << 32 | 0xFFFFFFFF]
    (tmp_path / "a.toml").write_text(text.replace("[ports]", '[ports]\nunused_bytes = "zero"'), encoding="utf-8")
    assert _words(read_described_core(tmp_path / "a.toml"), bytes([1])) == [1 << 33 | 1 << 32 | 0x01000000]
    assert core.layout.widths["in_bytes"] == 2


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("wide", "word_bits = 512", "word_bits = 384", "block_bits must be a multiple of word_bits"),
        ("block", 'kind = "block"', 'kind = "block"\nout_word_bits = 128', "narrower than a digest"),
        ("block", "[ports]", "word_bits = 32\n[ports]", "word_bits must be 512"),
        ("permutation", "state_bits = 1600", "", "`state_bits` is for ports of kind permutation"),
        ("registers", "word_bits = 32", "", "`word_bits`, the width of the data ports, is missing"),
        ("fifo", 'in_last = "last_in"\n', "", "needs a port for in_last"),
        ("fifo", "headers = false", 'headers = false\nwithout = ["in_valid"]', "needs in_valid"),
        ("fifo", "active = {", 'active = { in_data = "low",', "in_data has no active level"),
        ("padding", 'in_keep = "s_axis_tkeep"\n', "", "needs a port for in_keep or in_bytes"),
        ("start-done", '["in_ready"]', '["in_ready", "out_valid"]', "in_ready or out_valid must say when a block is"),
        ("one-message", "reset_between_messages = true\n", "", "set `reset_between_messages = true`"),
        (
            "no-out-ready",
            '"out_last"]',
            '"out_last", "in_last"]\nheaders = true',
            "a port for in_last, so that no digest",
        ),
        ("fifo", "headers = false", "headers = false\nstart_cycles = 2", "`start_cycles` is for ports of kind block"),
        (
            "block",
            "[ports]",
            '[ports]\nnames = { in_ready = "done", out_valid = "done" }',
            'write without = ["in_ready"]',
        ),
        ("fifo", "headers = false", 'headers = "lwc"', "belong to ports of kind lwc"),
        ("lwc", "word_bits = 32", "word_bits = 64", "word_bits of the LWC hardware API is 8, 16 or 32"),
        ("lwc", "word_bits = 32", "word_bits = 32\npadding_in_core = true", "always pad"),
    ],
)
def test_descriptions_that_cannot_be(  # noqa: PLR0917 - one row of the table
    name: str, old: str, new: str, message: str, checkout: Path, tmp_path: Path
) -> None:
    """One line with what is wrong."""
    shutil.copytree(checkout / "examples" / "shapes", tmp_path / "shapes")
    file = tmp_path / "shapes" / f"{name}.toml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(FairhashError) as caught:
        read_described_core(file)
    assert message in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_gmu_headers(checkout: Path, tmp_path: Path) -> None:
    """A message of three bytes: 512 bits and the last segment, 24 bits before padding, the block.

    The first two words are those of the first message of the answer files that the cores' authors publish with their
    SHA-256: `Len = 00000201`, `Len = 00000018`, and the message begins with 61626380.
    """
    text = (checkout / "examples" / "shapes" / "fifo.toml").read_text(encoding="utf-8")
    text = text.replace("headers = false", 'headers = "gmu"').replace('in_last = "last_in"\n', "")
    for name in ("sha256_fifo.v", "sha256_block.v"):
        (tmp_path / name).touch()
    (tmp_path / "a.toml").write_text(text, encoding="utf-8")
    core = read_described_core(tmp_path / "a.toml")
    words = _words(core, b"abc")
    assert words[:3] == [0x201, 0x18, 0x61626380]
    assert len(words) == 18
    message = Message("sha-256", bytes(64), 512, segments=(1, 1))
    (words,) = segments(core, models(), message)
    assert [words[0], words[17], words[18]] == [512, 512 | 1, 0]
    assert announce(core, _words(core, b"abc"), 2)[:3] == [0x601, 0x418, 0x61626380]


def test_later_gmu_headers(checkout: Path, tmp_path: Path) -> None:
    """The first words of the answers of their later BLAKE: 504 bits in two blocks, `Len = 8000000000000400`."""
    text = (checkout / "examples" / "shapes" / "fifo.toml").read_text(encoding="utf-8")
    text = text.replace("headers = false", 'headers = "gmu-top"').replace('in_last = "last_in"\n', "")
    text = text.replace('"sha-256"', '"blake-256"').replace("word_bits = 32", "word_bits = 64")
    for name in ("sha256_fifo.v", "sha256_block.v"):
        (tmp_path / name).touch()
    (tmp_path / "a.toml").write_text(text, encoding="utf-8")
    core = read_described_core(tmp_path / "a.toml")
    assert _words(core, bytes(63))[:2] == [0x8000000000000400, 0x1F8]
    (words,) = segments(core, models(), Message("blake-256", bytes(128), 1024, segments=(1, 2)))
    assert [words[0], words[9], words[10]] == [512, 0x8000000000000400, 512]


@pytest.mark.parametrize(("headers", "blocks"), [("gmu", 1 << 22), ("gmu-top", 1 << 21)])
def test_no_header_announces_more_than_its_word_holds(headers: str, blocks: int, checkout: Path) -> None:
    """With words of 32 bits and blocks of 512: 2^22 blocks and two more are below 2^32 bits, 2^23 are not."""
    core = read_described_core(checkout / "examples" / "shapes" / "fifo.toml")
    assert core.external is not None
    ports = core.external.ports.model_copy(update={"headers": headers})
    core = core.model_copy(update={"external": core.external.model_copy(update={"ports": ports})})
    cases = list(MODES["counters"].cases(Setup(core, models(), random.Random(1), 4, "fast")))
    assert max(case.announced for case in cases) == blocks
    sent = [(segments(core, models(), case.messages[0])[0], case.announced) for case in cases if case.announced]
    assert all(announce(core, words, more)[0] < 1 << 32 for words, more in sent)


def test_only_entries_that_are_set_are_in_keys(checkout: Path) -> None:
    """Results of cores without habits keep the keys that they had before descriptions could name any."""
    facts = {
        name: external_facts(read_described_core(checkout / "examples" / "shapes" / f"{name}.toml"))["external"][
            "ports"
        ]
        for name in ("block", "start-done", "one-message")
    }
    habits = {name: {key for key in LATER_KEYS if key in ports} for name, ports in facts.items()}
    assert habits == {"block": set(), "start-done": {"block_held"}, "one-message": {"reset_between_messages"}}


def test_reads_a_fusesoc_package(checkout: Path) -> None:
    """The package lists the sources; the description in it gives the other fields."""
    core = read_described_core(checkout / "examples" / "shapes" / "sha256_wide.core")
    assert core.name == "sha-256/fusesoc-example"
    assert [Path(name).name for name in core.files] == ["sha256_block.v", "sha256_wide.v"]
    report = verify(core, VerifyOptions(modes=("answers", "cycles"), seed=1))
    assert report.ok, report.text()
