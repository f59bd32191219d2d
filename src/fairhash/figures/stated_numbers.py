# SPDX-License-Identifier: Apache-2.0
"""Numbers in pages that come from stored results, each followed by a marker that says from which.

A marker is a comment directly after the number: ``1409<!-- = ecp5-85k-8 best shabal-512/highspeed cells -->``. It names
a device, a recipe or ``chosen``, a core and a quantity; two such terms with `` / `` between them are a ratio. The
number keeps the decimals with which it is written.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from fairhash.base.errors import FairhashError
from fairhash.figures.figures import Figure, figures, own_best
from fairhash.figures.statistics import Spread
from fairhash.results.schema import Result

COMMAND = "fairhash site --refresh"
"""The command that rewrites the numbers of all pages."""
CHOSEN = "chosen"
"""In a marker: the recipe that the rule of docs/measures.md chooses."""

_QUANTITIES: Mapping[str, Callable[[Figure], Spread | None]] = {
    "mhz": lambda figure: figure.clock_mhz,
    "cells": lambda figure: figure.area_cells,
    "counted_cells": lambda figure: figure.counted_cells,
    "luts": lambda figure: figure.luts,
    "carry": lambda figure: figure.carry,
    "registers": lambda figure: figure.flip_flops,
    "mbit_s": lambda figure: figure.throughput_mbit_s,
    "mbit_s_per_cell": lambda figure: figure.ratio,
}
"""Quantities of a marker; each is the median over the seeds."""

_MARKER = re.compile(r"(?P<number>\d[\d,]*(?:\.\d+)?)?<!-- = (?P<query>.*?) -->", re.DOTALL)
_FORM = "write DEVICE RECIPE CORE QUANTITY, or two of these with ' / ' between them, after the number"


@dataclass(frozen=True)
class StatedNumber:
    """A number of a page that is not what the stored results give, or that no result gives."""

    file: Path
    line: int
    written: str
    query: str
    expected: str = ""
    """The number as it should be written; empty if there is none."""
    reason: str = ""
    """Why there is none."""

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}: {self.written or 'marker'} ({self.query})"
        if self.expected:
            return f"{where} is {self.expected} by the stored results; rewrite it: {COMMAND}"
        return f"{where}: {self.reason}; delete number and marker, or name a stored figure"


@dataclass(frozen=True)
class StoredNumbers:
    """Values of markers from results."""

    results: Iterable[Result]

    @cached_property
    def _figures(self) -> dict[tuple[str, str, str], Figure]:
        return {
            (figure.first.device, figure.first.recipe, figure.first.core): figure for figure in figures(self.results)
        }

    def value(self, query: str) -> float:
        """Return the value that a marker names.

        Raises:
            FairhashError: The marker is malformed, or there is no figure of today's sources that it names.
        """
        numerator, *others = (self._term(term.split()) for term in query.split(" / "))
        if len(others) > 1:
            raise FairhashError("more than two terms in a marker", query, _FORM)
        return numerator / others[0] if others else numerator

    def _term(self, words: list[str]) -> float:
        if len(words) != 4 or words[3] not in _QUANTITIES:
            known = ", ".join(_QUANTITIES)
            raise FairhashError("malformed marker", " ".join(words), f"{_FORM}; quantities are {known}")
        device, recipe, core, quantity = words
        figure = self._figure(device, recipe, core)
        spread = _QUANTITIES[quantity](figure) if figure and not figure.stale else None
        if spread is None:
            state = "only stale runs" if figure and figure.stale else "no successful run"
            raise FairhashError(f"{state} of {core} on {device} by recipe {recipe}", " ".join(words), "measure it")
        return spread.median

    def _figure(self, device: str, recipe: str, core: str) -> Figure | None:
        if recipe != CHOSEN:
            return self._figures.get((device, recipe, core))
        of_core = [
            figure for figure in self._figures.values() if (figure.first.device, figure.first.core) == (device, core)
        ]
        return next(iter(own_best(of_core)), None)


def pages(root: Path) -> list[Path]:
    """Return the files whose numbers are checked: pages, READMEs, the changelog, and reasons for differences."""
    patterns = (
        "README.md",
        "CHANGELOG.md",
        "docs/*.md",
        "rtl/*/README.md",
        "src/fairhash/studies/papers/*/reasons.toml",
    )
    return [file for pattern in patterns for file in sorted(root.glob(pattern))]


def without_markers(text: str) -> str:
    """Return a text as a reader sees it."""
    return re.sub(r"<!-- = .*? -->", "", text, flags=re.DOTALL)


def wrong_numbers(file: Path, text: str, numbers: StoredNumbers) -> list[StatedNumber]:
    """Return the marked numbers of a page that the stored results do not give."""
    return [stated for _, stated in _checked(file, text, numbers) if stated.expected != stated.written or stated.reason]


def rewritten(file: Path, text: str, numbers: StoredNumbers) -> tuple[str, list[StatedNumber]]:
    """Return the page with the numbers that the stored results give, and the markers that name no figure."""
    parts, end, missing = [], 0, []
    for match, stated in _checked(file, text, numbers):
        if stated.reason:
            missing.append(stated)
        else:
            parts += [text[end : match.start()], stated.expected]
            end = match.end("number")
    return "".join([*parts, text[end:]]), missing


def rewrite_pages(root: Path, results: Iterable[Result]) -> tuple[list[Path], list[StatedNumber]]:
    """Rewrite the marked numbers of all pages; return the changed files and the markers that name no figure."""
    numbers = StoredNumbers(results)
    changed, missing = [], []
    for file in pages(root):
        text = file.read_text(encoding="utf-8")
        new, of_file = rewritten(file.relative_to(root), text, numbers)
        missing += of_file
        if new != text:
            file.write_text(new, encoding="utf-8")
            changed.append(file)
    return changed, missing


def _checked(file: Path, text: str, numbers: StoredNumbers) -> Iterator[tuple[re.Match[str], StatedNumber]]:
    for match in _MARKER.finditer(text):
        written, query = match["number"] or "", " ".join(match["query"].split())
        line = text.count("\n", 0, match.start()) + 1
        try:
            if not written:
                raise FairhashError("no number before the marker", query, _FORM)
            expected = _as_written(written, numbers.value(query))
        except FairhashError as error:
            yield match, StatedNumber(file, line, written, query, reason=error.what)
        else:
            yield match, StatedNumber(file, line, written, query, expected)


def _as_written(written: str, value: float) -> str:
    """Return a value with the decimals, and the separators of thousands, of the number that is written."""
    decimals = len(written.partition(".")[2])
    return f"{value:{',' if ',' in written else ''}.{decimals}f}"
