# SPDX-License-Identifier: Apache-2.0
"""Our results for paper B: cycles, throughputs of long messages and of one block, areas, and parts of the area."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from fairhash.analysis.area_split_table import SplitRow, split_rows
from fairhash.analysis.figures import Figure
from fairhash.catalog.cores import main_name
from fairhash.papers.b.candidates import CANDIDATES, Candidate
from fairhash.papers.b.published import Message
from fairhash.papers.estimate import Array, Estimate, estimate, pooled_spread
from fairhash.papers.our_results import NO_CORE, NOT_MEASURED, OurResults
from fairhash.results.area_splits import FOLDER, read_splits
from fairhash.results.schema import MeasuredCycles

DEVICES = ("ecp5-85k-8", "ice40-hx8k", "gw2a-18c", "machxo3-6900", "gatemate-a1")
"""The FPGAs on which campaigns/release.toml measures lightweight cores, one of each family."""


@dataclass(frozen=True)
class Speed:
    """Throughput and throughput per area for one kind of message."""

    mbit_s: Estimate
    per_cell: Estimate


@dataclass(frozen=True)
class Evidence:
    """Our results of paper B's cores."""

    ours: OurResults
    folder: Path
    """The folder of committed results, with the subfolder synthesis/split/."""

    @cached_property
    def devices(self) -> list[str]:
        """The FPGAs that tables show: DEVICES and the requested ones as far as lightweight cores have results there."""
        lightweight = {each.core for each in CANDIDATES}
        measured = {device for core, device in self.ours.figures if core in lightweight}
        order = dict.fromkeys((*DEVICES, *self.ours.requested_devices))
        return [device for device in order if device in measured] or list(self.ours.requested_devices)

    def figure(self, core: str, device: str) -> Figure | None:
        """Return the figure if a run succeeded."""
        figure = self.ours.figure(core, device)
        return figure if figure and figure.succeeded else None

    @cached_property
    def _pooled(self) -> dict[str, Array | None]:
        """Spread over the seeds of all cores on a device."""
        devices = {device for _, device in self.ours.figures}
        return {
            device: pooled_spread(
                [
                    figure
                    for (_, place), figure in self.ours.figures.items()
                    if place == device and not figure.ratio_exclusion and figure.ratio
                ]
            )
            for device in devices
        }

    def speed(self, core: str, device: str, message: Message) -> Speed | None:
        """Return the speed for this kind of message, or None if the figure may not be compared.

        Throughput for one block is Eq. 2 with N = 1: that for long messages times the cycles of a further block over
        the cycles of one block alone.
        """
        figure = self.ours.comparable_figure(core, device)
        if figure is None:
            return None
        cycles = figure.succeeded[0].measured_cycles
        measures = estimate(figure, "median", self._pooled[device])
        factor = 1.0
        if message == "short":
            if cycles is None:
                return None
            factor = cycles.formula.block / single_block_cycles(cycles) / figure.first.messages_in_flight
        return Speed(*(scale(measures[name], factor) for name in ("throughput", "ratio")))

    def speeds(self, device: str, message: Message) -> Mapping[Candidate, Speed]:
        """Return the speeds of all designs of the paper that may be compared on the device."""
        speeds = {candidate: self.speed(candidate.core, device, message) for candidate in CANDIDATES}
        return {candidate: speed for candidate, speed in speeds.items() if speed}

    def cycles(self, core: str) -> MeasuredCycles | None:
        """Return the cycles that simulation confirmed; they are the same on all devices."""
        return self._cycles.get(main_name(core))

    @cached_property
    def _cycles(self) -> Mapping[str, MeasuredCycles]:
        """The cycles of each core's newest run whose sources are today's, by main name."""
        runs = [run for figure in self.ours.figures.values() for run in figure.runs if not run.stale]
        by_date = sorted(runs, key=lambda run: run.date)
        return {run.core: run.measured_cycles for run in by_date if run.measured_cycles}

    def cycles_absence(self, core: str) -> str:
        """Return the word for missing cycles."""
        return NOT_MEASURED if main_name(core) in self.ours.cores else NO_CORE

    @cached_property
    def _splits(self) -> list[SplitRow]:
        return split_rows(read_splits(self.folder / "synthesis" / FOLDER))

    def split(self, core: str, device: str) -> SplitRow | None:
        """Return the parts of the area: of the recipe of the core's figure, else of the first recipe by name."""
        rows = [row for row in self._splits if (row.core, row.device) == (main_name(core), device) and row.parts]
        figure = self.ours.figure(core, device)
        chosen = figure.first.recipe if figure else ""
        return min(rows, key=lambda row: (row.recipe != chosen, row.recipe), default=None)

    def absence(self, core: str, device: str) -> str:
        """Return the word for a missing value and its reason, or an empty string."""
        parts = (self.ours.absence(core, device), self.ours.reason(core, device))
        return ": ".join(part for part in parts if part)


def single_block_cycles(cycles: MeasuredCycles) -> int:
    """Return the cycles of one block alone: simulated, or by the confirmed formula where no message is that short."""
    simulated = dict(zip(cycles.blocks, cycles.cycles, strict=True))
    return simulated.get(1, cycles.formula.cycles(1))


def shortest_message(cycles: MeasuredCycles) -> tuple[int, int]:
    """Return the blocks and the cycles of the shortest message that was simulated."""
    return min(zip(cycles.blocks, cycles.cycles, strict=True))


def scale(value: Estimate, factor: float) -> Estimate:
    """Return the estimate multiplied by a number that has no uncertainty."""
    return Estimate(value.value * factor, value.draws * factor)
