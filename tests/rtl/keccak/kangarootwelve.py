# SPDX-License-Identifier: Apache-2.0
"""Messages of several chunks for the KangarooTwelve cores, with customization strings."""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import cast

from fairhash import models
from fairhash.catalog.core import Core
from fairhash.models import Parameters
from fairhash.testbench.compiled import fast_engine
from fairhash.testbench.judge import judge
from fairhash.testbench.message import Case, Message, Stalls
from fairhash.testbench.reference import Reference
from fairhash.testbench.session import SimulationSession

CHUNK_BYTES = 8192


def _customized(customization: bytes) -> Reference:
    """The models with a customization string; `block_segments` is missing, because the cores take no turns."""
    named = {
        each.__name__: partial(each, parameters=Parameters(customization=customization))
        for each in (models.pad, models.hash_bits, models.stream)
    }
    return cast(Reference, SimpleNamespace(digest_words=models.digest_words, **named))


def _stalls(draw: random.Random, number: int) -> Stalls | None:
    """None for half of the cases, then on the input, the output, both."""
    kind = (0, 2, 0, 3, 0, 1)[number % 6]
    return Stalls(bool(kind & 1), bool(kind & 2), draw.getrandbits(32)) if kind else None


def in_groups(
    draw: random.Random, sizes: Sequence[int], message: Callable[[random.Random, int], Message]
) -> Iterator[Case]:
    """Messages of these lengths in bytes, three at a time without a gap; the first case begins with a reset."""
    for number, start in enumerate(range(0, len(sizes), 3)):
        messages = tuple(message(draw, size) for size in sizes[start : start + 3])
        yield Case(messages, stalls=_stalls(draw, number), reset=0 if number else 4)


def failures(core: Core, cases: Sequence[Case], customization: bytes, seed: int, folder: Path) -> list[str]:
    """The cases whose output is not that of the model, or that are slower than declared."""
    session = SimulationSession(core, fast_engine(core), _customized(customization), seed, folder)
    outcomes = session.simulate(cases)
    findings = [(case, judge(section, trace)) for case, (section, trace) in zip(cases, outcomes, strict=True)]
    return [f"{case.messages}: {finding}" for case, finding in findings if finding]
