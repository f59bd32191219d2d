# SPDX-License-Identifier: Apache-2.0
"""Toy cores that are placed in a second, and messages that are only words."""

import random
from collections.abc import Sequence
from pathlib import Path

from fairhash.catalog.core import Core
from fairhash.catalog.cores import read_cores
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.targets import find_device
from fairhash.netlist.timed.design import TimedDesign, read_design
from fairhash.targets.fpga.placement import ROUTED_FILES, place
from fairhash.targets.fpga.synthesis import synthesise
from fairhash.targets.outcome import Placement
from fairhash.testbench.message import Case, Message

_TOYS = Path(__file__).parent / "rtl" / "timed_toys" / "cores.toml"


class Words:
    """A reference whose messages are words, each byte pair one, and whose digests are empty."""

    def pad(self, algorithm: str, data: bytes, bits: int | None = None) -> bytes:
        return data

    def hash_bits(self, algorithm: str, data: bytes, bits: int | None = None, digest_bits: int | None = None) -> bytes:
        return b""

    def stream(
        self,
        algorithm: str,
        word_bits: int,
        data: bytes,
        bits: int | None = None,
        segments: Sequence[int] | None = None,
        *,
        digest_bits: int | None = None,
    ) -> list[int]:
        return [int.from_bytes(data[i : i + 2], "big") for i in range(0, len(data), 2)]

    def block_segments(
        self,
        algorithm: str,
        word_bits: int,
        data: bytes,
        bits: int | None = None,
        digest_bits: int | None = None,
    ) -> list[list[int]]:
        return [self.stream(algorithm, word_bits, data)]

    def digest_words(self, algorithm: str, word_bits: int, digest: bytes) -> list[int]:
        return []


def timed_toy(architecture: str) -> Core:
    """A toy core by architecture."""
    return next(core for core in read_cores(_TOYS) if core.architecture == architecture)


def placed_toy(core: Core, device: str, folder: Path) -> tuple[Placement, TimedDesign]:
    """Place and route a core with seed 1."""
    target, recipe = find_device(device), find_recipe("default")
    synthesis = synthesise(core, target, recipe, folder / "synthesis")
    placed = place(synthesis, core, target, recipe, 1, folder / "place", keep_routed=True)
    assert (placed.status, placed.reason) == ("ok", "")
    files = [placed.folder / name for name in ROUTED_FILES]
    return placed, read_design(core, target, files[0], files[1], folder / "timed.program")


def random_words(core: Core, words: int) -> list[Case]:
    """One message of random words after a reset."""
    data = random.Random(7).randbytes(2 * words)
    return [Case((Message(core.algorithm, data, 8 * len(data)),), reset=3)]
