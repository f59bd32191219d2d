# SPDX-License-Identifier: Apache-2.0
"""Compares ways to hash a mix of messages: what each achieves, what limits it, and what to change first."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from fairhash.errors import FairhashError
from fairhash.results.software_speed import SoftwareSpeeds
from fairhash.system.bus import Bus
from fairhash.system.candidate import AcceleratorCandidate, Candidate, SoftwareCandidate
from fairhash.system.machine import PAPER_BUFFER_BYTES, Machine
from fairhash.system.machine_run import Cause, simulate
from fairhash.system.presets import Disk, Host, Lengths
from fairhash.system.software_model import software_model

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
_LEAST_GAIN = 1.02
"""A change that gains less is not advised."""
_TIE = 1.05
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
class Change:
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
    change: Change | None
    """The change with the highest gain; None if none gains 2 %."""
    cores_busy: float | None = None
    """Of an accelerator: the part of the time in which a core computes, mean over the cores."""

    @property
    def mb_s(self) -> float:
        """Throughput in 10^6 bytes per second."""
        return 1000 / self.ns_per_byte


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
    model = software_model(situation.speeds, candidate.function, lanes=candidate.lanes)
    mean = situation.lengths.mean_bytes
    hashing = sum(share * model.hash_ns(length) for length, share in situation.lengths.lengths) / mean
    reading = 0.0
    if situation.disk:
        reading = sum(share * situation.disk.read_ns(length) for length, share in situation.lengths.lengths) / mean
    threads = min(candidate.threads, situation.processors)

    def total(hash_time: float, read_time: float, count: int) -> float:
        # one disk serves all threads; each of them reads a file and then hashes it
        return max(read_time, (read_time + hash_time) / count)

    now = total(hashing, reading, threads)
    changes = [
        Change(f"a disk {FACTOR} times as fast", total(hashing, reading / FACTOR, threads)),
    ]
    if threads == situation.processors:
        changes.append(Change(f"{FACTOR * threads} processors", total(hashing, reading, FACTOR * threads)))
    else:
        changes.append(Change(f"{threads + 1} threads", total(hashing, reading, threads + 1)))
    if not candidate.lanes and any(row.lanes for row in situation.speeds.find(candidate.function)):
        lanes = software_model(situation.speeds, candidate.function, lanes=True)
        faster = sum(share * lanes.hash_ns(length) for length, share in situation.lengths.lengths) / mean
        changes.append(Change("several messages in vector registers (+lanes)", total(faster, reading, threads)))
    waits = reading if now == reading else reading / threads
    limit, share = ("disk", waits / now) if waits > now / 2 else ("processor", 1 - waits / now)
    return _advice(candidate.name, now, mean, limit, share, changes)


def _accelerator(situation: Situation, candidate: AcceleratorCandidate) -> Advice:
    machine = Machine(
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
    changes = [Change(text, simulate(other, messages).ns_per_byte) for text, other in variants(machine)]
    busy = run.computing_share
    limit = LIMITS[run.bottleneck]
    if run.bottleneck is Cause.COMPUTATION and busy < 1 / 2:
        limit = _MOST_CORES_IDLE
    mean = sum(messages) / len(messages)
    advice = _advice(candidate.name, run.ns_per_byte, mean, limit, run.share(run.bottleneck), changes)
    return replace(advice, cores_busy=busy)


def variants(machine: Machine) -> Iterator[tuple[str, Machine]]:
    """Yield machines with one part changed, and what was changed: settings of the host first, then hardware."""
    host, bus, core = machine.host, machine.bus, machine.core
    larger = 4 * machine.batch_messages
    yield f"batches of {larger} messages", replace(machine, batch=larger)
    if host.batches_in_flight == 1:
        yield (
            "a host that prepares a batch while another is hashed",
            replace(machine, host=host.model_copy(update={"batches_in_flight": 2})),
        )
    if not machine.interleaved:
        yield "interleaved transfer", replace(machine, interleaved=True)
    double = machine.cores * FACTOR
    # a batch has a message for each core at least
    yield f"{double} cores", replace(machine, cores=double, batch=max(machine.batch_messages, 2 * machine.units))
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
    name: str, ns_per_byte: float, mean_bytes: float, limit: str, share: float, changes: Sequence[Change]
) -> Advice:
    fastest = min(change.ns_per_byte for change in changes)
    best = next(change for change in changes if change.ns_per_byte <= _TIE * fastest)
    gains = ns_per_byte / best.ns_per_byte >= _LEAST_GAIN
    return Advice(name, ns_per_byte, 1e9 / (ns_per_byte * mean_bytes), limit, share, best if gains else None)


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
