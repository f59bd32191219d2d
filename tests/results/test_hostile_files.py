# SPDX-License-Identifier: Apache-2.0
"""Files of results that a stranger wrote: refused with the number of the row, or harmless where they are shown."""

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.base.table import markdown_table
from fairhash.figures.figure_table import figure_rows
from fairhash.figures.figures import figures
from fairhash.results import export
from tests.results.samples import failed, sample

Row = dict[str, str]


def csv_with(folder: Path, change: Callable[[Row], None]) -> Path:
    """A CSV file of three results, the second of which is changed."""
    file = folder / "rows.csv"
    export.write_csv([sample(seed=seed) for seed in (1, 2, 3)], file)
    with file.open(newline="") as stream:
        reader = csv.DictReader(stream)
        rows = list(reader)
    change(rows[1])
    with file.open("w", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(reader.fieldnames or ())
        writer.writerows([row.values() for row in rows])
    return file


def _set(column: str, value: str) -> Callable[[Row], None]:
    return lambda row: row.update({column: value})


HOSTILE: dict[str, tuple[Callable[[Row], None], str]] = {
    "one cell too many": (_set("another", "x"), "more cells than columns"),
    "one cell too few": (lambda row: row.popitem() and None, "fewer cells than columns"),
    "date before year 1": (_set("date", "0001-01-01T00:00:00+14:00"), "date: .*before the year 1"),
    "date after year 9999": (_set("date", "9999-12-31T23:59:59-14:00"), "date: .*after the year 9999"),
    "no date": (_set("date", "yesterday"), "date"),
    "control character": (_set("machine.os", "Debian\x1b[2J"), "machine.os: the control character"),
    "right-to-left override": (_set("reason", "\u202etxt.exe"), "reason"),
    "formula as a name": (_set("core", "=cmd|'/C calc'!A0"), "core: .* is not a name"),
    "script as a name": (_set("recipe", "<script>alert(1)</script>"), "recipe: .* is not a name"),
    "path as a name": (_set("device", "../../etc/passwd"), "device: .* is not a name"),
    "deep JSON": (_set("tools", "[" * 100_000), "column tools holds"),
    "no JSON": (_set("generics", "{"), "column generics holds"),
    "not a number": (_set("achieved.clk_mhz", "NaN"), "achieved.clk_mhz"),
}


@pytest.mark.parametrize("name", list(HOSTILE))
def test_a_hostile_row_is_refused_with_its_number(tmp_path: Path, name: str) -> None:
    change, message = HOSTILE[name]
    file = csv_with(tmp_path, change)
    with pytest.raises(FairhashError, match=message) as caught:
        export.read_csv(file)
    assert f"{file}:3" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("field", "value"),
    [("core", "=1+1"), ("date", "0001-01-01T00:00:00+14:00"), ("cycles_note", "\x07"), ("device", "a\nb")],
)
def test_a_hostile_line_is_refused_with_its_number(tmp_path: Path, field: str, value: str) -> None:
    rows = [json.loads(sample(seed=seed).model_dump_json()) for seed in (1, 2)]
    rows[1][field] = value
    file = tmp_path / "rows.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    with pytest.raises(FairhashError, match=f"rows.jsonl:2.*|{field}"):
        export.read_json_lines(file)


@pytest.mark.parametrize("reason", ["=cmd|'/C calc'!A0", "+1", "-1", "@SUM(A1)", "\tx", "'quoted", "''twice", "a=b"])
def test_no_cell_of_an_export_is_a_formula(tmp_path: Path, reason: str) -> None:
    """A reason may begin with any character; it is imported as it was."""
    row = failed(reason=reason)
    file = tmp_path / "rows.csv"
    export.write_csv([row], file)
    with file.open(newline="") as stream:
        cells = list(csv.reader(stream))[1]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t"))]
    assert export.read_csv(file) == [row]


def test_tables_hold_no_markup_of_a_result() -> None:
    """A bar, HTML, or an end of line in a cell."""
    hostile = failed(reason="<script>alert(1)</script> | x")
    page = markdown_table(("note",), [(row.note,) for row in figure_rows(figures([hostile]))])
    assert "<script" not in page
    assert "&lt;script>alert(1)" in page
    assert markdown_table(("a",), [("x|<b>\ny",)]) == "| a |\n| --- |\n| x\\|&lt;b> y |\n"
    assert markdown_table(("a",), [("1 < 2, `<b>` and <b>",)]).endswith("| 1 < 2, `<b>` and &lt;b> |\n")
