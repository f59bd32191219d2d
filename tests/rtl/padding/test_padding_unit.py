# SPDX-License-Identifier: Apache-2.0
"""Padding units alone, word by word against the streams that the software models make for the same messages."""

import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from fairhash.base import paths
from fairhash.catalog.core import Core
from fairhash.catalog.cores import find_core
from fairhash.catalog.padding import (
    output_length_generics,
    padded_cores,
    padding_files,
    padding_generics,
    padding_rule,
)
from fairhash.models import pad, stream
from tests.first_of_each import first_of_each

BENCH = Path(__file__).parent / "padding_bench.vhd"


def _kind(core: Core, algorithm: str) -> str:
    """What is tested once: kinds of padding, narrow words, and requests for output by each width of words."""
    if padding_rule(algorithm).requests_output:
        return f"output, words of {core.word_bits} bits"
    return padding_rule(algorithm).kind if core.word_bits > 16 else "words of 16 bits"


UNITS = [
    (f"{core.name} {algorithm}", _kind(core, algorithm))
    for core in sorted(padded_cores(), key=lambda core: core.word_bits, reverse=True)
    for algorithm in (core.algorithm, *core.also)
]
"""A core and the algorithm whose padding it gets, and what is tested once."""


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """GHDL's library with the unit and the bench."""
    work = tmp_path_factory.mktemp("work")
    files = [str(paths.rtl() / name) for name in padding_files(find_core("shake128/highspeed"))]
    subprocess.run(["ghdl", "-a", "--std=08", f"--workdir={work}", *files, str(BENCH)], check=True)
    return work


def _words(compiled: Path, generics: dict[str, int], lines: list[str], ready: str) -> list[int]:
    """The words that leave a unit."""
    stimulus, response = compiled / "stimulus", compiled / "response"
    stimulus.write_text("".join(f"{line}\n" for line in lines), encoding="ascii")
    options = [f"-g{name}={value}" for name, value in generics.items()]
    options += [f"-gSTIMULUS={stimulus}", f"-gRESPONSE={response}", f"-gREADY={ready}", "--ieee-asserts=disable"]
    command = ["ghdl", "--elab-run", "--std=08", f"--workdir={compiled}", "padding_bench", *options]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    return [int(line.split()[1], 16) for line in response.read_text("ascii").splitlines()]


def _lengths(draw: random.Random, core: Core, segment: int) -> list[int]:
    """Bytes of messages: around the ends of blocks, segments and padding, and some others, in any order."""
    word, block = core.word_bits // 8, core.block_bits // 8
    ends = {count * block + off for count in range(4) for off in (-word, -1, 0, 1, word)}
    ends |= {count * segment * block + off for count in (1, 2) for off in (0, 1)}
    ends |= {block - off for off in range(1, 22)} | {draw.randrange(4 * block) for _ in range(8)}
    lengths = [length for length in sorted(ends) if length >= 0]
    draw.shuffle(lengths)
    return lengths


def _pieces(draw: random.Random, data: bytes, word: int, pack: bool) -> Iterator[bytes]:
    """The message bytes of each word; with a packer some messages have partial words anywhere."""
    partial = pack and draw.random() < 0.7
    start = 0
    while start < len(data):
        size = draw.randint(1, word) if partial else word
        yield data[start : start + size]
        start += size


def _check(compiled: Path, core: Core, algorithm: str, pack: bool, generics: dict[str, int]) -> None:
    """Send messages back to back, with pauses on both sides; compare every word."""
    draw = random.Random(f"{core.name} {algorithm} {pack}")
    word, block, segment = core.word_bits // 8, core.block_bits // 8, generics["SEGMENT_BLOCKS"]
    rule = padding_rule(algorithm).generics
    looks_ahead = pack or rule.get("MARK_BYTES", 1) + rule["FIELD_BYTES"] == 0
    pauses = draw.random() < 0.5
    lines, expected = [], []
    for length in _lengths(draw, core, segment):
        data = draw.randbytes(length)
        pieces = list(_pieces(draw, data, word, pack))
        late = not pieces or ((pack or len(pieces[-1]) == word) and draw.random() < 0.3)
        pieces += [b""] * late
        for number, piece in enumerate(pieces):
            gap = draw.choice((0, 0, 0, 1, 5)) if pauses else 0
            garbage = draw.randbytes(word - len(piece))
            lines.append(f"{gap} {(piece + garbage).hex()} {len(piece)} {int(number == len(pieces) - 1)}")
        # a segment is complete before the unit knows that the message ends with it, if the end comes after it
        known = length if late and not looks_ahead else length - 1
        full = max(0, known // (segment * block))
        total = len(pad(algorithm, data)) // block
        expected += stream(algorithm, core.word_bits, data, segments=[segment] * full + [total - segment * full])
    ready = draw.choice(("FFFFFFFF", "AAAAAAAA", "01234567"))
    assert _words(compiled, {**generics, **output_length_generics(core)}, lines, ready) == expected


@pytest.mark.parametrize("unit", first_of_each(UNITS))
def test_unit(compiled: Path, unit: str) -> None:
    """Every length around the end of a block or of its padding, for words of full and of any size."""
    name, algorithm = unit.split()
    core = find_core(name)
    for pack in (False, True):
        _check(compiled, core, algorithm, pack, padding_generics(core, algorithm, pack))


@pytest.mark.parametrize("name", ["sha-256/lightweight", pytest.param("echo-512/highspeed", marks=pytest.mark.long)])
def test_segments_of_several_blocks(compiled: Path, name: str) -> None:
    core = find_core(name)
    words = 3 * core.block_bits // core.word_bits
    generics = {**padding_generics(core), "SEGMENT_BLOCKS": 3, "MEMORY_WORDS": words}
    _check(compiled, core, core.algorithm, True, generics)


def test_a_lost_word_is_found(compiled: Path) -> None:
    """The comparison sees a unit that pads for another algorithm."""
    core = find_core("keccak-512/highspeed")
    with pytest.raises(AssertionError):
        _check(compiled, core, "sha3-512", True, padding_generics(core, "keccak-512"))
