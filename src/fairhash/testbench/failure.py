# SPDX-License-Identifier: Apache-2.0
"""Makes a failure one can act on: the smallest case, its words, a waveform and the commands."""

import shlex
from itertools import pairwise

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.testbench import stimulus
from fairhash.testbench.judge import RULES, Finding
from fairhash.testbench.report import CycleReport, Failure
from fairhash.testbench.session import Candidate, SimulationSession
from fairhash.testbench.source_simulation import simulate_sources

WAVE_BITS = 1 << 20
"""Bits of message above which a failure gets no waveform: GHDL simulates 2^16 blocks of the toy core for 30 s."""


def explain(session: SimulationSession, mode: str, again: str, finding: Finding, small: Candidate | None) -> Failure:
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
    if odd and not lone:
        words, cycles, declared = odd
        return Failure(
            kind="cycles",
            what=RULES["cycles"],
            messages=(f"any message of one block with {words} words of output",),
            circumstances="one message, after reset, no stalls",
            seed=session.seed,
            cycle=cycles * core.io_ratio,
            word=0,
            expected=f"{declared} cycles",
            found=f"{cycles} cycles",
            detail=report.text(),
            again=again,
        )
    alone = bool(lone) or not loaded  # else a message that begins inside a cycle of clk came too late
    wrong = lone or loaded or [(*report.measured[0], report.declared[0])]
    blocks, cycles, declared = wrong[0]
    return Failure(
        kind="cycles",
        what=RULES["cycles"],
        messages=(f"any message of {blocks} blocks",)
        if alone
        else (f"any {core.messages_in_flight} of {blocks} blocks",),
        circumstances=f"{'one message' if alone else f'{core.messages_in_flight} at once'}, after reset, no stalls",
        seed=session.seed,
        cycle=cycles * core.io_ratio,
        word=0,
        expected=f"{declared} cycles",
        found=f"{cycles} cycles",
        detail=report.text(),
        again=again,
    )


def with_wave(session: SimulationSession, mode: str, failure: Failure, finding: Finding, small: Candidate) -> Failure:
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
