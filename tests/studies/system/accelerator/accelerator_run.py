# SPDX-License-Identifier: Apache-2.0
"""Simulates an accelerator: packets in, results out, random stalls, and counters of what each core waits for."""

import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.studies.system.accelerator import Accelerator
from fairhash.studies.system.machine_rtl import (
    AcceleratorResult,
    Packet,
    accelerator_link_files,
    accelerator_objects,
    read_result,
)
from fairhash.studies.system.machine_run import FOLDER
from fairhash.testbench.engines import cached, digest, version
from fairhash.testbench.verilated import CXX, step
from fairhash.toolchain import tools

_MAIN = Path(__file__).with_name("accelerator_main.cpp")

Rows = Sequence[tuple[int, bool]]
"""Rows of the input stream: their numbers, and whether each one is the last of its packet."""


@dataclass(frozen=True)
class Stalls:
    """Random stalls of both streams."""

    in_permille: int = 0
    """Of 1000 cycles, those in which a stall of the input stream begins if there is none."""
    out_permille: int = 0
    """The same of the output stream."""
    longest: int = 1
    """Most cycles of a stall."""
    seed: int = 1
    """Of the stalls, and of the registers before the reset."""


@dataclass(frozen=True)
class CoreCycles:
    """What a core did, in io_clk cycles; see CoreCounters of accelerator_main.cpp."""

    computing: int
    waiting_for_data: int
    waiting_for_collector: int
    blocks: int
    """Blocks that it received."""


@dataclass(frozen=True)
class AcceleratorRun:
    """Outcome of a simulation."""

    results: tuple[AcceleratorResult, ...]
    """In the order in which they left."""
    result_cycles: tuple[int, ...]
    """The io_clk cycle in which the last row of each result was taken; the first cycle after the reset is 0."""
    cycles: int
    """All cycles, including those that watch for more results after the last one."""
    rows_moved: int
    """Rows of the input stream that were taken."""
    blocked: int
    """Cycles in which a row was offered and not taken."""
    cores: tuple[CoreCycles, ...]


def packet_rows(packets: Sequence[Packet], bus_bits: int) -> list[tuple[int, bool]]:
    """Return the rows of all packets."""
    return [row for packet in packets for row in packet.rows(bus_bits)]


def interleave(messages: Iterable[Sequence[Packet]], count: int) -> list[Packet]:
    """Return the packets of all messages, those of `count` messages in turn; with 1, message after message.

    Paper E, Fig. 4: a non-interleaved transfer is `count` = 1, an interleaved one the number of lanes.
    """
    waiting = [list(packets) for packets in messages][::-1]
    active: list[list[Packet]] = []
    sent: list[Packet] = []
    while waiting or active:
        while waiting and len(active) < count:
            active.append(waiting.pop())
        sent += [packets.pop(0) for packets in active]
        active = [packets for packets in active if packets]
    return sent


def run_accelerator(
    accelerator: Accelerator,
    rows: Rows,
    results: int,
    *,
    stalls: Stalls | None = None,
    limit: int = 1_000_000,
    quiet: int = 500,
    resets: int = 0,
) -> AcceleratorRun:
    """Send rows to the compiled accelerator and return what it sent.

    Args:
        accelerator: The accelerator; it is compiled if that is not stored.
        rows: Rows to send.
        results: Number of results after which the simulation ends.
        stalls: Random stalls; default none.
        limit: Cycles after which the simulation ends in any case.
        quiet: Cycles to go on after the last result, which must not bring another one.
        resets: Number of aborted transfers before, each ended by a reset.

    Raises:
        FairhashError: a tool failed, or an offered row of the output stream changed before it was taken.
    """
    core, stall = accelerator.core, stalls or Stalls()
    block_cycles = max(1, core.formula.block * core.io_ratio // core.messages_in_flight)
    numbers = (
        *(core.io_ratio, core.reset_cycles, limit, quiet, block_cycles, stall.seed, stall.in_permille),
        *(stall.out_permille, stall.longest, resets, len(rows), results),
    )
    simulator = _simulator(accelerator)
    words = accelerator.bus_bits // 64
    lines = [" ".join(map(str, numbers))]
    for row, last in rows:
        parts = " ".join(f"{row >> 64 * place & 0xFFFF_FFFF_FFFF_FFFF:x}" for place in range(words))
        lines.append(f"{int(last)} {parts}")
    with tempfile.TemporaryDirectory(prefix=".accelerator.", dir=paths.build()) as folder:
        sent, seen = Path(folder) / "sent", Path(folder) / "seen"
        sent.write_text("\n".join([*lines, ""]), encoding="ascii")
        tool_run = tools.run([simulator, sent, seen], Path(folder))
        if not tool_run.ok:
            raise FairhashError(f"the simulator failed: {tool_run.tail()}", core.name, "see fairhash doctor")
        return _read(accelerator, seen.read_text(encoding="ascii"))


def _read(accelerator: Accelerator, text: str) -> AcceleratorRun:
    lines = [line.split() for line in text.splitlines()]
    unstable = [line[1] for line in lines if line[0] == "unstable"]
    if unstable:
        what = f"a row of the output stream changed before it was taken, in cycle {unstable[0]}"
        raise FairhashError(what, accelerator.core.name)
    results, cycles, rows = [], [], []
    for line in lines:
        if line[0] == "o":
            rows.append(sum(int(part, 16) << 64 * place for place, part in enumerate(line[4:])))
            if line[2] == "1":
                results.append(read_result(rows, accelerator.bus_bits, accelerator.core.digest_bits))
                cycles.append(int(line[1]))
                rows = []
    cores = tuple(CoreCycles(*map(int, line[1:])) for line in lines if line[0] == "c")
    total, _, moved, blocked = map(int, next(line for line in lines if line[0] == "end")[1:])
    return AcceleratorRun(tuple(results), tuple(cycles), total, moved, blocked, cores)


def _simulator(accelerator: Accelerator) -> Path:
    """Return the simulator of an accelerator, built if it is not stored."""
    folder = accelerator_objects(accelerator)
    main_key = digest([_MAIN, FOLDER / "accelerator_dut.h", *CXX, version("g++")])

    def compile_main(workdir: Path) -> None:
        step(workdir, [*CXX, "-O2", f"-I{FOLDER}", "-c", _MAIN, "-o", workdir / "main.o"], "g++")

    def link(workdir: Path) -> None:
        compiled_main = cached(f"accelerator-main-{main_key}", compile_main) / "main.o"
        step(workdir, [*CXX, compiled_main, *accelerator_link_files(folder), "-o", workdir / "sim"], "g++")

    return cached(f"accelerator-sim-{digest([folder.name, main_key])}", link) / "sim"
