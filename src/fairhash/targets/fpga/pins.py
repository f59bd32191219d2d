# SPDX-License-Identifier: Apache-2.0
"""Which port of the frame has which pin, for place tools that do not choose any by themselves."""

from collections.abc import Mapping
from typing import Any

from fairhash.catalog.device import Pins


def pin_file(ports: Mapping[str, Any], clocks: tuple[str, ...], pins: Pins) -> str:
    """A line for every bit of `ports` (Yosys JSON): clocks on pins that lead to a clock network, the rest in order.

    A design with more ports than pins is not asked for: the frame is folded to those there are.
    """
    places = dict(zip(clocks, pins.clocks, strict=False))
    others = [name for port, facts in ports.items() if port not in clocks for name in _bits(port, len(facts["bits"]))]
    places.update(zip(others, pins.others[: len(others)], strict=True))
    return "".join(pins.line.format(port=port, pin=pin) + "\n" for port, pin in places.items())


def _bits(port: str, width: int) -> list[str]:
    return [port] if width == 1 else [f"{port}[{bit}]" for bit in range(width)]
