# SPDX-License-Identifier: Apache-2.0
"""The highest clock at which a routed core works on given data (paper C, section on tests), without bisection.

Until the first wrong capture, the registers go through the same states at every clock. So one simulation with a period
in which all nets come to rest tells for every register and cycle when the value that it would capture changed last. The
largest of these times is the shortest period; below it at least one capture is wrong. Two more simulations confirm it.
"""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fairhash.base.errors import FairhashError
from fairhash.netlist.timed.design import TimedDesign
from fairhash.netlist.timed.engine import Observed, TimedRun, first_difference
from fairhash.netlist.timed.static import TimedPath
from fairhash.testbench.message import Case
from fairhash.testbench.reference import Reference

STEP_MHZ = 0.1
"""Resolution of paper C's search."""


@dataclass(frozen=True)
class Pass:
    """A simulation of all data at one clock."""

    mhz: float
    period_ps: int
    wrong_captures: int
    first_cycle: int | None
    """The first cycle in which any register differs from the simulation at the slow clock."""
    digests_right: bool


@dataclass(frozen=True)
class HighestClock:
    """The outcome of the search."""

    period_ps: int
    mhz: float
    """Rounded down to STEP_MHZ."""
    cycle: int
    """The cycle with the change that arrives last."""
    path: TimedPath
    static_rank: int
    static_end_ps: int
    cycles: int
    registers: int
    below: Pass
    above: Pass
    seconds: float


def period_of(mhz: float) -> int:
    """The period of a clock in whole ps, rounded down: a core that works at it works at the clock."""
    return math.floor(1e6 / mhz)


def highest_clock(
    design: TimedDesign,
    cases: Sequence[Case],
    reference: Reference,
    folder: Path,
    *,
    unknown: bool = False,
) -> HighestClock:
    """Find the highest clock of a routed core on `cases`.

    Args:
        design: the core.
        cases: messages; the first case begins with a reset.
        reference: the models that compute the expected digests.
        folder: for files.
        unknown: whether late changes are captured as X in the simulation above the clock.

    Raises:
        FairhashError: if a digest is wrong at the slow clock, or a confirmation fails.
    """
    if design.core.io_ratio != 1:
        hint = "only cores whose io_clk is clk can be searched"
        raise FairhashError("the core has two clocks", design.core.name, hint)
    started = time.monotonic()
    slow_states = folder / "slow.states"
    simulated = design.simulate(cases, TimedRun(folder / "slow.report", slow_states), reference, folder, "slow")
    if simulated.finding is not None:
        raise FairhashError(
            f"wrong at a slow clock: {simulated.finding.kind} {simulated.finding.detail}".strip(), design.core.name
        )
    seen = simulated.observed
    if not seen.worst_ps:
        raise FairhashError("no register's input changed", design.core.name, "give more data")
    number = max(seen.worst_ps, key=lambda one: seen.worst_ps[one])
    period_ps = seen.worst_ps[number]
    mhz = math.floor(1e6 / period_ps / STEP_MHZ + 1e-9) * STEP_MHZ

    def simulate(name: str, clock_mhz: float, period: int, late_as_unknown: bool) -> Pass:
        states = folder / f"{name}.states"
        run = TimedRun(folder / f"{name}.report", states, period, late_as_unknown)
        result = design.simulate(cases, run, reference, folder, name)
        differs = first_difference(slow_states, states)
        states.unlink()
        return Pass(clock_mhz, period, result.observed.wrong, differs, result.finding is None)

    below = simulate("below", mhz, period_of(mhz), False)
    above = simulate("above", mhz + STEP_MHZ, period_of(mhz + STEP_MHZ), unknown)
    if above.first_cycle is None:
        # the last change ended a pulse that is shorter than the step: only a period within the pulse captures it
        above = simulate("above", 1e6 / (period_ps - 1), period_ps - 1, unknown)
    slow_states.unlink()
    register = design.timed.registers[number]
    static_end = design.static.period_ps(register)
    outcome = HighestClock(
        period_ps=period_ps,
        mhz=round(mhz, 1),
        cycle=seen.worst_cycle[number],
        path=_path(design, seen, number),
        static_rank=1 + sum(design.static.period_ps(one) > static_end for one in design.timed.registers),
        static_end_ps=static_end,
        cycles=seen.cycles,
        registers=len(design.timed.registers),
        below=below,
        above=above,
        seconds=time.monotonic() - started,
    )
    _require_confirmation(outcome, design.core.name)
    return outcome


def _path(design: TimedDesign, seen: Observed, number: int) -> TimedPath:
    nets = {place: net for net, place in design.timed.number.items()}
    changes = [(nets[place], at_ps) for place, at_ps in seen.path]
    return design.static.path(design.timed.registers[number], changes)


def _require_confirmation(measured: HighestClock, core: str) -> None:
    """Raise FairhashError if the simulations at and above the clock contradict it."""
    if measured.below.wrong_captures or measured.below.first_cycle is not None or not measured.below.digests_right:
        raise FairhashError(f"a wrong capture at {measured.mhz} MHz, which the slow simulation excludes", core)
    if measured.above.first_cycle is None:
        raise FairhashError(f"no wrong capture at {measured.above.period_ps} ps, as the slow simulation predicts", core)
