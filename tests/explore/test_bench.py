# SPDX-License-Identifier: Apache-2.0
"""Searches through the real store with made-up stages: nothing runs twice, and a wrong netlist never wins."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from fairhash.catalog.core import Core
from fairhash.catalog.device import Device
from fairhash.catalog.recipe import Recipe
from fairhash.explore import session
from fairhash.explore.bench import ToolBench
from fairhash.explore.objective import objectives
from fairhash.explore.trial import Setting
from fairhash.results import Result
from fairhash.results.schema import NetlistGate
from fairhash.runs.keys import digest
from tests.explore.bench import make_space
from tests.runs.conftest import checkout, core, fake, store
from tests.runs.fakes import DEVICE, Fake, sweep

__all__ = ["checkout", "core", "fake", "store"]


class Tools:
    """`implement` over the made-up stages; each recipe that is synthesised gives a netlist of its own."""

    def __init__(self, store: Path, fake: Fake) -> None:
        self.store, self.fake = store, fake
        fake.netlist = lambda design: digest([design.core.name, design.recipe.model_dump(mode="json")])

    def __call__(self, core: Core, device: Device, recipe: Recipe, seeds: Sequence[int]) -> list[Result]:
        return sweep(self.store, self.fake, core, *seeds, device=device, recipe=recipe)


def run(
    core: Core, tools: Tools, strategy: str = "placement-search", budget: int = 4, fresh_seeds: int = 0
) -> session.Session:
    """A search with the objective throughput; the made-up placer gives 1 MHz more with each seed."""
    return session.run(session.Request(core, DEVICE, strategy, "throughput", budget, 1, fresh_seeds), tools)


def test_the_best_by_hand(core: Core, store: Path, fake: Fake) -> None:
    """104 MHz with seed 4; 1024 bits in 81 cycles."""
    done = run(core, Tools(store, fake))
    (best,) = done.found.best
    assert (best.trial.seed, best.achieved_mhz) == (4, 104)
    assert best.merit == pytest.approx(1024 * 104 / 81)
    assert done.verdict() == "Best: run 4 of 4, 1315 Mbit/s, better than the start by 3.0%"
    assert [result.seed for result in done.results] == [1, 2, 3, 4]
    assert fake.lines().count(f"synthesis {core.name}") == 1


@pytest.mark.parametrize("strategy", ["placement-search", "tpe", "batch-elimination"])
def test_the_same_search_again_starts_nothing(core: Core, store: Path, fake: Fake, strategy: str) -> None:
    first = run(core, Tools(store, fake), strategy)
    before = fake.lines()
    second = run(core, Tools(store, fake), strategy)
    assert fake.lines() == before
    assert second.found == first.found
    assert second.data() == first.data()


def test_an_interrupted_search_goes_on(core: Core, store: Path, fake: Fake) -> None:
    """Stopped in its third run: the first two are not made again, and it finds what it would have found."""
    tools = Tools(store, fake)
    calls = 0

    def stops(core: Core, device: Device, recipe: Recipe, seeds: Sequence[int]) -> list[Result]:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise KeyboardInterrupt
        return tools(core, device, recipe, seeds)

    request = session.Request(core, DEVICE, "random", "throughput", 5, 1)
    with pytest.raises(KeyboardInterrupt):
        session.run(request, stops)
    assert sum(line.startswith("placement") for line in fake.lines()) == 2
    resumed = session.run(request, tools)
    assert sum(line.startswith("placement") for line in fake.lines()) == 5
    assert resumed.found == session.run(request, tools).found


def test_strategies_share_runs(core: Core, store: Path, fake: Fake) -> None:
    run(core, Tools(store, fake), "single-run")
    run(core, Tools(store, fake), "placement-search", budget=3)
    # seeds run side by side, in no order
    assert sorted(line for line in fake.lines() if line.startswith("placement")) == [
        f"placement {core.name} {seed}" for seed in (1, 2, 3)
    ]


@pytest.mark.parametrize("verdict", ["fail", "unchecked"])
def test_a_netlist_that_is_not_right_never_wins(core: Core, store: Path, fake: Fake, verdict: str) -> None:
    fake.gate = NetlistGate.model_validate({"verdict": verdict, "messages": 7, "detail": "message 3"})
    done = run(core, Tools(store, fake))
    assert done.found.best == ()
    assert done.verdict().startswith("Every run failed")
    assert {outcome.note for outcome in done.found.tried} == {f"netlist check: {verdict} message 3"}
    assert done.best_recipe is None


def test_a_run_that_failed_never_wins(core: Core, store: Path, fake: Fake) -> None:
    """The fastest seed is not routed."""
    fake.placement[4] = {"status": "unrouted", "reason": "no route"}
    done = run(core, Tools(store, fake))
    assert [outcome.trial.seed for outcome in done.found.best] == [3]
    assert done.found.tried[3].note == "unrouted: no route"


def test_equal_runs_are_a_tie(core: Core, store: Path, fake: Fake) -> None:
    """Each seed has the same area."""
    request = session.Request(core, DEVICE, "placement-search", "area", 3, 1)
    done = session.run(request, Tools(store, fake))
    assert done.verdict() == "Tie: runs 1, 2, 3 of 3 are equally good, 4200 cells"
    assert [row[5] for row in done.rows()] == ["tie", "tie", "tie"]


def test_confirmation_takes_fresh_seeds(core: Core, store: Path, fake: Fake) -> None:
    """Of a placement search the best and the start are one recipe: what was gained was luck."""
    done = run(core, Tools(store, fake), fresh_seeds=3)
    assert done.confirmation is not None
    assert done.confirmation.seeds == (5, 6, 7)
    assert done.confirmation.ratio == 1


def test_areas_are_better_when_smaller(core: Core, store: Path, fake: Fake) -> None:
    (result,) = sweep(store, fake, core, 1)
    assert result.resources is not None
    used = result.resources.model_copy(update={"area_cells": 90, "flip_flops": 100})
    small = result.model_copy(update={"resources": used})
    area = objectives()["area"]
    assert (area.merit(small) or 0) > (area.merit(result) or 0)
    assert area.shown(area.merit(small) or 0) == 100
    ratio = objectives()["throughput-per-area"]
    assert ratio.merit(small) == pytest.approx(1024 * 101 / 81 / 100)
    assert ratio.merit(small.model_copy(update={"measured_cycles": None})) is None


def test_stored_results_of_other_cores_are_not_taken(core: Core, store: Path, fake: Fake) -> None:
    space = make_space()
    tools = Tools(store, fake)
    other = core.model_copy(update={"architecture": "other"})
    stored = tools(other, DEVICE, space.recipe(space.start, 100), [1])
    bench = ToolBench(core, DEVICE, space, objective=objectives()["area"], implement=tools, stored=stored)
    bench([Setting(space, 1, 1).start])
    assert [result.core for result in bench.results.values()] == [core.name]
