# SPDX-License-Identifier: Apache-2.0
"""Wires of a routed netlist: reads qrouter's trees of resistances and capacitances, and writes them as SPEF.

qrouter writes one line for each net: name, number of drivers, driving pin, number of pins that the net reaches, and
the tree of its wires, ``( R C pin , ( R C ... ) )``: resistance in ohms and capacitance in pF of a piece of wire, then
the pins and the further pieces at its far end. Where a route closes a loop, a branch ends in ``ERROR``, not in a pin,
and a pin can be in two branches: of 959 nets this happened in one (part of sha-1/highspeed, 2026-11-27).
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

_TOKEN = re.compile(r"[(),]|[^\s(),]+")
_NO_PIN = "ERROR"
_LEAST_OHM = 0.001
"""Resistance of a connection that qrouter gives none; SPEF has no wire without a resistance."""


@dataclass
class WirePiece:
    """One piece of wire, and what is at its far end."""

    ohm: float
    picofarad: float
    pins: list[str] = field(default_factory=list)
    pieces: list["WirePiece"] = field(default_factory=list)

    def every_piece(self) -> Iterator["WirePiece"]:
        """The piece and all pieces after it."""
        waiting = [self]
        while waiting:
            piece = waiting.pop()
            yield piece
            waiting += piece.pieces


@dataclass(frozen=True)
class RoutedNet:
    """The wires of one net."""

    name: str
    driver: str
    """``CELL_1/Y`` for a pin of a cell, ``PIN/name`` for a port."""
    tree: WirePiece

    @property
    def capacitance_pf(self) -> float:
        """Capacitance of all wires of the net."""
        return sum(piece.picofarad for piece in self.tree.every_piece())

    def pins(self) -> set[str]:
        """The pins that the tree reaches."""
        return {pin for piece in self.tree.every_piece() for pin in piece.pins}


def read_wires(text: str) -> list[RoutedNet]:
    """The nets of qrouter's delay file.

    Raises:
        ValueError: a line is not in that format.
    """
    return [_read_net(line) for line in text.splitlines() if line.strip()]


def _read_net(line: str) -> RoutedNet:
    head, _, rest = line.partition("(")
    name, _, driver, _ = head.split()
    root = WirePiece(0.0, 0.0)
    open_pieces = [root]
    reached = {driver, _NO_PIN}
    tokens = iter(_TOKEN.findall("(" + rest))
    for token in tokens:
        if token == "(":
            piece = WirePiece(float(next(tokens)), float(next(tokens)))
            open_pieces[-1].pieces.append(piece)
            open_pieces.append(piece)
        elif token == ")":
            open_pieces.pop()
        elif token != "," and token not in reached:
            reached.add(token)
            open_pieces[-1].pins.append(token)
    if len(open_pieces) != 1:
        raise ValueError(f"net {name}: {len(open_pieces) - 1} parentheses are not closed")
    return RoutedNet(name, driver, root)


PinNames = Callable[[str, str], Sequence[str]]
"""The pins of the timed netlist, ``instance/pin``, for a net and one of qrouter's pins on it."""


def spef(design: str, nets: Iterable[RoutedNet], pin_names: PinNames) -> str:
    """The wires in the Standard Parasitic Exchange Format, with the capacitance of a piece at its far end."""
    head = [
        '*SPEF "IEEE 1481-1998"',
        f'*DESIGN "{design}"',
        '*DATE ""',
        '*VENDOR ""',
        '*PROGRAM "fairhash"',
        '*VERSION ""',
        '*DESIGN_FLOW ""',
        "*DIVIDER /",
        "*DELIMITER :",
        "*BUS_DELIMITER [ ]",
        "*T_UNIT 1 NS",
        "*C_UNIT 1 PF",
        "*R_UNIT 1 OHM",
        "*L_UNIT 1 HENRY",
    ]
    return "\n".join([*head, *(line for net in nets for line in _spef_net(net, pin_names)), ""])


def _spef_net(net: RoutedNet, pin_names: PinNames) -> list[str]:
    drivers = pin_names(net.name, net.driver)
    connections = [f"*I {_node(pin)} O" for pin in drivers]
    capacitors: list[str] = []
    resistors: list[str] = []

    def connect(one: str, other: str, ohm: float) -> None:
        resistors.append(f"{len(resistors) + 1} {one} {other} {max(ohm, _LEAST_OHM):g}")

    def attach(node: str, pins: Iterable[str]) -> None:
        for name in (name for pin in pins for name in pin_names(net.name, pin)):
            connections.append(f"*I {_node(name)} I")
            connect(node, _node(name), 0)

    start = f"{net.name}:0"
    for pin in drivers:
        connect(_node(pin), start, 0)
    attach(start, net.tree.pins)
    number = 0
    waiting = [(start, piece) for piece in net.tree.pieces]
    while waiting:
        near, piece = waiting.pop()
        number += 1
        far = f"{net.name}:{number}"
        connect(near, far, piece.ohm)
        capacitors.append(f"{len(capacitors) + 1} {far} {piece.picofarad:g}")
        attach(far, piece.pins)
        waiting += [(far, further) for further in piece.pieces]
    head = f"*D_NET {net.name} {net.capacitance_pf:g}"
    return [head, "*CONN", *connections, "*CAP", *capacitors, "*RES", *resistors, "*END"]


def _node(pin: str) -> str:
    instance, _, name = pin.partition("/")
    return f"{instance}:{name}"


def capacitances_pf(nets: Iterable[RoutedNet]) -> Mapping[str, float]:
    """Capacitance of the wires of each net in pF, by name."""
    return {net.name: net.capacitance_pf for net in nets}
