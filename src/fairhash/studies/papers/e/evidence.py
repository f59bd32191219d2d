# SPDX-License-Identifier: Apache-2.0
"""What paper E's tables are made from: simulated runs, measured software, and the paper's software."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

from fairhash.figures.figures import MIN_SEEDS
from fairhash.results.accelerator_areas import AcceleratorAreaRecord, read_accelerator_areas
from fairhash.results.machine_runs import MachineRunRecord, MachineRuns, read_machine_runs
from fairhash.results.software_speed import Cache, SoftwareSpeed, SoftwareSpeeds, read_software_speeds
from fairhash.results.system_folder import MACHINE_OF_TODAY, grid_file, speeds_file
from fairhash.studies.papers.our_results import OurResults
from fairhash.studies.papers.published_table import published_value
from fairhash.studies.system.candidate import DEVICE
from fairhash.studies.system.paper_grid import CORES, PAPER, TODAY, cores_of
from fairhash.studies.system.presets import Disk, Processor, disks, processors
from fairhash.studies.system.software_cases import LENGTHS

NAMES = {"keccak-256": "Keccak", "simd-256": "SIMD"}
"""The paper's names of the algorithms."""
MACHINES = {PAPER: "the computer of the paper", TODAY: "a computer of today"}
_TOLERANCE = 0.1
"""Of the paper's software: the model must be within this of the paper's other numbers."""
_CLOCK_TOLERANCE_MHZ = 0.1
"""A clock of a simulation is that of a figure if they are equal up to rounding."""
_QUIET_LOAD = 0.5
"""A load average up to this, before a measurement, means that no other process had a processor for long."""
SHORT, LONG = LENGTHS[0], LENGTHS[-1]

Source = Literal["memory", "disk"]


def value(name: str) -> float:
    """Return a number of the text by its name in published/paper-e/values.csv."""
    return published_value("E", name)


@dataclass(frozen=True)
class Time:
    """Time per byte in software: elapsed, and the part of it in which files are read."""

    low: float
    ns_per_byte: float
    high: float
    read_ns_per_byte: float = 0.0


@dataclass(frozen=True)
class SystemEvidence:
    """The stored runs and speeds of results/system/, and the accelerators of results/accelerators/."""

    folder: Path
    """The folder results/."""
    ours: OurResults
    """Our results of the cores."""

    @cached_property
    def runs(self) -> MachineRuns | None:
        """The simulated grid, if it is stored."""
        file = grid_file(self.folder)
        return read_machine_runs(file) if file.is_file() else None

    @cached_property
    def speeds(self) -> SoftwareSpeeds | None:
        """The software of today, if it is stored."""
        file = speeds_file(self.folder, MACHINE_OF_TODAY)
        return read_software_speeds(file) if file.is_file() else None

    @cached_property
    def accelerators(self) -> tuple[AcceleratorAreaRecord, ...]:
        """The accelerators that were implemented on our FPGA."""
        return read_accelerator_areas(self.folder, DEVICE).rows

    def accelerator_preliminary(self, row: AcceleratorAreaRecord) -> str:
        """Return why an accelerator is preliminary; empty if it has enough seeds and its core is of today's sources.

        One without a clock, because it was only synthesised or failed, needs no further seeds.
        """
        stale = self.ours.staleness_by_date(row.core, row.date)
        if stale or row.seed is None or row.clock_mhz is None:
            return stale
        same = (row.core, row.cores, row.bus_bits, row.buffer_bytes, row.recipe, row.verilog_digest)
        seeds = [
            one.seed
            for one in self.accelerators
            if one.clock_mhz
            and (one.core, one.cores, one.bus_bits, one.buffer_bytes, one.recipe, one.verilog_digest) == same
        ]
        return f"{len(seeds)} of the {MIN_SEEDS} seeds needed" if len(seeds) < MIN_SEEDS else ""

    def preliminary(self, machine: str, algorithm: str) -> str:
        """Return why the simulated accelerator of a computer is preliminary; empty if its clock is known.

        The clock of the computer of the paper is given. That of today is the clock of a placed accelerator, or where
        none is placed the median clock of the core alone.
        """
        if machine == PAPER or self.runs is None:
            return ""
        rows = [row for row in self.runs.rows if (row.machine, row.algorithm) == (machine, algorithm)]
        if not rows:
            return ""
        clock = rows[0].clock_mhz
        for placed in self.accelerators:
            if placed.core == rows[0].core and placed.clock_mhz == clock:
                reason = self.accelerator_preliminary(placed)
                return f"accelerator at {clock:.1f} MHz: {reason}" if reason else ""
        figure = self.ours.figure(rows[0].core, DEVICE)
        if figure is None or figure.clock_mhz is None:
            return f"no clock of the core on {DEVICE} today"
        if figure.preliminary:
            return f"core at {clock:.1f} MHz: {figure.preliminary}"
        today = figure.clock_mhz.median
        is_same = abs(today - clock) <= _CLOCK_TOLERANCE_MHZ
        return "" if is_same else f"stale: core at {clock:.1f} MHz, today {today:.1f}"

    @property
    def paper_processor(self) -> Processor:
        """The paper's software."""
        return processors()["xeon-e7310"]

    @property
    def paper_disk(self) -> Disk:
        """The paper's disk."""
        return disks()["paper-e"]

    @property
    def disk_of_today(self) -> Disk:
        """The disk of the simulated accelerator; software is compared with the same disk."""
        return disks()["nvme"]

    def threads(self, machine: str) -> int:
        """Return the threads that the machine's processor runs at once."""
        if machine == PAPER:
            return self.paper_processor.threads
        return self.speeds.machine.processors if self.speeds else 0

    @property
    def is_quiet(self) -> bool:
        """Whether the software of today was measured while the machine did nothing else."""
        return self.speeds is not None and self.speeds.machine.load_before <= _QUIET_LOAD

    def most_cores(self, machine: str, algorithm: str) -> int:
        """Return the largest number of hash cores of the grid."""
        return CORES[machine][algorithm][-1]

    def hardware(
        self,
        machine: str,
        algorithm: str,
        cores: int,
        length: int,
        source: Source = "memory",
        *,
        interleaved: bool = True,
    ) -> MachineRunRecord | None:
        """Return a simulated run."""
        if self.runs is None:
            return None
        records = [
            row
            for row in self._by_point.get((machine, algorithm, cores, length), ())
            if bool(row.disk) == (source == "disk") and row.interleaved == interleaved
        ]
        return records[0] if records else None

    @cached_property
    def _by_point(self) -> dict[tuple[str, str, int, int], list[MachineRunRecord]]:
        by_point: dict[tuple[str, str, int, int], list[MachineRunRecord]] = {}
        for row in self.runs.rows if self.runs else ():
            by_point.setdefault((row.machine, row.algorithm, row.cores, row.message_bytes), []).append(row)
        return by_point

    def software(
        self, machine: str, algorithm: str, threads: int, length: int, source: Source = "memory", *, lanes: bool = False
    ) -> Time | None:
        """Return the time per byte in software.

        Args:
            machine: The paper's software is computed from its times of long messages, today's is measured.
            algorithm: Id of the algorithm.
            threads: 1 for one message after another.
            length: Bytes of a message.
            source: Where messages are. The time to read files is that of the machine's preset disk.
            lanes: Whether vector registers hold several messages; the paper's software does not.
        """
        if machine == PAPER:
            return self._paper_software(algorithm, threads, length, source)
        row = self.measured(algorithm, threads, length, lanes=lanes)
        if row is None:
            return None
        if self.is_quiet or (threads == 1 and not lanes):
            times = row.ns_per_byte
            bounds = [times.lower, times.median, times.upper]
        else:
            # other processes had the processors: elapsed time without them is the processor time divided by the threads
            cpu = [each / threads for each in (row.cpu_ns_per_byte.lower, row.cpu_ns_per_byte.median)]
            bounds = [*cpu, max(cpu[1], row.ns_per_byte.least, row.cpu_ns_per_byte.upper / threads)]
        if source == "memory":
            return Time(*bounds)
        reading = self.disk_of_today.read_ns(length) / length
        # one disk serves all threads, and each of them reads a file and then hashes it
        low, middle, high = (max(reading, reading / threads + each) for each in bounds)
        return Time(low, middle, high, reading if middle == reading else reading / threads)

    def measured(
        self, algorithm: str, threads: int, length: int, cache: Cache = "none", *, lanes: bool = False
    ) -> SoftwareSpeed | None:
        """Return a measured row; `cache` is ``none`` for messages in memory."""
        if self.speeds is None:
            return None
        multiplicity = "many" if threads > 1 or lanes else "one"
        conditions = {"multiplicity": multiplicity, "threads": threads, "lanes": lanes, "message_bytes": length}
        speed = self.speeds.find(algorithm, "memory" if cache == "none" else "disk", cache, **conditions)
        return speed[0] if speed else None

    def _paper_software(self, algorithm: str, threads: int, length: int, source: Source) -> Time:
        core = cores_of(PAPER)[algorithm]
        hashing = self.paper_processor.hash_ns(algorithm, core.blocks(length)) / length / threads
        reading = self.paper_disk.read_ns(length) / length if source == "disk" else 0.0
        low, high = (1 - _TOLERANCE) * hashing, (1 + _TOLERANCE) * hashing
        return Time(reading + low, reading + hashing, reading + high, reading)
