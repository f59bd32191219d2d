# SPDX-License-Identifier: Apache-2.0
"""Paper D written: its files are complete, and its Markdown page has them all."""

import csv
import re
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.base.table import Column, Table
from fairhash.results.schema import Result
from fairhash.studies.papers.document import Document, to_markdown, write_folder, write_page
from fairhash.studies.papers.paper import find_paper, paper_letters
from tests.studies.papers.d.runs import cells_run, several


def made() -> list[Result]:
    """Cases I and V on an FPGA and on a library, and something that is no matter of the paper."""
    rows = [*several("case-1", (140, 150, 160), 4000), *several("case-5", (250, 251, 252), 8000)]
    return [*rows, *cells_run("case-1", 400, 30000), *several("case-1", (100, 100, 100), 900, algorithm="blake-32")]


def document(results: list[Result], *devices: str) -> Document:
    return find_paper("D").document(results, devices)


def test_other_algorithms_are_in_no_file(tmp_path: Path) -> None:
    write_folder(document(made()), tmp_path)
    assert {file.suffix for file in tmp_path.iterdir()} == {".csv", ".tex", ".svg"}
    assert not any("blake-32" in file.read_text() for file in tmp_path.iterdir())


def test_the_data_files_have_full_precision(tmp_path: Path) -> None:
    shown = document(made())
    write_folder(shown, tmp_path)
    with (tmp_path / "table-2-keccak-512-ecp5-85k-8.csv").open(newline="") as stream:
        rows = {row["case"]: row for row in csv.DictReader(stream)}
    assert float(rows["V"]["throughput_mbit_s"]) == pytest.approx(4 * 576 * 251 / 48)
    assert (rows["V"]["published_throughput_mbit_s"], rows["II"]["fmax_median_mhz"]) == ("16510.0", "")
    for table in shown.tables():
        with (tmp_path / f"{table.name}.csv").open(newline="") as stream:
            head, *body = list(csv.reader(stream))
        assert len(set(head)) == len(head) == len(table.columns), table.name
        assert len(body) == len(table.rows), table.name
        assert all(re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name) for name in head), table.name
    assert (tmp_path / "throughput-over-area-keccak-512-ecp5-85k-8.svg").read_text().startswith("<svg")


def test_latex_is_balanced_and_escaped(tmp_path: Path) -> None:
    table = Table("t", "50 % & more_{x}", (Column("a"), Column("b", 1)), (("x_1 & y", 2.25), ("#", None)))
    text = table.to_latex()
    assert r"\caption{50 \% \& more\_\{x\}}" in text
    assert r"x\_1 \& y & 2.2 \\" in text
    assert r"\# & - \\" in text
    assert r"\begin{tabular}{lr}" in text
    write_folder(document(made()), tmp_path)
    for file in tmp_path.glob("*.tex"):
        written = file.read_text()
        columns = re.search(r"\\begin\{tabular\}\{([lr]+)\}", written)
        assert columns
        lines = [line for line in written.splitlines() if line.endswith(r"\\")]
        assert lines
        for line in lines:
            assert len(re.findall(r"(?<!\\)&", line)) == len(columns[1]) - 1, (file.name, line)


def test_devices_can_be_chosen() -> None:
    """Only the requested ones; what was not measured on them is missing."""
    both, fpga_only = document(made()), document(made(), "ecp5-85k-8")
    assert any("FairHash" in str(row) and "osu018" in str(row) for table in both.tables() for row in table.rows)
    assert not any("osu018" in str(row) for table in fpga_only.tables() for row in table.rows)
    assert document(made(), "ice40-hx8k").figure_count == 0
    assert "table-2-keccak-512-ice40-hx8k" in document(made(), "ice40-hx8k").main_table_names


def test_a_document_without_results_is_written() -> None:
    empty = document([])
    assert empty.figure_count == 0
    text = to_markdown(empty)
    assert "| I | Basic | 153 | 871 | 3680 | 4.22 | - |" in text
    assert "24 of 24 bytes agree." in text


def test_the_markdown_page_is_written(tmp_path: Path) -> None:
    """Its charts lie where its links lead."""
    page = tmp_path / "paper-d.md"
    write_page(document(made()), page)
    links = re.findall(r"!\[[^\]]*\]\(([^)]*)\)", page.read_text())
    assert links[0] == "images/paper-d-cases-over-case-1.svg"
    assert set(links) == {f"images/{file.name}" for file in (tmp_path / "images").iterdir()}
    assert all((tmp_path / link).read_text().startswith("<svg") for link in links)
    assert page.read_text() == to_markdown(document(made()[::-1]))


def test_papers_are_found_by_their_letter() -> None:
    assert find_paper("d") is find_paper("D")
    assert paper_letters() == ["A", "B", "C", "D", "E", "TODAY"]
    with pytest.raises(FairhashError, match=r"no paper 'X' can be reproduced; reproduced are A, B, C, D, E"):
        find_paper("X")
