# SPDX-License-Identifier: Apache-2.0
"""Reads the report of a timed simulation, and compares the states of two of them."""

from dataclasses import dataclass, field
from pathlib import Path

_STATE_BYTES = 8
_CHUNK_STATES = 1 << 16


@dataclass
class Observed:
    """What a timed simulation observed; registers and nets by their number in the program."""

    cycles: int = 0
    """Cycles of io_clk after reset."""
    changes: int = 0
    """Changes of all nets in these cycles."""
    worst_ps: dict[int, int] = field(default_factory=dict)
    """Settled runs: the shortest period at which the register captures correctly, for registers whose input changed."""
    worst_cycle: dict[int, int] = field(default_factory=dict)
    path: list[tuple[int, int]] = field(default_factory=list)
    """Settled runs: nets that changed, and when, on the path with the largest of `worst_ps`, from the register back."""
    wrong: int = 0
    """Captures of values that the register's input lost afterwards."""
    wrong_cycle: int | None = None
    wrong_register: int | None = None
    unknown: int = 0
    """Bits of the core's outputs that were X."""


def read_report(file: Path) -> Observed:
    """Return what the simulator wrote."""
    seen = Observed()
    for line in file.read_text(encoding="ascii").splitlines():
        name, *words = line.split()
        values = [int(word) for word in words]
        match name:
            case "cycles":
                seen.cycles, seen.changes = values
            case "worst":
                seen.worst_ps[values[0]], seen.worst_cycle[values[0]] = values[1:]
            case "path":
                seen.path = list(zip(values[::2], values[1::2], strict=True))
            case "wrong":
                seen.wrong, seen.wrong_cycle, seen.wrong_register = values
            case "unknown":
                seen.unknown = values[0]
    return seen


def first_difference(first: Path, second: Path) -> int | None:
    """The first cycle after which the registers of two simulations differ, or the shorter one's length; else None."""
    with first.open("rb") as one, second.open("rb") as other:
        cycle = 0
        while True:
            left, right = one.read(_CHUNK_STATES * _STATE_BYTES), other.read(_CHUNK_STATES * _STATE_BYTES)
            if left != right:
                common = min(len(left), len(right)) // _STATE_BYTES
                states = (
                    (left[i : i + _STATE_BYTES], right[i : i + _STATE_BYTES])
                    for i in range(0, common * _STATE_BYTES, _STATE_BYTES)
                )
                return cycle + next((number for number, (a, b) in enumerate(states) if a != b), common)
            if not left:
                return None
            cycle += len(left) // _STATE_BYTES
