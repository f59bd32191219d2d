# SPDX-License-Identifier: Apache-2.0
"""Compares what a core did with what it should have done, and its cycles with the declared formula (paper A, Eq. 2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import linear_regression

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.testbench.adapters import late_cycles
from fairhash.testbench.engines import GOOD_ENDS, Trace
from fairhash.testbench.reference import Reference
from fairhash.testbench.report import CycleReport
from fairhash.testbench.stimulus import StimulusSection

RULES = {
    "hang": "hang: nothing more came before the cycle limit",
    "early": "an output word was offered before its message was complete",
    "extra": "an output word was offered that belongs to no message",
    "retracted": "out_valid fell before the word was taken",
    "changed": "out_data changed before the word was taken",
    "combinational": "an output follows an input within the same cycle",
    "metavalue": "an output is neither 0 nor 1",
    "cut off": "the simulation ended by itself",
    "wrong word": "wrong digest word",
    "cycles": "other cycles than declared",
    "slow": "more cycles than the declared ones and the stalls",
}


@dataclass(frozen=True)
class BrokenRule:
    """One failure of one section. `cycle` counts io_clk from the start of the simulation, `words` those delivered."""

    kind: str
    message: int
    cycle: int
    words: int
    expected: int | None
    found: int | None
    detail: str


def judge(section: StimulusSection, trace: Trace | None, bounded: bool = True) -> BrokenRule | None:
    """Return the first thing wrong with a section, or None; `bounded` adds the rule `slow`."""
    if trace is None:
        return BrokenRule("cut off", 0, 0, 0, None, None, "the section never began")
    for number, (cycle, word) in enumerate(trace.given):
        if word != section.expected[number]:
            expected = section.expected[number]
            return BrokenRule("wrong word", section.message_of(number), cycle, number, expected, word, "")
    if trace.verdict in GOOD_ENDS:
        return _slow(section, trace) if bounded else None
    given = len(trace.given)
    moved = (
        f"{len(trace.taken)} of {len(section.inputs)} input words taken",
        f"{given} of {len(section.expected)} output words delivered",
        f"last word moved in cycle {max([trace.start, *(cycle for cycle, _ in trace.taken + trace.given)])}",
        f"in_ready={trace.in_ready or '?'} out_valid={trace.out_valid or '?'} out_data={trace.out_data or '?'}",
    )
    due = section.expected[given] if given < len(section.expected) else None
    received = int(trace.out_data, 16) if trace.verdict in ("early", "extra", "changed") else None
    return BrokenRule(
        trace.verdict or "cut off", section.message_of(given), trace.end, given, due, received, ", ".join(moved)
    )


def _slow(section: StimulusSection, trace: Trace) -> BrokenRule | None:
    """Return a finding if the last digest word came later than the declared cycles and the stalls explain."""
    if trace.verdict == "aborted" or not trace.given:
        return None
    taken = trace.given[-1][0] - trace.start + 1
    if taken <= section.allowed:
        return None
    last = len(section.expected) - 1
    detail = f"{taken} io_clk cycles from the first header to the last digest word, at most {section.allowed} allowed"
    return BrokenRule("slow", section.message_of(last), trace.given[-1][0], last, None, None, detail)


def clk_cycles(trace: Trace, io_ratio: int, late: int = 0) -> int:
    """Cycles of clk from the one that moves the header to the one that moves the last digest word, both included.

    `late` io_clk cycles of them are an adapter's.
    """
    return -(-(trace.given[-1][0] - trace.taken[0][0] + 1 - late) // io_ratio)


def measure(
    core: Core, reference: Reference, sections: Sequence[StimulusSection], traces: Sequence[Trace]
) -> CycleReport:
    """The report over the finished sections of plans.cycles()."""
    points: list[tuple[int, int]] = []
    together: list[tuple[int, int]] = []
    outputs: list[tuple[int, int, int]] = []
    late = 0
    for section, trace in zip(sections, traces, strict=True):
        blocks = section.case.messages[0].blocks(reference, core.block_bits)
        cycles = clk_cycles(trace, core.io_ratio, late_cycles(core))
        if section.case.messages[0].digest_bits is not None:
            words = len(section.expected)
            outputs.append((words, cycles, core.cycles(blocks, words)))
        elif len(section.case.messages) > 1:
            together.append((blocks, cycles))
        elif section.case.phase == 0:
            points.append((blocks, cycles))
        else:
            late = max(late, cycles - core.formula.cycles(blocks, core.io_ratio))
    declared = tuple(core.formula.cycles(blocks, core.io_ratio) for blocks, _ in points)
    if len(dict(points)) < 2:
        raise FairhashError("cycles need messages of at least two numbers of blocks", core.name, "add longer answers")
    fit = linear_regression([blocks for blocks, _ in points], [cycles for _, cycles in points])
    return CycleReport(
        formula=core.formula.text(core.io_ratio),
        measured=tuple(points),
        declared=declared,
        block=round(fit.slope, 6),
        constant=round(fit.intercept, 6),
        late=late,
        in_flight=core.messages_in_flight,
        full_load=tuple(together),
        outputs=tuple(outputs),
        full_load_block=round(linear_regression(*zip(*together, strict=True)).slope, 6) if together else None,
        agrees=declared == tuple(cycles for _, cycles in points)
        and late <= 1
        and _keeps_up(core, together)
        and all(measured == expected for _, measured, expected in outputs),
    )


def _keeps_up(core: Core, full_load: Sequence[tuple[int, int]]) -> bool:
    """Whether M messages at once take exactly the declared cycles per block more for each block of each of them.

    That is what a throughput of M blocks in that time claims (Core.throughput_mbit_s).
    """
    if core.messages_in_flight > 1 and len(full_load) < 2:
        return False
    return all(after[1] - before[1] == core.formula.block for before, after in pairwise(full_load))
