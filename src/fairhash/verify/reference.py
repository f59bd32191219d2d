# SPDX-License-Identifier: Apache-2.0
"""What the testbench asks of a software model; `fairhash.models` is the one for real cores."""

import importlib
from collections.abc import Sequence
from typing import Protocol, cast


class Reference(Protocol):
    """Padding, input stream and digest of messages; `bits` is the message's length where it is not whole bytes."""

    def pad(self, algorithm: str, data: bytes, bits: int | None = None) -> bytes: ...

    def hash_bits(self, algorithm: str, data: bytes, bits: int | None = None) -> bytes: ...

    def stream(
        self,
        algorithm: str,
        word_bits: int,
        data: bytes,
        bits: int | None = None,
        segments: Sequence[int] | None = None,
    ) -> list[int]: ...

    def block_segments(
        self, algorithm: str, word_bits: int, data: bytes, bits: int | None = None
    ) -> list[list[int]]: ...

    def digest_words(self, algorithm: str, word_bits: int, digest: bytes) -> list[int]: ...


def models() -> Reference:
    """The project's own C models."""
    return cast(Reference, importlib.import_module("fairhash.models"))
