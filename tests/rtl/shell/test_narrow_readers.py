# SPDX-License-Identifier: Apache-2.0
"""The readers of 16-bit words against streams that are put together here by the definition of a segment."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from fairhash.base import paths
from fairhash.toolchain import tools
from tests.rtl.mapping import family

HERE = Path(__file__).parent
SHELL = family("shell/shell_pkg.vhd", "shell/segment_reader.vhd", "shell/narrow_reader.vhd")
MESSAGES = 60
QUIET = "--ieee-asserts=disable"
"""Registers have no value before the first reset."""


def _halves(value: int) -> list[int]:
    return [value >> 16, value & 0xFFFF]


def _message(draw: random.Random, block_bits: int, needs_bits: bool) -> tuple[list[int], list[str]]:
    """Words of a message of one to three segments, and the lines that the bench prints for its payload words.

    A line ends with the message bits only in a last segment, where they are defined.
    """
    words: list[int] = []
    lines: list[str] = []
    segments = [draw.randint(1, 4) for _ in range(draw.randint(1, 3))]
    for number, blocks in enumerate(segments, 1):
        last = number == len(segments)
        bits = draw.getrandbits(32)
        words += _halves(blocks * block_bits // 32 << 1 | last)
        if last and needs_bits:
            words += _halves(bits)
        for block in range(1, blocks + 1):
            for position in range(block_bits // 16):
                word = draw.getrandbits(16)
                ends = position == block_bits // 16 - 1
                line = f"{word:04X} {int(last and block == blocks and ends)}"
                if ends:
                    line += f" {int(last and block == blocks)}{int(last and block == blocks - 1)}"
                words.append(word)
                lines.append(line + (f" {bits:08X}" if last and needs_bits else ""))
    return words, lines


def _session(draw: random.Random, block_bits: int, needs_bits: bool) -> Iterator[tuple[list[str], list[str]]]:
    """Stimulus and expected lines: messages back to back and with pauses; some end in a reset of one cycle."""
    yield [f"0 0 1 {draw.getrandbits(16):04x}"], []
    for number in range(MESSAGES):
        words, lines = _message(draw, block_bits, needs_bits)
        slow = number % 3
        stimulus = [
            f"{draw.choice((0, 0, 1, 3)) if slow == 1 else 0} {draw.choice((0, 0, 1, 3)) if slow else 0} 0 {word:04x}"
            for word in words
        ]
        if number % 4 == 3:
            cut = draw.randint(1, len(words) - 1)
            kept = _payload_words(words, block_bits, needs_bits, cut)
            stimulus, lines = [*stimulus[:cut], f"0 0 1 {draw.getrandbits(16):04x}"], lines[:kept]
        yield stimulus, lines


def _payload_words(words: list[int], block_bits: int, needs_bits: bool, cut: int) -> int:
    """How many of the first `cut` words of a message are payload."""
    payload = place = 0
    while place < cut:
        header = words[place] << 16 | words[place + 1]
        place += 4 if header & 1 and needs_bits else 2
        length = (header >> 1) * 2
        payload += max(0, min(length, cut - place))
        place += length
    return payload


@pytest.mark.parametrize(
    ("block_bits", "needs_bits"),
    [(512, False), (512, True), (64, False), (128, True), (1088, False), (1536, True)],
)
def test_readers(block_bits: int, needs_bits: bool, tmp_path: Path) -> None:
    """Headers are removed, the last block and the one before are marked, with any pauses; a reset takes one cycle."""
    sessions = list(_session(random.Random(block_bits), block_bits, needs_bits))
    (tmp_path / "stimulus.txt").write_text("\n".join(line for lines, _ in sessions for line in lines) + "\n")
    expected = [line for _, lines in sessions for line in lines]
    ghdl = tools.require_tool("ghdl")
    analysed = tools.run([ghdl, "-a", "--std=08", *SHELL, HERE / "narrow_readers.vhd"], tmp_path, 60)
    assert analysed.ok, analysed.output
    generics = [
        f"-gBLOCK_BITS={block_bits}",
        f"-gNEEDS_BITS={str(needs_bits).lower()}",
        "-gSTIMULUS=stimulus.txt",
        QUIET,
    ]
    ran = tools.run([ghdl, "-r", "--std=08", "narrow_readers", *generics], tmp_path, 120)
    assert ran.ok, ran.output
    printed = [line for line in ran.output.splitlines() if not line.startswith("simulation")]
    assert len(printed) == len(expected)
    for got, want in zip(printed, expected, strict=True):
        assert got.startswith(want), (got, want)


def test_the_bench_is_not_blind(tmp_path: Path) -> None:
    """A reader with a narrower counter of blocks, and one that a reset does not stop, print other lines."""
    for find, put in (
        ("left <= next_left(COUNT_BITS - 1 downto 0);", "left <= resize(next_left(0 downto 0), COUNT_BITS);"),
        ("        in_payload <= '0';\n        second     <= '0';", "        second     <= '0';"),
    ):
        text = (paths.rtl() / "shell" / "narrow_reader.vhd").read_text(encoding="utf-8")
        assert text.count(find) == 1
        bad = tmp_path / "narrow_reader.vhd"
        bad.write_text(text.replace(find, put), encoding="utf-8")
        sessions = list(_session(random.Random(1), 512, False))
        (tmp_path / "stimulus.txt").write_text("\n".join(line for lines, _ in sessions for line in lines) + "\n")
        ghdl = tools.require_tool("ghdl")
        analysed = tools.run([ghdl, "-a", "--std=08", *SHELL[:2], bad, HERE / "narrow_readers.vhd"], tmp_path, 60)
        assert analysed.ok, analysed.output
        generics = ["-gBLOCK_BITS=512", "-gNEEDS_BITS=false", "-gSTIMULUS=stimulus.txt", QUIET]
        ran = tools.run([ghdl, "-r", "--std=08", "narrow_readers", *generics], tmp_path, 60)
        assert not ran.ok, put
        assert "the readers differ" in ran.output
