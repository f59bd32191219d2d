# SPDX-License-Identifier: Apache-2.0
"""Every number of a result in a page has a marker that agrees with the results, or the page says when it was measured.

The search for numbers is a heuristic: a number with a unit of a result, or a number in a column of a table whose title
has one. A date supports the numbers of its paragraph, list or table, and of a table or list that follows; the sentence
of _STATEMENT supports those of its section. Numbers that are no results are allowed in stated_numbers.toml, with the
reason.
"""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from fairhash.base import paths
from fairhash.figures.stated_numbers import StoredNumbers, pages, without_markers, wrong_numbers
from fairhash.results.export import read_folder

ROOT = paths.root()
ALLOWED = tomllib.loads(Path(__file__).with_name("stated_numbers.toml").read_text(encoding="utf-8"))["allowed"]

_UNIT = (
    r"(?:MHz|[MG]bit/s|[MG]B/s|logic cells|cells?|LUT4s?|LUTs?|LUT RAMs?|registers|flip-flops|carry cells|CCU2C|GE|%)"
    r"(?![\w/])"
)
_NUMBER = re.compile(rf"(?<![\w.,/-])\d[\d,]*(?:\.\d+)?(?: |-)?{_UNIT}|(?<![\w.])\d+\.\d+(?= times)")
_TITLE = re.compile(r"MHz|Mbit/s|\bcells|\bLUT|flip-flops|registers|\bclock|\bcarry|\barea", re.IGNORECASE)
_CELL = re.compile(r"\s*[\d,]+(?:\.\d+)?\s*")
_MARKED = re.compile(r"\d[\d,]*(?:\.\d+)?<!-- = .*?-->", re.DOTALL)
_GENERATED = re.compile(r"<!-- results: written by .*?<!-- end of results -->", re.DOTALL)
_DATE = re.compile(r"\b20\d\d-\d\d-\d\d\b")
_STATEMENT = re.compile(r"Numbers without a date in this section were measured by 20\d\d-\d\d-\d\d\b")


def sections(text: str) -> Iterator[tuple[int, list[str]]]:
    """Each part of a page from one heading to the next, with the number of its first line; blocks of code are empty."""
    start, lines, code = 1, list[str](), False
    for number, line in enumerate(text.splitlines(), 1):
        code ^= line.startswith("```")
        if line.startswith("#") and not code:
            yield start, lines
            start, lines = number, []
        lines.append("" if code else line)
    yield start, lines


def numbers_in(lines: list[str]) -> Iterator[tuple[int, str]]:
    """The numbers of results in the lines of a section, each with the index of its line; not those with a marker."""
    text = _MARKED.sub(lambda match: "\n" * match[0].count("\n"), "\n".join(lines))
    titles: list[str] = []
    for index, line in enumerate(text.split("\n")):
        yield from ((index, match[0]) for match in _NUMBER.finditer(line))
        cells = line.split("|") if line.startswith("|") else []
        if titles:
            found = zip(titles, cells, strict=False)
            yield from (
                (index, cell.strip()) for title, cell in found if _TITLE.search(title) and _CELL.fullmatch(cell)
            )
        titles = (titles or cells) if cells else []


def dated_lines(lines: list[str]) -> set[int]:
    """The indices of the lines that a date supports."""
    found: set[int] = set()
    block, dated = list[int](), False
    for index, line in enumerate([*lines, ""]):
        if line.strip():
            block.append(index)
            continue
        if block:
            # a table or list belongs to the paragraph before it
            follows = dated and lines[block[0]].startswith(("|", "- "))
            dated = follows or any(_DATE.search(lines[number]) for number in block)
            found |= set(block) if dated else set()
        block = []
    return found


def unsupported(page: str, text: str) -> list[str]:
    """The numbers of a page that nothing supports, as ``page:line: number``."""
    patterns = [pattern for entry in ALLOWED if entry["page"] == page for pattern in entry["numbers"]]
    found = []
    for start, lines in sections(text):
        if _STATEMENT.search("\n".join(lines)):
            continue
        dated = dated_lines(lines)
        for index, number in numbers_in(lines):
            allowed = any(re.search(pattern, lines[index]) for pattern in patterns)
            if not allowed and index not in dated:
                found.append(f"{page}:{start + index}: {number}")
    return found


def checked_text(file: Path) -> str:
    """The text of a page that is checked: of the changelog the versions to come, since others have a date.

    The part of README.md that `fairhash site --refresh` writes is left out, line by line; another test compares it.
    """
    text = _GENERATED.sub(lambda match: "\n" * match[0].count("\n"), file.read_text(encoding="utf-8"))
    return re.split(r"(?m)^## \[\d", text)[0] if file.name == "CHANGELOG.md" else text


def test_marked_numbers_are_those_of_the_results() -> None:
    numbers = StoredNumbers(read_folder(paths.results()))
    wrong = [
        str(stated)
        for file in pages(ROOT)
        for stated in wrong_numbers(file.relative_to(ROOT), file.read_text(encoding="utf-8"), numbers)
    ]
    assert wrong == [], "\n".join(wrong)


def test_some_numbers_are_marked() -> None:
    """So that the test above cannot pass because markers changed their form."""
    texts = [file.read_text(encoding="utf-8") for file in pages(ROOT)]
    assert sum(len(_MARKED.findall(text)) for text in texts) >= 2
    assert sum(text.count("<!-- = ") for text in texts) == sum(len(_MARKED.findall(text)) for text in texts)


@pytest.mark.parametrize("page", [str(file.relative_to(ROOT)) for file in pages(ROOT) if file.suffix == ".md"])
def test_numbers_are_supported(page: str) -> None:
    found = unsupported(page, checked_text(ROOT / page))
    hint = (
        "delete the number and refer to the site, or mark it (docs/stated-numbers.md), or state beside it "
        "when it was measured (YYYY-MM-DD); for a number that is no result see tests/stated_numbers.toml"
    )
    assert found == [], "\n".join([*found, hint])


@pytest.mark.parametrize("file", sorted((ROOT / "src").rglob("reasons.toml")), ids=lambda file: file.parent.name)
def test_reasons_are_dated(file: Path) -> None:
    """A reason with numbers names in its source when they were read, or marks them."""
    text = file.read_text(encoding="utf-8")
    for reason in tomllib.loads(text).get("reason", ()):
        unmarked = list(numbers_in([reason["text"]]))
        assert not unmarked or _DATE.search(reason["source"]), f"{reason['text']}\nhas no date in its source"


def test_allowed_numbers_are_there() -> None:
    """Each entry allows something that would fail without it, and gives a reason."""
    for entry in ALLOWED:
        assert len(entry["reason"]) > 20, entry
        lines = checked_text(ROOT / entry["page"]).splitlines()
        for pattern in entry["numbers"]:
            assert any(re.search(pattern, line) for line in lines), f"{entry['page']}: {pattern} is not there any more"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It has 84.6 MHz.", ["84.6 MHz"]),
        ("It has 1,825 cells and is 1.5 times as fast.", ["1,825 cells", "1.5"]),
        ("| core | MHz |\n|---|---|\n| a | 84.6 |", ["84.6"]),
        ("Measured on 2026-11-25: 84.6 MHz.", []),
        ("84.6<!-- = ecp5-85k-8 best a/b mhz --> MHz", []),
        ("84.6<!-- = ecp5-85k-8 best\na/b mhz --> MHz, 3 cells", ["3 cells"]),
        ("```\n84.6 MHz\n```", []),
        ("# One\n2026-11-25\n# Two\n7 LUTs", ["7 LUTs"]),
        ("On 2026-11-25:\n\n| MHz |\n|---|\n| 84.6 |\n\n7 LUTs", ["7 LUTs"]),
        ("7 LUTs\n\nNumbers without a date in this section were measured by 2026-11-25.", []),
        ("Two rounds of 24 take 48 cycles.", []),
    ],
)
def test_the_search(text: str, found: list[str]) -> None:
    assert [line.rsplit(": ", 1)[1] for line in unsupported("page.md", text)] == found
    assert "<!-- =" not in without_markers(text)
