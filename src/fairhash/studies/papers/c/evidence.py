# SPDX-License-Identifier: Apache-2.0
"""What paper C's figures are made from: runs, clocks by experiment, and throughputs over a bus."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from fairhash.base.table import Cell, mark
from fairhash.catalog.cores import main_name
from fairhash.features.clock.record import CLOCKS, ClockMeasurement
from fairhash.features.nist.record import NIST_OUTCOMES, NistOutcome
from fairhash.figures.figures import MIN_SEEDS, Figure
from fairhash.figures.statistics import ratio_interval
from fairhash.results.machine_runs import INTERFACES, InterfaceMeasurement
from fairhash.studies.papers.compared_cores import CoreOnDevice
from fairhash.studies.papers.our_results import NOT_MEASURED, STALE, OurResults, quotients
from fairhash.studies.papers.published_table import Row, parse_number, published_row, published_value

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
_CLOCK_TOLERANCE_MHZ = 0.1
"""Clocks by experiment are found in steps of this size (docs/clock.md)."""


def value(name: str) -> float:
    """Return a number of the text by its name in published/paper-c/values.csv."""
    return published_value("C", name)


def follow_up(algorithm: str) -> Row:
    """Return the row of SHA-1 or SHA-512 in follow-up.csv."""
    return published_row("C", "follow-up", "algorithm", algorithm)


def follow_up_gain(algorithm: str) -> float:
    """Return the throughput of the unrolled architecture over that of the basic one."""
    row = follow_up(algorithm)
    return parse_number(row["unrolled_mbit_s"]) / parse_number(row["basic_mbit_s"])


def faster(basis: str) -> float:
    """Return SHA-512's throughput over SHA-1's (Sect. 8).

    Args:
        basis: ``static analysis`` or ``experiment``.
    """
    return 1 + value(f"sha-512 over sha-1 by {basis}") / 100


@dataclass(frozen=True)
class Interval:
    """A quotient of medians with its 95 % bootstrap interval over the seeds."""

    value: float
    low: float | None
    """None, as `high`, where the upper figure is preliminary or a standard cell's, which has one run."""
    high: float | None
    preliminary: str = ""
    """Why the upper figure is preliminary; empty if it is known."""

    @property
    def is_known(self) -> bool:
        """Whether both figures are known."""
        return not self.preliminary


@dataclass(frozen=True)
class Experiments:
    """Clocks by experiment of one core, one for each seed."""

    measurements: tuple[ClockMeasurement, ...]
    preliminary: str
    """Why they are preliminary; empty if they are known."""

    @property
    def ratio_exclusion(self) -> str:
        """Why they must not be divided; empty if they may."""
        if not self.measurements:
            return NOT_MEASURED
        return self.preliminary if self.preliminary.startswith(STALE) else ""

    def median(self, value: Callable[[ClockMeasurement], float]) -> Cell:
        """Return the median of a value of these clocks, marked if they are preliminary."""
        return mark(median(map(value, self.measurements)), self.preliminary) if self.measurements else None


def quotient(above: Sequence[float], below: Sequence[float]) -> Interval:
    """Return the quotient of the medians of two known figures."""
    return Interval(median(above) / median(below), *ratio_interval(above, below))


def quotient_of_figures(above: Figure | None, below: Figure | None, measure: str) -> Interval | None:
    """Return the quotient of one measure of two figures, preliminary if the upper figure is.

    Args:
        above: the figure that is divided.
        below: the figure by which it is divided.
        measure: name of the property of Figure with the value of each run.

    Returns:
        None if the lower figure is not known or the upper one must not be divided (`quotients` of our_results.py).
    """
    over = quotients(above, below)
    if above is None or below is None or over is None:
        return None
    values: tuple[list[float], list[float]] = (getattr(above, measure), getattr(below, measure))
    if above.has_interval and below.has_interval:
        return quotient(*values)
    return Interval(median(values[0]) / median(values[1]), None, None, over.preliminary)


@dataclass(frozen=True)
class ShaEvidence:
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

    def on(self, core: str, device: str, base: str = "") -> CoreOnDevice:
        """Return the core on the device, and the core that it is divided by."""
        return CoreOnDevice(self.ours, core, device, base)

    def figure(self, core: str, device: str) -> Figure | None:
        """Return the figure if a run succeeded."""
        figure = self.ours.figure(core, device)
        return figure if figure and figure.succeeded else None

    def experiments(self, core: str, device: str) -> Experiments:
        """Return the clocks by experiment, one for each seed, of the core's recipe.

        Those of the core's Verilog of today come first, then the most seeds and the most data. They are known if they
        have as many seeds as a known figure needs, of today's Verilog, and the recipe of the core's known figure.
        """
        clocks = [one for one in CLOCKS.read(self.folder / "clock", main_name(core)) if one.device == device]
        groups: dict[tuple[str, int, str], dict[int, ClockMeasurement]] = {}
        for one in clocks:
            groups.setdefault((one.recipe, one.data_bytes * one.repeats, one.verilog), {})[one.seed] = one
        if not groups:
            return Experiments((), NOT_MEASURED)
        figure = self.figure(core, device)
        recipe = figure.first.recipe if figure else ""
        stale = {group: self.ours.verilog_staleness(core, group[2]) for group in groups}
        best = max(
            groups,
            key=lambda group: (not stale[group], group[0] == recipe, len(groups[group]), group[1], group[0]),
        )
        seeds = groups[best]
        reason = stale[best]
        if not reason and len(seeds) < MIN_SEEDS:
            reason = f"{len(seeds)} of the {MIN_SEEDS} seeds needed"
        if not reason and best[0] != recipe:
            reason = f"by recipe {best[0]}"
        if not reason and figure:
            reason = figure.open_choice
        return Experiments(tuple(seeds[seed] for seed in sorted(seeds)), reason)

    def bus_staleness(self, measurement: InterfaceMeasurement) -> str:
        """Return why a throughput over a bus is preliminary: it was simulated at another clock than that of today."""
        core, device = measurement.core, measurement.device
        if measurement.clock_basis == "experiment":
            experiments = self.experiments(core, device)
            today = [one.mhz for one in experiments.measurements]
            reason = experiments.preliminary
        else:
            figure = self.figure(core, device)
            today = [figure.clock_mhz.median] if figure and figure.clock_mhz else []
            reason = figure.preliminary if figure else NOT_MEASURED
        if reason:
            return reason
        return "" if abs(median(today) - measurement.clock_mhz) <= _CLOCK_TOLERANCE_MHZ else "stale: other clock today"

    def over_bus(self, core: str, device: str, bus: str = PCI) -> InterfaceMeasurement | None:
        """Return the throughput over a bus at the clock by experiment, else at the static clock."""
        runs = [
            one
            for one in INTERFACES.read(self.folder / "interface", main_name(core))
            if (one.device, one.bus) == (device, bus)
        ]
        return max(runs, key=lambda one: (one.clock_basis == "experiment", one.data_bytes), default=None)

    def nist_outcomes(self, core: str) -> list[NistOutcome]:
        """Return the outcomes of NIST's groups through the placed netlists of a core."""
        return NIST_OUTCOMES.read(self.folder / "nist", main_name(core))

    def mbit_s(self, core: str, clock_mhz: float) -> float | None:
        """Return the throughput of a declared core at a clock (Sect. 6 of the paper)."""
        declared = self.ours.cores.get(main_name(core))
        return declared.throughput_mbit_s(clock_mhz) if declared else None

    def experiment_mbit_s(self, core: str, device: str) -> list[float]:
        """Return the throughputs at the clocks by experiment."""
        values = (self.mbit_s(core, one.mhz) for one in self.experiments(core, device).measurements)
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
