# SPDX-License-Identifier: Apache-2.0
"""The throughput of a core connected to a bus: its compiled RTL hashes a message on the simulated machine."""

import random
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

from fairhash.base.errors import FairhashError
from fairhash.bench.record import bench_commit
from fairhash.catalog.core import Core
from fairhash.features.clock.record import CLOCKS
from fairhash.figures.figures import figures, own_best
from fairhash.results.machine_runs import InterfaceMeasurement
from fairhash.results.schema import Result
from fairhash.studies.system.bus import FS_PER_US, Bus
from fairhash.studies.system.core_model import CoreModel
from fairhash.studies.system.machine import MachineModel
from fairhash.studies.system.machine_run import FOLDER, MachineRun, SentMessage, build_engine, run_engine
from fairhash.studies.system.presets import Host
from fairhash.testbench import compiled, wire
from fairhash.testbench.engines import BENCH
from fairhash.testbench.reference import models
from fairhash.testbench.verilated import runtime
from fairhash.toolchain import reaper

DATA_BYTES = 48 * 1024
"""Default message. Filling and emptying the core is then less than 1 % of the time of any core of the catalogue."""

_NO_HOST = Host(id="none", title="no work", sources=("docs/bus.md",), pad_ns=0, notify_ns=0, complete_ns=0)


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
    expected = wire.digest_words(core, reference, core.algorithm, reference.hash_bits(core.algorithm, data))
    blocks = len(reference.pad(core.algorithm, data)) * 8 // core.block_bits
    io_mhz = clock_mhz * core.io_ratio
    closed_ns = closed_form_ns(core, bus, clock_mhz, len(words), blocks)
    message = SentMessage(data_bytes, blocks, len(words) * core.word_bits // 8)
    run, seen = _simulate(core, _machine(core, bus, io_mhz), message, words, len(expected), closed_ns)
    if seen.digest != expected:
        raise FairhashError(f"a wrong digest with words from {bus.id}", core.name, f"fairhash verify {core.name}")
    bus_cycles = seen.cycles * bus.clock_mhz / io_mhz
    return InterfaceRun(
        data_bytes=data_bytes,
        blocks=blocks,
        total_ns=1000 * seen.cycles / io_mhz,
        starved_share=seen.starved / seen.cycles,
        bus_busy_share=run.bus_busy_cycles / bus_cycles,
        bus_blocked_share=run.bus_blocked_cycles / bus_cycles,
        closed_form_ns=closed_ns,
        core_mbit_s=core.throughput_mbit_s(clock_mhz),
        bus_mbit_s=bus.data_mbit_s,
        taken=seen.taken,
    )


def _machine(core: Core, bus: Bus, io_mhz: float) -> MachineModel:
    """Return the machine in which the core takes one word after another from its buffer; its clock is `io_clk`."""
    model = CoreModel(
        id=core.user_name,
        title=core.name,
        sources=("compiled RTL",),
        algorithm=core.algorithm,
        clock_mhz=io_mhz,
        block_bytes=core.word_bits // 8,
        digest_bytes=core.digest_bits // 8,
        block=1,
        unload=1,
    )
    return MachineModel(_NO_HOST, bus, model, 1, bus.buffer_bytes, interleaved=False)


@dataclass(frozen=True)
class _Seen:
    """What machine_sim/core_accelerator.cpp writes; cycles are those of `io_clk`."""

    taken: tuple[int, ...]
    digest: list[int]
    cycles: int
    starved: int


def _simulate(  # noqa: PLR0917 - the inputs of a simulation
    core: Core, machine: MachineModel, message: SentMessage, words: Sequence[int], digest_words: int, expected_ns: float
) -> tuple[MachineRun, _Seen]:
    objects = [*compiled.circuit_objects(core), *runtime()]
    engine = build_engine(FOLDER / "core_accelerator.cpp", (BENCH,), objects)
    limit_fs = 1000 * round(FS_PER_US / machine.core.clock_mhz) + round(4e6 * expected_ns)
    numbers = (core.word_bits // 8, core.io_ratio, core.reset_cycles, digest_words, len(words))
    with tempfile.TemporaryDirectory(prefix=".machine.", dir=reaper.temporary_folder()) as folder:
        file = Path(folder) / "words"
        file.write_text("\n".join([" ".join(map(str, numbers)), *(f"{word:x}" for word in words), ""]), "ascii")
        run = run_engine(engine, machine, [message], Path(folder), accelerator_file=file, limit_fs=limit_fs)
        lines = [line.split() for line in file.with_suffix(".results").read_text("ascii").splitlines()]
    cycles, starved = map(int, lines.pop()[1:])
    taken = tuple(int(line[1]) for line in lines if line[0] == "i")
    return run, _Seen(taken, [int(line[1], 16) for line in lines if line[0] == "o"], cycles, starved)


def device_clocks(core: Core, device: str, results: Iterable[Result], clocks: Path) -> dict[str, float]:
    """Return the median clocks of a core on a device: ``static`` of its chosen recipe, and ``experiment`` if measured.

    Raises:
        FairhashError: there is no successful result.
    """
    of_core = [result for result in results if result.core == core.name and result.device == device]
    by_device = {}
    for figure in own_best(figures(of_core)):
        if figure.clock_mhz is not None:
            by_device["static"] = figure.clock_mhz.median
    if not by_device:
        hint = f"run: fairhash implement {core.name} --device {device}, or give --clock"
        raise FairhashError(f"no clock on {device}", core.name, hint)
    measured = [one.mhz for one in CLOCKS.read(clocks, core.name) if one.device == device]
    return {**by_device, **({"experiment": median(measured)} if measured else {})}


_STORED = (
    *("data_bytes", "total_ns", "mbit_s", "closed_form_mbit_s", "core_mbit_s", "bus_mbit_s"),
    *("starved_share", "bus_busy_share", "bus_blocked_share"),
)
"""The values of a run that a measurement has under the same names."""


def measure_interface(  # noqa: PLR0917 - the inputs of a measurement
    core: Core, bus: Bus, clock_mhz: float, basis: str, data_bytes: int, device: str = ""
) -> InterfaceMeasurement:
    """Return the throughput of a core connected to a bus.

    Args:
        clock_mhz: Effective clock of the core.
        basis: ``given``, ``static`` or ``experiment``.
        data_bytes: Size of the message.
        device: The device of the clock.
    """
    run = interface_run(core, bus, clock_mhz, data_bytes)
    return InterfaceMeasurement.model_validate(
        {
            "core": core.name,
            "bus": bus.id,
            "device": device,
            "clock_basis": basis,
            "clock_mhz": clock_mhz,
            **{name: getattr(run, name) for name in _STORED},
            "commit": bench_commit(),
            "date": datetime.now(UTC).replace(microsecond=0),
        }
    )
