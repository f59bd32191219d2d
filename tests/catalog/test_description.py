# SPDX-License-Identifier: Apache-2.0
"""Descriptions of external cores: every error is one line, whatever the file contains."""

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.catalog.cores import read_cores
from fairhash.external.description import Description, read_description
from fairhash.external.read_fusesoc import core_name
from fairhash.external.resolve_core import read_described_core

_EXAMPLE = Path("examples/sha256-verilog/bench.toml")
_INPUTS = 10_000
_FEW_INPUTS = 2_000
"""In `./test`."""
_OTHERS = 1_000
_SEED = 5

_VALUES = (
    *("1", "-1", "0", "true", '""', '"x"', "[]", "{}", "[[]]", "nan", "inf", "1e400", "2026-11-22", "9" * 30, "16"),
    *('"../x"', '"/etc/passwd"', '"-x"', '"a\\u0000b"', '"' + "y" * 5000 + '"', "[1]", '[["a"]]', "{ a = 1 }", "'\\'"),
    *('["sha256_axis.v"]', '["a.vhd", "b.v"]', '"sha-256"', '"fifo"', '"low"', "1.5", "0x_", '"\\ud800"', "9" * 5000),
)
_KEYS = (
    *("algorithm", "architecture", "files", "top", "generics", "word_bits", "io_ratio", "messages_in_flight", "colour"),
    *("allowed_dedicated", "scope", "ports", "formula", "answers", "padding", "kind", "names", "tie", "reset", "clk"),
    *("[ports]", "[ports.names]", "[ports.tie]", "[[core]]", "[family]", "[group.x]", "entity", "block_bits", "group"),
)


def _mutant(text: str, draw: random.Random) -> bytes:
    """The text with a few faults: changed bytes, moved lines, values of other types, deep nesting."""
    data = text
    for _ in range(draw.randint(1, 4)):
        lines = data.splitlines() or [""]
        place = draw.randrange(len(lines))
        match draw.randrange(8):
            case 0:
                del lines[place]
            case 1:
                lines.insert(place, draw.choice(lines))
            case 2:
                key = draw.choice(_KEYS)
                lines.insert(place, key if key.startswith("[") else f"{key} = {draw.choice(_VALUES)}")
            case 3 | 4:
                lines[place] = re.sub(r"=.*", lambda _: f"= {draw.choice(_VALUES)}", lines[place])
            case 5:
                cut = draw.randrange(len(lines[place]) + 1)
                lines[place] = lines[place][:cut] + chr(draw.choice((0, 9, 34, 91, 123, 127, 0x85, 0x2028, 0x1F600)))
            case 6:
                lines[place] = f"x = {'[' * draw.choice((3, 400, 5000))}"
            case _:
                draw.shuffle(lines)
        data = "\n".join(lines)
    raw = bytearray(data.encode())
    if raw and draw.random() < 0.2:
        for _ in range(draw.randint(1, 5)):
            raw[draw.randrange(len(raw))] = draw.randrange(256)
    return bytes(raw)


def _refused(read: Callable[[Path], object], file: Path) -> bool:
    """Whether reading raised an error; an error that is not one line, or lacks the file or a hint, fails the test."""
    try:
        read(file)
    except FairhashError as error:
        caught = error
    else:
        return False
    assert str(caught).splitlines() == [str(caught)]
    assert file.name in str(caught)
    assert caught.hint
    return True


@pytest.mark.parametrize("inputs", [_FEW_INPUTS, pytest.param(_INPUTS, marks=pytest.mark.long)])
def test_random_descriptions_never_crash(inputs: int, checkout: Path, tmp_path: Path) -> None:
    """Each mutant gives a core or a one-line error."""
    draw = random.Random(_SEED)
    for source in (checkout / _EXAMPLE).parent.glob("*.v"):
        (tmp_path / source.name).write_bytes(source.read_bytes())
    text = (checkout / _EXAMPLE).read_text(encoding="utf-8")
    file = tmp_path / "mutant.toml"
    refused = 0
    for _ in range(inputs):
        file.write_bytes(_mutant(text, draw))
        refused += _refused(read_described_core, file)
    assert 0.5 * inputs < refused < 0.99 * inputs, "too few or too many mutants are rejected"


@pytest.mark.parametrize("family", ["sha2", "keccak"])
def test_random_catalogues_never_crash(family: str, checkout: Path, tmp_path: Path) -> None:
    """Each mutant of a cores.toml gives cores or a one-line error."""
    draw = random.Random(_SEED)
    text = (checkout / "rtl" / family / "cores.toml").read_text(encoding="utf-8")
    text = "\n[[core]]".join(text.split("\n[[core]]")[:2])
    (tmp_path / family).mkdir()
    file = tmp_path / family / "cores.toml"
    assert sum(_refused(read_cores, file) for _ in range(_OTHERS) if file.write_bytes(_mutant(text, draw)))


def test_random_fusesoc_cores_never_crash(tmp_path: Path) -> None:
    """Each mutant of a .core file gives a name or a one-line error, before FuseSoC reads it."""
    draw = random.Random(_SEED)
    text = (
        "CAPI=2:\nname: a:b:c:1\nfilesets:\n  rtl: {files: [a.v], file_type: verilogSource}\nx: &a [*a, 2026-99-99]\n"
    )
    file = tmp_path / "mutant.core"
    assert sum(_refused(core_name, file) for _ in range(_OTHERS) if file.write_bytes(_mutant(text, draw)))


_GOOD = """\
algorithm = "sha-256"
architecture = "mine"
files = ["a.v"]
top = "a"
word_bits = 32
"""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("word_bits = 32", "word_bits = 8", "with our headers they have 16, 32 or 64"),
        ("word_bits = 32", "", "`word_bits`, the width of the data ports, is missing"),
        ('top = "a"', "", "no `top`"),
        ('files = ["a.v"]', "", "no `files`"),
        ('"a.v"', '"gone.v"', "there is no gone.v"),
        ('"a.v"', '"../a.v"', "lies outside"),
        ('"a.v"', '"a.v", "b.vhd"', "VHDL and Verilog in one core"),
        ('"a.v"', '"a.txt"', "the language of 'a.txt' is unknown"),
        ('"a.v"', '"-o/a.v"', "files.0"),
        ('"sha-256"', '"sha256"', "unknown algorithm 'sha256'"),
        ('"sha-256"', '"md5"', "an algorithm without a model needs `answers` and `padding`"),
        ('"mine"', '"highspeed"', "sha-256/highspeed is a core of the catalogue"),
        ("word_bits = 32", "word_bits = 32\npadding = 'sha-256'", "needs `answers`"),
        ("word_bits = 32", "word_bits = 32\nanswers = 'gone.csv'", "there is no gone.csv"),
        (
            "word_bits = 32",
            "word_bits = 32\nio_ratio = 2\nports = { kind = 'axi-stream' }",
            "two clocks need",
        ),
        ("word_bits = 32", "word_bits = 32\nports = { kind = 'avalon' }", "ports.kind"),
        ("word_bits = 32", "word_bits = 32\nports = { kind = 'fifo', headers = false }", "needs a port for in_last"),
        ("word_bits = 32", "word_bits = 32\nports = { names = { in_last = 'x' } }", "have no in_last"),
        ("word_bits = 32", "word_bits = 32\nports = { names = { clk = 'rst' } }", "the port rst is named twice"),
        ("word_bits = 32", "word_bits = 32\nports = { kind = 'axi-stream', without = ['in_last'] }", "needs `headers`"),
        ("word_bits = 32", "word_bits = 32\nformula = { setup = 0 }", "formula.load: is missing"),
        ("word_bits = 32", "word_bits = 32\ncolour = 'blue'", "colour: unknown key"),
        ("word_bits = 32", "wordbits = 32", "wordbits: unknown key (did you mean word_bits?)"),
        (
            "word_bits = 32",
            "word_bits = 32\n[ports]\nname = { clk = 'c' }",
            "ports.name: unknown key (did you mean names?",
        ),
        ("word_bits = 32", "word_bits = 32\n[ports]\nroot = '.'", "root belongs above the first [table]"),
        ("word_bits = 32", "word_bits = 32\nformula = { startup = 0 }", "formula.startup: unknown key"),
        ("word_bits = 32", "word_bits = 'wide'", "word_bits: must be an integer"),
        ("word_bits = 32", "word_bits = 32.5", "word_bits: must be an integer"),
        ('files = ["a.v"]', 'files = "a.v"', "files: must be a list in brackets"),
        ("word_bits = 32", "word_bits = 32\nports = 'fifo'", "ports: must be a table"),
        (
            "word_bits = 32",
            "word_bits = 32\nports = { names = { clk = 3 } }",
            "ports.names.clk: must be a text in quotes",
        ),
        (
            "word_bits = 32",
            "word_bits = 32\nports = { names = { clock = 'c' } }",
            "ports.names.clock: 'clock' is unknown (did you mean clk?)",
        ),
        ("word_bits = 32", "word_bits = 32\nstalls = 'never'", "stalls: must be 'any' or 'none'"),
        ("word_bits = 32", "word_bits = 32\nsegments = 'two'", "segments: must be 'any' or 'one'"),
        (
            "word_bits = 32",
            "word_bits = 32\nmessages_in_flight = 2\nsegments = 'one'",
            "`segments` is for a core with headers that works on one message at a time",
        ),
        ('"mine"', '"My Core"', "architecture: 'My Core' must be lower-case letters and digits"),
        ('"a.v"', '"/a.v"', "files.0: '/a.v' is absolute: set `root` to its folder"),
        ('"a.v"', '"a b.v"', "files.0: 'a b.v' must be letters, digits and any of _ . + - only"),
        ('"a.v"', "'rtl\\a.v'", "with / between folders"),
        ('algorithm = "sha-256"', 'algorithm = "SHA-256"', "algorithm: 'SHA-256' must be lower-case letters"),
        ("word_bits = 32", f"word_bits = 32\n{_GOOD}", "a description holds one core: write a file for each"),
        (
            'algorithm = "sha-256"',
            '[core]\nalgorithm = "sha-256"',
            "a description holds one core: write a file for each",
        ),
        ('algorithm = "sha-256"', '[[core]]\nalgorithm = "sha-256"', "core: unknown table"),
    ],
)
def test_an_error_names_file_entry_and_fix(old: str, new: str, message: str, tmp_path: Path) -> None:
    """The message names the entry and the file, and has a hint."""
    for name in ("a.v", "b.vhd", "a.txt"):
        (tmp_path / name).touch()
    file = tmp_path / "my.toml"
    assert old in _GOOD
    file.write_text(_GOOD.replace(old, new), encoding="utf-8")
    with pytest.raises(FairhashError) as caught:
        read_described_core(file)
    assert message in str(caught.value)
    assert str(tmp_path) in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.hint


def test_a_byte_order_mark_is_accepted(tmp_path: Path) -> None:
    """Editors of Windows write one."""
    (tmp_path / "my.toml").write_text(_GOOD, encoding="utf-8-sig")
    assert read_description(tmp_path / "my.toml").algorithm == "sha-256"


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    """A missing description file is reported with its path."""
    with pytest.raises(FairhashError, match=r"gone\.toml: there is no such file"):
        read_described_core(tmp_path / "gone.toml")


def test_a_description_has_defaults(tmp_path: Path) -> None:
    """Omitted entries have the defaults of docs/description.md."""
    file = tmp_path / "my.toml"
    file.write_text(_GOOD, encoding="utf-8")
    read = read_description(file)
    assert read == Description(algorithm="sha-256", architecture="mine", files=("a.v",), top="a", word_bits=32)
    assert (read.ports.kind, read.ports.is_low("rst"), read.ports.with_headers) == ("fairhash", False, True)
    assert (read.formula, read.io_ratio, read.messages_in_flight) == (None, 1, 1)
