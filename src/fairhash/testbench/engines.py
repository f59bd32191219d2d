# SPDX-License-Identifier: Apache-2.0
"""Simulators of a core: built once per content, then fed with stimulus files; and what they saw of the core."""

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Protocol

from fairhash.base import files, paths
from fairhash.base.errors import FairhashError
from fairhash.toolchain import sandbox, tools

BENCH = Path(__file__).parent / "bench"


class Engine(Protocol):
    """One built simulator."""

    @property
    def name(self) -> str:
        """``vhdl``, ``fast`` or ``netlist``."""
        ...

    def run(self, stimulus: Path, observation: Path, seed: int, wave: Path | None = None) -> None:
        """Simulate to the end or the first broken rule; FairhashError if the simulator itself fails."""
        ...

    def wave_name(self) -> str:
        """File name of a waveform, with the ending of the format this engine writes."""
        ...


@dataclass(frozen=True)
class Compiled:
    """A core driven by the C++ harness: by Verilator, or a netlist in the interpreter (`model` is its program)."""

    name: str
    binary: Path
    word_bits: int
    io_ratio: int
    model: str = "-"
    out_bits: int = 0
    """Width of the digest words; 0 if it is that of the message words."""
    confined: bool = False
    """Whether it simulates an external core, and sees only its own files."""

    def run(self, stimulus: Path, observation: Path, seed: int, wave: Path | None = None) -> None:
        widths = f"{self.word_bits}:{self.out_bits}" if self.out_bits else str(self.word_bits)
        command: list[str | Path] = [self.binary, stimulus, observation, widths, str(self.io_ratio)]
        command += [str(seed % 2**31), self.model, *([wave] if wave else [])]
        readable, writable = [self.binary.parent, stimulus.parent], [wave.parent.resolve()] if wave else []
        with sandbox.confined(readable, writable) if self.confined else nullcontext():
            finish(tools.run(command, observation.parent), "the compiled simulator")

    def wave_name(self) -> str:
        return "failure.vcd"


def finish(tool_run: tools.ToolRun, what: str) -> None:
    """A simulation that did not end by itself with status 0 has no observation to judge."""
    if not tool_run.ok:
        reason = tool_run.tail() or f"status {tool_run.returncode}"
        if tool_run.stopped_after:
            reason = f"stopped after {tool_run.stopped_after}"
        if "did not converge" in tool_run.output:
            reason = "the core has a combinational loop: its signals do not settle"
        raise FairhashError(f"{what} failed: {reason}", "", "see fairhash doctor")


@cache
def version(tool: str) -> str:
    """First line a tool says of itself."""
    tool_run = tools.run([tools.require_tool(tool), "--version"], paths.build())
    if not tool_run.output.strip():
        raise tools.ToolMisbehaved(f"{Path(tool).name} --version prints nothing", tool)
    return tool_run.output.splitlines()[0]


def digest(parts: Iterable[str | bytes | Path]) -> str:
    """SHA-256 over strings and the contents of files, each with its length."""
    total = hashlib.sha256()
    for part in parts:
        content = part.read_bytes() if isinstance(part, Path) else part.encode() if isinstance(part, str) else part
        total.update(f"{len(content)}:".encode() + content)
    return total.hexdigest()[:24]


def cached(key: str, make: Callable[[Path], None]) -> Path:
    """The folder build/sim/<key>; `make` fills it if it is not there or damaged.

    Whole or absent, also with two at a time.
    """
    base = paths.build() / "sim"
    final = base / key
    if files.is_intact(final):
        return final
    try:
        base.mkdir(parents=True, exist_ok=True)
        temporary = Path(tempfile.mkdtemp(prefix=f".{key[:40]}.", dir=base))
    except OSError as error:
        raise FairhashError(f"cannot write: {error.strerror}", str(base), "make room or set FAIRHASH_BUILD") from error
    try:
        make(temporary)
        files.write_sums(temporary)
        try:
            if not files.is_intact(final):
                shutil.rmtree(final, ignore_errors=True)
            os.rename(temporary, final)
        except OSError:
            if not files.is_intact(final):
                raise
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    return final


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
