# SPDX-License-Identifier: Apache-2.0
"""The cases of `fairhash system measure`: functions, lengths, sources and numbers of threads."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from fairhash.models.bench.system_loops import HashFunction
from fairhash.results.software_speed import Cache, SoftwareSpeed, Source

LENGTHS = (8, 64, 576, 1536, 4096, 8192, 16384, 32768, 65536, 131072, 262144)
"""Message lengths of paper E, Table I, in bytes."""
ALGORITHMS = ("keccak-256", "simd-256")
"""The algorithms of paper E."""
MESSAGES_PER_THREAD = 16
"""Messages that a thread hashes in a pass, where there are many; a multiple of the lanes of every model."""
FILES = 16
"""Files that are hashed one after another."""


@dataclass(frozen=True)
class SoftwareCase:
    """One measured value."""

    function: HashFunction
    many: bool
    threads: int
    lanes: bool

    def messages(self, source: Source) -> int:
        """Return the messages of a pass; one message in memory is hashed repeatedly."""
        if self.many:
            return MESSAGES_PER_THREAD * self.threads
        return FILES if source == "disk" else 1


@dataclass(frozen=True)
class SoftwareGroup:
    """Cases of one length and source. Their samples alternate, so that a drift of the machine affects all alike."""

    source: Source
    cache: Cache
    message_bytes: int
    cases: tuple[SoftwareCase, ...]

    @property
    def most_messages(self) -> int:
        """Return the most messages that a case needs."""
        return max(case.messages(self.source) for case in self.cases)


def thread_counts(processors: int) -> list[int]:
    """Return the default numbers of threads: powers of two, and all processors."""
    counts = [1]
    while counts[-1] * 2 < processors:
        counts.append(counts[-1] * 2)
    return sorted({*counts, processors})


def groups(
    functions: Sequence[HashFunction],
    lengths: Sequence[int],
    sources: Sequence[tuple[Source, Cache]],
    threads: Sequence[int],
) -> Iterator[SoftwareGroup]:
    """Yield the groups, short messages first.

    Args:
        functions: Models, which have lanes, and functions of OpenSSL, which have none.
        lengths: Bytes of a message.
        sources: Source and state of the page cache.
        threads: Numbers of threads for many messages.
    """
    cases = tuple(
        SoftwareCase(function, many, count, lanes)
        for function in functions
        for many, count, lanes in [
            (False, 1, False),
            *((True, count, False) for count in threads),
            *((True, count, True) for count in threads if function.algorithm),
        ]
    )
    for source, cache in sources:
        for length in sorted(set(lengths)):
            yield SoftwareGroup(source, cache, length, cases)


def missing(chosen: Sequence[SoftwareGroup], rows: Sequence[SoftwareSpeed]) -> list[SoftwareGroup]:
    """Return the groups with those cases only that have no row."""
    measured = {row.case for row in rows}
    left = []
    for group in chosen:
        cases = tuple(case for case in group.cases if _identity(group, case) not in measured)
        if cases:
            left.append(replace(group, cases=cases))
    return left


def _identity(group: SoftwareGroup, case: SoftwareCase) -> tuple[str, str, str, str, int, bool, int]:
    multiplicity = "many" if case.many else "one"
    return (case.function.name, group.source, group.cache, multiplicity, case.threads, case.lanes, group.message_bytes)
