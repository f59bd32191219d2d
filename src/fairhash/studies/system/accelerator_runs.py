# SPDX-License-Identifier: Apache-2.0
"""Accelerators in campaigns: which of them are stored, what the others are expected to cost, and how they are made."""

import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from fairhash.base import paths
from fairhash.bench.campaign_run import CampaignRun, PlanInputs, Price, Prices, State, StoredCost, expected
from fairhash.bench.implementing import NO_SEED
from fairhash.bench.keys import digest
from fairhash.bench.store import Interrupted
from fairhash.bench.workspace import Workspace
from fairhash.catalog.campaign import Entry
from fairhash.catalog.core import Core
from fairhash.catalog.device import Device
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.targets import find_device
from fairhash.results.accelerator_areas import AcceleratorAreaRecord, read_accelerator_areas, store_accelerator_area
from fairhash.results.results_folder import ResultsFolder
from fairhash.studies.system.accelerator import Accelerator, default_bus_bits
from fairhash.studies.system.accelerator_area import area_record, measure_area, measured_core


@dataclass(frozen=True)
class AcceleratorRuns:
    """The runs of entries of kind `accelerators`; see Accelerators of runs/campaign.py."""

    folder: ResultsFolder
    workspace: Workspace

    def runs(self, entry: Entry) -> Iterator[CampaignRun]:
        """Every accelerator of an entry: by target, then number of copies, then core. GHDL elaborates changed ones."""
        sizes = Prices(PlanInputs(self.folder, self.workspace)).sizes()
        for name in entry.targets:
            device, stored = find_device(name), self._stored(name)
            for copies in entry.copies:
                for core in entry.chosen_cores():
                    for recipe in map(find_recipe, entry.recipes):
                        price = _price(core, recipe, copies, stored, sizes)
                        for seed in entry.seeds or (NO_SEED,):
                            key = self._key(core, device, recipe, seed, copies)
                            state = _state(key, core, recipe, seed, copies, stored)
                            whole = price if entry.seeds else Price(price.synthesis_s, 0.0)
                            yield CampaignRun(
                                core, device, recipe, seed, key, state, "accelerator", copies=copies, price=whole
                            )

    def make(self, run: CampaignRun, stop: threading.Event) -> Callable[[], str]:
        """Measure the accelerator of a run; the returned function stores it."""
        assert isinstance(run.target, Device)
        device, accelerator = run.target, _accelerator(run.core, run.copies)
        with tempfile.TemporaryDirectory(prefix=".accelerator.", dir=paths.build()) as name:
            folder = Path(name)
            area = measure_area(accelerator, device, run.recipe, run.seed, folder, placed=run.seed != NO_SEED)
            if stop.is_set():
                raise Interrupted
            record = area_record(accelerator, run.recipe, run.seed, area, folder, inputs=run.key)

        def store() -> str:
            store_accelerator_area(self.folder.folder, device.id, record)
            return record.reason or (f"{record.clock_mhz:.1f} MHz" if record.clock_mhz else record.status)

        return store

    def _stored(self, device: str) -> Sequence[AcceleratorAreaRecord]:
        return read_accelerator_areas(self.folder.folder, device).rows

    def _key(self, core: Core, device: Device, recipe: Recipe, seed: int, copies: int) -> str:
        """Digest of what the tools receive: those of the core that the flow measures, and that a core is copied."""
        with tempfile.TemporaryDirectory(prefix=".accelerator.", dir=paths.build()) as folder:
            measured = measured_core(_accelerator(core, copies), Path(folder))
            return digest([self.workspace.keys(measured, device, recipe).result(seed), "copied", seed == NO_SEED])


def _accelerator(core: Core, copies: int) -> Accelerator:
    return Accelerator(core, copies, default_bus_bits(core, copies))


def _state(  # noqa: PLR0917 - what identifies an accelerator
    key: str, core: Core, recipe: Recipe, seed: int, copies: int, stored: Sequence[AcceleratorAreaRecord]
) -> State:
    for row in stored:
        if row.inputs == key:
            return "done" if row.status == "ok" else "failed"
    run = core.name, copies, recipe.name, seed
    return (
        "stale" if any((row.core, row.cores, row.recipe, row.seed or NO_SEED) == run for row in stored) else "missing"
    )


def _price(
    core: Core, recipe: Recipe, copies: int, stored: Sequence[AcceleratorAreaRecord], sizes: Mapping[str, float]
) -> Price:
    """By the costs of accelerators with as many cores, else by those with any number of cores, per core."""
    same = [row for row in stored if row.cores == copies]
    syntheses = [StoredCost(row.core, row.recipe, row.synthesis_cpu_s) for row in same or stored]
    placements = [
        StoredCost(row.core, row.recipe, row.placement_cpu_s * copies / row.cores)
        for row in stored
        if row.placement_cpu_s
    ]
    return Price(
        expected(core.name, recipe.name, syntheses, sizes), expected(core.name, recipe.name, placements, sizes)
    )
