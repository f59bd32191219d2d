# SPDX-License-Identifier: Apache-2.0
"""The sender of the proofs: it sends all permitted headers and no others, by simulation without ABC."""

import random
from collections.abc import Iterator

import pytest

from fairhash.catalog.core import Core, ExtendableOutput
from fairhash.catalog.cores import find_core
from fairhash.features.mutants.sender import has_sender, make_sender
from tests.features.mutants.blif_simulator import BlifSimulator, number
from tests.testbench.toys import toy_core

OUTPUT = find_core("shake128/highspeed").extendable_output
SHAPES = [
    (width, 64 if needs_bits else 192, needs_bits, output)
    for width in (16, 32, 64)
    for needs_bits in (False, True)
    for output in (None, OUTPUT)
]
"""Width of a word and of a block, whether headers have the number of message bits, and the extendable output."""


def _core(width: int, block: int, needs_bits: bool = False, output: ExtendableOutput | None = None) -> Core:
    shape = {"word_bits": width, "block_bits": block, "needs_bits": needs_bits, "extendable_output": output}
    return toy_core().model_copy(update={"length_bits": 16, **shape})


class _Reset(Exception):
    """A reset interrupts a segment."""


def _moved_words(core: Core, cycles: int, lanes: int) -> list[list[int | None]]:
    """The words that move, with random inputs, stalls and resets, for each lane; None for a cycle of reset."""
    sender, draw = make_sender(core, "ready", "reset"), random.Random(3)
    simulator = BlifSimulator(sender.lines, lanes)
    # the upper bits of numbers are mostly 0, so that short segments come too
    first = max(0, core.word_bits - 32)
    often = {sender.inputs[0], *(f"sender_free{place + first}" for place in range(3))}
    offered: list[int | None] = [None] * lanes
    moved: list[list[int | None]] = [[] for _ in range(lanes)]
    while_waiting: set[int] = set()
    for cycle in range(cycles):
        rare = draw.getrandbits(lanes) if cycle % 16 == 15 else 0
        inputs = {net: draw.getrandbits(lanes) & (-1 if net in often else rare) for net in sender.inputs}
        inputs["ready"] = draw.getrandbits(lanes) | draw.getrandbits(lanes)
        inputs["reset"] = -(cycle < 2) & ((1 << lanes) - 1) | (1 << draw.randrange(lanes))
        values = simulator.values(inputs)
        for lane in range(lanes):
            word = number(values, sender.data, lane)
            reset, valid, ready = (values[net] >> lane & 1 for net in ("reset", sender.valid, "ready"))
            if reset:
                while_waiting |= {valid} if offered[lane] is not None else set()
                offered[lane] = None
                moved[lane].append(None)
                continue
            assert offered[lane] is None or (valid, word) == (1, offered[lane])
            offered[lane] = word if valid and not ready else None
            if valid and ready:
                moved[lane].append(word)
        simulator.clock(values)
    # in a reset in_valid may be low, although a word was offered before
    assert while_waiting == {0, 1}
    return moved


def _next(words: Iterator[int | None]) -> int:
    word = next(words)
    if word is None:
        raise _Reset
    return word


def _field(core: Core, words: Iterator[int | None]) -> int:
    """The next 32 bits of a header of words of 16 or 32 bits."""
    return _next(words) if core.word_bits == 32 else _next(words) << 16 | _next(words)


def _read_segment(core: Core, words: Iterator[int | None]) -> tuple[int, int]:
    """Read a segment, check it by the rules of docs/interface.md, and return its length and mark."""
    numbers: list[int] = []
    if core.word_bits == 64:
        header = _next(words)
        first, low = header >> 32, header & 0xFFFF_FFFF
        assert first & 1 or low == 0
        if core.extendable_output and core.needs_bits and first & 1:
            second = _next(words)
            assert second & 0xFFFF_FFFF == 0
            numbers = [second >> 32]
        elif core.extendable_output and first & 1:
            numbers = [low]
    else:
        first = _field(core, words)
        if first & 1:
            fields = [_field(core, words) for _ in range(core.needs_bits + bool(core.extendable_output))]
            numbers = fields[-1:] if core.extendable_output else []
    assert 0 not in numbers
    length, last = first >> 1, first & 1
    assert length > 0
    assert length * 32 % core.block_bits == 0
    assert length * 32 < 2 << core.length_bits
    for _ in range(length * 32 // core.word_bits):
        _next(words)
    return length, last


@pytest.mark.parametrize("shape", SHAPES)
def test_only_permitted_streams(shape: tuple[int, int, bool, ExtendableOutput | None]) -> None:
    """Words are read one by one, as a core does that knows the rules."""
    core = _core(*shape)
    found = set()
    for lane in _moved_words(core, cycles=300, lanes=32):
        words = iter(lane)
        while True:
            try:
                length, last = _read_segment(core, words)
            except _Reset:
                continue
            except StopIteration:
                break
            found.add((length * 32 // core.block_bits, last))
    assert {(1, 0), (1, 1), (2, 0), (2, 1)} <= found


@pytest.mark.parametrize(("width", "block"), [(16, 64), (16, 192), (32, 64), (64, 192)])
def test_all_permitted_lengths(width: int, block: int) -> None:
    """The first field of a header, for all values of the free inputs that it depends on, one in each lane."""
    core = _core(width, block)
    sender = make_sender(core, "ready", "reset")
    bits, lanes = 13, 1 << 13
    simulator = BlifSimulator(sender.lines, lanes)
    ones = (1 << lanes) - 1
    inputs = {**dict.fromkeys(sender.inputs, 0), sender.inputs[0]: ones, "ready": ones, "reset": 0}
    for place in range(bits):
        inputs[f"sender_free{place + max(0, width - 32)}"] = sum((lane >> place & 1) << lane for lane in range(lanes))
    words = [0] * lanes
    for _ in range(2 if width == 16 else 1):
        values = simulator.values(inputs)
        words = [word << 16 | number(values, sender.data, lane) for lane, word in enumerate(words)]
        simulator.clock(values)
    lengths = range(block // 32, 1 << 12, block // 32)
    assert {word >> max(0, width - 32) for word in words} == {
        length << 1 | last for length in lengths for last in (0, 1)
    }


def test_no_sender_for_turns() -> None:
    assert has_sender(toy_core())
    assert not has_sender(toy_core("turns"))
