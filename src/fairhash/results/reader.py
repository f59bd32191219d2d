# SPDX-License-Identifier: Apache-2.0
"""The results that commands read: the committed ones in results/, and the user's own; under the main name of a core."""

from collections.abc import Iterable, Iterator
from typing import Literal

from fairhash.base import paths
from fairhash.catalog.cores import main_name
from fairhash.results.export import read_folder
from fairhash.results.results_folder import STALE
from fairhash.results.schema import Result

Source = Literal["committed", "yours"]
"""Where a result is: in results/, or in the user's own folder build/results/."""


def read_results(only: Source | None = None) -> list[Result]:
    """All stored results, or those of one source.

    Raises:
        FairhashError: A line of a file is not a result; the message gives its number.
    """
    committed = [] if only == "yours" else read_folder(paths.results())
    own = [] if only == "committed" else read_folder(paths.own_results())
    return united(committed, own) if committed and own else committed or own


def united(committed: Iterable[Result], own: Iterable[Result]) -> list[Result]:
    """Both, each key once, by its later result; a result is stale if the other source has a later one of the same run.

    A run is a core on a target by a recipe with a seed.
    """
    by_key: dict[str, Result] = {}
    for result in [*committed, *own]:
        if result.key not in by_key or result.date > by_key[result.key].date:
            by_key[result.key] = result
    latest: dict[tuple[str, str, str, int], Result] = {}
    for result in by_key.values():
        if not result.stale and (_run(result) not in latest or result.date > latest[_run(result)].date):
            latest[_run(result)] = result
    return [
        result if result.stale or latest[_run(result)] is result else result.model_copy(update={"stale": STALE})
        for result in by_key.values()
    ]


def _run(result: Result) -> tuple[str, str, str, int]:
    return result.device, result.core, result.recipe, result.seed


def under_main_name(results: Iterable[Result]) -> Iterator[Result]:
    """The results, each under the main name of its core: two names of one circuit make one figure."""
    for result in results:
        name = main_name(result.core)
        yield result if name == result.core else result.model_copy(update={"core": name})
