# SPDX-License-Identifier: Apache-2.0
"""Samples points near good ones with a tree-structured Parzen estimator (TPE, Bergstra et al. 2011), by Optuna."""

import warnings
from typing import TYPE_CHECKING

from fairhash.explore.trial import Outcome, Setting, TrialRequests

if TYPE_CHECKING:
    from optuna.study import Study
    from optuna.trial import Trial as Suggestion


def tpe(setting: Setting) -> TrialRequests:
    """Request the start, then random points (a quarter of the budget, 2 to 10), then points that TPE suggests."""
    # imported only here, because the import takes a second
    import optuna  # noqa: PLC0415

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    random_points = min(10, max(2, setting.budget // 4))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        sampler = optuna.samplers.TPESampler(seed=setting.seed, n_startup_trials=1 + random_points)
        study = optuna.create_study(direction="maximize", sampler=sampler)
    study.enqueue_trial({option.name: option.start for option in setting.space.option})
    while True:
        suggestion = study.ask()
        point = tuple(
            suggestion.suggest_categorical(option.name, list(option.choice)) for option in setting.space.option
        )
        (outcome,) = yield [setting.with_options(point)]
        _report(study, suggestion, outcome)


def _report(study: "Study", suggestion: "Suggestion", outcome: Outcome) -> None:
    """Report an outcome to Optuna; a failed run as pruned trial, which TPE ranks below every success."""
    from optuna.trial import TrialState  # noqa: PLC0415

    if outcome.merit is None:
        study.tell(suggestion, state=TrialState.PRUNED)
    else:
        study.tell(suggestion, outcome.merit)
