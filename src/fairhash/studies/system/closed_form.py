# SPDX-License-Identifier: Apache-2.0
"""The time of a machine for messages of equal length, by formula: for large sweeps, and as a check of the simulation.

docs/system.md derives the formulas. A test holds them within 5 % of the simulation over the grid of paper E.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from fairhash.studies.system.machine import MachineModel


class Limit(StrEnum):
    """The part of a computer that takes most of the time."""

    DISK = "disk"
    PADDING = "padding in software"
    NOTIFICATION = "notification"
    """The host announces and completes batches."""
    BUS = "bus"
    BUFFER = "storage in buffers"
    """The bus waits for room in the buffer of one core, and the other cores wait for the bus."""
    CORE = "core"


@dataclass(frozen=True)
class ClosedForm:
    """Times of one batch of messages in nanoseconds."""

    batch_bytes: int
    """Message bytes of the batch."""
    disk_ns: float
    padding_ns: float
    notification_ns: float
    """To announce the batch, and to complete it."""
    transfer_ns: float
    """In which the bus is busy or blocked by full buffers."""
    bus_ns: float
    """In which the bus moves messages or digests, the slower of both directions."""
    buffer_ns: float
    """In which the bus waits for the full buffer of one core while other cores could work."""
    core_ns: float
    """In which the busiest core computes."""
    accelerator_ns: float
    """From the announcement to the last digest in memory."""
    period_ns: float
    """Between two batches of many."""

    @property
    def host_ns(self) -> float:
        """Time in which the host works."""
        return self.disk_ns + self.padding_ns + self.notification_ns

    @property
    def ns_per_byte(self) -> float:
        """Time per message byte."""
        return self.period_ns / self.batch_bytes

    @property
    def host_parts(self) -> Mapping[Limit, float]:
        """Time of each part of the host's work."""
        return {
            Limit.DISK: self.disk_ns,
            Limit.PADDING: self.padding_ns,
            Limit.NOTIFICATION: self.notification_ns,
        }

    @property
    def limit(self) -> Limit:
        """The largest part of the time.

        Host and accelerator are compared first, then the parts of the larger one. The host alone has the period if it
        works while the accelerator hashes another batch.
        """
        accelerator = {Limit.CORE: self.core_ns, Limit.BUS: self.bus_ns, Limit.BUFFER: self.buffer_ns}
        host = self.host_parts
        largest = max(host, key=lambda part: host[part])
        if self.period_ns == self.host_ns or host[largest] > self.accelerator_ns:
            return largest
        return max(accelerator, key=lambda part: accelerator[part])


@dataclass(frozen=True)
class _Accelerator:
    """Bus and cores for one batch of equal messages; all times in nanoseconds from the announcement."""

    machine: MachineModel
    message_bytes: int

    @property
    def messages(self) -> int:
        return self.machine.batch_messages

    @property
    def blocks(self) -> int:
        return self.machine.core.blocks(self.message_bytes)

    def cycles_ns(self, cycles: int) -> float:
        return 1000 * cycles / self.machine.core.clock_mhz

    def bus_ns(self, data_bytes: int) -> float:
        """Time in which the bus moves data in bursts without pauses."""
        return self.machine.bus.transfer_ns(data_bytes) - self.machine.bus.latency_ns

    @property
    def stream_bytes(self) -> int:
        return self.machine.stream_bytes(self.blocks)

    @property
    def first_bytes(self) -> int:
        """Bytes that a core needs before it can process."""
        return min(self.stream_bytes, self.machine.core.block_bytes + self.machine.core.header_bytes)

    @property
    def message_ns(self) -> float:
        """Time in which a message occupies a core that works on one after another."""
        core = self.machine.core
        processing = self.blocks * self.cycles_ns(core.block) + self.cycles_ns(core.final)
        return max(processing, self.cycles_ns(core.setup + self.blocks * core.load))

    @property
    def after_last_word_ns(self) -> float:
        """From the arrival of the last word to the end of the last block."""
        core = self.machine.core
        last_word = 1 if core.load else 0
        return self.cycles_ns(last_word + core.block + core.final)

    def processed_ns(self, ready: float) -> float:
        """End of a message whose first block is loaded at `ready` and that never lacks words."""
        core = self.machine.core
        between = (self.blocks - 1) * self.cycles_ns(max(core.block, core.load))
        return ready + between + self.cycles_ns(core.block + core.final)

    @property
    def output_ns(self) -> float:
        """From the end of the last block until the digest is in memory."""
        return self.cycles_ns(self.machine.core.unload) + self.return_ns

    @property
    def return_ns(self) -> float:
        """Time of a digest on the bus."""
        bus = self.machine.bus
        return 1000 * bus.burst_cycles(self.machine.core.digest_bytes) / bus.clock_mhz

    @property
    def rounds(self) -> int:
        """Messages of the busiest core."""
        return -(-self.messages // self.machine.units)

    def interleaved(self) -> tuple[float, float]:
        """Return the end of the transfer and the end of the batch.

        The slower of bus and cores works without pauses.
        """
        machine, core = self.machine, self.machine.core
        streams = min(self.messages, machine.units)
        burst = min(machine.bus.burst_bytes, self.stream_bytes)
        turn_ns = streams * self.bus_ns(burst)
        latency = machine.bus.latency_ns
        header = latency + turn_ns
        first = latency + -(-self.first_bytes // burst) * turn_ns
        ready = max(first + self.cycles_ns(1), header + self.cycles_ns(core.setup + core.load))
        by_cores = self.processed_ns(ready) + (self.rounds - 1) * self.message_ns
        moved = latency + self.messages * self.bus_ns(self.stream_bytes)
        by_bus = moved + self.after_last_word_ns
        # the cores finish one burst after another, and the digests leave one after another
        stagger = self.bus_ns(burst)
        queue = (streams - 1) * max(0.0, max(self.cycles_ns(core.unload), self.return_ns) - stagger)
        end = max(by_cores, by_bus) + queue + self.output_ns
        return max(moved, by_cores - self._unread_ns()), end

    def _unread_ns(self) -> float:
        """Time in which a core processes what its buffer holds at the end of a transfer."""
        core = self.machine.core
        buffered = min(self.stream_bytes, self.machine.buffer_bytes)
        return buffered / core.block_bytes * self.cycles_ns(max(core.block, core.load))

    def one_after_another(self) -> tuple[float, float]:
        """Return the end of the transfer and the end of the batch.

        A message that is longer than the buffer holds the bus until the core has read all but a buffer of it.
        """
        machine, core = self.machine, self.machine.core
        moved = machine.bus.latency_ns
        free = [0.0] * machine.units
        step = self.cycles_ns(max(core.block, core.load))
        excess = self.stream_bytes - machine.buffer_bytes
        read_blocks = max(0.0, (excess - core.header_bytes) / core.block_bytes)
        for number in range(self.messages):
            unit = number % machine.units
            first = moved + self.bus_ns(self.first_bytes)
            begin = moved + self.bus_ns(min(machine.bus.burst_bytes, self.stream_bytes))
            ready = max(first + self.cycles_ns(1), begin + self.cycles_ns(core.setup + core.load), free[unit])
            moved += self.bus_ns(self.stream_bytes)
            if excess > 0:
                # the next block is loaded while the current one is processed, so reading is one block ahead
                moved = max(moved, ready + (read_blocks - 1) * step)
            free[unit] = max(self.processed_ns(ready), moved + self.after_last_word_ns)
        return moved, max(free) + self.output_ns


def closed_form(machine: MachineModel, message_bytes: int) -> ClosedForm:
    """Return the times of a batch of equal messages.

    Args:
        message_bytes: Bytes of each message.
    """
    accelerator = _Accelerator(machine, message_bytes)
    host, count = machine.host, accelerator.messages
    moved, end = accelerator.interleaved() if machine.interleaved else accelerator.one_after_another()
    disk = count * machine.disk.read_ns(message_bytes) if machine.disk else 0.0
    padding = count * host.padding_ns(message_bytes)
    notification = host.notify_ns + host.complete_ns
    host_ns = disk + padding + notification
    core_ns = accelerator.rounds * accelerator.message_ns
    collector_ns = count * max(accelerator.cycles_ns(machine.core.unload), accelerator.return_ns)
    to_cores_ns = machine.bus.latency_ns + count * accelerator.bus_ns(accelerator.stream_bytes)
    is_blocking = not machine.interleaved and machine.units > 1
    if host.batches_in_flight == 1:
        period = host_ns + end
    else:
        period = max(host_ns, moved, core_ns, collector_ns, (host_ns + end) / host.batches_in_flight)
    return ClosedForm(
        batch_bytes=count * message_bytes,
        disk_ns=disk,
        padding_ns=padding,
        notification_ns=notification,
        transfer_ns=moved,
        bus_ns=max(to_cores_ns, collector_ns),
        buffer_ns=moved - to_cores_ns if is_blocking else 0.0,
        core_ns=core_ns,
        accelerator_ns=end,
        period_ns=period,
    )
