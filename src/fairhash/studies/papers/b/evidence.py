# SPDX-License-Identifier: Apache-2.0
"""Our results for paper B: cycles, throughputs of long messages and of one block, areas, and parts of the area."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from fairhash.catalog.cores import main_name
from fairhash.features.split_area.record import FOLDER, AreaSplit, read_splits
from fairhash.features.split_area.table import SplitRow, split_rows
from fairhash.figures.figures import Figure
from fairhash.results.schema import MeasuredCycles
from fairhash.studies.papers.b.published import CANDIDATES, Message, PublishedDesign
from fairhash.studies.papers.estimate import Estimate, estimate
from fairhash.studies.papers.our_results import NO_CORE, NOT_MEASURED, OurResults

DEVICES = ("ecp5-85k-8", "ice40-hx8k", "gw2a-18c", "machxo3-6900", "gatemate-a1")
"""The FPGAs on which campaigns/release.toml measures lightweight cores, one of each family."""


@dataclass(frozen=True)
class CoreSpeed:
    """Throughput and throughput per area for one kind of message."""

    mbit_s: Estimate
    per_cell: Estimate


@dataclass(frozen=True)
class LightweightEvidence:
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

    def speed(self, core: str, device: str, message: Message) -> CoreSpeed | None:
        """Return the speed for this kind of message, preliminary if the figure is; None if there is no figure.

        Throughput for one block is Eq. 2 with N = 1: that for long messages times the cycles of a further block over
        the cycles of one block alone.
        """
        figure = self.figure(core, device)
        if figure is None or not figure.ratio or any(run.measured_cycles is None for run in figure.succeeded):
            return None
        cycles = figure.succeeded[0].measured_cycles
        measures = estimate(figure)
        factor = 1.0
        if message == "short":
            if cycles is None:
                return None
            factor = cycles.formula.block / single_block_cycles(cycles) / figure.first.messages_in_flight
        return CoreSpeed(*(measures[name].times(factor) for name in ("throughput", "ratio")))

    def speeds(self, device: str, message: Message) -> Mapping[PublishedDesign, CoreSpeed]:
        """Return the speeds of all designs of the paper that are known on the device."""
        speeds = {candidate: self.speed(candidate.core, device, message) for candidate in CANDIDATES}
        return {candidate: speed for candidate, speed in speeds.items() if speed and speed.per_cell.is_known}

    def undecided(self, candidates: Sequence[PublishedDesign], device: str) -> str:
        """Return why a conclusion about these designs is undecided on the device, e.g. ``3 of 5 designs known``.

        Returns:
            An empty string if each is known, or known not to fit.
        """
        if all(self.ours.is_decided(each.core, device) for each in candidates):
            return ""
        known = sum(self.ours.known_figure(each.core, device) is not None for each in candidates)
        return f"{known} of {len(candidates)} designs known"

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
        return split_rows(self._stored_splits.values())

    @cached_property
    def _stored_splits(self) -> dict[tuple[str, str, str], AreaSplit]:
        """The stored splits by core, device and recipe."""
        stored = read_splits(self.folder / "synthesis" / FOLDER)
        return {(split.core, split.device, split.recipe): split for split in stored}

    def split(self, core: str, device: str) -> SplitRow | None:
        """Return the parts of the area: of the recipe of the core's figure, else of the first recipe by name."""
        rows = [row for row in self._splits if (row.core, row.device) == (main_name(core), device) and row.parts]
        figure = self.ours.figure(core, device)
        chosen = figure.first.recipe if figure else ""
        return min(rows, key=lambda row: (row.recipe != chosen, row.recipe), default=None)

    def split_staleness(self, split: SplitRow) -> str:
        """Return why a split is stale; empty if it is of the core's Verilog of today."""
        stored = self._stored_splits[split.core, split.device, split.recipe]
        return self.ours.verilog_staleness(split.core, stored.verilog_digest)


def single_block_cycles(cycles: MeasuredCycles) -> int:
    """Return the cycles of one block alone: simulated, or by the confirmed formula where no message is that short."""
    simulated = dict(zip(cycles.blocks, cycles.cycles, strict=True))
    return simulated.get(1, cycles.formula.cycles(1))


def shortest_message(cycles: MeasuredCycles) -> tuple[int, int]:
    """Return the blocks and the cycles of the shortest message that was simulated."""
    return min(zip(cycles.blocks, cycles.cycles, strict=True))
