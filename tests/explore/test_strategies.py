# SPDX-License-Identifier: Apache-2.0
"""What each strategy asks for and finds on made-up benches whose best is known."""

import math
import random

import pytest

from fairhash.explore.strategies import STRATEGIES
from fairhash.explore.trial import Trial
from tests.explore.bench import by_clock, by_options, make_space, search

EVERY = sorted(STRATEGIES)
START = ("own", "off", "trim", "static", "usual")


def noisy(trial: Trial) -> tuple[float | None, float | None]:
    """A landscape without order in which every fifth trial or so fails."""
    rng = random.Random(repr(trial))
    merit = rng.uniform(50, 150)
    return (None, None) if rng.random() < 0.2 and trial.point != START else (merit, merit)


def two_summits(request: float) -> float:
    """Met up to 130 MHz with a summit there; beyond lies a dip, and at 240 MHz a higher summit that is not met.

    Bisection between met and missed ends at the first.
    """
    low = request if request <= 130 else 130 - (request - 130) / 4
    return max(low, 200 - abs(request - 240), 20)


@pytest.mark.parametrize("strategy", EVERY)
@pytest.mark.parametrize("budget", [1, 2, 7])
def test_budget_start_and_repeatability(strategy: str, budget: int) -> None:
    found = search(strategy, noisy, budget)
    trials = [outcome.trial for outcome in found.tried]
    assert 1 <= len(trials) <= budget
    assert len(set(trials)) == len(trials)
    assert trials[0] == Trial(START, 100.0, 1)
    assert search(strategy, noisy, budget) == found


@pytest.mark.parametrize("strategy", ["placement-search", "random", "tpe", "clock-sampling"])
def test_another_seed_is_another_search(strategy: str) -> None:
    first, second = (search(strategy, noisy, 6, seed) for seed in (1, 2))
    tried = [[(outcome.trial.point, outcome.trial.clock_mhz) for outcome in one.tried] for one in (first, second)]
    if strategy == "placement-search":
        assert [outcome.trial.seed for outcome in first.tried] == [1, 2, 3, 4, 5, 6]
        assert [outcome.trial.seed for outcome in second.tried] == [2, 3, 4, 5, 6, 7]
    else:
        assert tried[0] != tried[1]


def test_single_run_leaves_the_rest_of_its_budget() -> None:
    assert len(search("single-run", noisy, 9).tried) == 1


def test_exhaustive_search_tries_the_grid_and_no_more() -> None:
    """Two mappers by three placers; the other options stay as they start."""
    found = search("exhaustive-search", by_options({"stock": -1, "heap": 5}), 100)
    tried = [outcome.trial.point for outcome in found.tried]
    assert len(tried) == 6
    assert {(point[0], point[3]) for point in tried} == {
        (mapper, placer) for mapper in ("own", "stock") for placer in ("static", "heap", "sa")
    }
    assert {point[1:3] for point in tried} == {("off", "trim")}
    (best,) = found.best
    assert best.trial.point == ("own", "off", "trim", "heap", "usual")


def test_batch_elimination_drops_all_that_harms_at_once() -> None:
    """Without the own mapper and without trimming is better, each by itself; with wide functions is worse."""
    found = search("batch-elimination", by_options({"stock": 3, "none": 2, "on": -7}), 10)
    assert [outcome.trial.point[:3] for outcome in found.tried] == [
        ("own", "off", "trim"),
        ("stock", "off", "trim"),
        ("own", "on", "trim"),
        ("own", "off", "none"),
        ("stock", "off", "none"),
    ]
    assert found.merit == 105


def test_batch_elimination_takes_a_tie_for_no_harm() -> None:
    found = search("batch-elimination", by_options({}), 10)
    assert len(found.tried) == 4
    assert len(found.best) == 4


def test_batch_elimination_keeps_a_run_for_the_end() -> None:
    """Four runs: the start, two options, both together."""
    found = search("batch-elimination", by_options({"stock": 3, "on": 1, "none": 9}), 4)
    assert found.tried[-1].trial.point[:3] == ("stock", "on", "trim")


def test_batch_elimination_misses_what_options_do_together() -> None:
    """Either change alone harms, both together gain: only a search over points finds it."""

    def outcome(trial: Trial) -> tuple[float, float]:
        changed = (trial.point[0] == "stock") + (trial.point[3] == "heap")
        merit = {0: 100.0, 1: 90.0, 2: 120.0}[changed]
        return merit, merit

    assert search("batch-elimination", outcome, 20).merit == 100
    assert search("exhaustive-search", outcome, 20).merit == 120


@pytest.mark.parametrize("limit", [61.3, 100.0, 487.0])
def test_frequency_search_finds_where_requests_are_no_longer_met(limit: float) -> None:
    """A tool that does just what it is asked, and beyond `limit` stays a little below it."""
    found = search("frequency-search", by_clock(lambda mhz: mhz if mhz <= limit else 0.97 * limit), 40)
    assert found.merit == pytest.approx(limit, rel=0.006)
    assert len(found.tried) < 40


def test_sampling_finds_the_summit_that_bisection_misses() -> None:
    """With the same budget. The best there is: 200 MHz, for a request of 240."""
    assert max(two_summits(mhz / 10) for mhz in range(100, 10000)) == 200
    bisection = search("frequency-search", by_clock(two_summits), 16)
    sampling = [search("clock-sampling", by_clock(two_summits), 16, seed) for seed in range(1, 21)]
    assert bisection.merit == pytest.approx(130, rel=0.01)
    assert sum((found.merit or 0) > 190 for found in sampling) >= 18


def test_sampling_closes_in_on_a_summit() -> None:
    """Half of its runs are golden sections: nearer to a smooth summit than as many draws by chance would come."""

    def smooth(mhz: float) -> float:
        return 150 - 100 * math.log(mhz / 130) ** 2

    found = search("clock-sampling", by_clock(smooth), 20)
    (best,) = found.best
    assert best.trial.clock_mhz == pytest.approx(130, rel=0.03)


@pytest.mark.parametrize("strategy", ["frequency-search", "clock-sampling"])
def test_a_tool_that_does_not_heed_requests_costs_three_runs(strategy: str) -> None:
    """And all three are equally good: a tie."""
    found = search(strategy, by_clock(lambda _mhz: 88.5), 30)
    assert len(found.tried) == 3
    assert found.best == found.tried


@pytest.mark.parametrize("strategy", ["frequency-search", "clock-sampling"])
def test_clocks_stay_within_the_space(strategy: str) -> None:
    found = search(strategy, by_clock(lambda mhz: mhz * (1 + mhz / 1e4)), 60)
    assert all(10 <= outcome.trial.clock_mhz <= 1000 for outcome in found.tried)
    assert found.merit is not None
    assert found.merit > 800 or strategy == "clock-sampling"


@pytest.mark.parametrize("strategy", ["frequency-search", "clock-sampling"])
def test_clock_searches_end_where_all_fails(strategy: str) -> None:
    found = search(strategy, lambda _trial: (None, None), 12)
    assert found.best == ()
    assert len(found.tried) <= 12


def test_random_tries_the_whole_space_and_ends() -> None:
    """2 x 2 x 2 points for each of static and sa, twice as many for heap: elsewhere its weight says nothing."""
    found = search("random", noisy, 1000)
    assert len(found.tried) == 8 + 8 + 16
    space = make_space()
    assert all(space.settled(outcome.trial.point) == outcome.trial.point for outcome in found.tried)


def test_tpe_learns() -> None:
    """The best of 32 points has 180, the start 100: in ten runs TPE comes nearer than chance, over 30 searches."""
    gain: dict[str, float] = {"stock": 10, "on": 20, "none": 5, "heap": 30, "more": 15}

    def mean(strategy: str) -> float:
        return sum(search(strategy, by_options(gain), 10, seed).merit or 0 for seed in range(1, 31)) / 30

    assert mean("tpe") > mean("random") + 5


def test_tpe_avoids_what_fails() -> None:
    """Everything with the placer sa fails; drawn by chance a third of the runs would."""

    def outcome(trial: Trial) -> tuple[float | None, float | None]:
        return (None, None) if trial.point[3] == "sa" else by_options({"stock": 5, "on": 2})(trial)

    shares = []
    for seed in range(1, 6):
        late = search("tpe", outcome, 20, seed).tried[6:]
        shares.append(sum(one.merit is None for one in late) / len(late))
    assert sum(shares) / len(shares) < 0.3
