# SPDX-License-Identifier: Apache-2.0
"""Which core has a figure on which device, and which steps of the verification ladder it passed, as colour grids."""

import html
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from fairhash.catalog.targets import targets
from fairhash.features.ladder.record import ORDER
from fairhash.site.data import CHOSEN, LadderState, ShownFigure, SiteData
from fairhash.site.pages import Page, core_path


@dataclass(frozen=True)
class CoverageState:
    """A state of a cell: a letter and a shape beside its colour, so that nobody needs the colour."""

    letter: str
    name: str
    shape: str
    """Path of the SVG in a cell of 8 by 8 units; the class cover-LETTER colours it."""


_FULL, _SMALL, _FRAME = "M.5 .5h7v7h-7z", "M1.5 1.5h5v5h-5z", "M1 1h6v6h-6zM2.5 2.5v3h3v-3z"
_CROSS, _BAR, _POINT = "M1 2l1-1 5 5-1 1zM6 1l1 1-5 5-1-1z", "M1 3h6v2h-6z", "M3.5 3.5h1v1h-1z"

FIGURE_STATES: Mapping[str, CoverageState] = {
    "known": CoverageState("K", "known", _FULL),
    "preliminary": CoverageState("P", "preliminary", _SMALL),
    "stale": CoverageState("S", "stale", _FRAME),
    "unfit": CoverageState("X", "did not fit or failed", _CROSS),
    "estimate": CoverageState("E", "estimated area", _BAR),
    "none": CoverageState("N", "none", _POINT),
}
"""In the order of the legend."""

LADDER_STATES: Mapping[str, CoverageState] = {
    "pass": CoverageState("K", "passed", ""),
    "sources not compared": CoverageState("P", "passed, sources not compared", ""),
    "stale": CoverageState("S", "stale", ""),
    "fail": CoverageState("X", "failed", ""),
    "not run": CoverageState("E", "not run", ""),
    "none": CoverageState("N", "no outcome", ""),
}
"""The colours are those of the figures, and _LADDER_LETTERS has the letters; a step of several devices has the worst of
its states."""

_NONE = {"N": "·"}
"""What most cells of a grid show is small."""

_LADDER_LETTERS = {"K": "P", "P": "C", "S": "S", "X": "X", "E": "R", **_NONE}
"""Letter of a ladder state, by its colour's."""

CELL = 8
"""Side of a cell of the picture."""

_ROW = 13
"""Height of a row."""


def figure_coverage(data: SiteData) -> dict[str, dict[str, str]]:
    """The state of each core on each device that has a committed figure, by device and core."""
    by_device: dict[str, dict[str, str]] = {}
    for one in data.figures:
        if one.comparison == CHOSEN and one.source == "committed" and one.row.core in data.cores:
            by_device.setdefault(one.row.device, {})[one.row.core] = figure_coverage_state(one)
    return {
        name: {core: by_device[name].get(core, "none") for core in sorted(data.cores)}
        for name in targets()
        if name in by_device
    }


def figure_coverage_state(shown: ShownFigure) -> str:
    """The key in FIGURE_STATES: a preliminary figure of earlier sources is stale."""
    if shown.status == "preliminary":
        return "stale" if shown.figure.stale else "preliminary"
    return shown.status if shown.status in FIGURE_STATES else "unfit"


def ladder_coverage(data: SiteData) -> dict[str, dict[str, str]]:
    """The state of each step of the ladder for each core, by core and step."""
    return {
        name: {kind: _worst([state for outcome, state in outcomes if outcome.kind == kind]) for kind in ORDER}
        for name, core in sorted(data.cores.items())
        for outcomes in [data.ladder(core)]
    }


def _worst(states: Sequence[LadderState]) -> str:
    order = ("fail", "stale", "not run", "sources not compared", "pass")
    return min(states, key=order.index, default="none")


def coverage_page(data: SiteData) -> Page:
    """The page with both grids and their counts."""
    figures, ladder = figure_coverage(data), ladder_coverage(data)
    by_core = {core: {device: states[core] for device, states in figures.items()} for core in sorted(data.cores)}
    return Page(
        "coverage.html",
        "Coverage",
        "coverage.html",
        {
            "figures": grid(by_core, FIGURE_STATES, "Cores by devices", _NONE),
            "ladder": grid(ladder, LADDER_STATES, "Cores by steps of the verification ladder", _LADDER_LETTERS),
            "figure_key": [
                (state.letter, _NONE.get(state.letter, state.letter), state.name) for state in FIGURE_STATES.values()
            ],
            "ladder_key": [
                (state.letter, _LADDER_LETTERS[state.letter], state.name) for state in LADDER_STATES.values()
            ],
            "counts": data.counts.sentences(),
            "without": [name for name in targets() if name not in figures],
        },
        description="Which hash core is measured on which device, and which verification steps it passed.",
    )


def grid(
    rows: Mapping[str, Mapping[str, str]],
    states: Mapping[str, CoverageState],
    caption: str,
    letters: Mapping[str, str] | None = None,
) -> Markup:
    """A table of one letter a cell, with the counts of each column below its heading.

    Args:
        rows: The state of each column, by core.
        states: What the states are.
        caption: Of the table.
        letters: Other letters than those of the states.
    """
    columns = list(next(iter(rows.values()), {}))
    shown = {key: (state.letter, (letters or {}).get(state.letter, state.letter)) for key, state in states.items()}
    head = "".join(f'<th scope="col"><span>{html.escape(name)}</span></th>' for name in columns)
    totals = "".join(
        f"<td>{_count_text(Counter(row[column] for row in rows.values()), shown)}</td>" for column in columns
    )
    body = "".join(
        f'<tr><th scope="row"><a href="{core_path(core)}">{html.escape(core)}</a></th>'
        + "".join(f'<td class="cover-{shown[row[one]][0]}">{shown[row[one]][1]}</td>' for one in columns)
        + "</tr>\n"
        for core, row in rows.items()
    )
    return Markup(
        f'<div class="wide" tabindex="0" role="group" aria-label="{html.escape(caption)}"><table class="cover">\n'
        f'<thead><tr><th scope="col">core</th>{head}</tr></thead>\n'
        f'<tbody><tr class="totals"><th scope="row">all {len(rows)} cores</th>{totals}</tr>\n'
        f"{body}</tbody></table></div>"
    )


def _count_text(counts: Counter[str], shown: Mapping[str, tuple[str, str]]) -> str:
    return "<br>".join(f"{letter} {counts[key]}" for key, (_, letter) in shown.items() if counts[key])


def coverage_picture(data: SiteData) -> Markup:
    """The cores by devices as one picture, a row for each device; empty without a figure."""
    by_device = figure_coverage(data)
    if not by_device:
        return Markup()
    left, cores = 130, sorted(data.cores)
    width, height = left + CELL * len(cores), _ROW * len(by_device)
    parts = []
    for row, (device, states) in enumerate(by_device.items()):
        top = _ROW * row + (_ROW - CELL) // 2
        parts.append(f'<text x="0" y="{top + CELL}">{html.escape(device)}</text>')
        for key, state in FIGURE_STATES.items():
            cells = "".join(
                _moved(state.shape, left + CELL * at, top) for at, core in enumerate(cores) if states[core] == key
            )
            if cells:
                parts.append(f'<path class="shape-{state.letter}" d="{cells}"/>')
    total = Counter(state for states in by_device.values() for state in states.values())
    counted = ", ".join(f"{state.name} {total[key]}" for key, state in FIGURE_STATES.items() if total[key])
    label = f"{len(cores)} cores on {len(by_device)} devices: {counted}"
    return Markup(
        f'<svg class="cover-picture" role="img" aria-label="{html.escape(label)}" viewBox="0 0 {width} {height}" '
        f'style="max-width: {width}px; --natural: {width}px" data-scales>{"".join(parts)}</svg>'
    )


def _moved(shape: str, left: int, top: int) -> str:
    """The path at another position: its absolute moves, which are those of upper case, are shifted."""
    moved = []
    for part in shape.split("M")[1:]:
        numbers, rest = _first_two(part)
        moved.append(f"M{left + numbers[0]:g} {top + numbers[1]:g}{rest}")
    return "".join(moved)


def _first_two(part: str) -> tuple[tuple[float, float], str]:
    """The two numbers that begin a part of a path, and its rest."""
    at = next(index for index, letter in enumerate(part) if letter.isalpha())
    first, second = part[:at].split()
    return (float(first), float(second)), part[at:]


def picture_key(data: SiteData) -> list[tuple[Markup, str, int]]:
    """Symbol, name and number of each state of the picture."""
    total = Counter(state for states in figure_coverage(data).values() for state in states.values())
    return [(_symbol(state), state.name, total[key]) for key, state in FIGURE_STATES.items() if total[key]]


def _symbol(state: CoverageState) -> Markup:
    path = f'<path class="shape-{state.letter}" d="{state.shape}"/>'
    return Markup(f'<svg class="cover-key" viewBox="0 0 8 8" aria-hidden="true">{path}</svg>')
