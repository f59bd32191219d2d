# SPDX-License-Identifier: Apache-2.0
"""Compares what a core did with what it should have done."""

from dataclasses import dataclass

from fairhash.testbench.observation import GOOD_ENDS, Trace
from fairhash.testbench.stimulus import Section

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
class Finding:
    """One failure of one section. `cycle` counts io_clk from the start of the simulation, `words` those delivered."""

    kind: str
    message: int
    cycle: int
    words: int
    expected: int | None
    found: int | None
    detail: str


def judge(section: Section, trace: Trace | None, bounded: bool = True) -> Finding | None:
    """Return the first thing wrong with a section, or None; `bounded` adds the rule `slow`."""
    if trace is None:
        return Finding("cut off", 0, 0, 0, None, None, "the section never began")
    for number, (cycle, word) in enumerate(trace.given):
        if word != section.expected[number]:
            expected = section.expected[number]
            return Finding("wrong word", section.message_of(number), cycle, number, expected, word, "")
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
    return Finding(
        trace.verdict or "cut off", section.message_of(given), trace.end, given, due, received, ", ".join(moved)
    )


def _slow(section: Section, trace: Trace) -> Finding | None:
    """Return a finding if the last digest word came later than the declared cycles and the stalls explain."""
    if trace.verdict == "aborted" or not trace.given:
        return None
    taken = trace.given[-1][0] - trace.start + 1
    if taken <= section.allowed:
        return None
    last = len(section.expected) - 1
    detail = f"{taken} io_clk cycles from the first header to the last digest word, at most {section.allowed} allowed"
    return Finding("slow", section.message_of(last), trace.given[-1][0], last, None, None, detail)
