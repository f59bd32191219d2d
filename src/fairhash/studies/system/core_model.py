# SPDX-License-Identifier: Apache-2.0
"""A hash core as the machine model sees it: its clock and the cycles of its formula."""

import ctypes
import math
from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import Field

from fairhash.catalog.core import Core
from fairhash.catalog.data_file import read_folder_by_id
from fairhash.models.library import find_algorithm, library
from fairhash.studies.system.presets import Positive, Preset, find

_FOLDER = Path(__file__).resolve().parent / "cores"

Count = Annotated[int, Field(ge=0)]


class CoreModel(Preset):
    """Cycles of a message of N blocks: setup + load + block * N + final + unload, as Core.formula.

    The cycles are those of `clk`. The next block is loaded while a block is processed, and a digest leaves while the
    next message is processed.
    """

    id: str
    algorithm: str
    clock_mhz: Positive
    block_bytes: Annotated[int, Field(ge=1)]
    padding_bytes: Count = 0
    """Least number of bytes that padding adds; not used with `pads_as_model`."""
    extra_blocks: Count = 0
    """Blocks without message bytes that follow a padded message; not used with `pads_as_model`."""
    pads_as_model: bool = False
    """Whether the software model of the algorithm knows the number of blocks."""
    header_bytes: Count = 0
    digest_bytes: Annotated[int, Field(ge=1)]
    setup: Count = 0
    load: Count = 0
    """Cycles to load a block; 0 if a block is read at once."""
    block: Annotated[int, Field(ge=1)]
    final: Count = 0
    unload: Annotated[int, Field(ge=1)]
    messages_in_flight: Annotated[int, Field(ge=1)] = 1
    """Messages that the core works on at once; each is modelled as a core with a buffer of its own."""

    def blocks(self, message_bytes: int) -> int:
        """Return the blocks of a message after padding."""
        if self.pads_as_model:
            return padded_blocks(self.algorithm, message_bytes)
        return -(-(message_bytes + self.padding_bytes) // self.block_bytes) + self.extra_blocks

    @property
    def block_ns(self) -> float:
        """Time between two blocks of a long message."""
        return 1000 * max(self.block, self.load) / self.clock_mhz

    @property
    def ns_per_byte(self) -> float:
        """Time per byte of a long message if words never lack."""
        return self.block_ns / self.block_bytes / self.messages_in_flight


@cache
def padded_blocks(algorithm: str, message_bytes: int) -> int:
    """Return the blocks of a message after the padding of an algorithm."""
    known_algorithm = find_algorithm(algorithm)
    padded = ctypes.c_uint64()
    library().fairhash_padded_bytes(known_algorithm.handle, 8 * message_bytes, ctypes.byref(padded))
    return padded.value * 8 // known_algorithm.block_bits


def core_model(core: Core, clock_mhz: float) -> CoreModel:
    """Return the model of a core of the catalogue, or of an external core.

    Args:
        clock_mhz: Clock of `clk`.
    """
    ratio, formula = core.io_ratio, core.formula
    return CoreModel(
        id=core.user_name,
        title=core.name,
        sources=(f"{core.source.name}: formula {formula.text(ratio)}",),
        algorithm=core.algorithm,
        clock_mhz=clock_mhz,
        block_bytes=core.block_bits // 8,
        pads_as_model=True,
        # one word of 64 bits, or one or two of 32 bits
        header_bytes=8 if core.word_bits == 64 or core.needs_bits else 4,
        digest_bytes=core.digest_bits // 8,
        setup=formula.setup,
        load=-(-formula.load // ratio),
        # the model has no tree, so its blocks include their share
        block=math.ceil(core.block_cycles),
        final=formula.final,
        unload=max(1, -(-formula.unload // ratio)),
        messages_in_flight=core.messages_in_flight,
    )


@cache
def core_presets() -> dict[str, CoreModel]:
    """Return the cores that are described by a data file, by id."""
    return read_folder_by_id(_FOLDER, CoreModel, "see docs/system.md")


def find_core_preset(name: str) -> CoreModel:
    """Return a described core.

    Raises:
        FairhashError: there is none of this name.
    """
    return find(core_presets(), name, "core")
