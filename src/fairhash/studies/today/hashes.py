# SPDX-License-Identifier: Apache-2.0
"""The hash functions of the study, and their cores."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import Field

from fairhash.base import paths
from fairhash.base.records import StrictModel
from fairhash.catalog.core import MAIN_ARCHITECTURES, Core
from fairhash.catalog.cores import all_cores
from fairhash.catalog.data_file import read_data_file
from fairhash.features.padding.record import PaddingCosts, read_costs
from fairhash.models import pad
from fairhash.studies.papers.our_results import FIRST_DEVICE

_FILE = Path(__file__).resolve().parent / "hashes.toml"

REFERENCE = "sha-256/highspeed"
"""The core that all others are divided by."""


class DeployedHash(StrictModel):
    """A hash function as its standard describes it."""

    name: str
    algorithm: str
    """Id of the algorithm."""
    standard: str
    collision_bits: Annotated[int, Field(gt=0)]
    """Security against collisions in bits, for the digest or the default output."""
    preimage_bits: Annotated[int, Field(gt=0)]


class _Hashes(StrictModel):
    hash: tuple[DeployedHash, ...]


@dataclass(frozen=True)
class DeployedCore:
    """A core of one of these functions."""

    function: DeployedHash
    core: Core

    @property
    def label(self) -> str:
        """The function and the architecture, e.g. ``SHA3-256 highspeed``."""
        return f"{self.function.name} {self.core.architecture}"

    def blocks(self, message_bytes: int) -> int:
        """Number of blocks of a padded message."""
        return 8 * len(pad(self.function.algorithm, bytes(message_bytes))) // self.core.block_bits

    def cycles(self, message_bytes: int) -> int:
        """Declared cycles of clk from the first word of a message to the last one of its digest or default output."""
        return self.core.cycles(self.blocks(message_bytes))

    def latency_ns(self, message_bytes: int, clock_mhz: float, more_cycles: int = 0) -> float:
        """Nanoseconds for cycles() and some more."""
        return 1000 * (self.cycles(message_bytes) + more_cycles) / clock_mhz

    def padding_cycles(self, message_bytes: int) -> int | None:
        """Simulated cycles of clk that the padding unit adds to a message of as many blocks; None if not simulated.

        From some number of blocks on, the unit adds the same cycles to every message.
        """
        cost = _padding_costs().find(self.core.name)
        if cost is None or cost.cycles is None:
            return None
        added = cost.cycles.added
        return added[min(self.blocks(message_bytes), len(added)) - 1]


@cache
def _padding_costs() -> PaddingCosts:
    """The cycles are those of a unit and a core, whatever the device."""
    return read_costs(paths.results(), FIRST_DEVICE)


@cache
def read_hashes() -> tuple[DeployedHash, ...]:
    """The functions in the order of the tables.

    Raises:
        FairhashError: The file is not valid.
    """
    return read_data_file(_FILE, _Hashes, "see docs/today.md").hash


def deployed_cores() -> list[DeployedCore]:
    """The cores in the order of the tables, those of MAIN_ARCHITECTURES only."""
    return [one for architecture in MAIN_ARCHITECTURES for one in _cores() if one.core.architecture == architecture]


def further_cores() -> list[DeployedCore]:
    """The cores of all other architectures, in the order of the functions."""
    return [one for one in _cores() if not one.core.is_main]


def _cores() -> list[DeployedCore]:
    cores = all_cores().values()
    return [
        DeployedCore(function, core)
        for function in read_hashes()
        for core in cores
        if function.algorithm in (core.algorithm, *core.also)
    ]
