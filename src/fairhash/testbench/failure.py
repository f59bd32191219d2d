# SPDX-License-Identifier: Apache-2.0
"""Makes a failure one can act on: the smallest case, its words, a waveform, the commands, and what the sources do."""

import shlex
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.testbench import stimulus
from fairhash.testbench.judge import RULES, BrokenRule
from fairhash.testbench.report import CycleReport, Failure
from fairhash.testbench.session import Candidate, SimulationSession
from fairhash.testbench.vhdl import vhdl_engine
from fairhash.toolchain.verilog_source import is_verilog

WAVE_BITS = 1 << 20
"""Bits of message above which a failure gets no waveform: GHDL simulates 2^16 blocks of the toy core for 30 s."""


def explain(session: SimulationSession, mode: str, again: str, finding: BrokenRule, small: Candidate | None) -> Failure:
    """Return the report of a failing case; without `small` it fails only after everything before it."""
    digits = session.core.received_bits // 4
    failure = Failure(
        kind=finding.kind,
        what=RULES[finding.kind],
        messages=tuple(message.text() for case in small or () for message in case.messages),
        circumstances=" then ".join(case.text() for case in small or ()) or "none smaller than the whole mode",
        seed=session.seed,
        cycle=finding.cycle,
        word=finding.words,
        expected="" if finding.expected is None else f"{finding.expected:0{digits}x}",
        found="" if finding.found is None else f"{finding.found:0{digits}x}",
        detail=finding.detail,
        again=again,
    )
    return with_wave(session, mode, failure, finding, small) if small and _bits(small) <= WAVE_BITS else failure


def _bits(candidate: Candidate) -> int:
    """Return the bits of all messages of a candidate."""
    return sum(message.bits for case in candidate for message in case.messages)


def cycles_failure(session: SimulationSession, report: CycleReport, again: str) -> Failure:
    """A core that computes right, but not in the declared number of cycles."""
    core = session.core
    lone = [
        (blocks, cycles, declared)
        for (blocks, cycles), declared in zip(report.measured, report.declared, strict=True)
        if cycles != declared
    ]
    loaded = [
        (blocks, cycles, before + core.formula.block)
        for (_, before), (blocks, cycles) in pairwise(report.full_load)
        if cycles != before + core.formula.block
    ]
    odd = next((case for case in report.outputs if case[1] != case[2]), None)
    together = "one message"
    if odd and not lone:
        words, cycles, declared = odd
        messages = f"any message of one block with {words} words of output"
    elif loaded and not lone:
        blocks, cycles, declared = loaded[0]
        messages, together = f"any {core.messages_in_flight} of {blocks} blocks", f"{core.messages_in_flight} at once"
    else:
        # without a wrong number, a message that begins inside a cycle of clk came too late
        blocks, cycles, declared = lone[0] if lone else (*report.measured[0], report.declared[0])
        messages = f"any message of {blocks} blocks"
    return Failure(
        kind="cycles",
        what=RULES["cycles"],
        messages=(messages,),
        circumstances=f"{together}, after reset, no stalls",
        seed=session.seed,
        cycle=cycles * core.io_ratio,
        word=0,
        expected=f"{declared} cycles",
        found=f"{cycles} cycles",
        detail=report.text(),
        again=again,
    )


def with_wave(
    session: SimulationSession, mode: str, failure: Failure, finding: BrokenRule, small: Candidate
) -> Failure:
    """The same failure with its waveform under build/verify: every signal if the VHDL fails too, else the ports.

    For an external core in VHDL also whether the VHDL fails too.
    """
    folder = paths.build() / "verify" / session.core.name / session.engine.name / mode
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FairhashError(f"cannot write: {error.strerror}", str(folder), "set FAIRHASH_BUILD") from error
    sections = [stimulus.make_section(session.core, session.reference, case) for case in small]
    stimulus.write(folder / "failure.stimulus", session.core, sections)
    sources = simulate_sources(session, finding, small, folder)
    wave = sources.wave
    if wave is None:
        wave = folder / session.engine.wave_name()
        session.fails(small, wave)
    changed = {"wave": wave, "see": shlex.join(["gtkwave", str(wave)])}
    return failure.model_copy(update={**changed, "sources": sources.verdict, "sources_pass": sources.passes})


_WAVE_CYCLES = 20_000
"""io_clk cycles above which an external core gets no waveform of every signal: it may hang for a million cycles."""


@dataclass(frozen=True)
class SourceSimulation:
    """What GHDL's simulation of the sources showed."""

    wave: Path | None
    """Waveform of every signal, if the sources fail too."""
    verdict: str = ""
    """What that says about an external core, in one line."""
    passes: bool = False
    """Whether the sources pass the case."""


def simulate_sources(
    session: SimulationSession, finding: BrokenRule, small: Candidate, folder: Path
) -> SourceSimulation:
    """Simulate the sources of a core that fails on the fast engine; nothing for other engines and for Verilog.

    Args:
        session: the session in which the core fails.
        finding: how it fails.
        small: the case, which fails by itself.
        folder: where the waveform is written.
    """
    core = session.core
    if session.engine.name != "fast" or is_verilog(core):
        return SourceSimulation(None)
    try:
        inside = SimulationSession(
            core, vhdl_engine(core), session.reference, session.seed, session.folder, session.runs
        )
        wave = folder / inside.engine.wave_name()
        with_wave = core.external is None or finding.cycle <= _WAVE_CYCLES
        found = inside.fails(small, wave if with_wave else None)
    except FairhashError as error:
        if core.external is None:
            raise
        return SourceSimulation(None, f"GHDL cannot simulate the sources: {error.what}")
    session.runs = inside.runs
    if found is None:
        wave.unlink(missing_ok=True)
    verdict = _verdict(finding, found) if core.external else ""
    return SourceSimulation(wave if found and with_wave else None, verdict, found is None)


def _verdict(finding: BrokenRule, found: BrokenRule | None) -> str:
    """What it says about a core that fails with `finding` that its sources fail with `found`, or pass."""
    if found is None:
        return "GHDL's simulation of the sources passes this case: GHDL's synthesis changes what the core does"
    if found.kind == "metavalue":
        return (
            f"in GHDL's simulation of the sources an output is neither 0 nor 1 at io_clk cycle {found.cycle}: the core "
            "uses a value that nothing has set, such as a register without a reset, or assigns its clock to a signal"
        )
    if (found.kind, found.cycle, found.words, found.found) == (
        finding.kind,
        finding.cycle,
        finding.words,
        finding.found,
    ):
        return "GHDL's simulation of the sources fails in the same way: the core or its description is wrong"
    return (
        f"GHDL's simulation of the sources fails in another way ({RULES[found.kind]}, at io_clk cycle {found.cycle}): "
        "the core or its description is wrong, and GHDL's synthesis changes what the core does"
    )
