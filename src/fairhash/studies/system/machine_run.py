# SPDX-License-Identifier: Apache-2.0
"""Simulates a machine that hashes messages, cycle by cycle, and returns its counters."""

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from fairhash.base.errors import FairhashError
from fairhash.studies.system.machine import MachineModel
from fairhash.testbench.engines import cached, digest, version
from fairhash.toolchain import reaper, tools

FOLDER = Path(__file__).resolve().parent / "machine_sim"
_CXX = ("g++", "-std=c++20", "-O2")
LIMIT_FS = 10**19
"""Femtoseconds: 2.8 hours, below the largest 64-bit number."""
_TIMEOUT_S = 600


class Cause(StrEnum):
    """Where the time of a run goes. Each moment belongs to one of them; docs/system.md has the rules."""

    DISK = "disk"
    """The host reads files, and the accelerator has no work."""
    PADDING = "padding"
    """The host pads messages, and the accelerator has no work."""
    NOTIFICATION = "notification"
    """The host announces or completes a batch, and the accelerator has no work."""
    TRANSFER = "transfer"
    """A core waits for words that the bus has not brought."""
    BUFFER = "buffer"
    """A core waits for words that are in line after words for a full buffer."""
    COMPUTATION = "computation"
    """No core that has a message waits for words."""
    COLLECTION = "collection"
    """Digests are on their way to the memory, and no core works."""


@dataclass(frozen=True)
class CoreCounters:
    """Cycles of one core, from the start to the end of the run."""

    computing: int
    waiting_for_data: int
    waiting_for_collector: int
    idle: int


@dataclass(frozen=True)
class MachineRun:
    """Outcome of a simulation."""

    message_bytes: int
    """Of all messages together."""
    total_ns: float
    cause_ns: Mapping[Cause, float]
    """Their sum is `total_ns`."""
    bus_cycles: float
    """Cycles of the bus in the time of the run."""
    bus_busy_cycles: int
    """Those in which it moved bursts."""
    bus_blocked_cycles: int
    """Those in which it waited for room in a buffer."""
    cores: tuple[CoreCounters, ...]
    simulated_core_cycles: int
    """Cycles that were simulated; those in which only the host works are skipped."""

    @property
    def ns_per_byte(self) -> float:
        """Elapsed time by message bytes."""
        return self.total_ns / self.message_bytes

    @property
    def bus_busy_share(self) -> float:
        """Part of the time in which the bus moved bursts."""
        return self.bus_busy_cycles / self.bus_cycles

    @property
    def bus_blocked_share(self) -> float:
        """Part of the time in which the bus waited for room in a buffer."""
        return self.bus_blocked_cycles / self.bus_cycles

    @property
    def bus_idle_share(self) -> float:
        """Part of the time in which the bus had nothing to move."""
        return 1 - self.bus_busy_share - self.bus_blocked_share

    @property
    def computing_share(self) -> float:
        """Part of the time in which a core computes, mean over the cores."""
        cycles = sum(one.computing + one.waiting_for_data + one.waiting_for_collector + one.idle for one in self.cores)
        return sum(one.computing for one in self.cores) / cycles

    def share(self, *causes: Cause) -> float:
        """Return the part of the time that these causes have."""
        return sum(self.cause_ns[cause] for cause in causes) / self.total_ns

    @property
    def bottleneck(self) -> Cause:
        """Return the cause of most of the time."""
        return max(self.cause_ns, key=lambda cause: self.cause_ns[cause])


@dataclass(frozen=True)
class SentMessage:
    """A message as the simulator knows it."""

    message_bytes: int
    blocks: int
    stream_bytes: int
    """That move over the bus."""


@cache
def machine_engine() -> Path:
    """Return the simulator whose cores are modelled by their formula, compiled if it is not stored."""
    return build_engine(FOLDER / "formula_accelerator.cpp")


def build_engine(accelerator: Path, include: Sequence[Path] = (), objects: Sequence[Path] = ()) -> Path:
    """Return a simulator, compiled if it is not stored.

    Args:
        accelerator: A source file with `make_accelerator()` of machine_sim/accelerator.h.
        include: Folders of its headers.
        objects: Object files that it is linked with.

    Raises:
        FairhashError: the compiler failed.
    """
    sources = [FOLDER / "main.cpp", accelerator]
    headers = [file for folder in (FOLDER, *include) for file in sorted(folder.glob("*.h"))]
    places = [str(file) for file in objects]
    key = f"machine-{digest([*sources, *headers, *places, *_CXX, version('g++')])}"

    def make(folder: Path) -> None:
        flags = [f"-I{path}" for path in (FOLDER, *include)]
        tool_run = tools.run([*_CXX, *flags, *sources, *objects, "-o", folder / "sim"], folder)
        if not tool_run.ok:
            raise FairhashError(f"g++ failed: {tool_run.tail()}", str(accelerator), "see fairhash doctor")

    return cached(key, make) / "sim"


def simulate(machine: MachineModel, lengths: Sequence[int]) -> MachineRun:
    """Simulate a machine from the start of the first message to the end of the last one.

    Args:
        lengths: Bytes of each message, in the order in which the host has them.

    Raises:
        FairhashError: the simulator failed, or did not end.
    """
    messages = []
    for length in lengths:
        blocks = machine.core.blocks(length)
        messages.append(SentMessage(length, blocks, machine.stream_bytes(blocks)))
    with tempfile.TemporaryDirectory(prefix=".machine.", dir=reaper.temporary_folder()) as folder:
        return run_engine(machine_engine(), machine, messages, Path(folder))


def run_engine(
    engine: Path,
    machine: MachineModel,
    messages: Sequence[SentMessage],
    folder: Path,
    *,
    accelerator_file: Path | None = None,
    limit_fs: int = LIMIT_FS,
) -> MachineRun:
    """Run a simulator.

    Args:
        engine: From `build_engine()`.
        messages: In the order in which the host has them.
        folder: For files.
        accelerator_file: A file for the accelerator alone.
        limit_fs: When to end the simulation.

    Raises:
        FairhashError: the simulator failed, or did not end.
    """
    lines = [f"{name} {value}" for name, value in machine.parameters(limit_fs).items()]
    lines += ["messages", *(f"{one.message_bytes} {one.blocks} {one.stream_bytes}" for one in messages), ""]
    parameters, counters = folder / "parameters", folder / "counters"
    parameters.write_text("\n".join(lines), encoding="ascii")
    files = [parameters, counters, *([accelerator_file] if accelerator_file else [])]
    tool_run = tools.run([engine, *files], folder, limit_s=_TIMEOUT_S)
    if not tool_run.ok:
        raise FairhashError(f"the simulator failed: {tool_run.tail()}", machine.core.id, "see fairhash doctor")
    rows = [line.split() for line in counters.read_text(encoding="ascii").splitlines()]
    values = {row[0]: int(row[1]) for row in rows if row[0] != "core"}
    if not values["complete"]:
        what = f"the messages were not hashed within {limit_fs / 1e15:.4g} s"
        raise FairhashError(what, machine.core.id, "use fewer or shorter ones, or verify the core")
    total_fs = values["total_fs"]
    return MachineRun(
        message_bytes=sum(one.message_bytes for one in messages),
        total_ns=total_fs / 1e6,
        cause_ns={cause: values[f"cause_{cause}"] / 1e6 for cause in Cause},
        bus_cycles=total_fs / machine.bus.period_fs,
        bus_busy_cycles=values["bus_busy"],
        bus_blocked_cycles=values["bus_blocked"],
        cores=tuple(CoreCounters(*map(int, row[1:])) for row in rows if row[0] == "core"),
        simulated_core_cycles=values["simulated_core_cycles"],
    )
