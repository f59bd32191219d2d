# SPDX-License-Identifier: Apache-2.0
"""Tests of explore(), which executes a strategy, and of the confirmation with new seeds."""

from dataclasses import replace

import pytest

from fairhash.studies.explore.search import Search, confirm, explore, gain_over
from fairhash.studies.explore.strategies import (
    STRATEGIES,
    SearchSetting,
    Strategy,
    Trial,
    TrialOutcome,
    TrialRequests,
    objectives,
)
from tests.studies.explore.synthetic_bench import Bench, by_options, make_space, search


def test_equal_best_runs_are_all_reported() -> None:
    result = search("placement-search", lambda trial: (7.0 if trial.seed in (2, 4) else 6.0, 50.0), 5)
    assert [outcome.trial.seed for outcome in result.best] == [2, 4]


def test_a_failed_run_is_never_the_best() -> None:
    """Not even if all other runs are poor; if every run failed there is no best run."""
    result = search("placement-search", lambda trial: (None, 900.0) if trial.seed == 1 else (-5.0, 1.0), 2)
    assert [outcome.trial.seed for outcome in result.best] == [2]
    nothing = search("placement-search", lambda _trial: (None, None), 3)
    assert (nothing.best, nothing.merit) == ((), None)


def test_an_equal_or_failed_outcome_does_not_beat_another() -> None:
    trial = Trial(("a",), 1)
    good, same, failed = TrialOutcome(trial, 2.0), TrialOutcome(trial, 2.0), TrialOutcome(trial, None)
    assert good.beats(failed)
    assert not good.beats(same)
    assert not failed.beats(good)
    assert not failed.beats(failed)


def test_equal_trials_are_executed_and_counted_once() -> None:
    """Points that differ only in an option without effect are equal."""
    setting = SearchSetting(make_space(), 5, 1)
    same_as_start = setting.with_options(("own", "off", "trim", "static", "more"))

    def twice(given: SearchSetting) -> TrialRequests:
        first = yield [given.start, same_as_start, given.start]
        assert first[0] == first[1] == first[2]
        yield [replace(given.start, seed=2), same_as_start]

    bench = Bench(by_options({}))
    result = explore(Search(Strategy("twice", "", twice), setting), bench)
    assert [trial.seed for trial in bench.requested] == [1, 2]
    assert len(result.outcomes) == 2


def test_a_strategy_that_repeats_one_request_is_stopped() -> None:
    def repeating(given: SearchSetting) -> TrialRequests:
        while True:
            yield [given.start]

    result = explore(
        Search(Strategy("repeating", "", repeating), SearchSetting(make_space(), 5, 1)), Bench(by_options({}))
    )
    assert len(result.outcomes) == 1


def test_the_gain_of_a_better_run_is_positive() -> None:
    """Also for areas, whose merit is negative: 80 cells instead of 100 are a gain of 20 %."""
    assert gain_over(100, 120) == pytest.approx(0.2)
    assert gain_over(-100, -80) == pytest.approx(0.2)


def test_confirmation_uses_seeds_that_the_search_did_not() -> None:
    """The best run had a lucky seed: with new seeds it is only as good as the start."""
    setting = SearchSetting(make_space(), 4, 3)
    bench = Bench(lambda trial: (200.0 if trial.seed == 5 else 100.0 + trial.seed % 2, 1.0))
    result = explore(Search(STRATEGIES["placement-search"], setting), bench)
    confirmation = confirm(result, bench, objectives()["throughput"], 3)
    assert result.merit == 200
    assert confirmation.seeds == (7, 8, 9)
    assert confirmation.best == confirmation.start == (101.0, 100.0, 101.0)
    assert confirmation.ratio == 1
    assert "ratio 1.000" in confirmation.text()


def test_a_confirmation_whose_runs_failed_is_reported() -> None:
    setting = SearchSetting(make_space(), 4, 1)
    bench = Bench(lambda trial: (1.0, 1.0) if trial.seed < 5 else (None, None))
    result = explore(Search(STRATEGIES["single-run"], setting), bench)
    assert confirm(result, bench, objectives()["area"], 2).text().startswith("Not confirmed")
