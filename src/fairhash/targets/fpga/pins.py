# SPDX-License-Identifier: Apache-2.0
"""Assigns pins to the frame's ports, for place-and-route tools that do not choose pins themselves."""

from collections.abc import Mapping
from typing import Any

from fairhash.catalog.device import Pins


def pin_file(ports: Mapping[str, Any], clocks: tuple[str, ...], pins: Pins) -> str:
    """Return the pin file: one line for each bit of each port.

    Clocks get pins of the clock network, the other bits get the remaining pins in order. There are enough pins,
    because the frame is folded if the device has fewer than the core has ports.

    Args:
        ports: the frame's ports, Yosys JSON.
        clocks: names of the clock ports.
        pins: the device's pins and the format of a line.
    """
    assigned = dict(zip(clocks, pins.clocks, strict=False))
    others = [name for port, entry in ports.items() if port not in clocks for name in _bits(port, len(entry["bits"]))]
    assigned.update(zip(others, pins.others[: len(others)], strict=True))
    return "".join(pins.line.format(port=port, pin=pin) + "\n" for port, pin in assigned.items())


def _bits(port: str, width: int) -> list[str]:
    return [port] if width == 1 else [f"{port}[{bit}]" for bit in range(width)]
