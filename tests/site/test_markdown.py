# SPDX-License-Identifier: Apache-2.0
"""Markdown pages: headings, links and hostile HTML; entities from VHDL text."""

from pathlib import Path

from fairhash.site.documents import SHOWN_PAGES, SITE_GUIDE, MarkdownDocument, site_target
from fairhash.site.markdown import render_markdown
from fairhash.site.pages import code_spans, shortened_digests
from fairhash.site.vhdl import parse_unit

_PAGE = """<!-- SPDX-License-Identifier: Apache-2.0 -->
# Title

First paragraph with a [link](other.md#part) and a [file](../src/x.py).

## A `code` heading: twice?

text

## A `code` heading: twice?

<script>alert(1)</script>

| a | b |
|---|---|
| 1 | `x` |
"""


def _target(target: str) -> str | None:
    return None if target.endswith(".py") else target.replace(".md", ".html")


def test_headings_have_the_ids_of_public_forges() -> None:
    """Lower case, punctuation removed, blanks to hyphens; a second one of the same text is numbered."""
    article = render_markdown(_PAGE, _target)
    assert article.title == "Title"
    assert [heading.id for heading in article.headings] == ["a-code-heading-twice", "a-code-heading-twice-1"]
    assert [(heading.text, text) for heading, text in article.sections][1] == ("A code heading: twice?", "text")


def test_links_are_rewritten_or_removed() -> None:
    """A file that the site does not have is text with its path as title."""
    page = render_markdown(_PAGE, _target).html
    assert '<a href="other.html#part">link</a>' in page
    assert '<span title="in the repository: ../src/x.py">file</span>' in page


def test_html_of_a_page_is_text() -> None:
    """Only comments are removed."""
    page = render_markdown(_PAGE, _target).html
    assert "<script>" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "SPDX" not in page


def test_comments_in_code_stay() -> None:
    """A comment in a line leaves the words around it apart, also at the end of the line."""
    text = "<!-- first -->\n# Title\n\nOne 5<!-- = a -->\ntwo 6<!-- = b --> three\n\n  ```\n  7<!-- = c -->\n  ```\n"
    page = render_markdown(text, _target).html
    assert "<p>One 5\ntwo 6 three</p>" in page
    assert "7&lt;!-- = c --&gt;" in page
    assert "first" not in page


def test_tables_can_be_reached_by_keyboard() -> None:
    """Each is in a box that scrolls."""
    page = render_markdown(_PAGE, _target).html
    assert page.count('<div class="wide" tabindex="0"') == page.count("<table>") == 1


def test_links_of_documents_lead_to_pages_of_the_site() -> None:
    """From docs/a.md: a document, a VHDL file, a generated page, an anchor, an address, another file, none."""
    document = MarkdownDocument("docs/a.md", "docs/a.html", "Reference")
    found = {
        "docs/b.md": MarkdownDocument("docs/b.md", "docs/b.html", "Reference"),
        "rtl/sha2/README.md": MarkdownDocument("rtl/sha2/README.md", "docs/rtl/sha2.html", "Hash families"),
    }
    entities = {"rtl/sha2/x.vhd": "entities/sha2/x.html"}
    targets = {
        "b.md#part": "b.html#part",
        "../rtl/sha2/x.vhd": "../entities/sha2/x.html",
        "../rtl/sha2": "rtl/sha2.html",
        "../rtl/sha2/README.md": "rtl/sha2.html",
        "site.md#the-explorer": "../explorer.html",
        "site.md#papers": "../papers/index.html",
        "../README.md": "../index.html",
        "#here": "#here",
        "https://example.org/x": "https://example.org/x",
        "javascript:alert(1)": None,
        "../pyproject.toml": "../source/pyproject.toml.html",
        "../no-such-file": None,
    }
    assert {target: site_target(target, document, found, entities) for target in targets} == targets


def test_a_paper_s_method_leads_to_its_own_results() -> None:
    """And not to the list of papers; a link to the guide itself stays one."""
    document = MarkdownDocument("docs/reproducing-paper-d.md", "docs/reproducing-paper-d.html", "Papers")
    found = {SITE_GUIDE: MarkdownDocument(SITE_GUIDE, "docs/site.html", "Guides")}
    assert site_target("site.md#papers", document, found, {}) == "../papers/d.html"
    assert site_target("site.md#pages", document, found, {}) == "site.html#pages"
    assert site_target("site.md", document, found, {}) == "site.html"


def test_the_guide_describes_every_page_that_it_stands_for(checkout: Path) -> None:
    """In the repository the same links lead to a heading of docs/site.md."""
    guide = render_markdown((checkout / SITE_GUIDE).read_text(encoding="utf-8"), lambda target: target)
    assert set(SHOWN_PAGES) <= {heading.id for heading in guide.headings}


_VHDL = """-- SPDX-License-Identifier: Apache-2.0
-- Counts words. For tests.
--
-- Widths: W bits.

library ieee;

entity word_counter is
  generic (
    W    : positive := 64; -- bits of a word
    MOST : natural range 3 to 9 -- largest count
  );
  port (
    clk   : in    std_ulogic; -- clock
    words : out   std_ulogic_vector(W - 1 downto 0) -- number of words
                                                    -- since reset
  );
end entity word_counter;

architecture rtl of word_counter is
begin
  adder : entity work.half_adder
    port map (a => b);
end architecture rtl;
"""


def test_an_entity_is_read_from_its_text() -> None:
    """Header, generics with defaults, ports with comments over two lines, instances."""
    unit = parse_unit(_VHDL, "rtl/toys/word_counter.vhd")
    assert unit is not None
    assert (unit.name, unit.kind, unit.summary) == ("word_counter", "entity", "Counts words.")
    assert unit.header == "Counts words. For tests.\n\nWidths: W bits."
    assert [(one.name, one.type, one.default, one.comment) for one in unit.generics] == [
        ("W", "positive", "64", "bits of a word"),
        ("MOST", "natural range 3 to 9", "", "largest count"),
    ]
    assert [(one.name, one.direction, one.type, one.comment) for one in unit.ports] == [
        ("clk", "in", "std_ulogic", "clock"),
        ("words", "out", "std_ulogic_vector(W - 1 downto 0)", "number of words since reset"),
    ]
    assert [(one.label, one.entity) for one in unit.instances] == [("adder", "half_adder")]
    assert unit.path == "entities/toys/word_counter.html"


def test_digests_are_shortened() -> None:
    """64 digits to 12; words and short numbers stay."""
    assert shortened_digests("result " + "0123456789ab" + "c" * 52 + ", seed 12345678") == (
        "result 0123456789ab…, seed 12345678"
    )


def test_text_between_backticks_is_code_and_nothing_is_markup() -> None:
    """A single backtick is text."""
    assert code_spans("a `<b>` & c") == "a <code>&lt;b&gt;</code> &amp; c"
    assert code_spans("<i>5 ` 6") == "&lt;i&gt;5 ` 6"
