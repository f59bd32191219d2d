# SPDX-License-Identifier: Apache-2.0
"""Markers of numbers in pages: their values are computed by hand here; wrong, missing and malformed ones are named."""

from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.figures.stated_numbers import StoredNumbers, rewrite_pages, rewritten, without_markers, wrong_numbers
from tests.results.samples import failed, sample

DEVICE = "ecp5-85k-8"
CORE, OTHER, STALE, BAD = "keccak-512/highspeed", "sha-512/highspeed", "jh-512/highspeed", "bmw-512/highspeed"
PAGE = Path("docs", "page.md")


def numbers() -> StoredNumbers:
    """CORE: 100, 110 and 120 MHz, 1000 cells; OTHER: 50 MHz, 400 cells; STALE of earlier sources, BAD not routed."""
    runs = [sample(CORE, clock, 1000, seed, device=DEVICE) for seed, clock in enumerate((100.0, 120.0, 110.0), 1)]
    runs.append(sample(OTHER, 50.0, 400, 1, device=DEVICE))
    runs.append(sample(STALE, 50.0, 400, 1, device=DEVICE).model_copy(update={"stale": "changed"}))
    runs.append(failed(BAD, 1, device=DEVICE))
    return StoredNumbers(runs)


def marked(number: str, query: str) -> str:
    return f"It has {number}<!-- = {query} --> MHz.\n"


def test_values_are_medians_and_ratios() -> None:
    clock = f"{DEVICE} default {CORE} mhz"
    assert numbers().value(clock) == 110
    assert numbers().value(f"{clock} / {DEVICE} default {OTHER} mhz") == pytest.approx(2.2)
    assert numbers().value(f"{DEVICE} default {CORE} counted_cells") == 1000
    assert numbers().value(f"{DEVICE} chosen {CORE} mhz") == 110


def test_right_numbers_are_accepted_as_written() -> None:
    """The number's own decimals and separators count."""
    query, cells = f"{DEVICE} default {CORE} mhz", f"{DEVICE} default {CORE} counted_cells"
    text = marked("110", query) + marked("110.0", query) + marked("1,000", cells) + marked("1000", cells)
    assert wrong_numbers(PAGE, text, numbers()) == []
    assert rewritten(PAGE, text, numbers()) == (text, [])


def test_wrong_numbers_are_named_and_rewritten() -> None:
    query = f"{DEVICE} default {CORE} mhz"
    text = "# Title\n\n" + marked("109.9", query) + marked("7", f"{query} /\n{DEVICE} default {OTHER} mhz")
    first, second = wrong_numbers(PAGE, text, numbers())
    assert (
        str(first)
        == f"docs/page.md:3: 109.9 ({query}) is 110.0 by the stored results; rewrite it: fairhash site --refresh"
    )
    assert (second.line, second.expected) == (4, "2")
    new, missing = rewritten(PAGE, text, numbers())
    assert missing == []
    assert without_markers(new) == "# Title\n\nIt has 110.0 MHz.\nIt has 2 MHz.\n"
    assert wrong_numbers(PAGE, new, numbers()) == []


@pytest.mark.parametrize(
    ("number", "query", "words"),
    [
        ("1", f"{DEVICE} default {STALE} mhz", f"only stale runs of {STALE} on {DEVICE} by recipe default"),
        ("1", f"{DEVICE} default {BAD} mhz", f"no successful run of {BAD}"),
        ("1", f"{DEVICE} best {CORE} mhz", f"no successful run of {CORE} on {DEVICE} by recipe best"),
        ("1", f"{DEVICE} default {CORE} weight", "malformed marker"),
        ("1", f"{DEVICE} default {CORE}", "malformed marker"),
        ("1", " / ".join([f"{DEVICE} default {CORE} mhz"] * 3), "more than two terms"),
        ("none", f"{DEVICE} default {CORE} mhz", "no number before the marker"),
    ],
)
def test_markers_without_a_figure_fail(number: str, query: str, words: str) -> None:
    """The text stays, the message says why and what to do."""
    text = marked(number, query)
    (problem,) = wrong_numbers(PAGE, text, numbers())
    assert words in str(problem)
    assert "delete number and marker" in str(problem)
    assert rewritten(PAGE, text, numbers()) == (text, [problem])


def test_pages_are_rewritten(tmp_path: Path) -> None:
    query = f"{DEVICE} default {CORE} mhz"
    (tmp_path / "docs").mkdir()
    page, reasons = (
        tmp_path / "docs" / "a.md",
        tmp_path / "src" / "fairhash" / "studies" / "papers" / "a" / "reasons.toml",
    )
    reasons.parent.mkdir(parents=True)
    page.write_text(marked("109", query))
    reasons.write_text(marked("1", f"{DEVICE} default {STALE} mhz"))
    (tmp_path / "README.md").write_text("# No number\n")
    changed, (missing,) = rewrite_pages(tmp_path, numbers().results)
    assert changed == [page]
    assert page.read_text() == marked("110", query)
    assert missing.file == Path("src/fairhash/studies/papers/a/reasons.toml")


def test_unknown_quantities_are_listed() -> None:
    with pytest.raises(FairhashError, match="quantities are mhz, cells"):
        numbers().value(f"{DEVICE} default {CORE} weight")
