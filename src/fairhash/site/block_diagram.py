# SPDX-License-Identifier: Apache-2.0
"""The block diagram of a core: its ports, and the entities that its top entity instantiates."""

import html
from collections.abc import Sequence

from fairhash.catalog.core import Core
from fairhash.site.vhdl import Unit

_WIDTH, _ROW, _LEFT, _BOX = 720, 30, 170, 380
_PART_WIDTH = 170


def block_diagram(core: Core, unit: Unit) -> str:
    """The diagram as an <svg> element that follows the page's theme.

    Inputs are on the left, outputs on the right. The parts inside are in the order of the VHDL source; the lines
    between them are not drawn.

    Args:
        core: The core.
        unit: Its top entity.
    """
    inputs = [port for port in unit.ports if port.direction == "in"]
    outputs = [port for port in unit.ports if port.direction != "in"]
    rows = max(len(inputs), len(outputs), (len(unit.instances) + 1) // 2 + 1)
    height = rows * _ROW + 70
    parts = [
        f'<rect x="{_LEFT}" y="20" width="{_BOX}" height="{height - 40}" rx="10" fill="var(--raised)"'
        ' stroke="var(--accent)" stroke-width="1.5"/>',
        _text(_LEFT + _BOX / 2, 42, unit.name, "middle", "var(--ink)", weight=600),
    ]
    for index, port in enumerate(inputs):
        parts += _arrow(_LEFT - 40, _y(index), _port_text(port.name, port.type, core.in_port_bits), "end", _LEFT - 46)
    for index, port in enumerate(outputs):
        start = _LEFT + _BOX
        parts += _arrow(start, _y(index), _port_text(port.name, port.type, core.out_port_bits), "start", start + 46)
    parts += _inner_boxes(unit.instances)
    title = html.escape(f"Block diagram of {core.name}: {len(inputs)} inputs, {len(outputs)} outputs")
    return (
        f'<svg viewBox="0 0 {_WIDTH} {height}" style="max-width: {_WIDTH}px" role="img" aria-label="{title}"'
        f' data-scales font-family="inherit" font-size="13">{"".join(parts)}</svg>'
    )


def _y(index: int) -> int:
    return 66 + index * _ROW


def _port_text(name: str, type_name: str, bits: int) -> str:
    return f"{name} [{bits}]" if "vector" in type_name else name


def _arrow(start: float, y: float, text: str, align: str, text_x: float) -> list[str]:
    return [
        f'<path d="M{start} {y}h40m-6 -4l6 4l-6 4" fill="none" stroke="var(--faint)" stroke-width="1.4"/>',
        _text(text_x, y + 4, text, align, "var(--soft)"),
    ]


def _inner_boxes(instances: Sequence[tuple[str, str]]) -> list[str]:
    """Two columns of boxes with the entity's name; the same entity twice is one box with a count."""
    counts: dict[str, int] = {}
    for _, entity in instances:
        counts[entity] = counts.get(entity, 0) + 1
    parts = []
    for index, (entity, count) in enumerate(counts.items()):
        x = _LEFT + 14 + (index % 2) * (_PART_WIDTH + 12)
        y = 56 + (index // 2) * _ROW
        name = f"{entity} \N{MULTIPLICATION SIGN}{count}" if count > 1 else entity
        name = name if len(name) <= 26 else f"{name[:25]}…"
        parts.append(
            f'<rect x="{x}" y="{y}" width="{_PART_WIDTH}" height="{_ROW - 6}" rx="5" fill="var(--page)"'
            ' stroke="var(--line)"/>'
        )
        parts.append(_text(x + _PART_WIDTH / 2, y + 16, name, "middle", "var(--ink)", size=11))
    return parts


def _text(x: float, y: float, text: str, align: str, colour: str, *, weight: int = 400, size: int = 13) -> str:
    return (
        f'<text x="{x}" y="{y}" text-anchor="{align}" fill="{colour}" font-weight="{weight}" font-size="{size}">'
        f"{html.escape(text)}</text>"
    )
