# SPDX-License-Identifier: Apache-2.0
"""Simulates a machine that hashes messages, cycle by cycle, and returns its counters."""

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from fairhash import paths
from fairhash.errors import FairhashError
from fairhash.system.machine import Machine
from fairhash.testbench.engines import cached, digest, version
from fairhash.toolchain import tools

_FOLDER = Path(__file__).resolve().parent / "machine_sim"
_CXX = ("g++", "-std=c++17", "-O2")
_SOURCES = ("main.cpp", "formula_accelerator.cpp")
_HEADERS = ("accelerator.h", "machine.h")
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
    bus_busy_share: float
    """Part of the time in which the bus moved bursts."""
    bus_blocked_share: float
    """Part of the time in which the bus waited for room in a buffer."""
    cores: tuple[CoreCounters, ...]
    simulated_core_cycles: int
    """Cycles that were simulated; those in which only the host works are skipped."""

    @property
    def ns_per_byte(self) -> float:
        """Elapsed time by message bytes."""
        return self.total_ns / self.message_bytes

    @property
    def bus_idle_share(self) -> float:
        """Part of the time in which the bus had nothing to move."""
        return 1 - self.bus_busy_share - self.bus_blocked_share

    def share(self, *causes: Cause) -> float:
        """Return the part of the time that these causes have."""
        return sum(self.cause_ns[cause] for cause in causes) / self.total_ns

    @property
    def bottleneck(self) -> Cause:
        """Return the cause of most of the time."""
        return max(self.cause_ns, key=lambda cause: self.cause_ns[cause])


@cache
def machine_engine(accelerator: Path | None = None) -> Path:
    """Return the simulator, compiled if it is not stored.

    Args:
        accelerator: A source file with another `make_accelerator()` (machine_sim/accelerator.h), for example around a
            compiled RTL accelerator; default: cores that are modelled by their formula.
    """
    sources = [_FOLDER / "main.cpp", accelerator or _FOLDER / "formula_accelerator.cpp"]
    headers = [_FOLDER / name for name in _HEADERS]
    key = f"machine-{digest([*sources, *headers, *_CXX, version('g++')])}"

    def make(folder: Path) -> None:
        ran = tools.run([*_CXX, f"-I{_FOLDER}", *sources, "-o", folder / "sim"], folder)
        if not ran.ok:
            raise FairhashError(f"g++ failed: {ran.tail()}", str(sources[1]), "see fairhash doctor")

    return cached(key, make) / "sim"


def simulate(machine: Machine, lengths: Sequence[int], engine: Path | None = None) -> MachineRun:
    """Simulate a machine from the start of the first message to the end of the last one.

    Args:
        machine: The machine.
        lengths: Bytes of each message, in the order in which the host has them.
        engine: From `machine_engine()`; default: the formula's.

    Raises:
        FairhashError: the simulator failed, or did not end.
    """
    lines = [f"{name} {value}" for name, value in machine.parameters(LIMIT_FS).items()]
    lines += ["messages", *(f"{length} {machine.core.blocks(length)}" for length in lengths), ""]
    with tempfile.TemporaryDirectory(prefix=".machine.", dir=paths.build()) as folder:
        parameters, counters = Path(folder) / "parameters", Path(folder) / "counters"
        parameters.write_text("\n".join(lines), encoding="ascii")
        ran = tools.run([engine or machine_engine(), parameters, counters], Path(folder), limit_s=_TIMEOUT_S)
        if not ran.ok:
            raise FairhashError(f"the simulator failed: {ran.tail()}", machine.core.id, "see fairhash doctor")
        rows = [line.split() for line in counters.read_text(encoding="ascii").splitlines()]
    values = {row[0]: int(row[1]) for row in rows if row[0] != "core"}
    if not values["complete"]:
        raise FairhashError("the messages were not hashed within hours", machine.core.id, "use fewer or shorter ones")
    total_fs = values["total_fs"]
    bus_cycles = total_fs / machine.bus.period_fs
    return MachineRun(
        message_bytes=sum(lengths),
        total_ns=total_fs / 1e6,
        cause_ns={cause: values[f"cause_{cause}"] / 1e6 for cause in Cause},
        bus_busy_share=values["bus_busy"] / bus_cycles,
        bus_blocked_share=values["bus_blocked"] / bus_cycles,
        cores=tuple(CoreCounters(*map(int, row[1:])) for row in rows if row[0] == "core"),
        simulated_core_cycles=values["simulated_core_cycles"],
    )
