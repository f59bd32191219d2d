# SPDX-License-Identifier: Apache-2.0
"""The waveform of a component, from the ports that its simulation wrote in each cycle."""

from fairhash.features.package.component import Component
from fairhash.features.package.waveform import Lane, waveform

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
