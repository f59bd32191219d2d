# SPDX-License-Identifier: Apache-2.0
"""The data files of the site: all results, checksums, and where each value comes from."""

import csv
import hashlib
import json
import sqlite3

import pytest

from fairhash.results.export import read_csv, read_json_lines
from fairhash.site.provenance import unit_of
from tests.site.conftest import BuiltSite


def test_the_data_files_hold_all_results(built: BuiltSite) -> None:
    """SQLite, JSON Lines and CSV have the committed results and not the reader's own."""
    keys = sorted(result.key for result in built.results)
    with sqlite3.connect(built.folder / "data" / "results.sqlite") as database:
        assert sorted(key for (key,) in database.execute("SELECT key FROM results")) == keys
    assert sorted(result.key for result in read_json_lines(built.folder / "data" / "results.jsonl")) == keys
    assert read_csv(built.folder / "data" / "results.csv") == read_json_lines(built.folder / "data" / "results.jsonl")
    machine = json.loads((built.folder / "data" / "software-speeds.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert len({row["function"] for row in machine["rows"]}) > 100
    schema = json.loads((built.folder / "data" / "result.schema.json").read_text(encoding="utf-8"))
    assert schema["title"] == "Result"


def test_data_files_have_checksums_and_provenance(built: BuiltSite) -> None:
    """Computed here again; each CSV names the units of its columns, the version and the newest result."""
    lines = [line.split("  ") for line in (built.folder / "data" / "SHA256SUMS").read_text().splitlines()]
    files = {name.removeprefix("../"): digest for digest, name in lines}
    assert {"data/results.sqlite", "data/figures.csv", "papers/a/correlation.csv"} <= set(files)
    for name, digest in files.items():
        assert hashlib.sha256((built.folder / name).read_bytes()).hexdigest() == digest, name
    page = (built.folder / "data.html").read_text(encoding="utf-8")
    assert files["data/results.sqlite"] in page
    newest = f"{max(result.date for result in built.results):%Y-%m-%d}"
    assert {f"{name}-metadata.json" for name in files if name.endswith((".json", ".jsonl"))} == {
        str(file.relative_to(built.folder)) for file in built.folder.rglob("*.json*-metadata.json")
    }
    for file in sorted(built.folder.rglob("*.csv")):
        described = json.loads(file.with_name(f"{file.name}-metadata.json").read_text(encoding="utf-8"))
        (note,) = described["notes"]
        assert note["provenance"]["newest_result"] == newest, file
        assert note["provenance"]["tools"], file
        with file.open(encoding="utf-8", newline="") as stream:
            assert [column["name"] for column in described["tableSchema"]["columns"]] == next(csv.reader(stream)), file


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("fmax_median_mhz", "MHz"),
        ("mbit_s", "Mbit/s"),
        ("long_mbit_s_low", "Mbit/s"),
        ("throughput_gbit_s", "Gbit/s"),
        ("throughput_per_cell_mbit_s", "Mbit/s per cell"),
        ("throughput_per_area_512_mbit_s", "Mbit/s per unit of area"),
        ("short_mbit_s_per_slice", "Mbit/s per slice"),
        ("keccak_8_cores_ns_per_byte", "ns per byte"),
        ("synthesis_cost.cpu_s", "s"),
        ("layout.width_um", "µm"),
        ("throughput_ratio_low", ""),
        ("seeds", ""),
    ],
)
def test_columns_have_the_unit_that_their_name_says(name: str, unit: str) -> None:
    """Columns of the site's CSV files."""
    assert unit_of(name) == unit


def test_the_table_of_figures_names_the_runs(built: BuiltSite) -> None:
    """Keys of stored results, as many as seeds, with the tools and the status of each figure."""
    keys = {result.key[:12] for result in built.results}
    with (built.folder / "data" / "figures.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert rows
    for row in rows:
        assert set(row["run_keys"].split()) <= keys
        assert len(row["run_keys"].split()) == len(row["seed_numbers"].split()) >= int(row["seeds"])
        assert row["tools"]
        assert row["status"]
        assert (row["rank"] != "") <= (row["status"] == "known")
