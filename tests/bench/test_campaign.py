# SPDX-License-Identifier: Apache-2.0
"""Campaigns: the state of each run, their order, what is run, and the state after a time limit."""

import json
import signal
import time
from dataclasses import replace

import pytest

from fairhash.bench.campaign import CampaignStatus, status
from fairhash.bench.campaign_run import CampaignRun, Price
from fairhash.bench.outdated_results import OTHER_VERILOG
from fairhash.results.results_folder import STALE
from fairhash.results.schema import Cost, Result
from tests.bench.campaigns import CELLS, FPGA, OTHER_FPGA, A, B, Bench, C, campaign, entry, order
from tests.bench.fakes import sleeping
from tests.results.samples import sample


def states(runs: list[CampaignRun]) -> dict[tuple[str, int], str]:
    """State by core and seed."""
    return {(run.core.name, run.seed): run.state for run in runs}


def test_entries_then_seeds_then_cores(bench: Bench) -> None:
    """An entry is complete before the next begins; within it every core gets a seed before any gets the next."""
    runs = bench.plan(campaign(entry(C, B), entry(A, target=OTHER_FPGA, seeds=(4,))))
    assert order(runs) == [
        (C, FPGA, "default", 1),
        (B, FPGA, "default", 1),
        (C, FPGA, "default", 2),
        (B, FPGA, "default", 2),
        (A, OTHER_FPGA, "default", 4),
    ]
    assert {run.state for run in runs} == {"missing"}


def test_a_run_that_two_entries_declare_has_the_first_position(bench: Bench) -> None:
    runs = bench.plan(campaign(entry(A, seeds=(2,)), entry(A, B)))
    assert order(runs) == [
        (A, FPGA, "default", 2),
        (A, FPGA, "default", 1),
        (B, FPGA, "default", 1),
        (B, FPGA, "default", 2),
    ]


def test_the_chosen_recipe_is_run_once_beside_named_ones(bench: Bench) -> None:
    """`chosen` may be a recipe that is also named."""
    runs = bench.plan(campaign(entry(A, seeds=(1,), recipes=("best", "chosen"))), recipe="best")
    assert order(runs) == [(A, FPGA, "best", 1)]
    runs = bench.plan(campaign(entry(A, seeds=(1,), recipes=("best", "chosen"))), recipe="small")
    assert order(runs) == [(A, FPGA, "best", 1), (A, FPGA, "small", 1)]


def test_a_library_of_cells_has_one_run(bench: Bench) -> None:
    """No seed can change a result there; it is stored as seed 0."""
    assert order(bench.plan(campaign(entry(A, target=CELLS)))) == [(A, CELLS, "default", 0)]


def test_each_state(bench: Bench) -> None:
    """Five seeds of one core: one is stored as it would be run today, one failed, two are stale in either way."""
    declared = campaign(entry(A, seeds=(1, 2, 3, 4, 5)))
    keys = {run.seed: run.key for run in bench.plan(declared)}
    bench.folder.add(
        [
            sample(A, seed=1, key=keys[1]),
            sample(A, seed=2, key=keys[2], status="unrouted", reason="no route", achieved=None),
            sample(A, seed=3),  # another key: made from other inputs
            sample(A, seed=4, stale=STALE),
            sample(A, seed=5, recipe="best"),  # of another recipe: does not count for this run
        ]
    )
    runs = bench.plan(declared)
    assert states(runs) == {(A, 1): "done", (A, 2): "failed", (A, 3): "stale", (A, 4): "stale", (A, 5): "missing"}
    assert [run.seed for run in runs if run.is_due] == [3, 4, 5]
    assert status(runs).counts == {"done": 1, "failed": 1, "stale": 2, "missing": 1}


def _costing(core: str, seed: int, synthesis_s: float, placement_s: float, recipe: str = "default") -> Result:
    costs = [Cost(wall_s=9999, cpu_s=seconds, peak_mib=1) for seconds in (synthesis_s, placement_s)]
    return sample(core, seed=seed, recipe=recipe, synthesis_cost=costs[0], placement_cost=costs[1])


def test_expected_cost(bench: Bench) -> None:
    """The median of the core by the recipe, else of the core by any recipe, else of every run on the target.

    A by default took 100 + 500, 100 + 700 and 100 + 1100 s: median 800. B by best took 50 + 150 = 200 s. C was never
    run and its size is not known: the medians are 100 of (100, 100, 100, 50) and 600 of (500, 700, 1100, 150). Two
    seeds of each with one synthesis: 2 (800 + 200 + 700) - (100 + 50 + 100) s = 3150 s.
    """
    stored = [_costing(A, 11, 100, 500), _costing(A, 12, 100, 700), _costing(A, 13, 100, 1100)]
    bench.folder.add([*stored, _costing(B, 11, 50, 150, recipe="best")])
    declared = campaign(entry(A, B, C))
    runs = bench.plan(declared)
    assert {run.core.name: run.cpu_s for run in runs} == {A: 800, B: 200, C: 700}
    left = status(runs)
    assert left.counts == {"done": 0, "failed": 0, "stale": 0, "missing": 6}
    assert left.cpu_hours_left == pytest.approx(3150 / 3600)
    assert left.unknown_cost == 0


def test_what_is_done_costs_nothing_more(bench: Bench) -> None:
    declared = campaign(entry(A, B))
    bench.run(declared)
    assert status(bench.plan(declared)) == CampaignStatus({"done": 4, "failed": 0, "stale": 0, "missing": 0}, 0.0, 0)


def test_a_core_that_was_never_run_costs_as_the_nearest_in_size(bench: Bench) -> None:
    """By logic cells on ECP5: A 1,000, B 4,000, C 5,000. On iCE40 A took 10 + 30 s and B 100 + 300 s.

    C is nearest to B, so 5/4 of its 400 s are expected.
    """
    sizes = {A: 1000, B: 4000, C: 5000}
    for core, cells in sizes.items():
        whole = sample(core)
        assert whole.resources
        resources = whole.resources.model_copy(update={"area_cells": cells})
        bench.folder.add([whole.model_copy(update={"resources": resources})])
    for core, synthesis_s, placement_s in ((A, 10, 30), (B, 100, 300)):
        elsewhere = {"device": OTHER_FPGA, "device_family": "ice40"}
        bench.folder.add([_costing(core, 11, synthesis_s, placement_s).model_copy(update=elsewhere)])
    runs = bench.plan(campaign(entry(A, B, C, target=OTHER_FPGA, seeds=(1,))))
    assert {run.core.name: run.cpu_s for run in runs} == {A: 40, B: 400, C: pytest.approx(500)}


def test_no_run_is_started_that_is_expected_to_end_too_late(bench: Bench) -> None:
    """A takes 600 s by what is stored, B 2 s; 60 s are left."""
    bench.folder.add([_costing(A, 11, 100, 500), _costing(B, 11, 1, 1)])
    declared = campaign(entry(A, B))
    assert set(bench.run(declared, limit_s=60)) == {(B, 1), (B, 2)}
    assert not any(A in line for line in bench.fake.lines() if line.startswith(("synthesis", "placement")))
    assert set(bench.run(declared, limit_s=6000)) == {(A, 1), (A, 2)}


def test_a_row_without_measured_cycles_is_not_done(bench: Bench) -> None:
    """Its other stages are taken from the store, and the row is replaced."""
    declared = campaign(entry(A, seeds=(1,)))
    bench.run(declared)
    (row,) = bench.folder.read(FPGA)
    bench.folder.add([row.model_copy(update={"measured_cycles": None, "cycles_note": "the model library is missing"})])
    assert states(bench.plan(declared)) == {(A, 1): "missing"}
    started = bench.fake.lines()
    assert bench.run(declared) == [(A, 1)]
    assert bench.fake.lines() == started
    (again,) = bench.folder.read(FPGA)
    assert again.measured_cycles
    assert states(bench.plan(declared)) == {(A, 1): "done"}


def test_an_unfit_core_is_tried_once(bench: Bench) -> None:
    bench.fake.placement[1] = {"status": "unfit", "reason": "too large", "effective_mhz": None, "clocks": ()}
    declared = campaign(entry(A, seeds=(1,)), entry(A, B, seeds=(1, 2, 3)))
    assert len(bench.run(campaign(entry(A, seeds=(1,))))) == 1
    assert states(bench.plan(declared)) == {(A, 1): "failed", (B, 1): "missing", (B, 2): "missing", (B, 3): "missing"}


def test_the_seeds_of_a_core_share_one_synthesis_that_runs_once(bench: Bench) -> None:
    bench.run(campaign(entry(A, seeds=(1, 2, 3))))
    assert bench.fake.lines().count(f"synthesis {A}") == 1
    assert len(bench.folder.read(FPGA)) == 3


def test_unknown_cost(bench: Bench) -> None:
    """Nothing is stored on the target, and what is stored on another one does not count."""
    bench.folder.add([sample(A, device=OTHER_FPGA)])
    assert status(bench.plan(campaign(entry(A, B, seeds=(1,))))) == CampaignStatus(
        {"done": 0, "failed": 0, "stale": 0, "missing": 2}, 0.0, 2
    )


def test_a_known_synthesis_of_runs_of_unknown_cost_is_not_subtracted(bench: Bench) -> None:
    """Accelerators of which none was placed; their seeds share the synthesis."""
    runs = [replace(run, price=Price(100.0, None)) for run in bench.plan(campaign(entry(A)))]
    assert status(runs) == CampaignStatus({"done": 0, "failed": 0, "stale": 0, "missing": 2}, 0.0, 2)


def test_a_campaign_runs_what_is_due_in_order(bench: Bench) -> None:
    declared = campaign(entry(C, B), entry(A, target=FPGA, seeds=(1,)))
    made = bench.run(declared)
    assert [set(made[:2]), set(made[2:4]), set(made[4:])] == [{(C, 1), (B, 1)}, {(C, 2), (B, 2)}, {(A, 1)}]
    assert states(bench.plan(declared)) == dict.fromkeys([(C, 1), (B, 1), (C, 2), (B, 2), (A, 1)], "done")
    stored = bench.folder.read(FPGA)
    assert [(result.core, result.seed) for result in stored] == [(A, 1), (B, 1), (B, 2), (C, 1), (C, 2)]
    assert {result.achieved.effective_mhz for result in stored if result.achieved and result.seed == 2} == {102.0}


def test_a_complete_campaign_starts_no_stage(bench: Bench) -> None:
    declared = campaign(entry(A, B))
    bench.run(declared)
    started = bench.fake.lines()
    assert bench.run(declared) == []
    assert bench.fake.lines() == started


def test_a_stale_result_is_run_again_and_stays_beside_the_new_one(bench: Bench) -> None:
    declared = campaign(entry(A, seeds=(1,)))
    old = sample(A, seed=1)
    bench.folder.add([old])
    assert bench.run(declared) == [(A, 1)]
    before, after = bench.folder.read(FPGA)
    assert {before.key, after.key} == {old.key, bench.plan(declared)[0].key}
    assert {result.key: result.stale for result in (before, after)}[old.key] == OTHER_VERILOG
    assert states(bench.plan(declared)) == {(A, 1): "done"}


def test_a_failed_run_is_stored_and_not_repeated(bench: Bench) -> None:
    bench.fake.placement[1] = {"status": "unrouted", "reason": "no route", "effective_mhz": None, "clocks": ()}
    declared = campaign(entry(A, B))
    assert len(bench.run(declared)) == 4
    assert states(bench.plan(declared)) == {(A, 1): "failed", (B, 1): "failed", (A, 2): "done", (B, 2): "done"}
    assert bench.run(declared) == []


def test_the_time_limit_ends_the_campaign_and_keeps_what_was_made(bench: Bench) -> None:
    """Seed 1 is placed at once; the tool that places seed 2 would take a minute."""
    bench.fake.before = sleeping(60)
    declared = campaign(entry(A, B))
    handler, started = signal.getsignal(signal.SIGALRM), time.monotonic()
    assert set(bench.run(declared, limit_s=3)) == {(A, 1), (B, 1)}
    assert 3 <= time.monotonic() - started < 30
    assert signal.getsignal(signal.SIGALRM) == handler
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert [(result.core, result.seed) for result in bench.folder.read(FPGA)] == [(A, 1), (B, 1)]
    assert states(bench.plan(declared)) == {(A, 1): "done", (B, 1): "done", (A, 2): "missing", (B, 2): "missing"}


def test_an_interrupted_campaign_carries_on(bench: Bench) -> None:
    """After the time limit the same campaign runs only what is left."""
    bench.fake.before = sleeping(60)
    declared = campaign(entry(A, B))
    bench.run(declared, limit_s=3)
    bench.fake.before = lambda _line, _folder: None
    assert set(bench.run(declared, limit_s=60)) == {(A, 2), (B, 2)}
    assert bench.fake.lines().count(f"placement {A} 1") == 1
    assert states(bench.plan(declared)) == dict.fromkeys([(A, 1), (A, 2), (B, 1), (B, 2)], "done")


def test_a_run_that_was_cut_off_waits_for_twice_the_time(bench: Bench) -> None:
    """A 2 was cut off after ten seconds, say, so it does not start in a campaign of eight; B 2 does."""
    bench.fake.before = sleeping(60)
    declared = campaign(entry(A, B))
    bench.run(declared, limit_s=3)
    bench.fake.before = lambda _line, _folder: None
    memory = bench.workspace.store.folder / "cut-off.json"
    (cut_off,) = json.loads(memory.read_text(encoding="utf-8"))
    memory.write_text(json.dumps({cut_off: 10}), encoding="utf-8")
    assert set(bench.run(declared, limit_s=8)) == {(B, 2)}
    assert set(bench.run(declared, limit_s=60)) == {(A, 2)}
