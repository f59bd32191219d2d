# SPDX-License-Identifier: Apache-2.0
"""The throughput of a core connected to a bus: its compiled RTL is simulated with words as the bus delivers them."""

import random
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fairhash.catalog.core import Core
from fairhash.errors import FairhashError
from fairhash.system.bus import FS_PER_US, Bus
from fairhash.testbench import compiled
from fairhash.testbench.engines import BENCH, cached, digest, version
from fairhash.testbench.reference import models
from fairhash.testbench.verilated import CXX, runtime
from fairhash.toolchain import reaper, tools

_MAIN = Path(__file__).parent / "bench" / "bus_main.cpp"

DATA_BYTES = 48 * 1024
"""Default message. Filling and emptying the core is then less than 1 % of the time of any core of the catalogue."""


@dataclass(frozen=True)
class InterfaceRun:
    """A message that a core received over a bus and hashed correctly."""

    data_bytes: int
    blocks: int
    """After padding."""
    total_ns: float
    """From the start of the transfer to the last digest word."""
    starved_share: float
    """Part of the time in which the core was ready for a word that had not arrived."""
    bus_busy_share: float
    """Part of the time in which the bus moved bursts, overhead included."""
    bus_blocked_share: float
    """Part of the time in which the bus waited for room in the buffer."""
    closed_form_ns: float
    """The same as `total_ns` from a formula, without simulation."""
    core_mbit_s: float
    """Throughput of the core alone for long messages."""
    bus_mbit_s: float
    """Throughput of the bus alone."""
    taken: tuple[int, ...]
    """The io_clk cycle in which the core took each word."""

    @property
    def mbit_s(self) -> float:
        """Message bits by time."""
        return 8000 * self.data_bytes / self.total_ns

    @property
    def closed_form_mbit_s(self) -> float:
        """Message bits by the time of the formula."""
        return 8000 * self.data_bytes / self.closed_form_ns


def closed_form_ns(core: Core, bus: Bus, clock_mhz: float, words: int, blocks: int) -> float:
    """Return the time for a message without simulating it.

    The slower of core and bus works without pauses, and the other one waits for it. Before the core there is the
    first word on the bus; after the bus there is the last block in the core.

    Args:
        core: The core, with its formula of cycles; it works on one message.
        bus: The bus.
        clock_mhz: Clock of the core.
        words: Words of the stream, header included.
        blocks: Blocks after padding.
    """
    period_ns = 1000 / clock_mhz
    word_bytes = core.word_bits // 8
    first_ns = bus.latency_ns + 1000 * bus.burst_cycles(word_bytes) / bus.clock_mhz
    core_ns = first_ns + core.formula.cycles(blocks, core.io_ratio) * period_ns
    loading = core.block_bits / core.word_bits / core.io_ratio
    last_block_ns = (core.formula.cycles(1, core.io_ratio) - loading) * period_ns
    return max(core_ns, bus.transfer_ns(words * word_bytes) + last_block_ns)


def interface_run(core: Core, bus: Bus, clock_mhz: float, data_bytes: int = DATA_BYTES) -> InterfaceRun:
    """Simulate a pseudo-random message on its way over the bus and through the core.

    The digest does not return over the bus.

    Raises:
        FairhashError: the core works on several messages at once, stops, or gives a wrong digest.
    """
    if core.messages_in_flight > 1:
        raise FairhashError("the bus sends one message", core.name, "choose a core with one message in flight")
    reference = models()
    data = random.Random(1).randbytes(data_bytes)
    words = reference.stream(core.algorithm, core.word_bits, data)
    expected = reference.digest_words(core.algorithm, core.word_bits, reference.hash_bits(core.algorithm, data))
    blocks = len(reference.pad(core.algorithm, data)) * 8 // core.block_bits
    io_mhz = clock_mhz * core.io_ratio
    closed_ns = closed_form_ns(core, bus, clock_mhz, len(words), blocks)
    limit = 1000 + round(4 * closed_ns * io_mhz / 1000)
    seen = _simulate(core, bus, io_mhz, words, len(expected), limit)
    if seen.digest != expected:
        what = "a wrong digest" if len(seen.digest) == len(expected) else f"no digest in {limit} cycles"
        raise FairhashError(f"{what} with words from {bus.id}", core.name, f"fairhash verify {core.name}")
    bus_cycles = seen.cycles * bus.clock_mhz / io_mhz
    return InterfaceRun(
        data_bytes=data_bytes,
        blocks=blocks,
        total_ns=1000 * seen.cycles / io_mhz,
        starved_share=seen.starved / seen.cycles,
        bus_busy_share=seen.busy / bus_cycles,
        bus_blocked_share=seen.blocked / bus_cycles,
        closed_form_ns=closed_ns,
        core_mbit_s=core.throughput_mbit_s(clock_mhz),
        bus_mbit_s=bus.data_mbit_s,
        taken=tuple(seen.taken),
    )


@dataclass(frozen=True)
class _Seen:
    taken: list[int]
    digest: list[int]
    cycles: int
    starved: int
    busy: int
    blocked: int


def _simulate(  # noqa: PLR0917 - the inputs of a simulation
    core: Core, bus: Bus, io_mhz: float, words: Sequence[int], digest_words: int, limit: int
) -> _Seen:
    width = bus.width_bits // 8
    numbers = (
        *(bus.period_fs, round(1e6 * bus.latency_ns), bus.turnaround_cycles, -(-bus.overhead_bytes // width), width),
        *(bus.burst_bytes, bus.buffer_bytes, round(FS_PER_US / io_mhz), core.word_bits, core.io_ratio),
        *(core.reset_cycles, limit, len(words), digest_words),
    )
    simulator = _simulator(core)
    with tempfile.TemporaryDirectory(prefix=".interface.", dir=reaper.temporary_folder()) as folder:
        sent, seen = Path(folder) / "sent", Path(folder) / "seen"
        lines_sent = [" ".join(map(str, numbers)), *(f"{word:x}" for word in words), ""]
        sent.write_text("\n".join(lines_sent), encoding="ascii")
        tool_run = tools.run([simulator, sent, seen], Path(folder))
        if not tool_run.ok:
            raise FairhashError(f"the simulator failed: {tool_run.tail()}", core.name, "see fairhash doctor")
        lines = [line.split() for line in seen.read_text(encoding="ascii").splitlines()]
    cycles, starved, _, busy, blocked = map(int, lines.pop()[1:])
    taken = [int(line[1]) for line in lines if line[0] == "i"]
    return _Seen(taken, [int(line[1], 16) for line in lines if line[0] == "o"], cycles, starved, busy, blocked)


def _simulator(core: Core) -> Path:
    """Return the simulator of a core of the catalogue, with the object files of verification, built if not stored."""
    sources = (_MAIN, BENCH / "dut.h", BENCH / "port_word.h", Path(__file__))
    key = f"bus-{digest([compiled.circuit_key(core), *sources, *CXX, version('g++')])}"

    def make(folder: Path) -> None:
        linked = [_MAIN, *compiled.circuit_objects(core), *runtime()]
        command: list[str | Path] = [*CXX, f"-I{BENCH}", *linked, "-o", folder / "sim"]
        tool_run = tools.run(command, folder)
        if not tool_run.ok:
            raise FairhashError(f"g++ failed: {tool_run.tail()}", core.name, "see fairhash doctor")

    return cached(key, make) / "sim"
