# SPDX-License-Identifier: Apache-2.0
"""What the testbench asks of a software model; `fairhash.models` is the one for real cores."""

from collections.abc import Mapping, Sequence
from typing import Protocol, cast

from fairhash import models as c_models
from fairhash.base.errors import FairhashError
from fairhash.catalog.generic_padding import GenericPadding


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
