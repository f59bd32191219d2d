# SPDX-License-Identifier: Apache-2.0
"""Headers of 2^k blocks or words, with data that a core reads as headers if it ends the segment after one word.

And whole messages of exactly 2^k bits.
"""

import hashlib
import random
from pathlib import Path

import pytest

from fairhash.catalog.cores import all_cores, find_core
from fairhash.features.mutants.exact_lengths import EXACT, announced_lengths, has_exact_lengths, whole_messages
from fairhash.testbench.compiled import fast_engine
from fairhash.testbench.judge import judge
from fairhash.testbench.plans import Setup
from fairhash.testbench.reference import models
from fairhash.testbench.session import SimulationSession
from fairhash.testbench.stimulus import make_section
from fairhash.testbench.wire import segment_limit_bits
from tests.testbench.toys import toy_core


@pytest.mark.parametrize(
    ("name", "header_words"),
    [
        ("ascon-hash256/lightweight", 2),
        ("sha-256/highspeed", 1),
        ("shake128/lightweight", 4),
        ("shake128/highspeed", 1),
        ("blake2s-256/highspeed", 2),
        ("sha-512/highspeed", 1),
    ],
)
def test_headers_and_data(name: str, header_words: int) -> None:
    core = find_core(name)
    setup = Setup(core, models(), random.Random(1), 0, "netlist")
    lengths = []
    for case in announced_lengths(setup):
        section = make_section(core, setup.reference, case)
        words = [word for _, _, word in section.inputs]
        assert section.expected == ()
        header, data = words[:header_words], words[header_words:]
        first = header[0] << 16 | header[1] if core.word_bits == 16 else header[0] >> max(0, core.word_bits - 32)
        assert first & 1
        lengths.append((first >> 1) * 32 // core.block_bits)
        period = header_words + 1
        block_words = core.block_bits // core.word_bits
        repeated = data[: period * (block_words - 1)]
        assert all(repeated[start + 1 : start + period] == header for start in range(0, len(repeated), period))
    longest = min(segment_limit_bits(core), 1 << core.length_bits) // core.block_bits
    least = header_words + 4
    block = core.block_bits // 32
    expected = {1 << bit for bit in range(31)}
    if block not in expected:
        # one or two blocks later 2^k words are left, and less than a block more
        for bit in range(31):
            near = range((1 << bit) // block, (1 << bit) // block + 4)
            lefts = {count: [(count - after) * block - (1 << bit) for after in (1, 2)] for count in near}
            expected |= {count for count, left in lefts.items() if any(0 <= words < block for words in left)}
    assert lengths == sorted(count for count in expected if least <= count <= longest)


def test_whole_messages() -> None:
    """BLAKE2s: 4 + 32 + 140 N + 9 + 16 cycles, so 2048 blocks are the most below 300,000 cycles."""
    core = find_core("blake2s-256/lightweight")
    setup = Setup(core, models(), random.Random(1), 0, "netlist")
    cases = list(whole_messages(setup))
    assert [case.messages[0].bits for case in cases] == [1 << bit for bit in range(9, 21)]
    section = make_section(core, setup.reference, cases[-1])
    # 2^15 words of 32 bits, the last segment; 2^20 bits
    assert [word for _, _, word in section.inputs][:4] == [0x0001, 0x0001, 0x0010, 0x0000]
    digest = b"".join(word.to_bytes(2) for word in section.expected)
    assert digest == hashlib.blake2s(cases[-1].messages[0].data).digest()
    told = Setup(find_core("sha-256/highspeed"), models(), random.Random(1), 0, "netlist")
    assert list(whole_messages(told)) == []


def test_no_lengths_in_turns() -> None:
    assert has_exact_lengths(toy_core())
    assert not has_exact_lengths(toy_core("turns"))


_SHORT = {"sha-256/highspeed", "ascon-hash256/lightweight"}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in _SHORT else pytest.mark.long)
        for name, core in all_cores().items()
        if has_exact_lengths(core)
    ],
)
def test_cores_pass(name: str, tmp_path: Path) -> None:
    """From their VHDL, with all headers: none ends a segment early."""
    core = find_core(name)
    session = SimulationSession(core, fast_engine(core), models(), 1, tmp_path)
    cases = list(EXACT.cases(Setup(core, models(), random.Random(1), 0, "fast")))
    outcomes = session.simulate(cases)
    assert len(outcomes) == len(cases) > 5
    assert [finding for section, trace in outcomes if (finding := judge(section, trace))] == []
