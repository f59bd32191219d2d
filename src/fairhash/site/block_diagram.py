# SPDX-License-Identifier: Apache-2.0
"""The block diagram of a core: the parts of its top entity, its ports, and the signals between them.

The signals are found in VHDL of the project's style.
"""

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from fairhash.catalog.core import Core
from fairhash.site.pages import relative
from fairhash.site.vhdl import Unit

INPUTS, OUTPUTS = "inputs", "outputs"
"""Stand for the ports of the entity itself; no instance may have these labels."""

_EVERYWHERE = frozenset({"clk", "io_clk", "rst"})
"""Ports of the entity that most parts read."""


@dataclass(frozen=True)
class Wire:
    """Signals from one part to another."""

    driver: str
    """Label of an instance, or INPUTS."""
    reader: str
    """Label of an instance, or OUTPUTS."""
    signals: tuple[str, ...]
    """Names in the entity, in the order of the reader's port map."""


def wires(unit: Unit, units: Mapping[str, Unit]) -> list[Wire]:
    """The connections of an entity's instances and ports, by the order of the drivers and readers in the source.

    A signal that the entity itself computes from others counts as driven by the drivers of those.

    Args:
        unit: The entity.
        units: All entities by name, which have the directions of the ports; an instance of another one has no wires.
    """
    direct = _drivers(unit, units)
    found: dict[tuple[str, str], dict[str, None]] = {}
    for reader, signal in _reads(unit, units):
        for driver in _all_drivers(signal, direct, _sources(unit), set()):
            if driver != reader:
                found.setdefault((driver, reader), {})[signal] = None
    order = {label: index for index, label in enumerate([INPUTS, *(one.label for one in unit.instances), OUTPUTS])}
    ordered = sorted(found, key=lambda pair: (order[pair[0]], order[pair[1]]))
    return [Wire(driver, reader, tuple(found[driver, reader])) for driver, reader in ordered]


def names_in(expression: str) -> list[str]:
    """The identifiers of an expression, also of functions and literals' bases, without repetition."""
    without_literals = re.sub(r"\w*\"[^\"]*\"|'.'", " ", expression)
    return list(dict.fromkeys(re.findall(r"\b[a-z_]\w*", without_literals, re.IGNORECASE)))


def _drivers(unit: Unit, units: Mapping[str, Unit]) -> dict[str, set[str]]:
    """The labels that drive each signal, INPUTS for input ports; not those of signals that the entity computes."""
    found = {port.name: {INPUTS} for port in unit.ports if port.direction == "in" and port.name not in _EVERYWHERE}
    for label, direction, actual in _ports(unit, units):
        if direction != "in" and (names := names_in(actual)):
            found.setdefault(names[0], set()).add(label)
    return found


def _reads(unit: Unit, units: Mapping[str, Unit]) -> Iterator[tuple[str, str]]:
    """Label of a part and the name of a signal that it reads."""
    for label, direction, actual in _ports(unit, units):
        if direction == "in":
            for name in names_in(actual):
                yield label, name
    for port in unit.ports:
        if port.direction == "out":
            yield OUTPUTS, port.name


def _ports(unit: Unit, units: Mapping[str, Unit]) -> Iterator[tuple[str, str, str]]:
    """Label, direction and actual of each connected port of the instances."""
    for instance in unit.instances:
        inner = units.get(instance.entity)
        directions = {port.name: port.direction for port in inner.ports} if inner else {}
        for formal, actual in instance.port_map:
            if formal in directions and actual != "open":
                yield instance.label, directions[formal], actual


def _sources(unit: Unit) -> dict[str, set[str]]:
    """The names that the assignments to each signal read."""
    found: dict[str, set[str]] = {}
    for target, expression in unit.assignments:
        found.setdefault(target, set()).update(names_in(expression))
    return found


def _all_drivers(
    signal: str, direct: Mapping[str, set[str]], sources: Mapping[str, set[str]], seen: set[str]
) -> set[str]:
    """The parts that drive a signal, through the entity's own assignments."""
    if signal in seen:
        return set()
    seen.add(signal)
    found = set(direct.get(signal, ()))
    for name in sources.get(signal, ()):
        found |= _all_drivers(name, direct, sources, seen)
    return found


_COLUMN, _ROW = 128, 50
"""Distance of the parts along the diagonal in pixels."""

_BOX_WIDTH, _BOX_HEIGHT = 108, 30
_LEFT, _TOP = 64, 34
"""Centre of the first box in pixels."""

_LONGEST = 19
"""Most letters of a label that fit between two lines."""


@dataclass(frozen=True)
class _Box:
    """A part on the diagonal."""

    text: str
    title: str
    link: str
    """Relative URL of the entity's page; empty without one."""
    x: float
    y: float


def block_diagram(core: Core, unit: Unit, units: Mapping[str, Unit], page: str) -> str:
    """The diagram as an <svg> element that follows the page's theme.

    The parts are on the diagonal, in the order of the VHDL source. A signal leaves its driver sideways, turns at a
    dot, and enters its reader from above or, if the reader is earlier in the source, from below. So no line covers a
    part. Clocks and resets are not drawn.

    Args:
        core: The core.
        unit: Its top entity.
        units: All entities by name.
        page: Path of the page with the diagram, from the site's root.
    """
    boxes = _boxes(core, unit, units, page)
    last = max(box.x for box in boxes.values()), max(box.y for box in boxes.values())
    width, height = last[0] + 150, last[1] + 34
    found = wires(unit, units)
    title = html.escape(f"Block diagram of {core.name}: {len(unit.instances)} parts, {len(found)} connections")
    body = "".join([*(_wire(wire, boxes) for wire in found), *(_draw(box) for box in boxes.values())])
    return (
        f'<svg viewBox="0 0 {width:g} {height:g}" style="max-width: {width:g}px; min-width: {min(width, 860):g}px"'
        f' role="group" aria-label="{title}" data-scales font-family="inherit" font-size="12.5">{body}</svg>'
    )


def _boxes(core: Core, unit: Unit, units: Mapping[str, Unit], page: str) -> dict[str, _Box]:
    """The boxes by label, with those of the ports first and last."""
    parts: dict[str, list[str]] = {}
    for one in unit.instances:
        # alternatives of a conditional generate have the same label
        parts.setdefault(one.label, []).append(one.entity)
    ports = f"Ports of {unit.name}; data words of"
    named = [
        (INPUTS, f"{INPUTS} [{core.in_port_bits}]", f"{ports} {core.in_port_bits} bits", ""),
        *(
            (label, label, f"entity {' or '.join(names)}", _link(names[0], units, page))
            for label, names in parts.items()
        ),
        (OUTPUTS, f"{OUTPUTS} [{core.out_port_bits}]", f"{ports} {core.out_port_bits} bits", ""),
    ]
    return {
        name: _Box(text, title, link, _LEFT + index * _COLUMN, _TOP + index * _ROW)
        for index, (name, text, title, link) in enumerate(named)
    }


def _link(entity: str, units: Mapping[str, Unit], page: str) -> str:
    return relative(units[entity].path, page) if entity in units else ""


def _draw(box: _Box) -> str:
    left, top = box.x - _BOX_WIDTH / 2, box.y - _BOX_HEIGHT / 2
    is_part = bool(box.link)
    colours = "var(--accent-soft)", "var(--accent)" if is_part else "var(--faint)"
    shape = (
        f'<g><title>{html.escape(box.title)}</title><rect x="{left:g}" y="{top:g}" width="{_BOX_WIDTH}"'
        f' height="{_BOX_HEIGHT}" rx="{6 if is_part else 15}" fill="{colours[0] if is_part else "var(--page)"}"'
        f' stroke="{colours[1]}" stroke-width="1.3"/>'
        f'<text x="{box.x:g}" y="{box.y + 4:g}" text-anchor="middle" fill="var(--ink)" font-weight="600">'
        f"{html.escape(_shortened(box.text, 15))}</text></g>"
    )
    return f'<a href="{html.escape(box.link)}">{shape}</a>' if is_part else shape


def _wire(wire: Wire, boxes: Mapping[str, _Box]) -> str:
    """The line from the driver to the reader, with the names of the signals beside its corner."""
    start, end = boxes[wire.driver], boxes[wire.reader]
    side = 1 if end.x > start.x else -1
    edge = end.y - side * _BOX_HEIGHT / 2
    points = f"M{start.x + side * _BOX_WIDTH / 2:g} {start.y:g}H{end.x:g}V{edge:g}"
    arrow = f"M{end.x - 4:g} {edge - side * 7:g}l4 {side * 7:g}l4 {-side * 7:g}"
    colour = "var(--faint)" if side > 0 else "var(--second)"
    return (
        f"<g><title>{html.escape(f'{wire.driver} to {wire.reader}: ' + ', '.join(wire.signals))}</title>"
        f'<path d="{points}{arrow}" fill="none" stroke="{colour}" stroke-width="1.3"/>'
        f'<circle cx="{end.x:g}" cy="{start.y:g}" r="2.6" fill="{colour}"/>'
        f'<text x="{end.x + side * 6:g}" y="{start.y - 5:g}" text-anchor="{"start" if side > 0 else "end"}"'
        f' font-size="10.5" fill="var(--soft)">{html.escape(signal_text(wire.signals))}</text></g>'
    )


def signal_text(signals: Sequence[str]) -> str:
    """The names that fit beside a line, and how many more there are: ``word, last +2``."""
    for shown in range(len(signals), 0, -1):
        more = f" +{len(signals) - shown}" if shown < len(signals) else ""
        text = ", ".join(signals[:shown]) + more
        if len(text) <= _LONGEST:
            return text
    more = f" +{len(signals) - 1}" if len(signals) > 1 else ""
    return _shortened(signals[0], _LONGEST - len(more)) + more


def _shortened(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"
