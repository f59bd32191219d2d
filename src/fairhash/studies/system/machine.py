# SPDX-License-Identifier: Apache-2.0
"""A computer with an accelerator: what the simulation and the closed form compute from."""

from dataclasses import dataclass

from fairhash.base.errors import FairhashError
from fairhash.studies.system.bus import FS_PER_US, Bus
from fairhash.studies.system.core_model import CoreModel
from fairhash.studies.system.presets import Disk, Host

PAPER_BUFFER_BYTES = 8192
"""Paper E, section III.B: message buffer of each core."""
MOST_BUFFER_BYTES = 1 << 30
"""Larger than any message."""


@dataclass(frozen=True)
class MachineModel:
    """Host, bus, cores with their buffers, and the disk if messages are files."""

    host: Host
    bus: Bus
    core: CoreModel
    cores: int
    buffer_bytes: int = PAPER_BUFFER_BYTES
    """Message buffer of each core."""
    interleaved: bool = True
    """Whether bursts of different messages alternate, or each message is sent as a whole."""
    batch: int = 0
    """Messages that the host prepares and announces together; 0: as many as there are cores."""
    disk: Disk | None = None
    """Where messages are; None: in memory."""

    def __post_init__(self) -> None:
        """Check what would stop the machine.

        Raises:
            FairhashError: there is no core, or a buffer cannot hold a block and a burst.
        """
        if self.cores < 1:
            raise FairhashError(f"{self.cores} cores", self.core.id, "at least one is needed")
        least = self.core.block_bytes + self.core.header_bytes + self.bus.burst_bytes
        if self.buffer_bytes < least:
            what = f"a buffer of {self.buffer_bytes} bytes cannot hold a block and a burst"
            raise FairhashError(what, f"{self.core.id} on {self.bus.id}", f"at least {least} bytes are needed")

    @property
    def units(self) -> int:
        """Return the messages that are hashed at once."""
        return self.cores * self.core.messages_in_flight

    @property
    def batch_messages(self) -> int:
        """Return the messages of a batch."""
        return self.batch or self.units

    def stream_bytes(self, blocks: int) -> int:
        """Return the bytes that move over the bus for a message."""
        return blocks * self.core.block_bytes + self.core.header_bytes

    def parameters(self, limit_fs: int) -> dict[str, int]:
        """Return the numbers for the simulator (machine_sim/accelerator.h).

        Args:
            limit_fs: When to end the simulation.
        """
        core, bus, host, disk = self.core, self.bus, self.host, self.disk
        return {
            "core_fs": round(FS_PER_US / core.clock_mhz),
            "bus_fs": bus.period_fs,
            "cores": self.units,
            "block_bytes": core.block_bytes,
            "header_bytes": core.header_bytes,
            "digest_bytes": core.digest_bytes,
            "buffer_bytes": self.buffer_bytes,
            "setup": core.setup,
            "load": core.load,
            "block": core.block,
            "final": core.final,
            "unload": core.unload,
            "turnaround": bus.turnaround_cycles,
            "overhead_bytes": bus.overhead_bytes,
            "width": bus.width_bits // 8,
            "burst_bytes": bus.burst_bytes,
            "latency_fs": round(1e6 * bus.latency_ns),
            "interleaved": int(self.interleaved),
            "batch": self.batch_messages,
            "batches_in_flight": host.batches_in_flight,
            "pad_fs": round(1e6 * host.pad_ns),
            "pad_fs_per_byte": round(1e3 * host.pad_ns_per_kb),
            "notify_fs": round(1e6 * host.notify_ns),
            "complete_fs": round(1e6 * host.complete_ns),
            "disk_access_fs": round(1e9 * disk.access_us) if disk else 0,
            "disk_fs_per_byte": round(1e9 / disk.mb_s) if disk else 0,
            "disk_block_bytes": disk.block_bytes if disk else 1,
            "limit_fs": limit_fs,
        }
