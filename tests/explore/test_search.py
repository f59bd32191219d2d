# SPDX-License-Identifier: Apache-2.0
"""The driver: what counts as a run, what wins, what does not; and the confirmation with fresh seeds."""

from dataclasses import replace

import pytest

from fairhash.explore.confirmation import confirm
from fairhash.explore.objective import objectives
from fairhash.explore.search import Search, explore, gain_over
from fairhash.explore.strategies import STRATEGIES, Strategy
from fairhash.explore.trial import Asking, Outcome, Setting, Trial
from tests.explore.bench import Bench, by_options, make_space, search


def test_a_tie_is_told_as_a_tie() -> None:
    found = search("placement-search", lambda trial: (7.0 if trial.seed in (2, 4) else 6.0, 50.0), 5)
    assert [outcome.trial.seed for outcome in found.best] == [2, 4]
    assert found.runs_to_best == 2


def test_failures_never_win() -> None:
    """Even where everything else is poor; and where all fails there is no best."""
    found = search("placement-search", lambda trial: (None, 900.0) if trial.seed == 1 else (-5.0, 1.0), 2)
    assert [outcome.trial.seed for outcome in found.best] == [2]
    nothing = search("placement-search", lambda _trial: (None, None), 3)
    assert (nothing.best, nothing.merit, nothing.runs_to_best) == ((), None, None)


def test_outcomes_compare_strictly() -> None:
    trial = Trial(("a",), 1.0, 1)
    good, same, failed = Outcome(trial, 2.0), Outcome(trial, 2.0), Outcome(trial, None)
    assert good.beats(failed)
    assert not good.beats(same)
    assert not failed.beats(good)
    assert not failed.beats(failed)


def test_the_same_run_is_made_once_and_counted_once() -> None:
    """Points that ask the same of the tools are one point."""
    setting = Setting(make_space(), 5, 1)
    idle = setting.at(("own", "off", "trim", "static", "more"))

    def twice(given: Setting) -> Asking:
        first = yield [given.start, idle, given.start]
        assert first[0] == first[1] == first[2]
        yield [replace(given.start, seed=2), idle]

    bench = Bench(by_options({}))
    found = explore(Search(Strategy("twice", "", twice), setting), bench)
    assert [trial.seed for trial in bench.asked] == [1, 2]
    assert len(found.tried) == 2


def test_a_strategy_that_asks_only_for_what_is_known_ends() -> None:
    def stubborn(given: Setting) -> Asking:
        while True:
            yield [given.start]

    found = explore(Search(Strategy("stubborn", "", stubborn), Setting(make_space(), 5, 1)), Bench(by_options({})))
    assert len(found.tried) == 1


def test_gain_is_positive_where_it_is_better() -> None:
    """For areas, whose merit is negative, too: 100 cells to 80 is a fifth better."""
    assert gain_over(100, 120) == pytest.approx(0.2)
    assert gain_over(-100, -80) == pytest.approx(0.2)


def test_confirmation_uses_seeds_the_search_did_not() -> None:
    """A lucky seed is found out: with fresh seeds the best is as good as the start."""
    setting = Setting(make_space(), 4, 3)
    bench = Bench(lambda trial: (200.0 if trial.seed == 5 else 100.0 + trial.seed % 2, 1.0))
    found = explore(Search(STRATEGIES["placement-search"], setting), bench)
    sure = confirm(found, bench, objectives()["throughput"], 3)
    assert found.merit == 200
    assert sure.seeds == (7, 8, 9)
    assert sure.best == sure.start == (101.0, 100.0, 101.0)
    assert sure.ratio == 1
    assert "ratio 1.000" in sure.text()


def test_confirmation_that_fails_says_so() -> None:
    setting = Setting(make_space(), 4, 1)
    bench = Bench(lambda trial: (1.0, 1.0) if trial.seed < 5 else (None, None))
    found = explore(Search(STRATEGIES["single-run"], setting), bench)
    assert confirm(found, bench, objectives()["area"], 2).text().startswith("Not confirmed")
