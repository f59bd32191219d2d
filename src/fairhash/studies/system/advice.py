# SPDX-License-Identifier: Apache-2.0
"""Compares ways to hash a mix of messages: what each achieves, what limits it, and what to change first."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from fairhash.base.errors import FairhashError
from fairhash.results.software_speed import SoftwareSpeed, SoftwareSpeeds
from fairhash.studies.system.bus import Bus
from fairhash.studies.system.candidate import AcceleratorCandidate, Candidate, SoftwareCandidate
from fairhash.studies.system.machine import PAPER_BUFFER_BYTES, MachineModel
from fairhash.studies.system.machine_run import Cause, simulate
from fairhash.studies.system.presets import Disk, Host, Lengths

LIMITS = {
    Cause.DISK: "disk",
    Cause.PADDING: "host: padding",
    Cause.NOTIFICATION: "host: notification",
    Cause.TRANSFER: "bus",
    Cause.BUFFER: "full buffers",
    Cause.COMPUTATION: "hash cores",
    Cause.COLLECTION: "digests on the bus",
}
FACTOR = 2
"""Each part is made so many times as fast to find what to change first."""
LEAST_GAIN = 1.02
"""A change that gains less is not advised."""
TIE = 1.05
"""Of changes after which the time differs by less than this factor, the first one is advised."""
_MOST_CORES_IDLE = "uneven work: most cores idle"
"""The limit if cores compute, but fewer than half of them: long messages are hashed alone."""
_SAMPLE_BYTES = 1 << 20
"""Bytes that are simulated, about."""
_FEWEST, _MOST = 16, 2048


@dataclass(frozen=True)
class Situation:
    """What all candidates have in common."""

    lengths: Lengths
    bus: Bus
    host: Host
    disk: Disk | None
    """None: messages are in memory."""
    speeds: SoftwareSpeeds | None
    """Measured software."""
    processors: int
    """Threads that the processor runs at once."""
    buffer_bytes: int = PAPER_BUFFER_BYTES
    batch: int = 0
    """Messages announced together; 0: as many as there are cores."""
    interleaved: bool = True


@dataclass(frozen=True)
class AdvisedChange:
    """A change and what it gains."""

    text: str
    ns_per_byte: float


@dataclass(frozen=True)
class Advice:
    """What one candidate achieves."""

    name: str
    ns_per_byte: float
    messages_per_s: float
    limit: str
    limit_share: float
    """Part of the time for which the limit is responsible."""
    change: AdvisedChange | None
    """The change with the highest gain; None if none gains 2 %."""
    cores_busy: float | None = None
    """Of an accelerator: the part of the time in which a core computes, mean over the cores."""

    @property
    def mb_s(self) -> float:
        """Throughput in 10^6 bytes per second."""
        return 1000 / self.ns_per_byte


@dataclass(frozen=True)
class SoftwareModel:
    """Time of a function on one thread of a measured machine."""

    lengths: tuple[int, ...]
    """Measured lengths in bytes, ascending."""
    message_ns: tuple[float, ...]
    """Processor time of a message of each length."""

    def hash_ns(self, message_bytes: int) -> float:
        """Return the time to hash a message; beyond the measured lengths the nearest two are continued."""
        if len(self.lengths) == 1:
            return self.message_ns[0] * message_bytes / self.lengths[0]
        right = min(max(bisect_left(self.lengths, message_bytes), 1), len(self.lengths) - 1)
        left = right - 1
        slope = (self.message_ns[right] - self.message_ns[left]) / (self.lengths[right] - self.lengths[left])
        below = self.lengths[left]
        # a message shorter than all measured ones has the time of the shortest: at least one block
        return max(self.message_ns[left] + slope * (message_bytes - below), self.message_ns[0])


def software_model(speeds: SoftwareSpeeds, function: str, *, lanes: bool) -> SoftwareModel:
    """Return the model of a measured function.

    Args:
        function: Id of the algorithm, or a function of OpenSSL.
        lanes: Whether vector registers hold several messages.

    Raises:
        FairhashError: the function was not measured.
    """
    rows: list[SoftwareSpeed] = speeds.find(function, threads=1, lanes=lanes, multiplicity="many" if lanes else "one")
    if not rows:
        functions = sorted({row.function for row in speeds.rows})
        if function in functions:
            raise FairhashError("it has no lanes", function, "leave out +lanes")
        hint = f"measured are {', '.join(functions)}; measure it with: fairhash system measure {function}"
        raise FairhashError(f"the software of {function!r} was not measured", speeds.name, hint)
    return SoftwareModel(
        tuple(row.message_bytes for row in rows),
        tuple(row.cpu_ns_per_byte.median * row.message_bytes for row in rows),
    )


def advise(situation: Situation, candidate: Candidate) -> Advice:
    """Return what a candidate achieves.

    Raises:
        FairhashError: its software was not measured.
    """
    if isinstance(candidate, SoftwareCandidate):
        return _software(situation, candidate)
    return _accelerator(situation, candidate)


def sample(lengths: Lengths, at_once: int) -> list[int]:
    """Return messages to simulate: about 1 MiB, and at least 4 rounds of what is hashed at once."""
    count = round(_SAMPLE_BYTES / lengths.mean_bytes)
    return lengths.sample(max(_FEWEST, 4 * at_once, min(count, _MOST)))


def _software(situation: Situation, candidate: SoftwareCandidate) -> Advice:
    if situation.speeds is None:
        raise FairhashError("no software was measured", candidate.name, "run: fairhash system measure")

    def per_byte(message_ns: Callable[[int], float]) -> float:
        """Return the mean time per byte of something that takes so long for a message of each length."""
        lengths = situation.lengths
        return sum(share * message_ns(length) for length, share in lengths.lengths) / lengths.mean_bytes

    hash_ns = per_byte(software_model(situation.speeds, candidate.function, lanes=candidate.lanes).hash_ns)
    read_ns = per_byte(situation.disk.read_ns) if situation.disk else 0.0
    threads = min(candidate.threads, situation.processors)
    now = _software_ns(hash_ns, read_ns, threads)
    more = FACTOR * threads if threads == situation.processors else threads + 1
    unit = "processors" if threads == situation.processors else "threads"
    changes = [
        AdvisedChange(f"a disk {FACTOR} times as fast", _software_ns(hash_ns, read_ns / FACTOR, threads)),
        AdvisedChange(f"{more} {unit}", _software_ns(hash_ns, read_ns, more)),
    ]
    if not candidate.lanes and any(row.lanes for row in situation.speeds.find(candidate.function)):
        lanes_ns = per_byte(software_model(situation.speeds, candidate.function, lanes=True).hash_ns)
        text = "several messages in vector registers (+lanes)"
        changes.append(AdvisedChange(text, _software_ns(lanes_ns, read_ns, threads)))
    disk_share = (read_ns if now == read_ns else read_ns / threads) / now
    limit, limit_share = "processor", 1 - disk_share
    if disk_share > 1 / 2:
        limit, limit_share = "disk", disk_share
    return _advice(candidate.name, now, situation.lengths.mean_bytes, limit, limit_share, changes)


def _software_ns(hash_ns: float, read_ns: float, threads: int) -> float:
    """Return the time per byte if one disk serves all threads, and each of them reads a file and then hashes it."""
    return max(read_ns, (read_ns + hash_ns) / threads)


def _accelerator(situation: Situation, candidate: AcceleratorCandidate) -> Advice:
    machine = MachineModel(
        host=situation.host,
        bus=situation.bus,
        core=candidate.core,
        cores=candidate.cores,
        buffer_bytes=situation.buffer_bytes,
        interleaved=situation.interleaved,
        batch=situation.batch,
        disk=situation.disk,
    )
    messages = sample(situation.lengths, max(machine.batch_messages, machine.units))
    run = simulate(machine, messages)
    changes = [AdvisedChange(text, simulate(other, messages).ns_per_byte) for text, other in variants(machine)]
    busy = run.computing_share
    limit = LIMITS[run.bottleneck]
    if run.bottleneck is Cause.COMPUTATION and busy < 1 / 2:
        limit = _MOST_CORES_IDLE
    mean = sum(messages) / len(messages)
    advice = _advice(candidate.name, run.ns_per_byte, mean, limit, run.share(run.bottleneck), changes)
    return replace(advice, cores_busy=busy)


def variants(machine: MachineModel) -> Iterator[tuple[str, MachineModel]]:
    """Yield machines with one part changed, and what was changed: settings of the host first, then hardware.

    More cores get no larger batch: where they have no messages without one, the change to make first is the batch.
    """
    host, bus, core = machine.host, machine.bus, machine.core
    # of a machine whose batches follow the cores, every variant has its batches
    batch = machine.batch_messages
    yield f"{4 * batch} messages at once", replace(machine, batch=4 * batch)
    if host.batches_in_flight == 1:
        yield (
            "a host that prepares a batch while another is hashed",
            replace(machine, host=host.model_copy(update={"batches_in_flight": 2})),
        )
    if not machine.interleaved:
        yield "interleaved transfer", replace(machine, interleaved=True)
    cores = FACTOR * machine.cores
    yield f"{cores} cores", replace(machine, cores=cores, batch=batch)
    yield (
        f"cores with {FACTOR} times the clock",
        replace(machine, core=core.model_copy(update={"clock_mhz": FACTOR * core.clock_mhz})),
    )
    yield (
        "padding in hardware",
        replace(machine, host=host.model_copy(update={"pad_ns": 0, "pad_ns_per_kb": 0})),
    )
    yield (
        f"a bus with {FACTOR} times the clock",
        replace(machine, bus=bus.model_copy(update={"clock_mhz": FACTOR * bus.clock_mhz})),
    )
    if machine.interleaved:
        yield f"buffers of {4 * machine.buffer_bytes} bytes", replace(machine, buffer_bytes=4 * machine.buffer_bytes)
    if machine.disk:
        disk = machine.disk
        faster = {"mb_s": FACTOR * disk.mb_s, "access_us": disk.access_us / FACTOR}
        yield f"a disk {FACTOR} times as fast", replace(machine, disk=disk.model_copy(update=faster))


def _advice(  # noqa: PLR0917 - the fields of an advice
    name: str, ns_per_byte: float, mean_bytes: float, limit: str, share: float, changes: Sequence[AdvisedChange]
) -> Advice:
    change = best_change(ns_per_byte, changes)
    return Advice(name, ns_per_byte, 1e9 / (ns_per_byte * mean_bytes), limit, share, change)


def best_change(ns_per_byte: float, changes: Sequence[AdvisedChange]) -> AdvisedChange | None:
    """Return the change that gains most, the first of nearly equal ones; None if none gains 2 %.

    Args:
        ns_per_byte: Without a change.
        changes: At least one.
    """
    fastest = min(change.ns_per_byte for change in changes)
    best = next(change for change in changes if change.ns_per_byte <= TIE * fastest)
    return best if ns_per_byte / best.ns_per_byte >= LEAST_GAIN else None


def advise_all(
    situation: Situation, candidates: Sequence[Candidate], progress: Callable[[int, int], None] | None = None
) -> list[Advice]:
    """Return what all candidates achieve, the fastest first."""
    advices = []
    for number, candidate in enumerate(candidates):
        advices.append(advise(situation, candidate))
        if progress:
            progress(number + 1, len(candidates))
    return sorted(advices, key=lambda one: one.ns_per_byte)
