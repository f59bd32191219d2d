# SPDX-License-Identifier: Apache-2.0
"""Which runs of a campaign's plan are made before another plan, and which ones only keep its processors busy."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from fairhash.bench.campaign_batches import next_batch
from fairhash.bench.campaign_run import CampaignRun, Price, Stage
from fairhash.catalog.cores import find_core
from fairhash.catalog.recipe import Timeouts
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.targets import find_device

SHA, BMW, JH = "sha-256/highspeed", "bmw-256/highspeed", "jh-256/highspeed"


def due(
    core: str, selection: int = 0, stage: Stage = "result", state: Literal["done", "missing"] = "missing"
) -> CampaignRun:
    """A run whose key is its parameters."""
    key = f"{core} {selection} {stage}"
    device, recipe = find_device("ecp5-85k-8"), find_recipe("best")
    return CampaignRun(find_core(core), device, recipe, 1, key, state, stage, selection)


def batch(
    plan: Sequence[CampaignRun], *attempted: CampaignRun, most: int = 1
) -> tuple[list[CampaignRun], list[CampaignRun]] | None:
    """Runs and fillers of the next batch."""
    made = next_batch(plan, {run.key for run in attempted}, most, jobs=1)
    return ([*made.runs], [*made.fillers]) if made else None


def test_the_batch_ends_after_most_runs_and_the_rest_fills() -> None:
    plan = [due(SHA), due(BMW), due(JH)]
    assert batch(plan) == (plan[:1], plan[1:])
    assert batch(plan, most=2) == (plan[:2], plan[2:])
    assert batch(plan, plan[0], most=2) == (plan[1:], [])


def test_a_later_need_of_a_core_does_not_fill() -> None:
    """The earlier outcome decides whether it is a need; it decides nothing about other cores."""
    first, later, other = due(SHA), due(SHA, selection=2), due(JH, selection=2)
    assert batch([first, due(BMW), later, other]) == ([first], [due(BMW), other])
    assert batch([first, later], first) == ([later], [])


def test_syntheses_are_made_together_and_fill_nothing() -> None:
    syntheses = [due(SHA, 2, "synthesis"), due(JH, 2, "synthesis")]
    assert batch([*syntheses, due(BMW)]) == (syntheses, [])
    assert batch([due(BMW), *syntheses, due(SHA, 3)]) == ([due(BMW)], [])


def test_nothing_is_due() -> None:
    assert batch([due(SHA, state="done")]) is None
    assert batch([due(SHA)], due(SHA)) is None


def test_the_fillers_last_as_long_as_the_longest_run_may() -> None:
    """A run may take 10 minutes; fillers of 250 s fill them if there are three, and five for two jobs."""
    recipe = find_recipe("best").model_copy(update={"timeouts": Timeouts(synthesis_s=100, place_s=500)})
    first, *others = [replace(due(SHA), recipe=recipe, key=str(number)) for number in range(9)]
    fillers = [replace(run, price=Price(50, 200)) for run in others]
    for jobs, count in ((1, 3), (2, 5)):
        made = next_batch([first, *fillers], (), 1, jobs)
        assert made
        assert [*made.fillers] == fillers[:count]
