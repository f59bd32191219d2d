# SPDX-License-Identifier: Apache-2.0
"""Runs the modes of the testbench on one core and reports."""

import math
import random
import shlex
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.testbench.answers import default_answers, known_answers
from fairhash.testbench.compiled import fast_engine
from fairhash.testbench.diagnosis import diagnose
from fairhash.testbench.engines import Engine
from fairhash.testbench.failure import cycles_failure, explain
from fairhash.testbench.judge import judge, measure
from fairhash.testbench.message import Case, Message
from fairhash.testbench.modes import MODES, Mode, find_modes
from fairhash.testbench.plans import Setup, power_up_cycles
from fairhash.testbench.reference import AnswersOnly, Reference, models
from fairhash.testbench.report import CycleReport, Failure, ModeResult, VerifyReport
from fairhash.testbench.session import SimulatedCases, SimulationSession, shrink
from fairhash.testbench.vhdl import vhdl_engine
from fairhash.toolchain import reaper

RANDOM = {"fast": 400, "vhdl": 16, "netlist": 60}
"""Default number of random messages, by engine."""
Progress = Callable[[str, int, int], None]
"""Told what begins, how many modes are done, and how many there are."""


@dataclass(frozen=True)
class VerifyOptions:
    """What to check. `modes` None means all."""

    modes: tuple[str, ...] | None = None
    engine: Literal["fast", "vhdl"] = "fast"
    answers: Path | None = None
    """A folder or file of answers; None: the project's own and, on the fast engine, the official ones of vectors/."""
    known_messages: tuple[Message, ...] | None = None
    """Answers given as they are, instead of files."""
    random: int | None = None
    seed: int | None = None
    first_failure: bool = False
    """Whether no mode runs after the first one that fails."""
    netlist: str = ""
    """Device whose netlist is checked, for the command that repeats it."""


def verify(
    core: Core,
    options: VerifyOptions | None = None,
    progress: Progress | None = None,
    reference: Reference | None = None,
) -> VerifyReport:
    """Verify a core from its VHDL. Raises FairhashError for a core that does not build or a broken environment."""
    chosen = options or VerifyOptions()
    if chosen.engine not in ("fast", "vhdl"):
        raise FairhashError(f"unknown engine {chosen.engine!r}", "", "known are fast, vhdl")
    modes = find_modes(chosen.modes)
    if any(mode.uses_answers for mode in modes):
        if chosen.answers is not None:
            known_answers(core, chosen.answers)  # refuses a wrong folder before the build, which can take a minute
        elif chosen.known_messages is None and chosen.engine == "fast":
            chosen = replace(chosen, known_messages=tuple(default_answers(core)))
    if progress:
        progress(f"{core.name}: build", 0, 1)
    engine: Engine = fast_engine(core) if chosen.engine == "fast" else vhdl_engine(core)
    return verify_with(engine, core, chosen, progress, reference)


def measure_cycles(core: Core, reference: Reference | None = None) -> CycleReport:
    """The core's cycles on the fast engine; FairhashError if it does not even give right digests."""
    report = verify(core, VerifyOptions(modes=("cycles",), seed=0), reference=reference)
    if report.cycles is None:
        failed = report.modes[0].failure
        raise FairhashError(f"no cycles to measure: {failed.what if failed else ''}", core.name, "verify it first")
    return report.cycles


def verify_with(
    engine: Engine,
    core: Core,
    options: VerifyOptions,
    progress: Progress | None = None,
    reference: Reference | None = None,
) -> VerifyReport:
    """Like verify(), on a simulator that is already built."""
    started = time.monotonic()
    seed = options.seed if options.seed is not None else random.SystemRandom().getrandbits(31)
    excused = untested_modes(core)
    modes = [mode for mode in find_modes(options.modes) if mode.name not in excused]
    if not modes:
        raise FairhashError(f"{core.name} is not tested with {', '.join(options.modes or ())}", core.user_name, "")
    known_messages: Sequence[Message] = options.known_messages or ()
    only = reference is None and core.external is not None and core.external.answers_only
    if options.known_messages is None and (only or any(mode.uses_answers for mode in modes)):
        known_messages = known_answers(core, options.answers)
    count = options.random if options.random is not None else RANDOM[engine.name]
    results: list[ModeResult] = []
    measured: CycleReport | None = None
    explanation = ""
    with tempfile.TemporaryDirectory(prefix=".run.", dir=reaper.temporary_folder()) as folder:
        session = SimulationSession(core, engine, reference or _reference(core, known_messages), seed, Path(folder))
        for done, mode in enumerate(modes):
            if progress:
                progress(f"{core.name}: {mode.name}", done, len(modes))
            draw = random.Random(f"{seed} {mode.name}")
            setup = Setup(core, session.reference, draw, count, engine.name, known_messages)
            again = _again(session, mode, options, count)
            result, report = _run(session, mode, setup, again)
            results.append(result)
            measured = report or measured
            if core.external and mode.uses_answers and engine.name == "fast" and _may_be_described_wrongly(result):
                explanation = diagnose(core, known_messages, session.reference, Path(folder))
            if result.verdict == "fail" and options.first_failure:
                break
    if progress:
        progress(core.name, len(modes), len(modes))
    seconds = time.monotonic() - started
    return VerifyReport(
        core=core.name,
        engine=engine.name,
        seed=seed,
        seconds=seconds,
        modes=tuple(results),
        cycles=measured,
        untested=excused,
        explanation=explanation,
    )


def _may_be_described_wrongly(result: ModeResult) -> bool:
    """Whether a mode failed, and not because GHDL's synthesis changes what the core does."""
    return result.failure is not None and not result.failure.sources_pass


def untested_modes(core: Core) -> tuple[str, ...]:
    """The modes that an external core cannot pass by its description: such a core is never ranked."""
    return tuple(mode.name for mode in MODES.values() if core.external and mode.is_impossible(core.external))


def _reference(core: Core, answered: Sequence[Message]) -> Reference:
    """The models; the answers where there is none of the core's algorithm."""
    if core.external is None or not core.external.answers_only:
        return models()
    digests = {(message.data, message.bits): message.digest for message in answered if message.digest is not None}
    return AnswersOnly(core.external.generic_padding or core.external.padding, digests)


def _again(session: SimulationSession, mode: Mode, options: VerifyOptions, count: int) -> str:
    command = ["fairhash", "verify", session.core.user_name, "--mode", mode.name]
    command += ["--seed", str(session.seed), "--random", str(count)]
    command += ["--engine", "vhdl"] if session.engine.name == "vhdl" else []
    command += ["--netlist", options.netlist] if options.netlist else []
    command += ["--answers", str(options.answers)] if options.answers else []
    return shlex.join(command)


def _run(session: SimulationSession, mode: Mode, setup: Setup, again: str) -> tuple[ModeResult, CycleReport | None]:
    started = time.monotonic()
    cases = list(mode.cases(setup))
    report: CycleReport | None = None
    failure: Failure | None = None
    if cases:
        cases[0] = replace(cases[0], reset=cases[0].reset or power_up_cycles(session.core))
        outcomes = session.simulate(cases)
        failure = _first_failure(session, mode, outcomes, again)
        if failure is None and mode.measures_cycles:
            report = measure(
                setup.core,
                setup.reference,
                [section for section, _ in outcomes],
                [trace for _, trace in outcomes if trace],
            )
            failure = None if report.agrees else cycles_failure(session, report, again)
    result = ModeResult(
        mode=mode.name,
        verdict="empty" if not cases else "fail" if failure else "pass",
        messages=sum(len(case.messages) for case in cases),
        seconds=time.monotonic() - started,
        note=report.text() if report and report.agrees else _note(setup.core, mode, cases),
        failure=failure,
    )
    return result, report


def _note(core: Core, mode: Mode, cases: Sequence[Case]) -> str:
    """What a reader must know of the tests of an external core."""
    ports = core.external.ports if core.external else None
    if ports is None or mode.name != "answers" or not ports.is_masked:
        return _length_note(core, mode, cases)
    parts = [f"{ports.shares} shares of each word"] if ports.shares > 1 else []
    parts += [f"{ports.entropy_bits} random bits a cycle"] if ports.entropy_bits else []
    return f"masked: {', '.join(parts)}, from the testbench and not measured"


def _length_note(core: Core, mode: Mode, cases: Sequence[Case]) -> str:
    """For an external core the longest message: a counter of its length may end after it."""
    if not mode.tests_lengths or core.external is None:
        return ""
    longest = max((message.bits for case in cases for message in case.messages), default=0)
    what = "padding tested" if core.external.pads else "tested"
    return f"{what} with messages of up to {longest} bits (2^{math.log2(max(longest, 1)):.1f}), not with longer ones"


def _first_failure(session: SimulationSession, mode: Mode, outcomes: SimulatedCases, again: str) -> Failure | None:
    for number, (section, trace) in enumerate(outcomes):
        # a mode that measures cycles compares each number of them itself, and says more about it
        finding = judge(section, trace, bounded=not mode.measures_cycles)
        if finding is not None:
            case = section.case
            previous = outcomes[number - 1][0].case if number else None
            before = previous if previous and (previous.abort or not case.reset) else None
            small = shrink(session, before, case, finding.message)
            alone = session.fails(small) if small else None
            return explain(session, mode.name, again, alone or finding, small)
    return None
