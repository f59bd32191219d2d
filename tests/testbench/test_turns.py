# SPDX-License-Identifier: Apache-2.0
"""Cores with several messages in flight: what is sent to them, what is expected when, their cycles at full load."""

import random
from pathlib import Path

import pytest

from fairhash.catalog.core import Formula
from fairhash.models import block_segments
from fairhash.testbench.engines import Trace
from fairhash.testbench.judge import measure
from fairhash.testbench.message import Case, Message, Stalls
from fairhash.testbench.modes import MODES
from fairhash.testbench.plans import Setup
from fairhash.testbench.report import Failure
from fairhash.testbench.stimulus import make_section
from fairhash.testbench.verification import measure_cycles, verify
from tests.testbench.toys import TOY, bad_cores, options, toy_answers, toy_core

SLOTS = 3


def _message(fill: int, size: int) -> Message:
    return Message("toy-128", bytes([fill]) * size, 8 * size)


def _cases(mode: str, *, count: int = 60) -> list[Case]:
    core = toy_core("turns")
    setup = Setup(core, TOY, random.Random(5), count, "fast", toy_answers() * 2)
    return list(MODES[mode].cases(setup))


def test_digests_are_expected_in_the_order_of_last_blocks() -> None:
    """Blocks of 16 bytes, words of four: long has two blocks, the others one; the fourth takes the second slot over."""
    long, short, other, late = _message(0x11, 20), _message(0x22, 3), _message(0x33, 7), _message(0x44, 0)
    section = make_section(toy_core("turns"), TOY, Case((long, short, other, late)))
    ones, twos = 0x11111111, 0x22222280
    assert [word for *_, word in section.inputs] == [
        *(8, ones, ones, ones, ones),
        *(9, twos, 0, 0, 0),
        *(9, 0x33333333, 0x33333380, 0, 0),
        *(9, ones, 0x80000000, 0, 0),
        *(9, 0x80000000, 0, 0, 0),
    ]
    assert {number: due for number, (_, due, _) in enumerate(section.inputs) if due} == {9: 4, 14: 4, 19: 4, 24: 4}
    digests = [TOY.hash_bits("toy-128", message.data) for message in (short, other, long, late)]
    assert b"".join(word.to_bytes(4, "big") for word in section.expected) == b"".join(digests)
    assert [section.message_of(word) for word in (0, 3, 4, 8, 12, 15, 16)] == [1, 1, 2, 0, 3, 3, 3]


def test_a_lone_message_has_empty_turns() -> None:
    section = make_section(toy_core("turns"), TOY, Case((_message(0, 16),)))
    assert [word for *_, word in section.inputs] == [8, 0, 0, 0, 0, 0, 0, 9, 1 << 31, 0, 0, 0]
    assert [due for _, due, _ in section.inputs] == [0] * 11 + [4]


def test_the_cycle_limit_has_a_margin() -> None:
    """Four times the cycles of the messages one after the other, each alone: 15 + 24N, as cores.toml declares."""
    section = make_section(toy_core("turns"), TOY, Case((_message(0, 80), _message(1, 0))))
    assert section.limit >= 4 * (15 + 24 * 6 + 15 + 24)


@pytest.mark.parametrize("mode", ["answers", "random", "segments", "stalls"])
def test_messages_are_sent_alone_and_up_to_m_at_once(mode: str) -> None:
    """Single waits of the mode stalls have one message more than slots, so that one waits for a free slot."""
    sizes = {len(case.messages) for case in _cases(mode)}
    most = SLOTS + 1 if mode == "stalls" else SLOTS
    assert sizes == ({1, SLOTS} if mode == "segments" else set(range(1, most + 1)))
    assert all(message.segments is None for case in _cases(mode) for message in case.messages)


def test_all_answers_are_sent() -> None:
    assert tuple(message for case in _cases("answers") for message in case.messages) == toy_answers() * 2
    assert sum(len(case.messages) for case in _cases("random")) == 60


def test_groups_of_messages_run_back_to_back() -> None:
    """Up to 2M + 2 messages, some groups of equal messages, some very unequal, with no stalls and with both kinds."""
    cases = _cases("back-to-back", count=240)
    blocks = [[message.blocks(TOY, 128) for message in case.messages] for case in cases]
    assert {len(group) for group in blocks} == set(range(2, 2 * SLOTS + 3))
    assert any(len(set(group)) == 1 and len(group) == SLOTS and group[0] > 1 for group in blocks)
    assert any(max(group) > 6 and sorted(group)[-2] <= 2 and len(group) > SLOTS + 1 for group in blocks)
    assert any(message.bits == 0 for case in cases for message in case.messages)
    kinds = {(stalls.inputs, stalls.outputs) if isinstance(stalls := case.stalls, Stalls) else None for case in cases}
    assert kinds == {None, (True, False), (False, True), (True, True)}


def test_resets_abort_more_messages_than_slots() -> None:
    cases = _cases("reset")
    assert {len(case.messages) for case in cases if case.abort} == {SLOTS + 1}
    assert {len(case.messages) for case in cases if not case.abort} == {1}


def test_cycles_are_measured_alone_and_at_full_load() -> None:
    """The toy's rounds by hand: 8 cycles a turn and three slots make 24 a block, alone and at full load."""
    report = measure_cycles(toy_core("turns"), reference=TOY)
    assert report.agrees
    assert report.measured == tuple((blocks, 15 + 24 * blocks) for blocks in range(1, 7))
    assert report.in_flight == SLOTS
    assert [blocks for blocks, _ in report.full_load] == [1, 2, 3, 4, 5, 6]
    assert {after[1] - before[1] for before, after in zip(report.full_load, report.full_load[1:], strict=False)} == {24}
    assert report.full_load_block == 24
    assert "3 messages at once: 24 a block of each (" in report.text()


@pytest.mark.parametrize("slots", [2, 5])
def test_other_numbers_of_slots_work(slots: int) -> None:
    """The same toy with fewer and more slots passes everything; each slot adds eight cycles to a period."""
    period = Formula(setup=2, load=5, block=8 * slots, final=4, unload=4)
    changes = {"messages_in_flight": slots, "generics": {"SLOTS": slots}, "formula": period}
    report = verify(toy_core("turns").model_copy(update=changes), options(), reference=TOY)
    assert report.ok, report.text()
    assert report.cycles is not None
    assert (report.cycles.in_flight, report.cycles.full_load_block) == (slots, 8 * slots)


def test_one_message_in_flight_has_no_full_load() -> None:
    report = measure_cycles(toy_core(), reference=TOY)
    assert (report.in_flight, report.full_load, report.full_load_block) == (1, (), None)


def test_uneven_cycles_at_full_load_do_not_agree_with_the_formula() -> None:
    """The right average is not enough: 24 a block in the mean, one cycle to and fro."""
    core = toy_core("turns")

    def report(jitter: int) -> bool:
        sections, traces = [], []
        for blocks in range(1, 7):
            for messages in (1, SLOTS):
                sections.append(make_section(core, TOY, Case((_message(0, 16 * blocks - 1),) * messages)))
                uneven = jitter * (messages > 1) * (blocks in (3, 4))
                traces.append(Trace(0, taken=[(0, 0)], given=[(14 + 24 * blocks + uneven, 0)], verdict="done"))
        return measure(core, TOY, sections, traces).agrees

    assert report(0)
    assert not report(1)


def _failure(name: str, mode: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Failure:
    monkeypatch.setenv("FAIRHASH_BUILD", str(folder / "build"))
    report = verify(bad_cores()[name].core(folder), options(mode, engine="vhdl"), reference=TOY)
    failure = report.modes[0].failure
    assert failure is not None
    return failure


@pytest.mark.parametrize(("name", "most"), [("swapped-digests", 3), ("blocked-by-finished", 2), ("leaked-state", 4)])
def test_a_failing_group_of_messages_is_shrunk(
    name: str, most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To two messages where two slots show the fault, to four where a slot must be taken over (with three)."""
    failure = _failure(name, "back-to-back", tmp_path, monkeypatch)
    assert 2 <= len(failure.messages) <= most
    assert f"{len(failure.messages)} messages" in failure.circumstances


def test_disagreeing_cycles_at_full_load_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By hand: of six turns all but the first and the last wait a cycle; then each block more of the three does."""
    failure = _failure("slow-together", "cycles", tmp_path, monkeypatch)
    assert failure.messages == ("any 3 of 2 blocks",)
    assert "3 at once" in failure.circumstances
    assert (failure.expected, failure.found) == ("121 cycles", "125 cycles")
    assert failure.detail.startswith("15+24N measured, declared 2+5+24N+4+4; 3 messages at once: ")
    assert failure.detail.endswith("(97, 125, 152, 179, 206, 233)")


def test_the_toy_pads_and_splits_like_the_models() -> None:
    """The same shape as fairhash.models gives a core with words of 32 bits: one header and one block a segment."""
    toy = TOY.block_segments("toy-128", 32, bytes(40))
    assert [len(words) for words in toy] == [5, 5, 5]
    assert [words[0] & 1 for words in toy] == [0, 0, 1]
    assert [words[0] & 1 for words in block_segments("keccak-512", 32, bytes(150))] == [0, 0, 1]
