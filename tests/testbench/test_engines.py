# SPDX-License-Identifier: Apache-2.0
"""The engines play the same stimulus alike, and are built once."""

import random
import shutil
from pathlib import Path

import pytest

from fairhash.external.resolve_core import read_described_core
from fairhash.testbench import stimulus
from fairhash.testbench.compiled import fast_engine, simulator_key
from fairhash.testbench.engines import Engine, cached, read
from fairhash.testbench.message import Case, Message, Stalls
from fairhash.testbench.vhdl import vhdl_engine
from tests.testbench.toys import TOY, toy_core


def _cases() -> list[Case]:
    draw = random.Random(7)
    cases = []
    for number in range(24):
        messages = tuple(Message("toy-128", draw.randbytes(size), 8 * size) for size in draw.choices(range(60), k=2))
        stalls = Stalls(bool(number & 1), bool(number & 2), draw.getrandbits(32)) if number % 4 else None
        abort = draw.randrange(1, 60) if number % 5 == 4 else 0
        cases.append(Case(messages, stalls, reset=2 if number % 5 == 0 else 0, abort=abort, phase=number % 2))
    return cases


@pytest.mark.parametrize("architecture", ["plain", "two-clocks"])
def test_engines_give_equal_observations(architecture: str, tmp_path: Path) -> None:
    core = toy_core(architecture)
    sections = [stimulus.make_section(core, TOY, case) for case in _cases()]
    sent = tmp_path / "stimulus"
    stimulus.write(sent, core, sections)
    engines: list[Engine] = [fast_engine(core), vhdl_engine(core)]
    seen = [tmp_path / engine.name for engine in engines]
    for engine, file in zip(engines, seen, strict=True):
        engine.run(sent, file, seed=3)
    assert seen[0].read_bytes() == seen[1].read_bytes()
    traces = read(seen[0])
    assert [trace.verdict for trace in traces] == ["aborted" if s.case.abort else "done" for s in sections]
    whole = [(section, trace) for section, trace in zip(sections, traces, strict=True) if not section.case.abort]
    assert all([word for _, word in trace.given] == list(section.expected) for section, trace in whole)
    assert all([word for _, word in trace.taken] == [word for *_, word in section.inputs] for section, trace in whole)


def test_stalls_delay_words(tmp_path: Path) -> None:
    """Gaps and stalls of the file are seen as they are meant, cycle by cycle."""
    core = toy_core()
    section = stimulus.make_section(core, TOY, Case((Message("toy-128", b"", 0),), reset=4))
    lines = section.text(core.word_bits).splitlines()
    lines[1:6] = [f"{gap} {line.split(' ', 1)[1]}" for gap, line in zip((0, 3, 0, 2, 0), lines[1:6], strict=True)]
    lines[6:10] = ["ffffffff 9", "00000000 0", "00000000 4", "ffffffff 0"]
    sent = tmp_path / "stimulus"
    sent.write_text("\n".join(lines) + "\n", encoding="ascii")
    for engine in (fast_engine(core), vhdl_engine(core)):
        engine.run(sent, tmp_path / "observation", seed=1)
        trace = read(tmp_path / "observation")[0]
        assert [cycle - trace.start for cycle, _ in trace.taken] == [0, 4, 5, 8, 9]
        delivered = [cycle - trace.given[0][0] for cycle, _ in trace.given]
        assert delivered == [0, 2, 8, 9]


def test_a_simulator_is_built_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAIRHASH_BUILD", str(tmp_path))
    made: list[Path] = []

    def make(folder: Path) -> None:
        made.append(folder)
        (folder / "file").write_text("x", encoding="ascii")

    assert cached("key", make) == cached("key", make)
    assert len(made) == 1
    assert [file.name for file in (tmp_path / "sim").iterdir()] == ["key"]


def test_a_failed_build_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAIRHASH_BUILD", str(tmp_path))

    def fail(folder: Path) -> None:
        (folder / "half").write_text("x", encoding="ascii")
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        cached("key", fail)
    assert list((tmp_path / "sim").iterdir()) == []


def test_the_simulator_key_includes_the_adapter_generics(checkout: Path, tmp_path: Path) -> None:
    """The core with a port of one block as sha-224 and as sha-256 needs two simulators: the digest sizes differ."""
    shutil.copytree(checkout / "examples" / "shapes", tmp_path / "example")
    described = tmp_path / "example" / "block.toml"
    text = described.read_text(encoding="utf-8")
    described.write_text(text.replace("[ports]", "[ports]\nout_word_bits = 256"), encoding="utf-8")
    right = read_described_core(described)
    described.write_text(described.read_text().replace('"sha-256"', '"sha-224"'))
    wrong = read_described_core(described)
    assert simulator_key(right) != simulator_key(wrong)
    described.write_text(described.read_text().replace('"sha-224"', '"sha-256"') + "# a comment\n")
    assert simulator_key(read_described_core(described)) == simulator_key(right)
