# SPDX-License-Identifier: Apache-2.0
"""What an engine saw: every word that moved, with its io_clk cycle, and how each section ended."""

from dataclasses import dataclass, field
from pathlib import Path

from fairhash.base.errors import FairhashError

GOOD_ENDS = frozenset({"done", "aborted"})


@dataclass
class Trace:
    """One section. Cycles are io_clk cycles since the simulation began."""

    start: int
    taken: list[tuple[int, int]] = field(default_factory=list)
    """(cycle, word) of every accepted input word."""
    given: list[tuple[int, int]] = field(default_factory=list)
    """(cycle, word) of every delivered output word."""
    end: int = 0
    verdict: str = ""
    in_ready: str = ""
    out_valid: str = ""
    out_data: str = ""


def read(file: Path) -> list[Trace]:
    """The observation file of a finished simulation; a section without a verdict was cut off."""
    traces: list[Trace] = []
    try:
        text = file.read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError) as error:
        raise FairhashError(f"unreadable observation: {error}", str(file), "run it again") from error
    for line in text.splitlines():
        kind, *rest = line.split()
        if kind == "s":
            traces.append(Trace(start=int(rest[1])))
        elif kind == "i":
            traces[-1].taken.append((int(rest[0]), int(rest[1], 16)))
        elif kind == "o":
            traces[-1].given.append((int(rest[0]), int(rest[1], 16)))
        else:
            last = traces[-1]
            last.end, last.verdict, last.in_ready, last.out_valid, last.out_data = int(rest[0]), *rest[1:5]
    return traces
