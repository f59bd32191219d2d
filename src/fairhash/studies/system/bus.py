# SPDX-License-Identifier: Apache-2.0
"""A stream bus from a computer's memory to a core, and its presets."""

from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import Field, model_validator

from fairhash.catalog.data_file import read_folder_by_id
from fairhash.studies.system.presets import NotNegative, Positive, Preset, find

_FOLDER = Path(__file__).resolve().parent / "buses"
_HINT = "see docs/bus.md"
_LONGEST_WORD_BYTES = 8
FS_PER_US = 10**9
"""Femtoseconds in a microsecond: divided by MHz it is a period. Whole femtoseconds can be compared exactly."""

Whole = Annotated[int, Field(ge=0)]


class Bus(Preset):
    """A bus that moves bursts of data to a buffer before the core.

    A burst takes `turnaround_cycles`, then the cycles of its overhead, then those of its data. It begins when the one
    before has ended and the buffer has room for all of it.
    """

    clock_mhz: Positive
    """Bus cycles in a microsecond."""
    width_bits: Annotated[int, Field(gt=0, multiple_of=8)]
    """Bits that move in a bus cycle."""
    burst_bytes: Annotated[int, Field(gt=0, multiple_of=_LONGEST_WORD_BYTES)]
    """Data of a burst, without overhead; a whole number of the words of any core."""
    overhead_bytes: Whole = 0
    """Headers and checksums of a burst, which move before its data."""
    turnaround_cycles: Whole = 0
    """Bus cycles of a burst in which nothing moves."""
    latency_ns: NotNegative = 0
    """From the start of a transfer to its first burst."""
    buffer_bytes: Annotated[int, Field(gt=0)]
    """Size of the buffer between the bus and the core."""

    @model_validator(mode="after")
    def _buffer_holds_a_burst(self) -> "Bus":
        if self.buffer_bytes < self.burst_bytes:
            raise ValueError("buffer_bytes is less than burst_bytes, so no burst could begin")
        return self

    def burst_cycles(self, data_bytes: int | None = None) -> int:
        """Return the bus cycles of a burst of so many bytes of data; default: a full one."""
        data = self.burst_bytes if data_bytes is None else data_bytes
        width = self.width_bits // 8
        return self.turnaround_cycles + -(-self.overhead_bytes // width) + -(-data // width)

    @property
    def period_fs(self) -> int:
        """A bus cycle in femtoseconds."""
        return round(FS_PER_US / self.clock_mhz)

    @property
    def data_mbit_s(self) -> float:
        """Throughput of data in full bursts without pauses."""
        return 8 * self.burst_bytes * self.clock_mhz / self.burst_cycles()

    def transfer_ns(self, data_bytes: int) -> float:
        """Return the time in which so many bytes arrive if the buffer never fills up."""
        full, rest = divmod(data_bytes, self.burst_bytes)
        cycles = full * self.burst_cycles() + (self.burst_cycles(rest) if rest else 0)
        return self.latency_ns + 1000 * cycles / self.clock_mhz


@cache
def buses() -> dict[str, Bus]:
    """Return the presets by id: one data file each in system/buses/."""
    return read_folder_by_id(_FOLDER, Bus, _HINT)


def find_bus(name: str) -> Bus:
    """Return a preset.

    Raises:
        FairhashError: there is none of this name.
    """
    return find(buses(), name, "bus")
