# SPDX-License-Identifier: Apache-2.0
"""The watch window, the bound of a section's cycles and the announced lengths, by hand."""

from dataclasses import replace
from pathlib import Path

import pytest

from fairhash.catalog.core import Formula
from fairhash.testbench import stimulus, wire
from fairhash.testbench.engines import Trace, read
from fairhash.testbench.judge import judge
from fairhash.testbench.message import Case, Message, Stalls
from fairhash.testbench.stimulus import StimulusSection, make_section
from fairhash.testbench.vhdl import vhdl_engine
from tests.testbench.toys import TOY, bad_cores, toy_core

LAST_CYCLE = 2 + 5 + 8 + 4 + 4 - 1
"""Of a lone message of one block, from cycle 0; the toy's formula."""


def _message(size: int = 3) -> Message:
    return Message("toy-128", bytes(size), 8 * size)


def _trace(section: StimulusSection, last: int) -> Trace:
    return Trace(0, taken=[(0, 0)], given=[(last, word) for word in section.expected], verdict="done")


def test_the_watch_window_is_longer_than_a_long_finalisation() -> None:
    """A core like CubeHash: 160 cycles of finalisation and 4 of unloading after the last block of 16."""
    core = toy_core().model_copy(update={"formula": Formula(setup=1, load=4, block=16, final=160, unload=4)})
    assert make_section(core, TOY, Case((_message(),))).watch >= 16 + 160 + 4


@pytest.mark.parametrize(("shorter", "verdict"), [(False, "extra"), (True, "done")])
def test_a_late_digest_is_detected_only_within_the_window(shorter: bool, verdict: str, tmp_path: Path) -> None:
    """It comes 24 cycles after the last word; two blocks of the toy are 16."""
    core = bad_cores()["late-digest"].core(tmp_path)
    section = make_section(core, TOY, Case((_message(),), reset=4))
    if shorter:
        section = replace(section, watch=16)
    sent, seen = tmp_path / "stimulus", tmp_path / "observation"
    stimulus.write(sent, core, [section])
    vhdl_engine(core).run(sent, seen, seed=1)
    assert read(seen)[0].verdict == verdict


def test_a_lone_message_is_allowed_its_declared_cycles() -> None:
    section = make_section(toy_core(), TOY, Case((_message(),)))
    assert judge(section, _trace(section, LAST_CYCLE)) is None
    finding = judge(section, _trace(section, LAST_CYCLE + 1))
    assert finding is not None
    assert finding.kind == "slow"
    assert judge(section, _trace(section, LAST_CYCLE + 1), bounded=False) is None


def test_limits_of_back_to_back_messages_add_up() -> None:
    section = make_section(toy_core(), TOY, Case((_message(), _message(20))))
    assert section.allowed == 23 + 31


def test_one_more_segment_adds_the_cycles_of_its_header() -> None:
    whole = make_section(toy_core(), TOY, Case((_message(20),)))
    split = make_section(toy_core(), TOY, Case((replace(_message(20), segments=(1, 1)),)))
    assert split.allowed == whole.allowed + 1


@pytest.mark.parametrize(("architecture", "ratio"), [("plain", 1), ("two-clocks", 2)])
def test_each_stall_adds_whole_cycles(architecture: str, ratio: int) -> None:
    stalls = Stalls(inputs=True, outputs=True, seed=5)
    core = toy_core(architecture)
    without, section = (make_section(core, TOY, Case((_message(20),), stalls=kind)) for kind in (None, stalls))
    gaps = [gap for gap, *_ in section.inputs]
    untaken = [1 + stall for ready, stall in section.outputs if (ready, stall) != (0xFFFFFFFF, 0)]
    assert sum(gaps)
    assert sum(untaken)
    assert section.allowed - without.allowed == sum((wait + ratio - 1) // ratio * ratio for wait in gaps + untaken)


@pytest.mark.parametrize(("word_bits", "header"), [(64, (8 + 4 * 1024) << 33), (32, (8 + 4 * 1024) << 1)])
def test_an_announced_length_is_in_the_header(word_bits: int, header: int) -> None:
    """Two blocks of four 32-bit words are sent, 1024 more are announced."""
    core = toy_core().model_copy(update={"word_bits": word_bits})
    segment = [8 << (word_bits - 31), *range(2 * 128 // word_bits)]
    assert wire.announce(core, segment, 1024) == [header, *segment[1:]]


def test_an_announced_length_of_two_header_words() -> None:
    core = toy_core().model_copy(update={"word_bits": 16})
    assert wire.announce(core, [0, 16 | 1, 7], 1 << 15) == [4, 17, 7]


def test_no_digest_is_expected_of_an_incomplete_message() -> None:
    section = make_section(toy_core(), TOY, Case((_message(20),), announced=4))
    assert section.expected == ()
    assert section.outputs == ()
    assert {due for _, due, _ in section.inputs} == {0}
    finding = judge(section, Trace(0, verdict="extra", out_data="00", end=9))
    assert finding is not None
    assert (finding.kind, finding.message) == ("extra", 0)
