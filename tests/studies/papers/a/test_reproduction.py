# SPDX-License-Identifier: Apache-2.0
"""Paper A written: the page loads nothing, the data beside it is whole, and an empty checkout gives a page too."""

import csv
import re
from pathlib import Path

import pytest

from fairhash.catalog.targets import find_device
from fairhash.results.schema import Result
from fairhash.studies.papers.document import Document, to_markdown, write_folder
from fairhash.studies.papers.paper import find_paper
from tests.studies.papers.a.runs import several


def made() -> list[Result]:
    """Four candidates of 512 bits, one with both variants, and something that is no matter of the paper."""
    runs = [
        several("sha-512", (100, 101, 102), 1000),
        several("sha-256", (110, 111, 112), 500, digest_bits=256),
        several("keccak-512", (150, 160, 170), 1800),
        several("keccak-256", (150, 160, 170), 1900, digest_bits=256),
        several("jh-512", (200, 201, 202), 2200),
        several("cubehash-512", (120, 125, 130), 1100),
        several("luffa-512", (100, 101, 102), 5000),
        several("sha-1", (1, 2, 3), 77),
    ]
    return [run for group in runs for run in group]


def document(results: list[Result], *devices: str) -> Document:
    return find_paper("A").document(results, devices)


def test_other_algorithms_are_in_no_file(tmp_path: Path) -> None:
    write_folder(document(made()), tmp_path)
    assert not any("sha-1/" in file.read_text() for file in tmp_path.iterdir())


def test_the_data_files_have_the_values_of_the_page(tmp_path: Path) -> None:
    shown = document(made())
    write_folder(shown, tmp_path)
    names = [table.name for table in shown.tables()] + [chart.name for chart in shown.charts()]
    assert len(names) == len(set(names))
    for table in shown.tables():
        with (tmp_path / f"{table.name}.csv").open(newline="") as stream:
            head, *body = list(csv.reader(stream))
        assert len(set(head)) == len(head) == len(table.columns), table.name
        assert len(body) == len(table.rows), table.name
        assert all(re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name) for name in head), (table.name, head)
        latex = (tmp_path / f"{table.name}.tex").read_text()
        for line in latex.splitlines():
            if line.endswith(r"\\"):
                assert len(re.findall(r"(?<!\\)&", line)) == len(table.columns) - 1, (table.name, line)
    with (tmp_path / "figure-1.csv").open(newline="") as stream:
        rows = {row["algorithm"]: row for row in csv.DictReader(stream)}
    assert float(rows["keccak-512"]["throughput"]) == pytest.approx(160 / 101)
    assert float(rows["keccak-512"]["area"]) == 1.8
    assert float(rows["sha-512"]["throughput_per_area_high"]) == 1
    published = (tmp_path / "figure-1-published.csv").read_text().splitlines()
    assert "Groestl,3.2,8.23,0.39" in published
    assert (tmp_path / "figure-1.svg").read_text().startswith("<svg")


def test_every_table_of_the_paper_is_reproduced() -> None:
    shown = document(made())
    assert {table.name for table in shown.main_tables()} == {"table-10", "correlation"}
    names = {table.name for table in shown.tables()}
    assert {f"table-{number}" for number in range(1, 11)} <= names
    assert {f"table-{number}-256" for number in range(6, 11)} <= names
    assert {"correlation", "departures", "basis", "table-10-best"} <= names


def test_ranks_and_correlations_match_hand_computed_values() -> None:
    """The paper ranks Keccak first, then CubeHash, JH and Luffa; here Keccak is third: 1 - 6 x 6 / 60, (4 - 2) / 6."""
    tables = {table.name: table for table in document(made()).tables()}
    ranked = [row for row in tables["table-10"].rows if row[1] is not None]
    # 125/1100, 201/2200, 160/1800 and 101/5000 over 101/1000
    assert [(row[0], f"{row[1]:.3f}") for row in ranked] == [
        ("cubehash-512", "1.125"),
        ("jh-512", "0.905"),
        ("keccak-512", "0.880"),
        ("luffa-512", "0.200"),
    ]
    row = next(row for row in tables["correlation"].rows if str(row[0]).startswith("10"))
    assert row[3] == "4 of 14 candidates known"
    assert row[4] == pytest.approx(0.4)
    assert row[7] == pytest.approx(1 / 3)


def test_a_document_without_results_is_written() -> None:
    empty = document([])
    assert empty.figure_count == 0
    text = to_markdown(empty)
    assert "| Keccak | 512 | 64 | 1+16+24·N+8 |" in text
    assert "not measured" in text
    assert "0 of 0 compared values" in text


def test_devices_can_be_chosen() -> None:
    there = {"device": "gw2a", "device_family": "gw2a"}
    both = [*made(), *several("sha-512", (100, 100, 100), 900, **there)]
    assert "gw2a" in to_markdown(document(both))
    assert "gw2a" not in to_markdown(document(both, "ecp5-85k-8"))
    assert "| ice40-hx8k |" in to_markdown(document([], "ice40-hx8k"))


def test_default_devices_are_run_unless_others_are_named() -> None:
    """The largest device of each family, ECP5 first; the high-speed cores only."""
    devices = find_paper("A").default_devices()
    assert devices[0] == "ecp5-85k-8"
    families = [find_device(device).family for device in devices]
    assert len(families) == len(set(families)) >= 2
    cores = find_paper("A").cores()
    assert {core.architecture for core in cores} == {"highspeed"}
    assert {"keccak-512", "sha-256"} <= {core.algorithm for core in cores}
