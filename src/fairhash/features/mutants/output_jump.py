# SPDX-License-Identifier: Apache-2.0
"""The mode `jump` for a counter of output bytes, which counts down from the request to the end of the output.

A request of many bytes takes too long to read. So the register jumps twice in an output: to 2^k bytes or one more, so
that the next bytes borrow from bit k, and soon afterwards to the last bytes. A bit that is wrong before the second jump
is wrong after it, and the output ends too late.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from fairhash.catalog.core import Core
from fairhash.testbench.message import Case, Message
from fairhash.testbench.plans import power_up_cycles
from fairhash.testbench.reference import models
from fairhash.testbench.stimulus import StimulusSection, make_section

REQUESTS = (0x5555_5555, 0x2AAA_AAAA)
"""Bytes that are requested, in turn."""
SENT = 4
"""Bytes that the core sends before the first jump."""
LAST = 4
"""Bytes that are left after the second jump."""
PAST = 2
"""Bytes below 2^k from which it jumps."""


@dataclass(frozen=True)
class OutputCounter:
    """A counter of the bytes of output that are left, the one that is sent included."""

    net: str
    """Its net in the netlist for ECP5, driven by one register."""


OUTPUT_COUNTERS = {
    "shake128/lightweight": OutputCounter("control.left"),
    "shake256/lightweight": OutputCounter("control.left"),
    "turboshake128/lightweight": OutputCounter("control.left"),
    "turboshake256/lightweight": OutputCounter("control.left"),
}
"""By core."""


@dataclass(frozen=True)
class JumpSection:
    """A section of the stimulus, and from which values to which ones the register jumps in it."""

    stimulus: StimulusSection
    changes: tuple[tuple[int, int], ...]


def output_sections(core: Core, width: int) -> list[JumpSection]:
    """Two sections for each bit of a counter above those of LAST.

    Args:
        core: a core with extendable output, which asks for whole bytes.
        width: bits of the counter.
    """
    return [_section(core, number, value) for number, value in enumerate(_first_targets(width))]


def _first_targets(width: int) -> Iterator[int]:
    for bit in range((LAST + PAST).bit_length(), width):
        yield from (1 << bit, (1 << bit) + 1)


def _section(core: Core, number: int, target: int) -> JumpSection:
    """No section but the first one has a reset, so that each request must replace what is left of the one before."""
    requested = REQUESTS[number % len(REQUESTS)]
    changes = ((requested - SENT, target), ((target & ~1) - PAST, LAST))
    sent = requested - sum(before - after for before, after in changes)
    message = Message(core.algorithm, number.to_bytes(2), 16)
    reset = 0 if number else power_up_cycles(core)
    stimulus = make_section(core, models(), Case((replace(message, digest_bits=8 * sent),), reset=reset))
    asked = make_section(core, models(), Case((replace(message, digest_bits=8 * requested, received_bytes=sent),)))
    return JumpSection(replace(stimulus, inputs=asked.inputs), changes)
