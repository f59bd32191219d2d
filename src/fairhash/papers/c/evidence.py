# SPDX-License-Identifier: Apache-2.0
"""What paper C's figures are made from: runs, clocks by experiment, and throughputs over a bus."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from fairhash.analysis.figures import MIN_SEEDS, Figure
from fairhash.analysis.statistics import ratio_interval
from fairhash.catalog.cores import main_name
from fairhash.papers.our_results import OurResults
from fairhash.results.clock import ClockMeasurement, clock_folder
from fairhash.results.interface import InterfaceMeasurement, interface_folder
from fairhash.results.nist import NistOutcome, nist_folder

PCI = "pci-32-33"
"""The paper's bus."""
ALGORITHMS = ("sha-1", "sha-256", "sha-384", "sha-512")
DEVICES = ("ecp5-85k-8", "ice40-hx8k", "gw2a-18c", "machxo3-6900", "gatemate-a1")
"""The FPGAs on which campaigns/release.toml measures the paper's cores, one of each family."""
PAIR = ("sha-1", "sha-512")
"""The two functions that the paper implements."""
PAPER_ARCHITECTURE = "counters"
"""The architecture of the paper; `highspeed` is ours."""
ARCHITECTURES = (PAPER_ARCHITECTURE, "highspeed")


@dataclass(frozen=True)
class Interval:
    """A quotient of medians with its 95 % bootstrap interval over the seeds."""

    value: float
    low: float
    high: float


def quotient(above: Sequence[float], below: Sequence[float], least: int = MIN_SEEDS) -> Interval | None:
    """Return the quotient of two medians, or None if either has fewer than `least` values."""
    if min(len(above), len(below)) < least:
        return None
    return Interval(median(above) / median(below), *ratio_interval(above, below))


@dataclass(frozen=True)
class Evidence:
    """Our results of paper C's cores."""

    ours: OurResults
    folder: Path
    """The folder of committed results, with the subfolders clock/, interface/ and nist/."""
    ciphers: OurResults | None = None
    """Results of examples/ciphers, which are not among those of the catalogue."""

    @property
    def devices(self) -> list[str]:
        """The FPGAs that tables show: those of DEVICES with results, or the requested ones."""
        measured = [device for device in DEVICES if device in self.ours.family_devices]
        return measured or list(self.ours.requested_devices)

    @property
    def devices_and_libraries(self) -> list[str]:
        """The same, and the cell libraries with results."""
        return [*self.devices, *self.ours.libraries]

    def figure(self, core: str, device: str) -> Figure | None:
        """Return the figure if a run succeeded."""
        figure = self.ours.figure(core, device)
        return figure if figure and figure.succeeded else None

    def experiments(self, core: str, device: str) -> list[ClockMeasurement]:
        """Return the clocks by experiment, one for each seed, of the recipe with most seeds and of most data."""
        own = [one for one in clock_folder(self.folder / "clock").read(main_name(core)) if one.device == device]
        groups: dict[tuple[str, int], dict[int, ClockMeasurement]] = {}
        for one in own:
            groups.setdefault((one.recipe, one.data_bytes * one.repeats), {})[one.seed] = one
        if not groups:
            return []
        best = max(groups, key=lambda group: (len(groups[group]), group[1], group[0]))
        return [groups[best][seed] for seed in sorted(groups[best])]

    def behind_bus(self, core: str, device: str, bus: str = PCI) -> InterfaceMeasurement | None:
        """Return the throughput over a bus at the clock by experiment, else at the static clock."""
        own = [
            one
            for one in interface_folder(self.folder / "interface").read(main_name(core))
            if (one.device, one.bus) == (device, bus)
        ]
        return max(own, key=lambda one: (one.clock_basis == "experiment", one.data_bytes), default=None)

    def nist_outcomes(self, core: str) -> list[NistOutcome]:
        """Return the outcomes of NIST's groups through the placed netlists of a core."""
        return nist_folder(self.folder / "nist").read(main_name(core))

    def mbit_s(self, core: str, clock_mhz: float) -> float | None:
        """Return the throughput of a declared core at a clock (Sect. 6 of the paper)."""
        declared = self.ours.cores.get(main_name(core))
        return declared.throughput_mbit_s(clock_mhz) if declared else None

    def experiment_mbit_s(self, core: str, device: str) -> list[float]:
        """Return the throughputs at the clocks by experiment."""
        values = (self.mbit_s(core, one.mhz) for one in self.experiments(core, device))
        return [each for each in values if each is not None]


def logic_share(figure: Figure) -> float | None:
    """Return the part of the static critical path that is in cells, median over the seeds."""
    shares = [
        run.critical_path.logic_ns / (run.critical_path.logic_ns + run.critical_path.routing_ns)
        for run in figure.succeeded
        if run.critical_path and run.critical_path.logic_ns + run.critical_path.routing_ns > 0
    ]
    return median(shares) if shares else None


def levels(figure: Figure) -> float | None:
    """Return the cells on the static critical path, median over the seeds."""
    counts = [run.critical_path.levels for run in figure.succeeded if run.critical_path]
    return median(counts) if counts else None
