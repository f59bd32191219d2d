# SPDX-License-Identifier: Apache-2.0
"""Waveforms as SVG, from values sampled in each cycle of a simulation: of a component's ports, and of a core's streams.

`python -m fairhash.features.package.waveform` draws the waveforms of docs/interface.md again.
"""

import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from fairhash.base import files, paths
from fairhash.catalog.core import Core
from fairhash.catalog.cores import find_core
from fairhash.features.package.component import Component
from fairhash.testbench.compiled import fast_engine
from fairhash.testbench.message import Case, Message
from fairhash.testbench.reference import models
from fairhash.testbench.session import SimulationSession

_ROW, _HIGH, _LEFT = 30, 18, 120
_LETTER, _NARROWEST = 6.7, 56
_STYLE = (
    "text{font:11px monospace;fill:#222}.n{font-weight:bold}.l{stroke:#1f4e79;fill:none;stroke-width:1.3}"
    ".b{stroke:#1f4e79;fill:#e8f0f8}.g{stroke:#ccc;stroke-dasharray:2 3}"
)


@dataclass(frozen=True)
class Lane:
    """A signal: its name, and its value in each cycle; a value of one bit is 0 or 1, any other one a text."""

    name: str
    values: tuple[int | str, ...]


def waveform(lanes: Sequence[Lane], cycles: Sequence[int], title: str) -> str:
    """An SVG with a column for each cycle; a dotted gap where `cycles` leaves some out.

    Args:
        lanes: The signals, with a value for each of `cycles`.
        cycles: Numbers of the cycles, increasing.
        title: For readers without the picture.
    """
    letters = max(len(value) for lane in lanes for value in lane.values if isinstance(value, str))
    cell = max(_NARROWEST, round(_LETTER * letters) + 12)
    width = _LEFT + cell * len(cycles) + 10
    height = _ROW * (len(lanes) + 1) + 10
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img">',
        f"<title>{escape(title)}</title><style>{_STYLE}</style>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        '<text x="4" y="20">cycle</text>',
    ]
    for column, cycle in enumerate(cycles):
        left = _LEFT + cell * column
        gap = column > 0 and cycle != cycles[column - 1] + 1
        parts.append(f'<line class="g" x1="{left}" x2="{left}" y1="6" y2="{height}"/>')
        parts.append(f'<text x="{left + 4}" y="20">{"… " if gap else ""}{cycle}</text>')
    for row, lane in enumerate(lanes, 1):
        base = _ROW * row + _HIGH + 6
        parts.append(f'<text class="n" x="4" y="{base - 4}">{escape(lane.name)}</text>')
        parts += _lane(lane, base, cell)
    return "\n".join([*parts, "</svg>", ""])


def _lane(lane: Lane, base: int, cell: int) -> list[str]:
    bits = all(value in (0, 1) and not isinstance(value, str) for value in lane.values)
    if not bits:
        return [part for column, value in enumerate(lane.values) for part in _box(column, str(value), base, cell)]
    levels = [base - _HIGH * int(value) for value in lane.values]
    path = f"M{_LEFT} {levels[0]}" + "".join(
        f"V{level}H{_LEFT + cell * (column + 1)}" for column, level in enumerate(levels)
    )
    return [f'<path class="l" d="{path}"/>']


def _box(column: int, text: str, base: int, cell: int) -> list[str]:
    left = _LEFT + cell * column
    if not text:
        return [f'<path class="l" d="M{left} {base - _HIGH / 2:g}h{cell}"/>']
    return [
        f'<rect class="b" x="{left + 1}" y="{base - _HIGH}" width="{cell - 2}" height="{_HIGH}"/>',
        f'<text x="{left + 5}" y="{base - 5}">{escape(text)}</text>',
    ]


_PORTS = (
    "aresetn",
    *(f"s_axis_{name}" for name in ("tdata", "tkeep", "tlast", "tvalid", "tready")),
    *(f"m_axis_{name}" for name in ("tdata", "tkeep", "tlast", "tvalid", "tready")),
)
"""The columns of a trace, as simulate.cpp writes them."""
_AROUND = 1
"""Cycles shown before and after each cycle in which something moves."""


def component_waveform(component: Component, trace: str) -> str:
    """The waveform of one message: the cycles around those in which a beat moves.

    Args:
        component: The component that was simulated.
        trace: The text that the simulation wrote.
    """
    rows = [dict(zip(_PORTS, (int(word, 16) for word in line.split()), strict=True)) for line in trace.splitlines()]
    moves = [
        number
        for number, row in enumerate(rows)
        if any(row[f"{side}_axis_tvalid"] and row[f"{side}_axis_tready"] for side in "sm")
    ]
    shown = sorted({near for at in moves for near in range(at - _AROUND, at + _AROUND + 1) if 0 <= near < len(rows)})
    lanes = [Lane(name, tuple(_value(component, name, rows[number]) for number in shown)) for name in _PORTS[1:]]
    return waveform(lanes, [number - moves[0] for number in shown], f'"abc" through {component.axis}')


def _value(component: Component, name: str, row: dict[str, int]) -> int | str:
    side, _, kind = name.rpartition("_")
    if kind in ("tlast", "tvalid", "tready"):
        return row[name]
    bits = component.bus_bits if kind == "tdata" else component.bus_bits // 8
    return f"{row[name]:0{bits // 4}x}" if row[f"{side}_tvalid"] else ""


SHOWN_CORES = {16: "sha-256/lightweight", 32: "sha-256/highspeed", 64: "sha-512/highspeed"}
"""The core of each width of words."""
_SIGNALS = ("rst", "in_data", "in_valid", "in_ready", "out_data", "out_valid", "out_ready")
_VALID = {"in_data": "in_valid", "out_data": "out_valid"}
_FIRST, _LAST, _DIGEST = 4, 2, 2
"""Words shown of the start and of the end of the input, and of both ends of the digest."""


def image(word_bits: int) -> Path:
    """The file of the waveform for words of this width."""
    return paths.root() / "docs" / "images" / f"interface-{word_bits}.svg"


def cycles_of(core: Core, data: bytes) -> list[dict[str, int]]:
    """The ports of a core in each cycle of io_clk while it hashes one message after a reset, without stalls."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        session = SimulationSession(core, fast_engine(core), models(), 1, folder)
        wave = folder / "wave.vcd"
        session.simulate([Case((Message(core.algorithm, data, 8 * len(data)),), reset=core.reset_cycles)], wave)
        return _read_cycles(files.read_text(wave))


def _read_cycles(vcd: str) -> list[dict[str, int]]:
    """The values before each rising edge of io_clk, which the harness writes in every second step."""
    head, _, body = vcd.partition("$enddefinitions $end")
    names = dict(re.findall(r"\$var wire \d+ (\S) (\S+) \$end", head))
    rows: list[dict[str, int]] = []
    values: dict[str, int] = {}
    for line in body.split():
        if line.startswith("#"):
            if int(line[1:]) % 2:
                rows.append(dict(values))
        elif line.startswith("b"):
            word = int(line[1:], 2)
        elif len(line) == 1:
            values[names[line]] = word
        else:
            values[names[line[1]]] = int(line[0])
    return rows


def core_waveform(core: Core, data: bytes, title: str) -> str:
    """The start and the end of the input, and of the digest."""
    rows = cycles_of(core, data)
    taken = [number for number, row in enumerate(rows) if row["in_valid"] and row["in_ready"] and not row["rst"]]
    given = [number for number, row in enumerate(rows) if row["out_valid"] and row["out_ready"] and not row["rst"]]
    moves = {*taken[:_FIRST], *taken[-_LAST:], *given[:_DIGEST], *given[-_DIGEST:]}
    # the cycle before the first word, and the one after each word shown last
    shown = sorted({taken[0] - 1, *moves, taken[-1] + 1, given[-1] + 1} & set(range(len(rows))))
    digits = core.word_bits // 4
    lanes = []
    for name in _SIGNALS:
        cells: list[int | str] = []
        for row in (rows[number] for number in shown):
            valid = _VALID.get(name)
            cells.append(
                row[name] if valid is None else f"{row[name]:0{digits}x}" if row[valid] and not row["rst"] else ""
            )
        lanes.append(Lane(name, tuple(cells)))
    return waveform(lanes, [number - taken[0] for number in shown], title)


def drawn(word_bits: int) -> str:
    """The waveform of the page for words of this width."""
    core = find_core(SHOWN_CORES[word_bits])
    return core_waveform(core, b"abc", f'"abc" through {core.name}, words of {word_bits} bits')


def main() -> None:
    """Draw them again."""
    for word_bits in SHOWN_CORES:
        files.write_text(image(word_bits), drawn(word_bits))


if __name__ == "__main__":
    main()
