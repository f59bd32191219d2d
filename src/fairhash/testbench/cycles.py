# SPDX-License-Identifier: Apache-2.0
"""Measured cycles against the declared formula (docs/architecture.md, "A core on the wire"; paper A, Eq. 2)."""

from collections.abc import Sequence
from itertools import pairwise
from statistics import linear_regression

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.testbench.adapters import late_cycles
from fairhash.testbench.observation import Trace
from fairhash.testbench.reference import Reference
from fairhash.testbench.report import CycleReport
from fairhash.testbench.stimulus import Section


def clk_cycles(trace: Trace, io_ratio: int, late: int = 0) -> int:
    """Cycles of clk from the one that moves the header to the one that moves the last digest word, both included.

    `late` io_clk cycles of them are an adapter's.
    """
    return -(-(trace.given[-1][0] - trace.taken[0][0] + 1 - late) // io_ratio)


def measure(core: Core, reference: Reference, sections: Sequence[Section], traces: Sequence[Trace]) -> CycleReport:
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
