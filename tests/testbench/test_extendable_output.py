# SPDX-License-Identifier: Apache-2.0
"""Stimulus and judgement of cores with extendable output, by hand and with hashlib."""

import hashlib
import random
from dataclasses import replace

from fairhash.catalog.cores import find_core
from fairhash.models import stream
from fairhash.testbench import plans
from fairhash.testbench.engines import Trace
from fairhash.testbench.judge import measure
from fairhash.testbench.message import Case, Message
from fairhash.testbench.reference import models
from fairhash.testbench.stimulus import make_section

CORE = find_core("shake128/highspeed")
ABC = Message("shake128", b"abc", 24)


def _setup(count: int = 60) -> plans.Setup:
    return plans.Setup(CORE, models(), random.Random("outputs"), count, "fast")


def _words(size: int) -> list[int]:
    output = hashlib.shake_128(b"abc").digest(8 * size)
    return [int.from_bytes(output[at : at + 8], "big") for at in range(0, 8 * size, 8)]


def test_outputs_of_different_lengths_follow_each_other() -> None:
    """One byte, two words and a byte, the default: whole words of the output, and each message's own."""
    messages = (replace(ABC, digest_bits=8), replace(ABC, digest_bits=136), ABC)
    section = make_section(CORE, models(), Case(messages))
    assert list(section.expected) == _words(1) + _words(3) + _words(4)
    assert [section.message_of(number) for number in range(8)] == [0, 1, 1, 1, 2, 2, 2, 2]
    assert [due for _, due, _ in section.inputs if due] == [1, 3, 4]
    assert [word for _, _, word in section.inputs[:22]] == stream("shake128", 64, b"abc", digest_bits=8)
    declared = CORE.cycles(1, 1) + CORE.cycles(1, 3) + CORE.cycles(1)
    assert section.allowed == declared


def test_an_answer_that_is_no_whole_word() -> None:
    """The bytes of the answer, then those of the model."""
    wrong = bytes([1, 2, 3])
    section = make_section(CORE, models(), Case((replace(ABC, digest=wrong, digest_bits=24),)))
    assert section.expected == (0x010203 << 40 | _words(1)[0] & 0xFFFFFFFFFF,)


def test_a_long_request_is_read_in_part() -> None:
    """The header asks for 2^31 bytes and more; the section ends with the words that are read."""
    requests = [case.messages[0] for case in plans.counters(_setup()) if case.messages[0].received_bytes]
    further = [message.digest_bits // 8 - 335 for message in requests if message.digest_bits]
    assert further == [1 << k for k in range(32)]
    section = make_section(CORE, models(), Case((requests[-1],)))
    # two blocks of 21 words and one more
    assert len(section.expected) == 43
    assert section.watch == 0
    assert section.inputs[0][2] & 0xFFFFFFFF == (1 << 31) + 335


def test_lengths_of_output() -> None:
    """Each number of bytes up to two words, the ends of 20 blocks; random ones reach as far."""
    sizes = {message.digest_bits for case in plans.lengths(_setup()) for message in case.messages}
    assert {8 * size for size in (*range(1, 18), 167, 168, 169, 336, 20 * 168)} <= sizes
    drawn = [message.digest_bits for case in plans.back_to_back(_setup(600)) for message in case.messages]
    assert max(size for size in drawn if size) > 8 * 168 * 10
    assert len(set(drawn)) > len(drawn) // 4


def test_cycles_of_outputs_are_compared() -> None:
    """One cycle too many for an output of five words."""
    cases = [Case((replace(ABC, data=bytes(size), bits=8 * size),)) for size in (1, 168)]
    cases.append(Case((replace(ABC, digest_bits=5 * 64),)))
    sections = [make_section(CORE, models(), case) for case in cases]
    declared = [CORE.cycles(1), CORE.cycles(2), CORE.cycles(1, 5)]
    for late in (0, 1):
        spent = [*declared[:2], declared[2] + late]
        traces = [Trace(0, taken=[(0, 0)], given=[(cycles - 1, 0)]) for cycles in spent]
        report = measure(CORE, models(), sections, traces)
        assert report.agrees is (late == 0)
        assert report.outputs == ((5, declared[2] + late, declared[2]),)
    assert f"5 output words: {declared[2] + 1} measured, {declared[2]} declared" in report.text()
