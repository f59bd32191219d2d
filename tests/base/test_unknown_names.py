# SPDX-License-Identifier: Apache-2.0
"""The error for an unknown name offers what was meant."""

import pytest

from fairhash.base.errors import FairhashError, near_names, unknown_name

_NAMES = ("blake-256", "keccak-256", "keccak-512", "sha-1", "sha-256", "sha3-256", "simd-512")


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("SHA256", ["sha-256"]),
        ("sha3_256", ["sha3-256"]),
        ("keccak", ["keccak-256", "keccak-512"]),
        ("kecak-256", ["keccak-256"]),
        ("lake-256", ["blake-256"]),
        ("md5", []),
        ("-", []),
    ],
)
def test_near_names(name: str, near: list[str]) -> None:
    """Punctuation and case first, then beginnings, then spelling; `md5` is no misspelt `simd-512`."""
    assert near_names(name, _NAMES) == near


def test_the_error_says_place_what_and_hint() -> None:
    assert str(unknown_name("algorithm", "md5", _NAMES, "see fairhash list")) == (
        "unknown algorithm 'md5'; see fairhash list"
    )
    assert str(FairhashError("no table", "a.toml", "add one")) == "a.toml: no table; add one"
