# SPDX-License-Identifier: Apache-2.0
"""What the testbench asks of a software model; `fairhash.models` is the one for real cores."""

from collections.abc import Mapping, Sequence
from typing import Protocol, cast

from fairhash import models as c_models
from fairhash.base.errors import FairhashError
from fairhash.catalog.generic_padding import GenericPadding
from fairhash.models import algorithms


class Reference(Protocol):
    """Padding, input stream and digest of messages.

    `bits` is the message's length where it is not whole bytes, `digest_bits` the length of an extendable output.
    """

    def pad(self, algorithm: str, data: bytes, bits: int | None = None) -> bytes: ...

    def hash_bits(
        self, algorithm: str, data: bytes, bits: int | None = None, digest_bits: int | None = None
    ) -> bytes: ...

    def stream(
        self,
        algorithm: str,
        word_bits: int,
        data: bytes,
        bits: int | None = None,
        segments: Sequence[int] | None = None,
        *,
        digest_bits: int | None = None,
    ) -> list[int]: ...

    def block_segments(
        self,
        algorithm: str,
        word_bits: int,
        data: bytes,
        bits: int | None = None,
        digest_bits: int | None = None,
    ) -> list[list[int]]: ...

    def digest_words(self, algorithm: str, word_bits: int, digest: bytes) -> list[int]: ...


def models() -> Reference:
    """The project's own C models."""
    return cast(Reference, c_models)


class AnswersOnly:
    """An algorithm without a model: padded like another one or by a rule, with the digests that its answers give."""

    def __init__(self, padding: str | GenericPadding, digests: Mapping[tuple[bytes, int], bytes]) -> None:
        self._padding = padding
        self._digests = digests
        self._models = models()

    def pad(self, _algorithm: str, data: bytes, bits: int | None = None) -> bytes:
        """Padded as the other one, or by the rule."""
        if isinstance(self._padding, GenericPadding):
            return self._padding.pad(data)
        return self._models.pad(self._padding, data, bits)

    def hash_bits(self, algorithm: str, data: bytes, bits: int | None = None, digest_bits: int | None = None) -> bytes:
        """The digest the answers give."""
        length = 8 * len(data) if bits is None else bits
        if (data, length) not in self._digests:
            raise FairhashError(f"no answer for a message of {length} bits", algorithm, "add a row to its answers")
        return self._digests[data, length]

    def stream(
        self,
        _algorithm: str,
        word_bits: int,
        data: bytes,
        bits: int | None = None,
        segments: Sequence[int] | None = None,
        *,
        digest_bits: int | None = None,
    ) -> list[int]:
        """As of the other one."""
        return self._models.stream(self._algorithm(), word_bits, data, bits, segments)

    def block_segments(
        self,
        _algorithm: str,
        word_bits: int,
        data: bytes,
        bits: int | None = None,
        digest_bits: int | None = None,
    ) -> list[list[int]]:
        """As of the other one."""
        return self._models.block_segments(self._algorithm(), word_bits, data, bits)

    def _algorithm(self) -> str:
        """The algorithm with a model that has the same padding."""
        if isinstance(self._padding, GenericPadding):
            raise FairhashError(
                "our headers need the padding of an algorithm with a model", "", "set `headers = false`"
            )
        return self._padding

    def digest_words(self, _algorithm: str, word_bits: int, digest: bytes) -> list[int]:
        """Digests of any size."""
        return [
            int.from_bytes(digest[place:][: word_bits // 8], "big") for place in range(0, len(digest), word_bits // 8)
        ]


def step_bits(reference: Reference, algorithm: str) -> int:
    """Bits by which the lengths of an algorithm's messages differ at least: 8 if its model takes whole bytes only."""
    if reference is not models():
        return 1
    model = algorithms().get(algorithm)
    return 8 if model and model.whole_bytes else 1


def blocks_of(reference: Reference, algorithm: str, block_bits: int, bits: int) -> int:
    """Blocks after padding of a message of `bits` bits."""
    return len(reference.pad(algorithm, bytes((bits + 7) // 8), bits)) * 8 // block_bits


def capacity_bits(reference: Reference, algorithm: str, block_bits: int, blocks: int) -> int:
    """The longest message that fits into `blocks` blocks with its padding, at least one; found by bisection."""
    step = step_bits(reference, algorithm)
    low, high = 0, blocks * block_bits // step
    while low < high:
        middle = (low + high + 1) // 2
        if blocks_of(reference, algorithm, block_bits, middle * step) <= blocks:
            low = middle
        else:
            high = middle - 1
    return low * step


def boundary_lengths(reference: Reference, algorithm: str, block_bits: int, blocks: int) -> list[int]:
    """Lengths in bits around each boundary from nothing to `blocks` blocks of message.

    Boundaries are ends of blocks and the lengths from which padding takes one block more, each with one bit and one
    byte to either side, and the whole bytes next to it.
    """
    marks = {0}
    for number in range(1, blocks + 1):
        marks |= {number * block_bits, capacity_bits(reference, algorithm, block_bits, number)}
    lengths = {0, 1, 7, 8, 9, 16}
    for mark in marks:
        whole = mark // 8 * 8
        lengths |= {mark - 8, mark - 1, mark, mark + 1, mark + 8, whole - 8, whole, whole + 8}
    step = step_bits(reference, algorithm)
    return sorted(length for length in lengths if 0 <= length <= blocks * block_bits and length % step == 0)
