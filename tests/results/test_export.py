# SPDX-License-Identifier: Apache-2.0
"""Export and import: everything comes back, and a wrong file is refused with its line."""

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from fairhash.base import files
from fairhash.base.errors import FairhashError
from fairhash.results import export
from fairhash.results.schema import NetlistGate, Result
from tests.results.samples import failed, sample
from tests.results.test_results_folder import file_size_limit

ROWS = [
    sample(clock_mhz=1 / 3),
    failed(seed=2, reason='one "two", three\r\nfour é \u2028 five', tools=()),
    sample(seed=-3, netlist=NetlistGate(), measured_cycles=None, cycles_note="hangs", generics={}, verilog_digest=None),
    failed(seed=4, status="timed-out", stage="synthesis", netlist=NetlistGate(), synthesis_cost=None),
]

Writer = Callable[[list[Result], Path], None]
Reader = Callable[[Path], list[Result]]


def test_committed_results_are_readable(checkout: Path) -> None:
    """Also those made before GHDL's arguments were recorded: they have the tool, and no command of it."""
    rows = export.read_folder(checkout / "results")
    assert rows
    assert all(row.tools[0].tool == "ghdl" for row in rows)


@pytest.mark.parametrize(
    ("write", "read"),
    [(export.write_csv, export.read_csv), (export.write_json_lines, export.read_json_lines)],
    ids=["csv", "json-lines"],
)
def test_exported_results_are_read_back_equal(tmp_path: Path, write: Writer, read: Reader) -> None:
    file = tmp_path / "deep" / "rows"
    write(ROWS, file)
    assert read(file) == ROWS
    write([], file)
    assert read(file) == []
    assert [path.name for path in file.parent.iterdir()] == ["rows"]


def test_csv_has_plain_columns(tmp_path: Path) -> None:
    export.write_csv([sample(clock_mhz=139.5)], tmp_path / "r.csv")
    with (tmp_path / "r.csv").open(newline="") as stream:
        (row,) = csv.DictReader(stream)
    assert row["achieved.effective_mhz"] == "139.5"
    assert row["resources.area_cells"] == "5000"
    assert row["measured_cycles.formula.block"] == "24"
    assert row["status"] == "ok"
    assert row["date"] == "2026-11-21T12:00:01Z"
    assert json.loads(row["tools"])[0]["commands"] == [["ghdl", "--synth", "a b", ""]]


def test_folder_of_json_lines(tmp_path: Path) -> None:
    export.write_json_lines([sample()], tmp_path / "ecp5" / "a.jsonl")
    export.write_json_lines([sample(seed=2)], tmp_path / "b.jsonl")
    assert {row.seed for row in export.read_folder(tmp_path)} == {1, 2}
    assert export.read_folder(tmp_path / "missing") == []


def test_an_incorrect_line_is_named(tmp_path: Path) -> None:
    file = tmp_path / "r.jsonl"
    file.write_text(sample().model_dump_json() + "\n\n" + sample().model_dump_json().replace('"ok"', '"good"') + "\n")
    with pytest.raises(FairhashError, match=r"r\.jsonl:3: .*status: "):
        export.read_json_lines(file)
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(FairhashError, match="cannot read"):
        export.read_json_lines(file)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("area_cells", "area", "not a CSV file of results"),
        (",5000,", ",many,", r"r\.csv:2: .*column resources.area_cells holds 'many'"),
        (",5000,", ",-1,", r"r\.csv:2: .*resources.area_cells: "),
        ("\n1,f", "\n1,", r"not a result: key"),
        (",ok,", ',"ok,', "not a CSV file"),
        (",ok,", ",", "fewer cells than columns"),
    ],
)
def test_an_incorrect_row_is_named(tmp_path: Path, old: str, new: str, message: str) -> None:
    file = tmp_path / "r.csv"
    export.write_csv([sample(key="f" * 64)], file)
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))
    with pytest.raises(FairhashError, match=message):
        export.read_csv(file)


def test_a_full_disk_keeps_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "r.jsonl"
    export.write_json_lines([sample()], file)
    old = file.read_text()
    with file_size_limit(8192), pytest.raises(FairhashError, match=r"r\.jsonl: cannot write: .*free some space"):
        export.write_json_lines([sample(seed=seed) for seed in range(100)], file)
    assert file.read_text() == old
    assert [path.name for path in tmp_path.iterdir()] == ["r.jsonl"]


def test_an_unwritable_folder_is_reported_in_one_line() -> None:
    with pytest.raises(FairhashError, match=r"/proc/none/a: cannot write: "):
        files.write_text(Path("/proc/none/a"), "x")
