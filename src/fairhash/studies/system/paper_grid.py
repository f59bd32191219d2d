# SPDX-License-Identifier: Apache-2.0
"""The grid of paper E (Table I and Figs 3 to 9) on the paper's computer and on one of today, simulated."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from fairhash.bench.record import bench_commit
from fairhash.catalog.cores import all_cores
from fairhash.results.machine_runs import MachineRunRecord, MachineRuns
from fairhash.studies.system.bus import find_bus
from fairhash.studies.system.candidate import accelerator_clock
from fairhash.studies.system.closed_form import closed_form
from fairhash.studies.system.core_model import CoreModel, core_model, find_core_preset
from fairhash.studies.system.machine import MachineModel
from fairhash.studies.system.machine_run import Cause, MachineRun, simulate
from fairhash.studies.system.presets import disks, hosts
from fairhash.studies.system.software_cases import ALGORITHMS, LENGTHS

PAPER = "paper-e"
TODAY = "today"
CORES: dict[str, dict[str, tuple[int, ...]]] = {
    PAPER: {"keccak-256": (1, 2, 4, 8, 12), "simd-256": (1, 2, 4, 8, 10)},
    TODAY: {"keccak-256": (1, 2, 4, 8, 13), "simd-256": (1, 2, 4, 6)},
}
"""Numbers of cores. The paper's FPGA has up to 12 Keccak or 10 SIMD cores (section II.A). An ECP5-85k has the block
RAMs of 13 Keccak cores with their buffers (docs/accelerator.md), and the logic cells of 6 SIMD cores without an
accelerator around them."""
_MANY_BATCHES = 8
_LEAST_BATCHES = 6
_BATCH_BYTES = 1 << 20
"""Fewer batches are simulated if a batch has many bytes."""


@dataclass(frozen=True)
class GridPoint:
    """One simulation."""

    name: str
    """``paper-e`` or ``today``."""
    machine: MachineModel
    message_bytes: int

    @property
    def messages(self) -> int:
        """Return the number of messages: one batch if batches do not overlap, else several."""
        if self.machine.host.batches_in_flight == 1:
            return self.machine.batch_messages
        batch_bytes = self.machine.batch_messages * self.message_bytes
        return self.machine.batch_messages * max(_LEAST_BATCHES, min(_MANY_BATCHES, _BATCH_BYTES // batch_bytes))


def cores_of(name: str) -> dict[str, CoreModel]:
    """Return the core of each algorithm.

    Args:
        name: ``paper-e``: Table II. ``today``: our high-speed cores at the clocks of their accelerators on ECP5-85k.
    """
    if name == PAPER:
        return {"keccak-256": find_core_preset("paper-e-keccak"), "simd-256": find_core_preset("paper-e-simd")}
    declared = [all_cores()[f"{algorithm}/highspeed"] for algorithm in ALGORITHMS]
    return {core.algorithm: core_model(core, accelerator_clock(core)) for core in declared}


def points(name: str) -> Iterator[GridPoint]:
    """Yield the grid of one computer.

    A single message is prepared when the one before is complete; many messages overlap if the host can.
    """
    models = cores_of(name)
    bus = find_bus("fsb" if name == PAPER else "pcie-3-x8")
    host = hosts()["xeon-e7310" if name == PAPER else "pcie-polling"]
    disk = disks()["paper-e" if name == PAPER else "nvme"]
    for algorithm in ALGORITHMS:
        for count in CORES[name][algorithm]:
            for interleaved in (True, False) if count > 1 else (True,):
                for source in (None, disk):
                    feeding = host if count > 1 else host.model_copy(update={"batches_in_flight": 1})
                    machine = MachineModel(feeding, bus, models[algorithm], count, interleaved=interleaved, disk=source)
                    for length in LENGTHS:
                        yield GridPoint(name, machine, length)


def record(point: GridPoint, run: MachineRun) -> MachineRunRecord:
    """Return what is stored of a simulation."""
    machine = point.machine
    return MachineRunRecord(
        machine="paper-e" if point.name == PAPER else "today",
        algorithm=machine.core.algorithm,
        core=machine.core.id,
        clock_mhz=machine.core.clock_mhz,
        bus=machine.bus.id,
        host=machine.host.id,
        disk=machine.disk.id if machine.disk else "",
        cores=machine.cores,
        interleaved=machine.interleaved,
        batches_in_flight=machine.host.batches_in_flight,
        message_bytes=point.message_bytes,
        messages=point.messages,
        ns_per_byte=_rounded(run.ns_per_byte),
        formula_ns_per_byte=_rounded(closed_form(machine, point.message_bytes).ns_per_byte),
        cause_shares={cause.value: round(run.share(cause), 4) for cause in Cause},
        bus_busy_share=round(run.bus_busy_share, 4),
        bus_blocked_share=round(run.bus_blocked_share, 4),
        computing_share=round(run.computing_share, 4),
    )


def sweep(progress: Callable[[int, int], None] | None = None) -> MachineRuns:
    """Simulate the grid on both computers.

    Args:
        progress: Called with the numbers of finished and of all simulations.
    """
    started = time.monotonic()
    grid = [*points(PAPER), *points(TODAY)]
    rows, cycles = [], 0
    for number, point in enumerate(grid):
        run = simulate(point.machine, [point.message_bytes] * point.messages)
        cycles += run.simulated_core_cycles
        rows.append(record(point, run))
        if progress:
            progress(number + 1, len(grid))
    return MachineRuns(
        commit=bench_commit(),
        date=datetime.now(UTC).replace(microsecond=0),
        seconds=round(time.monotonic() - started, 1),
        core_cycles=cycles,
        rows=tuple(rows),
    )


def _rounded(value: float) -> float:
    return float(f"{value:.6g}")
