# SPDX-License-Identifier: Apache-2.0
"""Inputs that a stranger could write, from a seed: each is refused in one line or used, never a traceback.

Descriptions have a test of their own kind in tests/catalog/test_description.py.
"""

import contextlib
import io
import json
import random
import re
import string
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fairhash.base.errors import FairhashError
from fairhash.base.table import markdown_table
from fairhash.catalog.campaign import read_campaign
from fairhash.catalog.core import Formula
from fairhash.cli.main import run
from fairhash.external.description import read_description
from fairhash.figures.figure_table import figure_rows
from fairhash.figures.figures import figures
from fairhash.models import answers
from fairhash.results import export
from fairhash.results.schema import MeasuredCycles
from tests.results.samples import failed, sample

_SEED = 49
_FEW, _MANY = 400, 4000
"""Inputs of each kind in ./test, and in ./test --all."""

_TEXTS = (
    *("", "x", "a" * 5000, "..", "../x", "a/../../x", "/etc/passwd", "-x", "\0", "\n", "'", '"', ";", "$(id)", "`id`"),
    *("=1+1", "<b>", "\u202e", "\ud800".encode("utf-8", "surrogatepass").decode("latin-1"), "é", "1", "1e5", "NaN"),
    *("%s%n", "{0}", "\\", "a\tb", "ok", "sha-256/highspeed", "\x1b[2J", "\u2028", "0x10", "true"),
)
_NUMBERS = (
    *(0, 1, -1, 2**31, 2**53, 2**63, 2**64, 2**70, -(2**63), 10**400, 0.5, -0.5, 1e-320, 1e308, -1e308),
    *(float("nan"), float("inf"), float("-inf"), True, False, None),
)


def _value(draw: random.Random, depth: int = 0) -> Any:
    """Any JSON value, hostile ones often."""
    match draw.randrange(6 if depth < 3 else 3):
        case 0:
            return draw.choice(_TEXTS)
        case 1:
            return draw.choice(_NUMBERS)
        case 2:
            return "".join(draw.choices(string.printable, k=draw.randrange(12)))
        case 3:
            return [_value(draw, depth + 1) for _ in range(draw.randrange(4))]
        case 4:
            return {draw.choice(_TEXTS): _value(draw, depth + 1) for _ in range(draw.randrange(3))}
        case _:
            return draw.randint(-10, 10)


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of every value inside a JSON value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, part in items for place in _places(part, (*path, key)))]


def _changed(data: Any, draw: random.Random) -> Any:
    """A copy of a JSON object with one to three values replaced, removed or added."""
    data = json.loads(json.dumps(data))
    for _ in range(draw.randint(1, 3)):
        *outer, last = draw.choice([place for place in _places(data) if place])
        inner = data
        for key in outer:
            inner = inner[key]
        match draw.randrange(8):
            case 0:
                del inner[last]
            case 1 if isinstance(inner, dict):
                inner[draw.choice(_TEXTS)] = _value(draw)
            case _:
                inner[last] = _value(draw)
        if not _places(data)[1:]:
            break
    return data


def _bytes(text: str, draw: random.Random) -> bytes:
    """The text in UTF-8, sometimes with changed bytes or cut short."""
    raw = bytearray(text.encode("utf-8", "surrogatepass"))
    if raw and draw.random() < 0.2:
        for _ in range(draw.randint(1, 4)):
            raw[draw.randrange(len(raw))] = draw.randrange(256)
        raw = raw[: draw.randrange(len(raw))] if draw.random() < 0.3 else raw
    return bytes(raw)


def _one_line(error: FairhashError) -> None:
    assert "\n" not in str(error)
    assert len(str(error)) < 3000, str(error)[:200]


def _row(folder: Path, draw: random.Random) -> None:
    """Read a row, and if it is accepted show it and write it in each format."""
    measured = MeasuredCycles(formula=Formula(setup=1, load=9, block=24, unload=8), blocks=(1, 2), cycles=(42, 66))
    original = draw.choice((sample(measured_cycles=measured), failed("unfit")))
    file, copy = folder / "rows.jsonl", folder / "copy.csv"
    file.write_bytes(_bytes(json.dumps(_changed(original.model_dump(mode="json"), draw)), draw))
    try:
        results = export.read(file)
    except FairhashError as error:
        _one_line(error)
        return
    every = figures(results)
    markdown_table(("note",), [(row.note,) for row in figure_rows(every)])
    export.write_csv(results, copy)
    assert export.read(copy) == results
    export.write_json_lines(results, file)
    assert export.read(file) == results
    export.write_sqlite(results, folder / "copy.sqlite")


_CAMPAIGN = """description = "x"
[groups]
few = ["sha-256/highspeed"]
[[entry]]
kind = "runs"
cores = ["@few", "keccak-*/highspeed"]
targets = ["ecp5-85k-8"]
recipes = ["default"]
seeds = 1
"""
_DESCRIPTION = """algorithm = "sha-1"
architecture = "mine"
files = ["a.v"]
top = "a"
word_bits = 32
root = "."
generics = { A = 1, B = "x", C = true }
libraries = { }
[ports]
kind = "axi-stream"
[ports.names]
clk = "clk"
[ports.tie]
x = 0
"""


def _toml(value: Any) -> str:
    """A value as TOML, or text that is none."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {_toml(part)}" for key, part in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value) if isinstance(value, str) else str(value).lower()


def _table(text: str, draw: random.Random) -> str:
    """A TOML file with one to three lines changed."""
    lines = text.splitlines()
    for _ in range(draw.randint(1, 3)):
        place = draw.randrange(len(lines))
        match draw.randrange(5):
            case 0:
                lines.insert(place, draw.choice(lines))
            case 1:
                del lines[place]
                lines = lines or [""]
            case 2:
                lines.insert(place, f"{draw.choice(('seeds', 'root', 'x', 'cores', 'top'))} = {_toml(_value(draw))}")
            case _:
                key = lines[place].partition("=")[0]
                lines[place] = f"{key}= {_toml(_value(draw))}"
    return "\n".join(lines)


def _campaign(folder: Path, draw: random.Random) -> None:
    file = folder / "campaign.toml"
    file.write_bytes(_bytes(_table(_CAMPAIGN, draw), draw))
    with contextlib.suppress(FairhashError):
        read_campaign(file)


def _description(folder: Path, draw: random.Random) -> None:
    file = folder / "core.toml"
    file.write_bytes(_bytes(_table(_DESCRIPTION, draw), draw))
    try:
        read_description(file)
    except FairhashError as error:
        _one_line(error)


_ANSWERS = """algorithm,version,digest_bits,msg_bits,msg_hex,digest_hex,source
sha-1,1,160,24,616263,a9993e364706816aba3e25717850c26c9cd0d89d,FIPS 180-4
toy,1,64,0,,f3d303c65846da4d,own
"""


def _answers(folder: Path, draw: random.Random) -> None:
    rows = [line.split(",") for line in _ANSWERS.splitlines()]
    for _ in range(draw.randint(1, 3)):
        row = draw.choice(rows)
        match draw.randrange(5):
            case 0 if len(row) > 1:
                del row[draw.randrange(len(row))]
            case 1:
                row.append(str(_value(draw)))
            case _:
                row[draw.randrange(len(row))] = str(draw.choice((*_TEXTS, *_NUMBERS)))
    file = folder / "answers.csv"
    file.write_bytes(_bytes("\n".join(map(",".join, rows)) + "\n", draw))
    try:
        answers.read(file)
    except FairhashError as error:
        _one_line(error)


_WORDS = (
    *(
        "hash",
        "pad",
        "show",
        "cycles",
        "verify",
        "implement",
        "results",
        "report",
        "select",
        "campaign",
        "list",
        "bench",
    ),
    *("replicate", "import", "export", "--device", "--recipe", "--seeds", "--to", "--from", "--seed", "-a", "--json"),
    *("--algorithm", "--mode", "--random", "--jobs", "--area", "--engine", "--help", "--", "--bits", "--w", "mutants"),
)


def _command_line(folder: Path, draw: random.Random) -> None:
    """Words that cannot all be right: the last one is an option or a file that does not exist."""
    words = [draw.choice(_WORDS) if draw.random() < 0.7 else draw.choice(_TEXTS) for _ in range(draw.randint(1, 5))]
    words.append(draw.choice(("--unknown-option", f"{folder}/missing.toml", f"{folder}/{'x' * 300}", "--seeds=1e99")))
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = run(["show" if words[0] == "--" else words[0], *words[1:], "--unknown-option"])
    assert status == 0 if "--help" in words and status == 0 else status in (0, 2), (words, status)
    if status == 2 and err.getvalue():
        assert re.fullmatch(r"fairhash: [^\n]*\n", err.getvalue()), (words, err.getvalue())


_KINDS = {
    "rows": _row,
    "campaigns": _campaign,
    "descriptions": _description,
    "answers": _answers,
    "command lines": _command_line,
}


@pytest.mark.parametrize("count", [_FEW, pytest.param(_MANY, marks=pytest.mark.long)])
@pytest.mark.parametrize("kind", list(_KINDS))
def test_hostile_inputs_give_no_traceback(kind: str, count: int, tmp_path: Path) -> None:
    """The seed and the number of an input repeat it."""
    use: Callable[[Path, random.Random], None] = _KINDS[kind]
    for number in range(count):
        draw = random.Random(f"{_SEED} {kind} {number}")
        try:
            use(tmp_path, draw)
        except Exception as error:
            raise AssertionError(f"{kind}, input {number}: {type(error).__name__}: {error}") from error
