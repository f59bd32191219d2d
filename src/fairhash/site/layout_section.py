# SPDX-License-Identifier: Apache-2.0
"""The section of a core's page about its routed layout: the picture, and clock and energy without and with wires."""

import html
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fairhash.base.table import Table, table_of_texts
from fairhash.catalog.device import CellLibrary
from fairhash.catalog.targets import libraries
from fairhash.figures import energy
from fairhash.figures.figures import Figure
from fairhash.results.schema import Layout, Result
from fairhash.site.data import ShownFigure
from fairhash.site.pages import device_link, number

_KINDS = {
    "r": ("flip-flops", "var(--accent)", "key"),
    "l": ("logic", "var(--third)", "key key-yours"),
    "b": ("buffers and inverters", "var(--second)", "key key-reference"),
}
"""Name, colour and class of the legend of each kind of cell; fillers are not drawn."""
_RUN = re.compile(r"([a-z])(\d+)")
_WIDTH_PX = 560
_FILLED = 0.86
"""Part of a row's height that cells are drawn with, so that rows are told apart."""


@dataclass(frozen=True)
class LayoutView:
    """A layout as the page shows it."""

    device: str
    picture: str
    """As an <svg> element; empty if the result stores no picture."""
    caption: str


def layout_views(core: str, shown: Sequence[ShownFigure]) -> list[LayoutView]:
    """The layouts among the figures of a core."""
    return [
        LayoutView(one.row.device, picture(layout, core), _caption(layout))
        for one in shown
        if (layout := one.figure.first.layout) is not None
    ]


def layout_table(shown: Sequence[ShownFigure], device_ids: Sequence[str]) -> Table | None:
    """Clock and energy of each routed netlist beside those without wires, and its failed nets."""
    by_device = {one.row.device: one.figure for one in shown}
    rows = []
    for device, figure in by_device.items():
        declared = libraries().get(device)
        layout = figure.first.layout
        if layout is not None and declared is not None and declared.layout is not None:
            rows.append(_row(figure, layout, declared, by_device, device_ids))
    head = (
        *("device", "failed nets", "width µm", "height µm", "wires pF", "clock buffers"),
        *("MHz without wires", "MHz with wires", "pJ/bit without wires", "pJ/bit with wires"),
    )
    return table_of_texts(head, rows, ("device",)) if rows else None


def _row(
    figure: Figure, layout: Layout, library: CellLibrary, by_device: Mapping[str, Figure], device_ids: Sequence[str]
) -> tuple[str, ...]:
    result = figure.first
    plain = by_device.get(library.layout.without_wires) if library.layout else None
    same = plain is not None and plain.first.search == result.search
    return (
        device_link(result.device, device_ids),
        str(layout.failed_nets),
        *(number(value, 1) for value in (layout.width_um, layout.height_um, layout.wires_pf)),
        str(layout.clock_buffers),
        number(_clock_without_wires(result), 1),
        number(result.achieved.effective_mhz if result.achieved else None, 1),
        number(energy.pj_per_bit(plain) if plain is not None and same else None, 2),
        number(energy.pj_per_bit(figure), 2),
    )


def _clock_without_wires(result: Result) -> float | None:
    """The clock of the selected mapping in the search, which times netlists without wires."""
    periods = [point.period_ps for point in result.search if point.period_ps]
    return 1e6 / min(periods) if periods else None


def _caption(layout: Layout) -> str:
    shares = _shares(layout.rows)
    total = sum(shares.values())
    if not total:
        return ""
    named = [(name, shares.get(kind, 0)) for kind, (name, *_) in _KINDS.items()]
    named.append(("fillers, not drawn,", shares.get("f", 0)))
    parts = ", ".join(f"{name} {100 * sites / total:.0f} %" for name, sites in named)
    return f"Placed cells by share of the rows: {parts}. Wires are not drawn."


def _shares(rows: Sequence[str]) -> dict[str, int]:
    """Sites by kind of cell."""
    shares: dict[str, int] = {}
    for row in rows:
        for kind, sites in _RUN.findall(row):
            shares[kind] = shares.get(kind, 0) + int(sites)
    return shares


def picture(layout: Layout, core: str) -> str:
    """The rows of cells as an <svg> element that follows the page's theme; empty without rows."""
    if not layout.rows or not layout.site_um or not layout.row_um:
        return ""
    lines: dict[str, list[str]] = {kind: [] for kind in _KINDS}
    widest = 0
    for index, row in enumerate(reversed(layout.rows)):
        start = 0
        for kind, text in _RUN.findall(row):
            if kind in lines:
                lines[kind].append(f"M{start} {index}h{text}")
            start += int(text)
        widest = max(widest, start)
    # one unit is a site to the right and a row downwards; the transformation makes both true to scale
    rise = layout.row_um / layout.site_um
    height = len(layout.rows) * rise
    paths = "".join(
        f'<path d="{"".join(pieces)}" fill="none" stroke="{_KINDS[kind][1]}" stroke-width="{_FILLED}">'
        f"<title>{_KINDS[kind][0]}</title></path>"
        for kind, pieces in lines.items()
        if pieces
    )
    title = html.escape(f"Layout of {core}: rows of cells, coloured by kind", quote=True)
    return (
        f'<svg viewBox="0 0 {widest} {height:g}" style="width: 100%; max-width: {_WIDTH_PX}px" role="img"'
        f' aria-label="{title}"><g transform="scale(1 {rise:g}) translate(0 .5)">{paths}</g></svg>'
    )


def legend() -> list[tuple[str, str]]:
    """Name and class of the legend of each kind of cell."""
    return [(name, css_class) for name, _, css_class in _KINDS.values()]
