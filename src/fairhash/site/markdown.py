# SPDX-License-Identifier: Apache-2.0
"""Markdown pages of the repository as HTML: headings get ids, links lead to pages of the site."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.token import Token

LinkTarget = Callable[[str], str | None]
"""From a link's target, as written, to the URL on the site's page; None for a file that the site does not have."""


_COMMENT = re.compile(r"(?P<code>^ *```.*?^ *```)|^<!--.*?-->\n|<!--.*?-->", re.DOTALL | re.MULTILINE)
"""A comment, with the end of its line if it has a line of its own; or a block of code, which may show comments."""


@dataclass(frozen=True)
class Heading:
    """A heading below the title."""

    level: int
    id: str
    text: str


@dataclass(frozen=True)
class Article:
    """A rendered page."""

    title: str
    html: str
    headings: tuple[Heading, ...]
    sections: tuple[tuple[Heading, str], ...]
    """Each heading with the plain text up to the next one, for the search; the first is the title."""


def render_markdown(text: str, target: LinkTarget) -> Article:
    """Render one page; HTML in it is shown as text, comments are omitted.

    Args:
        text: CommonMark with tables.
        target: Rewrites the targets of links and images.
    """
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = parser.parse(_COMMENT.sub(lambda match: match["code"] or "", text))
    headings: list[Heading] = []
    texts: list[list[str]] = []
    taken: dict[str, int] = {}
    for index, token in enumerate(tokens):
        if token.type == "heading_open":
            heading = _heading(token, tokens[index + 1], taken)
            headings.append(heading)
            texts.append([])
        elif token.type == "inline":
            _rewrite_links(token, target)
            if texts and tokens[index - 1].type != "heading_open":
                texts[-1].append(_plain(token))
        elif token.type in ("fence", "code_block") and texts:
            texts[-1].append(token.content)
    _wrap_tables(tokens)
    title = next((heading.text for heading in headings if heading.level == 1), "")
    return Article(
        title,
        str(parser.renderer.render(tokens, parser.options, {})).replace("<pre>", '<pre tabindex="0">'),
        tuple(heading for heading in headings if heading.level > 1),
        tuple((heading, " ".join(" ".join(part).split())) for heading, part in zip(headings, texts, strict=True)),
    )


def heading_id(text: str) -> str:
    """The id that public forges give a heading, so that links with anchors work in both places."""
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")


def _heading(opening: Token, inline: Token, taken: dict[str, int]) -> Heading:
    text = _plain(inline)
    base = heading_id(text)
    count = taken.get(base, 0)
    taken[base] = count + 1
    heading = Heading(int(opening.tag[1]), f"{base}-{count}" if count else base, text)
    opening.attrSet("id", heading.id)
    if heading.level > 1 and inline.children is not None:
        link = Token("link_open", "a", 1, attrs={"href": f"#{heading.id}", "class": "anchor", "aria-label": "Link"})
        inline.children += [link, Token("text", "", 0, content="#"), Token("link_close", "a", -1)]
    return heading


def _plain(inline: Token) -> str:
    """The text of an inline token without its markup; link text included, the anchor of a heading excluded."""
    parts = []
    for child in inline.children or ():
        if child.type == "link_open" and child.attrGet("class") == "anchor":
            break
        if child.type in ("text", "code_inline"):
            parts.append(child.content)
        elif child.type in ("softbreak", "hardbreak"):
            parts.append(" ")
    return "".join(parts)


def _rewrite_links(inline: Token, target: LinkTarget) -> None:
    """Change the targets of links and images; a link to a file that the site does not have becomes plain text."""
    open_links: list[bool] = []
    for child in inline.children or ():
        if child.type == "image":
            child.attrSet("src", target(str(child.attrGet("src"))) or "")
            child.attrSet("loading", "lazy")
        elif child.type == "link_open" and child.attrGet("class") != "anchor":
            url = target(str(child.attrGet("href")))
            open_links.append(url is not None)
            if url is None:
                title = f"in the repository: {child.attrGet('href')}"
                child.tag, child.attrs = "span", {"title": title}
            else:
                child.attrSet("href", url)
        elif child.type == "link_close" and open_links and not open_links.pop():
            child.tag = "span"


def _wrap_tables(tokens: list[Token]) -> None:
    """Put each table into a box that scrolls sideways on narrow screens and can be reached by keyboard."""
    for index in range(len(tokens) - 1, -1, -1):
        if tokens[index].type == "table_open":
            box = Token(
                "html_block", "", 0, content='<div class="wide" tabindex="0" role="group" aria-label="Table">\n'
            )
            tokens.insert(index, box)
        elif tokens[index].type == "table_close":
            tokens.insert(index + 1, Token("html_block", "", 0, content="</div>\n"))


def toc(headings: Sequence[Heading]) -> list[Heading]:
    """The headings of a table of contents: levels 2 and 3, or only 2 where there are many."""
    chosen = [heading for heading in headings if heading.level in (2, 3)]
    return chosen if len(chosen) <= 24 else [heading for heading in chosen if heading.level == 2]
