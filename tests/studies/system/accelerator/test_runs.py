# SPDX-License-Identifier: Apache-2.0
"""Accelerators in campaigns, with made-up tools: their states, their order, their prices, and what is stored."""

import threading
from pathlib import Path
from typing import Any

import pytest

from fairhash.bench.campaign import Planner, run_campaign, status
from fairhash.bench.campaign_run import CampaignRun
from fairhash.bench.store import Interrupted
from fairhash.catalog.campaign import Campaign, Entry
from fairhash.catalog.core import Core
from fairhash.results.accelerator_areas import read_accelerator_areas, store_accelerator_area
from fairhash.results.results_folder import ResultsFolder
from fairhash.studies.system import accelerator_area
from fairhash.studies.system.accelerator import Accelerator
from fairhash.studies.system.accelerator_area import AcceleratorArea, AcceleratorRuns
from fairhash.targets.kinds import kind_of
from fairhash.targets.target_kind import Design
from tests.bench.fakes import BUILDS, Fake

CORE, DEVICE = "keccak-256/highspeed", "ecp5-85k-8"


def entry(*copies: int, seeds: tuple[int, ...] = (1,)) -> Entry:
    return Entry(kind="accelerators", cores=(CORE,), targets=(DEVICE,), recipes=("best",), copies=copies, seeds=seeds)


class Bench:
    """Campaigns of accelerators in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self.made: list[tuple[int, int | None]] = []
        self.fake = Fake(folder / "log")
        workspace = self.fake.workspace(folder)
        self.results = ResultsFolder(folder / "results")
        self.workspace, self.accelerators = workspace, AcceleratorRuns(self.results, workspace)

    def plan(self, *entries: Entry) -> list[CampaignRun]:
        planner = Planner(self.results, self.workspace, _no_choice, _no_choice, self.accelerators)
        return planner.plan(Campaign(description="a test", entry=entries))

    def run(self, *entries: Entry, limit_s: float | None = None) -> None:
        workspace = self.workspace
        plan = lambda: self.plan(*entries)  # noqa: E731 - made again after each part
        run_campaign(plan, self.results, workspace, None, self.accelerators, limit_s=limit_s, jobs=1)

    def measure(
        self, accelerator: Accelerator, device: Any, recipe: Any, seed: int | None, folder: Path
    ) -> AcceleratorArea:
        """What the made-up tools give; 100 MHz and one more for each seed."""
        self.made.append((accelerator.cores, seed))
        design: Design[Any] = Design(accelerator.core, device, recipe, BUILDS, kind_of(device))
        synthesis = self.fake.synthesise(design, folder)
        if synthesis.status != "ok" or seed is None:
            return AcceleratorArea(synthesis, None)
        return AcceleratorArea(synthesis, self.fake.place(design, synthesis, seed, folder))


def _no_choice(*_arguments: object) -> Any:
    raise AssertionError


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    made_up = Bench(tmp_path)
    monkeypatch.setattr(accelerator_area, "measure_area", made_up.measure)
    return made_up


def states(runs: list[CampaignRun]) -> dict[tuple[int, int], str]:
    return {(run.copies, run.seed): run.state for run in runs}


def test_they_are_made_in_order_and_once(bench: Bench) -> None:
    """Two with their clock, and one of which only cells are measured."""
    declared = entry(1, 2), entry(4, seeds=())
    assert states(bench.plan(*declared)) == {(1, 1): "missing", (2, 1): "missing", (4, 0): "missing"}
    bench.run(*declared)
    assert bench.made == [(1, 1), (2, 1), (4, None)]
    rows = read_accelerator_areas(bench.results.folder, DEVICE).rows
    assert [(row.cores, row.seed, row.clock_mhz) for row in rows] == [(1, 1, 101.0), (2, 1, 101.0), (4, None, None)]
    bench.run(*declared)
    assert len(bench.made) == 3
    assert set(states(bench.plan(*declared)).values()) == {"done"}


def test_a_synthesis_that_fails_is_a_failure_of_every_seed(bench: Bench) -> None:
    """Each seed keeps its outcome, so that none of them runs again; see also the run without a seed."""
    bench.fake.synthesis.update(status="timeout", reason="no netlist after 3600 s")
    declared = entry(2, seeds=(1, 2)), entry(2, seeds=())
    bench.run(*declared)
    assert states(bench.plan(*declared)) == {(2, 1): "failed", (2, 2): "failed", (2, 0): "failed"}
    rows = read_accelerator_areas(bench.results.folder, DEVICE).rows
    assert {(row.seed, row.reason) for row in rows} == {(seed, "no netlist after 3600 s") for seed in (None, 1, 2)}
    bench.run(*declared)
    assert len(bench.made) == 3


def test_one_of_other_inputs_is_stale(bench: Bench) -> None:
    bench.run(entry(1))
    folder = bench.results.folder
    (row,) = read_accelerator_areas(folder, DEVICE).rows
    store_accelerator_area(folder, DEVICE, row.model_copy(update={"inputs": "of other sources"}))
    assert states(bench.plan(entry(1))) == {(1, 1): "stale"}
    bench.run(entry(1))
    (again,) = read_accelerator_areas(folder, DEVICE).rows
    assert again.inputs == row.inputs


def test_the_price_is_that_of_the_stored_ones_by_number_of_cores(bench: Bench) -> None:
    """One core took 10 + 40 s: two cores are expected to take 10 + 80 s, and 10 s without a placement."""
    bench.run(entry(1))
    folder = bench.results.folder
    (row,) = read_accelerator_areas(folder, DEVICE).rows
    store_accelerator_area(folder, DEVICE, row.model_copy(update={"synthesis_cpu_s": 10.0, "placement_cpu_s": 40.0}))
    assert [run.cpu_s for run in bench.plan(entry(2), entry(4, seeds=()))] == [90, 10]
    assert status(bench.plan(entry(2))).cpu_hours_left == pytest.approx(90 / 3600)
    bench.run(entry(2), limit_s=60)
    assert bench.made == [(1, 1)]


def test_nothing_is_stored_after_an_interrupt(bench: Bench) -> None:
    (run,) = bench.plan(entry(1))
    stop = threading.Event()
    stop.set()
    with pytest.raises(Interrupted):
        bench.accelerators.make(run, stop)
    assert not read_accelerator_areas(bench.results.folder, DEVICE).rows


def test_the_key_depends_on_copies_seed_and_sources(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = {run.key for run in bench.plan(entry(1, 2, seeds=(1, 2)))}
    assert len(keys) == 4
    assert {run.key for run in bench.plan(entry(1, 2, seeds=(1, 2)))} == keys

    def other_buffers(core: Core, copies: int) -> Accelerator:
        return Accelerator(core, copies, 64, 4096)

    monkeypatch.setattr(accelerator_area, "_accelerator", other_buffers)
    assert not keys & {run.key for run in bench.plan(entry(1, 2, seeds=(1, 2)))}
