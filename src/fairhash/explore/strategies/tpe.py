# SPDX-License-Identifier: Apache-2.0
"""Points drawn where good ones were found: tree-structured Parzen estimator (Bergstra et al. 2011), by Optuna."""

import warnings
from typing import TYPE_CHECKING

from fairhash.explore.trial import Asking, Outcome, Setting

if TYPE_CHECKING:
    from optuna.study import Study
    from optuna.trial import Trial as Suggestion


def tpe(setting: Setting) -> Asking:
    """The start, then a quarter of the budget (at least two points, at most ten) by chance, then as TPE suggests."""
    # a second to import, needed only here
    import optuna  # noqa: PLC0415

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    by_chance = min(10, max(2, setting.budget // 4))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        sampler = optuna.samplers.TPESampler(seed=setting.seed, n_startup_trials=1 + by_chance)
        study = optuna.create_study(direction="maximize", sampler=sampler)
    study.enqueue_trial({option.name: option.start for option in setting.space.option})
    while True:
        suggestion = study.ask()
        point = tuple(
            suggestion.suggest_categorical(option.name, list(option.choice)) for option in setting.space.option
        )
        (outcome,) = yield [setting.at(point)]
        _tell(study, suggestion, outcome)


def _tell(study: "Study", suggestion: "Suggestion", outcome: Outcome) -> None:
    """A failure counts as worse than every success: that is how TPE takes a pruned trial."""
    from optuna.trial import TrialState  # noqa: PLC0415

    if outcome.merit is None:
        study.tell(suggestion, state=TrialState.PRUNED)
    else:
        study.tell(suggestion, outcome.merit)
