# SPDX-License-Identifier: Apache-2.0
"""What a verification found, for people (`text`) and for programs (pydantic's JSON)."""

from pathlib import Path
from typing import Literal

from fairhash.base.records import FrozenModel

Verdict = Literal["pass", "fail", "empty"]


class Failure(FrozenModel):
    """The smallest failing case that was found. `cycle` is an io_clk cycle since the simulation began."""

    kind: str
    """``wrong word``, ``hang``, ``cycles`` or a rule of the handshake, see judge.RULES."""
    what: str
    messages: tuple[str, ...]
    """What was sent, each message of the case (after what came before it, if that matters)."""
    circumstances: str
    seed: int
    cycle: int
    word: int
    """Number of the output word in its case, from 0."""
    expected: str
    found: str
    detail: str
    wave: Path | None = None
    see: str = ""
    """The command that shows the waveform; one io_clk cycle is 2 ns in it."""
    again: str = ""
    """The command that repeats the mode."""
    sources: str = ""
    """For an external core in VHDL, whether GHDL's simulation of its sources fails too."""
    sources_pass: bool = False
    """Whether that simulation passes the case."""

    def lines(self) -> list[str]:
        """For people."""
        lines = [f"{self.what}, at io_clk cycle {self.cycle}"]
        if self.expected or self.found:
            lines.append(f"output word {self.word}: expected {self.expected or 'none'}, found {self.found or 'none'}")
        lines += [f"smallest failing case: {self.circumstances}"]
        lines += [f"  {message}" for message in self.messages]
        lines += [self.detail] if self.detail else []
        lines += [f"sources:  {self.sources}"] if self.sources else []
        lines += [f"see it:   {self.see}   (cycle {self.cycle} is at {2 * self.cycle} ns)"] if self.see else []
        lines += [f"again:    {self.again}"] if self.again else []
        return lines


class CycleReport(FrozenModel):
    """Measured cycles of clk for N = 1..k blocks, and what least squares over N makes of them."""

    formula: str
    measured: tuple[tuple[int, int], ...]
    """(blocks, cycles), beginning with a cycle of clk."""
    declared: tuple[int, ...]
    block: float
    constant: float
    late: int
    """Cycles more when the message begins inside a cycle of clk, at most (two clocks only)."""
    agrees: bool
    in_flight: int = 1
    """Messages the core works on at once, M."""
    full_load: tuple[tuple[int, int], ...] = ()
    """(N, cycles) from the first header to the last digest word of M messages of N blocks at once; empty for M = 1."""
    full_load_block: float | None = None
    """Cycles that one block more of each of the M messages takes, by least squares; the formula's cycles per block."""
    outputs: tuple[tuple[int, int, int], ...] = ()
    """(words, measured cycles, declared cycles) of messages of one block with other outputs than the default one."""

    def text(self) -> str:
        """For people."""
        fit = f"{self.constant:.10g}+{self.block:.10g}N measured"
        load = ""
        if self.full_load:
            cycles = ", ".join(str(cycles) for _, cycles in self.full_load)
            load = f"; {self.in_flight} messages at once: {self.full_load_block:.10g} a block of each ({cycles})"
        if self.outputs:
            load += f"; outputs of 1 to {self.outputs[-1][0]} words"
        if self.agrees:
            return f"{fit} over N = {self.measured[0][0]}..{self.measured[-1][0]}, exactly {self.formula}{load}"
        wrong = [
            f"N={blocks}: {cycles} measured, {declared} declared"
            for (blocks, cycles), declared in zip(self.measured, self.declared, strict=True)
            if cycles != declared
        ]
        wrong += [
            f"{words} output words: {cycles} measured, {declared} declared"
            for words, cycles, declared in self.outputs
            if cycles != declared
        ]
        late = f"up to {self.late} cycles late" if self.late > 1 else ""
        reason = "; ".join(wrong) or late
        return f"{fit}, declared {self.formula}{': ' if reason else ''}{reason}{load}"


class ModeResult(FrozenModel):
    """One mode on one core. `empty`: there was nothing to check, which is no success."""

    mode: str
    verdict: Verdict
    messages: int
    seconds: float
    note: str = ""
    failure: Failure | None = None


class VerifyReport(FrozenModel):
    """All modes that ran."""

    core: str
    engine: str
    seed: int
    seconds: float
    modes: tuple[ModeResult, ...]
    cycles: CycleReport | None = None
    untested: tuple[str, ...] = ()
    """Modes that the core's description excludes."""
    explanation: str = ""
    """Another description with which the digests are right; empty if none was found or sought."""

    @property
    def ok(self) -> bool:
        """Whether every mode had something to check and found nothing wrong."""
        return all(mode.verdict == "pass" for mode in self.modes)

    def text(self) -> str:
        """For people."""
        lines = [f"{self.core}, engine {self.engine}, seed {self.seed}: {'pass' if self.ok else 'FAIL'}"]
        for mode in self.modes:
            note = f"   {mode.note}" if mode.note else ""
            lines.append(f"  {mode.mode:<13}{mode.verdict:<6}{mode.messages:>6} messages {mode.seconds:>7.2f} s{note}")
            lines += [f"      {line}" for line in (mode.failure.lines() if mode.failure else [])]
        if self.untested:
            lines.append(f"  not tested by its description: {', '.join(self.untested)}; the core is not ranked")
        if self.explanation:
            lines.append(f"  explanation: {self.explanation}")
        return "\n".join(lines)
