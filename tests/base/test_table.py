# SPDX-License-Identifier: Apache-2.0
"""The forms of a table: what each shows of numbers, missing values, links and hostile text."""

from html.parser import HTMLParser

from fairhash.base.table import Column, Link, Preliminary, Table, table_of_texts

TABLE = Table(
    "speeds",
    "Speeds & areas",
    (Column("core"), Column("MHz", 1), Column("cells")),
    (
        (Link("sha-512/highspeed", "cores/sha-512.html"), 93.25, 5000),
        ('<b>jh</b> | "x"', Preliminary(7.0), None),
    ),
)


class _Parsed(HTMLParser):
    """The tags with their attributes, and the text of each cell."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append(data)


def test_csv_has_full_precision_and_empty_cells() -> None:
    lines = TABLE.to_csv().splitlines()
    assert lines == ["core,clock_mhz,area_cells", "sha-512/highspeed,93.25,5000", '"<b>jh</b> | ""x""",7.0,']


def test_text_aligns_numbers_to_the_right() -> None:
    """A number in parentheses is text; a missing value is a dash."""
    shown = table_of_texts(("core", "MHz"), [("a", "9.5"), ("longer", "120.0"), ("b", "-")])
    assert shown.to_text().splitlines() == ["core      MHz", "a         9.5", "longer  120.0", "b           -"]
    assert TABLE.to_text().splitlines()[1].split() == ["sha-512/highspeed", "93.2", "5000"]
    assert TABLE.to_text().splitlines()[2].endswith("(7.0)      -")


def test_text_of_no_rows_is_the_headings() -> None:
    assert table_of_texts(("a", "b"), []).to_text() == "a  b"


def test_markdown_escapes_bars_and_tags() -> None:
    assert TABLE.to_markdown().splitlines()[2:] == [
        "| sha-512/highspeed | 93.2 | 5000 |",
        '| &lt;b>jh&lt;/b> \\| "x" | (7.0) | - |',
    ]


def test_html_links_to_the_page_and_escapes_text() -> None:
    """Two folders below the root; columns of numbers have a class."""
    parsed = _Parsed(TABLE.to_html("../../"))
    assert ("a", {"href": "../../cores/sha-512.html"}) in parsed.tags
    assert "b" not in [tag for tag, _ in parsed.tags]
    assert parsed.texts == [
        *("Speeds & areas", "core", "MHz", "cells"),
        *("sha-512/highspeed", "93.2", "5000", '<b>jh</b> | "x"', "(7.0)", "-"),
    ]
    classes = [attributes.get("class") for tag, attributes in parsed.tags if tag == "td"]
    assert classes == ["short", "num", "num"] * 2


def test_html_of_long_texts_and_of_declared_columns() -> None:
    """The width of a text decides its class; a column declared as numbers has none."""
    shown = table_of_texts(("note", "count"), [("x" * 61, "1,000"), ("x" * 201, "5"), ("x" * 40, "6")], ("note",))
    parsed = _Parsed(shown.to_html())
    assert [attributes.get("class") for tag, attributes in parsed.tags if tag == "td"][::2] == [
        "long",
        "long longer",
        None,
    ]
    assert [attributes.get("class") for tag, attributes in parsed.tags if tag == "th"] == [None, "num"]
    assert parsed.tags[0][1]["aria-label"] == "Table"


def test_latex_aligns_columns_by_their_contents() -> None:
    text = TABLE.to_latex()
    assert r"\begin{tabular}{lrr}" in text
    assert r"\caption{Speeds \& areas}" in text
