# SPDX-License-Identifier: Apache-2.0
"""Tests of each strategy's requests and best runs on synthetic benches whose optimum is known."""

import random

import pytest

from fairhash.studies.explore.strategies import STRATEGIES, Trial
from tests.studies.explore.synthetic_bench import by_options, make_space, search

ALL_STRATEGIES = sorted(STRATEGIES)
START = ("own", "off", "trim", "static", "usual")


def noisy(trial: Trial) -> tuple[float | None, float | None]:
    """Random merits; about every fifth trial fails, but never the start."""
    rng = random.Random(repr(trial))
    merit = rng.uniform(50, 150)
    return (None, None) if rng.random() < 0.2 and trial.point != START else (merit, merit)


@pytest.mark.parametrize("strategy", ALL_STRATEGIES)
@pytest.mark.parametrize("budget", [1, 2, 7])
def test_a_search_is_repeatable_begins_at_the_start_and_keeps_its_budget(strategy: str, budget: int) -> None:
    result = search(strategy, noisy, budget)
    trials = [outcome.trial for outcome in result.outcomes]
    assert 1 <= len(trials) <= budget
    assert len(set(trials)) == len(trials)
    assert trials[0] == Trial(START, 1)
    assert search(strategy, noisy, budget) == result


@pytest.mark.parametrize("strategy", ["placement-search", "random", "tpe"])
def test_another_seed_requests_other_trials(strategy: str) -> None:
    first, second = (search(strategy, noisy, 6, seed) for seed in (1, 2))
    outcomes = [[outcome.trial.point for outcome in one.outcomes] for one in (first, second)]
    if strategy == "placement-search":
        assert [outcome.trial.seed for outcome in first.outcomes] == [1, 2, 3, 4, 5, 6]
        assert [outcome.trial.seed for outcome in second.outcomes] == [2, 3, 4, 5, 6, 7]
    else:
        assert outcomes[0] != outcomes[1]


def test_single_run_makes_one_run_whatever_the_budget() -> None:
    assert len(search("single-run", noisy, 9).outcomes) == 1


def test_exhaustive_search_tries_exactly_the_grid() -> None:
    """Two mappers times three placers; the other options keep their start choice."""
    result = search("exhaustive-search", by_options({"stock": -1, "heap": 5}), 100)
    outcomes = [outcome.trial.point for outcome in result.outcomes]
    assert len(outcomes) == 6
    assert {(point[0], point[3]) for point in outcomes} == {
        (mapper, placer) for mapper in ("own", "stock") for placer in ("static", "heap", "sa")
    }
    assert {point[1:3] for point in outcomes} == {("off", "trim")}
    (best,) = result.best
    assert best.trial.point == ("own", "off", "trim", "heap", "usual")


def test_batch_elimination_disables_all_harmful_options_together() -> None:
    """Disabling the own mapper or trimming is better, enabling wide LUTs is worse."""
    result = search("batch-elimination", by_options({"stock": 3, "none": 2, "on": -7}), 10)
    assert [outcome.trial.point[:3] for outcome in result.outcomes] == [
        ("own", "off", "trim"),
        ("stock", "off", "trim"),
        ("own", "on", "trim"),
        ("own", "off", "none"),
        ("stock", "off", "none"),
    ]
    assert result.merit == 105


def test_batch_elimination_keeps_an_option_that_changes_nothing() -> None:
    result = search("batch-elimination", by_options({}), 10)
    assert len(result.outcomes) == 4
    assert len(result.best) == 4


def test_batch_elimination_reserves_the_last_run_for_the_combination() -> None:
    """With four runs: the start, two options disabled alone, then both together."""
    result = search("batch-elimination", by_options({"stock": 3, "on": 1, "none": 9}), 4)
    assert result.outcomes[-1].trial.point[:3] == ("stock", "on", "trim")


def test_batch_elimination_misses_options_that_help_only_together() -> None:
    """Either change alone is worse, both together are better: only a search over points finds that."""

    def outcome(trial: Trial) -> tuple[float, float]:
        changed = (trial.point[0] == "stock") + (trial.point[3] == "heap")
        merit = {0: 100.0, 1: 90.0, 2: 120.0}[changed]
        return merit, merit

    assert search("batch-elimination", outcome, 20).merit == 100
    assert search("exhaustive-search", outcome, 20).merit == 120


def test_random_search_tries_all_points_and_ends() -> None:
    """2 x 2 x 2 points for each of the placers static and sa, and twice as many for heap, which also has a weight."""
    result = search("random", noisy, 1000)
    assert len(result.outcomes) == 8 + 8 + 16
    space = make_space()
    assert all(space.canonical(outcome.trial.point) == outcome.trial.point for outcome in result.outcomes)


def test_tpe_is_better_than_random_search_on_average() -> None:
    """The best of 32 points has merit 180, the start 100; means of 30 searches of ten runs each."""
    gain: dict[str, float] = {"stock": 10, "on": 20, "none": 5, "heap": 30, "more": 15}

    def mean(strategy: str) -> float:
        return sum(search(strategy, by_options(gain), 10, seed).merit or 0 for seed in range(1, 31)) / 30

    assert mean("tpe") > mean("random") + 5


def test_tpe_avoids_points_that_fail() -> None:
    """Every point with the placer sa fails; a third of random points would."""

    def outcome(trial: Trial) -> tuple[float | None, float | None]:
        return (None, None) if trial.point[3] == "sa" else by_options({"stock": 5, "on": 2})(trial)

    shares = []
    for seed in range(1, 6):
        late = search("tpe", outcome, 20, seed).outcomes[6:]
        shares.append(sum(one.merit is None for one in late) / len(late))
    assert sum(shares) / len(shares) < 0.3
