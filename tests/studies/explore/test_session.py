# SPDX-License-Identifier: Apache-2.0
"""Tests of searches with the real store and fake tools: no run is repeated, a wrong netlist is never the best."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from fairhash.bench.keys import digest
from fairhash.catalog.core import Core
from fairhash.catalog.device import Device
from fairhash.catalog.recipe import Recipe
from fairhash.results import Result
from fairhash.results.schema import NetlistGate
from fairhash.studies.explore import session
from fairhash.studies.explore.strategies import objectives
from tests.bench.conftest import checkout, core, fake, store
from tests.bench.fakes import DEVICE, Fake, sweep

__all__ = ["checkout", "core", "fake", "store"]


class Tools:
    """`implement` with fake tools; each recipe gives a different netlist."""

    def __init__(self, store: Path, fake: Fake) -> None:
        self.store, self.fake = store, fake
        fake.netlist = lambda design: digest([design.core.name, design.recipe.model_dump(mode="json")])

    def __call__(self, core: Core, device: Device, recipe: Recipe, seeds: Sequence[int]) -> list[Result]:
        return sweep(self.store, self.fake, core, *seeds, device=device, recipe=recipe)


def run(
    core: Core, tools: Tools, strategy: str = "placement-search", budget: int = 4, new_seeds: int = 0
) -> session.SearchSession:
    """Search with the objective throughput; the fake placer achieves 100 MHz plus the seed."""
    return session.run(session.SearchRequest(core, DEVICE, strategy, "throughput", budget, 1, new_seeds), tools)


def test_the_best_run_has_the_hand_computed_throughput(core: Core, store: Path, fake: Fake) -> None:
    """Seed 4 achieves 104 MHz, and the core hashes 1024 bits in 81 cycles."""
    search_session = run(core, Tools(store, fake))
    (best,) = search_session.search_result.best
    assert (best.trial.seed, best.achieved_mhz) == (4, 104)
    assert best.merit == pytest.approx(1024 * 104 / 81)
    assert search_session.verdict() == "Best: run 4 of 4, 1315 Mbit/s, better than the start by 3.0%"
    assert [result.seed for result in search_session.results] == [1, 2, 3, 4]
    assert fake.lines().count(f"synthesis {core.name}") == 1


@pytest.mark.parametrize("strategy", ["placement-search", "tpe", "batch-elimination"])
def test_repeating_a_search_starts_no_tool(core: Core, store: Path, fake: Fake, strategy: str) -> None:
    first = run(core, Tools(store, fake), strategy)
    before = fake.lines()
    second = run(core, Tools(store, fake), strategy)
    assert fake.lines() == before
    assert second.search_result == first.search_result
    assert second.data() == first.data()


def test_an_interrupted_search_continues(core: Core, store: Path, fake: Fake) -> None:
    """The search stops in its third run; the first two are not repeated, and the result is the same."""
    tools = Tools(store, fake)
    calls = 0

    def stops(core: Core, device: Device, recipe: Recipe, seeds: Sequence[int]) -> list[Result]:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise KeyboardInterrupt
        return tools(core, device, recipe, seeds)

    request = session.SearchRequest(core, DEVICE, "random", "throughput", 5, 1)
    with pytest.raises(KeyboardInterrupt):
        session.run(request, stops)
    assert sum(line.startswith("placement") for line in fake.lines()) == 2
    resumed = session.run(request, tools)
    assert sum(line.startswith("placement") for line in fake.lines()) == 5
    assert resumed.search_result == session.run(request, tools).search_result


def test_different_strategies_share_stored_runs(core: Core, store: Path, fake: Fake) -> None:
    run(core, Tools(store, fake), "single-run")
    run(core, Tools(store, fake), "placement-search", budget=3)
    # seeds run in parallel, in any order
    assert sorted(line for line in fake.lines() if line.startswith("placement")) == [
        f"placement {core.name} {seed}" for seed in (1, 2, 3)
    ]


@pytest.mark.parametrize("verdict", ["fail", "unchecked"])
def test_a_netlist_that_did_not_pass_is_never_the_best(core: Core, store: Path, fake: Fake, verdict: str) -> None:
    fake.gate = NetlistGate.model_validate({"verdict": verdict, "messages": 7, "detail": "message 3"})
    search_session = run(core, Tools(store, fake))
    assert search_session.search_result.best == ()
    assert search_session.verdict().startswith("Every run failed")
    assert {outcome.note for outcome in search_session.search_result.outcomes} == {
        f"netlist check: {verdict} message 3"
    }
    assert search_session.best_recipe is None


def test_a_failed_run_is_never_the_best(core: Core, store: Path, fake: Fake) -> None:
    """The fastest seed cannot be routed."""
    fake.placement[4] = {"status": "unrouted", "reason": "no route"}
    search_session = run(core, Tools(store, fake))
    assert [outcome.trial.seed for outcome in search_session.search_result.best] == [3]
    assert search_session.search_result.outcomes[3].note == "unrouted: no route"


def test_equal_runs_are_reported_as_a_tie(core: Core, store: Path, fake: Fake) -> None:
    """All seeds have the same area."""
    request = session.SearchRequest(core, DEVICE, "placement-search", "area", 3, 1)
    search_session = session.run(request, Tools(store, fake))
    assert search_session.verdict() == "Tie: runs 1, 2, 3 of 3 are equally good, 4200 cells"
    assert [row[4] for row in search_session.rows()] == ["tie", "tie", "tie"]


def test_confirmation_takes_new_seeds(core: Core, store: Path, fake: Fake) -> None:
    """In a placement search the best and the start have the same recipe, so the ratio with new seeds is 1."""
    search_session = run(core, Tools(store, fake), new_seeds=3)
    assert search_session.confirmation is not None
    assert search_session.confirmation.seeds == (5, 6, 7)
    assert search_session.confirmation.ratio == 1


def test_a_smaller_area_has_the_greater_merit(core: Core, store: Path, fake: Fake) -> None:
    (result,) = sweep(store, fake, core, 1)
    assert result.resources is not None
    used = result.resources.model_copy(update={"area_cells": 90, "flip_flops": 100})
    small = result.model_copy(update={"resources": used})
    area = objectives()["area"]
    assert (area.merit(small) or 0) > (area.merit(result) or 0)
    assert area.from_merit(area.merit(small) or 0) == 100
    ratio = objectives()["throughput-per-area"]
    assert ratio.merit(small) == pytest.approx(1024 * 101 / 81 / 100)
    assert ratio.merit(small.model_copy(update={"measured_cycles": None})) is None
