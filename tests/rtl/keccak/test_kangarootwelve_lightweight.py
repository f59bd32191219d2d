# SPDX-License-Identifier: Apache-2.0
"""kt128/lightweight: trees of one to 258 chunks, and customization strings."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from fairhash import models
from fairhash.catalog.cores import find_core
from fairhash.models import Parameters
from fairhash.testbench.compiled import fast_engine
from fairhash.testbench.judge import judge
from fairhash.testbench.message import Case, Message, Stalls
from fairhash.testbench.reference import Reference
from fairhash.testbench.session import SimulationSession

CORE = find_core("kt128/lightweight")
CHUNK_BYTES = 8192
SAVED_BYTES = 48 * 168
"""Bytes of the first chunk after which the core stores the state."""
SHORT_BYTES = (0, 1, 2, 165, 166, 167, 168)
"""Around words and a block: the length of an empty string and the domain separation byte follow each message."""
CHUNK_OFFSETS = (-168, -129, -128, -4, -3, -2, -1, 0, 1, 2, 167)
"""Distances of a length from whole chunks, in bytes."""


def _customized(customization: bytes) -> Reference:
    """The models with a customization string; `block_segments` is missing, because the core takes no turns."""
    named = {
        each.__name__: partial(each, parameters=Parameters(customization=customization))
        for each in (models.pad, models.hash_bits, models.stream)
    }
    return cast(Reference, SimpleNamespace(digest_words=models.digest_words, **named))


def _stalls(draw: random.Random, number: int) -> Stalls | None:
    """None for half of the cases, then on the input, the output, both."""
    kind = (0, 2, 0, 3, 0, 1)[number % 6]
    return Stalls(bool(kind & 1), bool(kind & 2), draw.getrandbits(32)) if kind else None


def _in_groups(draw: random.Random, sizes: Sequence[int]) -> Iterator[Case]:
    """Messages of these lengths, three at a time without a gap; the first case begins with a reset."""
    for number, start in enumerate(range(0, len(sizes), 3)):
        messages = tuple(Message(CORE.algorithm, draw.randbytes(size), 8 * size) for size in sizes[start : start + 3])
        case = Case(messages, stalls=_stalls(draw, number))
        yield replace(case, reset=4) if number == 0 else case


def _fails(cases: Sequence[Case], customization: bytes, seed: int, folder: Path) -> list[str]:
    """The cases whose output is not that of the model, or that are slower than declared."""
    session = SimulationSession(CORE, fast_engine(CORE), _customized(customization), seed, folder)
    outcomes = session.simulate(cases)
    findings = [(case, judge(section, trace)) for case, (section, trace) in zip(cases, outcomes, strict=True)]
    return [f"{case.messages}: {finding}" for case, finding in findings if finding]


def test_lengths_around_chunks(tmp_path: Path) -> None:
    """Each distance from one to three chunks and from the stored blocks of the first one, between short messages."""
    draw = random.Random(1)
    sizes = [chunks * CHUNK_BYTES + offset for chunks in (1, 2, 3) for offset in CHUNK_OFFSETS]
    sizes += [SAVED_BYTES + offset for offset in (-3, -2, -1, 0, 1)]
    sizes += [draw.choice(SHORT_BYTES) for _ in sizes]
    draw.shuffle(sizes)
    assert _fails(list(_in_groups(draw, sizes)), b"", 1, tmp_path) == []


def test_blocks_of_the_final_node(tmp_path: Path) -> None:
    """Chaining values that fill a block, cross its end, or fill it when the message ends: up to 12 chunks."""
    draw = random.Random(2)
    sizes = [chunks * CHUNK_BYTES + draw.choice((-100, -1, 0, 1, 3000)) for chunks in range(2, 13)]
    assert _fails(list(_in_groups(draw, sizes)), b"", 2, tmp_path) == []


@pytest.mark.parametrize("string_bytes", [1, 255, 256, 8191, 9000])
def test_customization_strings(string_bytes: int, tmp_path: Path) -> None:
    """The end of the message and the end of the chunk are in the string, in its length, or before both."""
    draw = random.Random(string_bytes)
    sizes = [*SHORT_BYTES, CHUNK_BYTES - string_bytes % CHUNK_BYTES, CHUNK_BYTES - 1, CHUNK_BYTES, 2 * CHUNK_BYTES + 5]
    cases = list(_in_groups(draw, sizes))
    assert _fails(cases, draw.randbytes(string_bytes), string_bytes, tmp_path) == []


@pytest.mark.long
@pytest.mark.parametrize("values", [255, 256, 257])
def test_a_number_of_chaining_values_of_two_bytes(values: int, tmp_path: Path) -> None:
    draw = random.Random(values)
    cases = list(_in_groups(draw, [values * CHUNK_BYTES + 1, 3]))
    assert _fails(cases, b"", values, tmp_path) == []
