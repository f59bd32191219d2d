# SPDX-License-Identifier: Apache-2.0
"""Simulates circuits in BLIF, independently of ABC, for the tests of the proofs.

A net has a value in each lane, and lanes do not depend on each other: bit n of the integer is its value in lane n.
"""

from collections.abc import Mapping, Sequence


class BlifSimulator:
    """The tables and registers of some lines of a model; registers begin with 0."""

    def __init__(self, lines: Sequence[str], lanes: int = 1) -> None:
        self._mask = (1 << lanes) - 1
        self._tables: dict[str, tuple[list[str], list[str]]] = {}
        self._latches: dict[str, str] = {}
        for block in "\n".join(lines).replace("\n.", "\n\n.").split("\n\n"):
            head, *rows = block.splitlines()
            kind, *nets = head.split()
            if kind == ".names":
                self._tables[nets[-1]] = (nets[:-1], [row.rpartition(" ")[0] for row in rows])
            elif kind == ".latch":
                self._latches[nets[1]] = nets[0]
        self._order: list[str] = []
        self._place(list(self._tables))
        self._state = dict.fromkeys(self._latches, 0)

    def values(self, inputs: Mapping[str, int]) -> dict[str, int]:
        """All nets in this cycle, by name."""
        values = {**self._state, **inputs}
        for net in self._order:
            sources, rows = self._tables[net]
            values[net] = 0
            for row in rows:
                product = self._mask
                for source, bit in zip(sources, row, strict=True):
                    if bit != "-":
                        product &= values[source] if bit == "1" else ~values[source]
                values[net] |= product
        return values

    def clock(self, values: Mapping[str, int]) -> None:
        """Go to the next cycle, after a cycle with these values."""
        self._state = {state: values[source] for state, source in self._latches.items()}

    def _place(self, nets: Sequence[str]) -> None:
        """Order tables after those of their inputs."""
        placed: set[str] = set()
        stack = [(net, False) for net in nets]
        while stack:
            net, is_ready = stack.pop()
            if net in placed or net not in self._tables:
                continue
            if is_ready:
                placed.add(net)
                self._order.append(net)
            else:
                stack += [(net, True), *((source, False) for source in self._tables[net][0])]


def number(values: Mapping[str, int], nets: Sequence[str], lane: int = 0) -> int:
    """The number on some nets in a lane, bit 0 first."""
    return sum((values[net] >> lane & 1) << place for place, net in enumerate(nets))
