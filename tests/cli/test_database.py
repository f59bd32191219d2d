# SPDX-License-Identifier: Apache-2.0
"""The commands results and replicate."""

from pathlib import Path

import pytest

from fairhash.cli.main import run
from fairhash.results import Database
from tests.results.samples import failed, sample


@pytest.mark.parametrize("name", ["r.jsonl", "r.csv"])
def test_what_is_exported_comes_back(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """From one database to another, every field, and to the same bytes again."""
    one, other, file, again = (tmp_path / part for part in ("one.sqlite", "other.sqlite", name, f"again-{name}"))
    rows = [sample(seed=1), sample(seed=2), failed("sha-512/highspeed")]
    Database(one).add(rows)
    assert run(["results", "export", str(file), "--database", str(one)]) == 0
    assert run(["results", "import", str(file), "--database", f"sqlite:///{other}"]) == 0
    assert run(["results", "import", str(file), "--database", str(other)]) == 0
    assert "3 of 3 results added" in (said := capsys.readouterr().out)
    assert "0 of 3 results added" in said
    assert Database(other).find() == Database(one).find()
    assert run(["results", "export", str(again), "--database", str(other)]) == 0
    assert again.read_bytes() == file.read_bytes()


def test_import_keeps_or_replaces(tmp_path: Path) -> None:
    """Of the same key the stored one stays unless asked otherwise."""
    database, file = tmp_path / "r.sqlite", tmp_path / "r.jsonl"
    Database(database).add([sample(area=101)])
    file.write_text(sample(area=102).model_dump_json() + "\n")
    for options, area in (([], 101), (["--replace"], 102)):
        assert run(["results", "import", str(file), "--database", str(database), *options]) == 0
        (row,) = Database(database).find()
        assert row.resources is not None
        assert row.resources.area_cells == area


def test_list_filters(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line a result."""
    Database(tmp_path / "r.sqlite").add([sample(), failed("sha-512/highspeed")])
    assert run(["results", "list", "--status", "unfit", "--database", str(tmp_path / "r.sqlite")]) == 0
    head, row = capsys.readouterr().out.splitlines()
    assert head.split()[:2] == ["key", "core"]
    assert row.split()[1] == "sha-512/highspeed"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("results import {}/absent.jsonl", "cannot read"),
        ("results list --database oracle://x", "not supported"),
        ("replicate abcdef0123", "no results match abcdef0123"),
        ("replicate xyz", "neither a file nor the first digits of a key"),
    ],
)
def test_wrong_use_is_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    line: str,
    words: str,
) -> None:
    """And exit status 2."""
    monkeypatch.setenv("FAIRHASH_DATABASE", str(tmp_path / "r.sqlite"))
    Database().add([sample()])
    assert run(line.format(tmp_path).split()) == 2
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1
