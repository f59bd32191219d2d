# SPDX-License-Identifier: Apache-2.0
"""The commands results and replicate."""

import json
from pathlib import Path

import pytest

from fairhash.cli.main import run
from fairhash.results import ResultsFolder, export, own_results
from tests.results.samples import failed, sample


@pytest.fixture(autouse=True)
def _build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A build folder of its own."""
    monkeypatch.setenv("FAIRHASH_BUILD", str(tmp_path))


@pytest.mark.parametrize("name", ["r.jsonl", "r.csv"])
def test_what_is_exported_comes_back(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """From one folder to another, every field, and to the same bytes again."""
    file, again = tmp_path / name, tmp_path / f"again-{name}"
    rows = [sample(seed=1), sample(seed=2), failed("sha-512/highspeed")]
    own_results().add(rows)
    assert run(["results", "export", "--to", str(file), "--only", "yours"]) == 0
    monkeypatch.setenv("FAIRHASH_BUILD", str(tmp_path / "other"))
    assert run(["results", "import", str(file)]) == 0
    assert run(["results", "import", str(file)]) == 0
    assert "3 of 3 results added" in (said := capsys.readouterr().out)
    assert "0 of 3 results added" in said
    assert own_results().read() == ResultsFolder(tmp_path / "results").read()
    assert run(["results", "export", "--to", str(again), "--only", "yours"]) == 0
    assert again.read_bytes() == file.read_bytes()


@pytest.mark.parametrize("name", ["r.parquet", "r.sqlite"])
def test_files_for_other_programs(tmp_path: Path, name: str) -> None:
    assert (
        run(["results", "export", "--to", str(tmp_path / name), "--only", "committed", "--device", "ice40-hx8k"]) == 0
    )
    assert (tmp_path / name).stat().st_size > 1000


def test_import_keeps_or_replaces(tmp_path: Path) -> None:
    """Of the same key the stored one stays unless asked otherwise."""
    file = tmp_path / "r.jsonl"
    own_results().add([sample(area=101)])
    file.write_text(sample(area=102).model_dump_json() + "\n")
    for options, area in (([], 101), (["--replace"], 102)):
        assert run(["results", "import", str(file), *options]) == 0
        (row,) = own_results().read()
        assert row.resources is not None
        assert row.resources.area_cells == area


@pytest.mark.parametrize("suffix", [".csv", ".jsonl"])
def test_a_byte_order_mark_is_read_over(tmp_path: Path, suffix: str) -> None:
    """A spreadsheet that saved the file has put it there."""
    file = tmp_path / f"rows{suffix}"
    (export.write_csv if suffix == ".csv" else export.write_json_lines)([sample()], file)
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert export.read(file) == [sample()]


def test_import_adds_nothing_with_a_wrong_line(tmp_path: Path) -> None:
    good, wrong = tmp_path / "good.jsonl", tmp_path / "wrong.jsonl"
    good.write_text(sample().model_dump_json() + "\n")
    wrong.write_text("{}\n")
    assert run(["results", "import", str(good), str(wrong)]) == 2
    assert own_results().read() == []


def test_list_filters(capsys: pytest.CaptureFixture[str]) -> None:
    """One line a result."""
    own_results().add([sample(), failed("sha-512/highspeed")])
    assert run(["results", "list", "--only", "yours", "--status", "unfit"]) == 0
    head, row = capsys.readouterr().out.splitlines()
    assert head.split()[:2] == ["key", "core"]
    assert row.split()[1] == "sha-512/highspeed"


def test_both_folders_are_read(capsys: pytest.CaptureFixture[str]) -> None:
    own_results().add([sample("keccak-512/somebody")])
    counts = []
    for options in ([], ["--only", "yours"], ["--only", "committed"]):
        assert run(["results", "query", "SELECT count(*) AS rows FROM results", "--json", *options]) == 0
        (row,) = json.loads(capsys.readouterr().out)
        counts.append(row["rows"])
    assert counts[0] == counts[1] + counts[2]
    assert counts[1] == 1


def test_a_folder_without_results_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The wrong folder must not look like results that are stored already."""
    folder = tmp_path / "wrong"
    folder.mkdir()
    (folder / "rows.csv").touch()
    assert run(["results", "import", str(folder)]) == 2
    assert "no *.jsonl files below this folder" in capsys.readouterr().err


def test_a_query_as_json_is_json(capsys: pytest.CaptureFixture[str]) -> None:
    """Infinity is no JSON, and an object has each name once."""
    assert run(["results", "query", "SELECT 1e999 AS a, -1e999 AS b, [2.5] AS c", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    assert printed == [{"a": "inf", "b": "-inf", "c": [2.5]}]
    assert run(["results", "query", "SELECT 1 AS a, 2 AS a", "--json"]) == 2
    assert "several columns are named a" in capsys.readouterr().err


def test_a_query_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    own_results().add([sample(clock_mhz=150), failed("sha-512/highspeed")])
    sql = "SELECT core, achieved.effective_mhz AS mhz FROM results ORDER BY core"
    assert run(["results", "query", sql, "--only", "yours"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines == [["core", "mhz"], ["keccak-512/highspeed", "150.0"], ["sha-512/highspeed", "-"]]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("results import {}/absent.jsonl", "cannot read"),
        ("results export --to {}/r.txt", "gives no format"),
        ("results list --only theirs", "'theirs' is not one of"),
        ("results list --device ecp5", "unknown device 'ecp5'; did you mean ecp5-25k-6, ecp5-85k-8?"),
        ("results list --core sha-256/higspeed", "did you mean sha-256/highspeed"),
        ("results list --status good", "'good' is not one of 'ok'"),
        ("replicate abcdef0123", "no results match abcdef0123"),
        ("replicate xyz", "neither a file nor the first digits of a key"),
    ],
)
def test_wrong_use_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str, words: str) -> None:
    """And exit status 2."""
    own_results().add([sample()])
    assert run(line.format(tmp_path).split()) == 2
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1


def test_prune_removes_what_was_measured_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A stale result stays while its core has no other one on the device, unless all are to go."""
    results = ResultsFolder(tmp_path / "pruned")
    today, other_seed, other_device = sample(seed=1), sample(seed=2), sample(seed=3, device="gw2a-18c")
    stale = [row.model_copy(update={"stale": "changed"}) for row in (other_seed, other_device)]
    results.add([today, *stale])
    lines = (tmp_path / "pruned" / f"{today.device}.jsonl").read_text().splitlines()
    command = ["results", "prune", "--results", str(results.folder)]
    assert run(command) == 0
    assert "1 stale results to remove" in capsys.readouterr().out
    assert len(results.read()) == 3
    assert run([*command, "--write"]) == 0
    assert {row.key for row in results.read()} == {today.key, other_device.key}
    assert (tmp_path / "pruned" / f"{today.device}.jsonl").read_text().splitlines() == [
        line for line in lines if today.key in line
    ]
    assert run([*command, "--write", "--all"]) == 0
    assert results.read() == [today]
