# SPDX-License-Identifier: Apache-2.0
"""The revision numbers of the bench's code: a guard against changes without one, and the digests that it compares."""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from fairhash.bench import revisions as module
from fairhash.bench.revisions import FILE, Revision, accept, changed_parts, revision, revisions

PYTHON = '"""Doc."""\nimport re\n\nLIMIT = 8\n\n\ndef f(x):\n    """Adds."""\n    return x + LIMIT\n'
C = '#include "words.h"\n/* Adds. */\nint f(int x) { return x + 8; }\n'
VHDL = "-- Adds.\ny <= x xor k;\n"


def test_no_code_has_changed_without_a_decision() -> None:
    """Stored outcomes are valid as long as the code that made them has the same meaning."""
    changed = ", ".join(changed_parts())
    assert not changed, (
        f"the code of {changed} is not that of src/fairhash/bench/revisions.toml. If it can change an outcome, raise "
        "the number there; then run: python -m fairhash.bench.revisions --accept"
    )


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty package in place of FairHash's."""
    monkeypatch.setattr(module, "PACKAGE", tmp_path)
    return tmp_path


def _digest(package: Path, text: str, name: str) -> str:
    for file in package.iterdir():
        file.unlink()
    (package / name).write_text(text)
    return Revision("part", 1, ("*",), "").digest_now()


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("a.py", PYTHON, "# why\n" + PYTHON),
        ("a.py", PYTHON, PYTHON.replace("Doc.", "Other words.").replace("Adds.", "Returns the sum.")),
        ("a.py", PYTHON, PYTHON.replace("x + LIMIT", "(x   +   LIMIT)")),
        ("a.py", PYTHON, PYTHON.replace("import re", "from fairhash.other import re")),
        ("a.c", C, C.replace("Adds.", "Returns the sum.").replace(";", "; // why\n")),
        ("a.c", C, C.replace("words.h", "folder/words.h")),
        ("a.vhd", VHDL, VHDL.replace("Adds.", "Returns the sum.").replace(";", ";  -- why")),
    ],
    ids=["comment", "docstrings", "layout", "import", "C comments", "C include", "VHDL comments"],
)
def test_a_change_without_meaning_keeps_the_digest(package: Path, name: str, before: str, after: str) -> None:
    assert before != after
    assert _digest(package, after, name) == _digest(package, before, name)


@pytest.mark.parametrize(
    ("name", "before", "old", "new"),
    [
        ("a.py", PYTHON, "x + LIMIT", "x - LIMIT"),
        ("a.py", PYTHON, "LIMIT = 8", "LIMIT = 9"),
        ("a.c", C, "x + 8", "x - 8"),
        ("a.c", C, "x + 8", "x + 9"),
        ("a.vhd", VHDL, "xor", "or"),
        ("a.txt", "-- 1\n", "1", "2"),
    ],
    ids=["operator", "constant", "C operator", "C constant", "VHDL operator", "other file"],
)
def test_a_change_of_meaning_changes_the_digest(package: Path, name: str, before: str, old: str, new: str) -> None:
    assert _digest(package, before.replace(old, new), name) != _digest(package, before, name)


def test_the_name_of_a_file_does_not_matter(package: Path) -> None:
    assert _digest(package, PYTHON, "a.py") == _digest(package, PYTHON, "z.py")


def test_every_file_of_a_part_is_in_its_digest(package: Path) -> None:
    one = _digest(package, PYTHON, "a.py")
    (package / "b.py").write_text("x = 1\n")
    assert Revision("part", 1, ("*",), "").digest_now() != one
    assert Revision("part", 1, ("a.py",), "").digest_now() == one


@pytest.mark.parametrize("part", sorted(revisions()))
def test_every_pattern_names_a_file(part: str) -> None:
    """A pattern of a file that was renamed would leave its code unguarded."""
    for pattern in revisions()[part].files:
        assert list(replace(revisions()[part], files=(pattern,))._files()), pattern


def test_numbers_are_data_of_a_key() -> None:
    assert revision("testbench", "models") == {
        "testbench": revisions()["testbench"].number,
        "models": revisions()["models"].number,
    }


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of revisions.toml in place of the file."""
    copied = tmp_path / FILE.name
    shutil.copy(FILE, copied)
    monkeypatch.setattr(module, "FILE", copied)
    revisions.cache_clear()
    yield copied
    revisions.cache_clear()


def test_accepting_stores_the_digest_of_changed_code(copy: Path) -> None:
    """Of the changed parts alone; numbers, patterns, comments and other digests stay."""
    before = copy.read_text(encoding="utf-8")
    now = revisions()["placement"].digest_now()
    copy.write_text(before.replace(now, "0" * 64), encoding="utf-8")
    revisions.cache_clear()
    assert changed_parts() == {"placement": now}
    accept()
    assert copy.read_text(encoding="utf-8") == before
