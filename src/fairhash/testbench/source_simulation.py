# SPDX-License-Identifier: Apache-2.0
"""Repeats a failing case in GHDL's simulation of a core's sources: is the core wrong, or the Verilog made from it?"""

from dataclasses import dataclass
from pathlib import Path

from fairhash.base.errors import FairhashError
from fairhash.testbench.judge import RULES, Finding
from fairhash.testbench.session import Candidate, SimulationSession
from fairhash.testbench.vhdl import vhdl_engine
from fairhash.toolchain.verilog_source import is_verilog

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


def simulate_sources(session: SimulationSession, finding: Finding, small: Candidate, folder: Path) -> SourceSimulation:
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


def _verdict(finding: Finding, found: Finding | None) -> str:
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
