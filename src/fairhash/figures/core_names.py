# SPDX-License-Identifier: Apache-2.0
"""Results of cores that have several names."""

from collections.abc import Iterable, Iterator

from fairhash.catalog.cores import all_cores, main_name
from fairhash.results.schema import Result


def under_main_name(results: Iterable[Result]) -> Iterator[Result]:
    """The results, each under the main name of its core: two names of one circuit make one figure."""
    for result in results:
        name = main_name(result.core)
        yield result if name == result.core else result.model_copy(update={"core": name})


def under_every_name(results: Iterable[Result]) -> Iterator[Result]:
    """The results, each under its core's main name and again under every other name of the core.

    For a paper's tables, which look a core up by the name that the paper gives it.
    """
    cores = all_cores()
    for result in under_main_name(results):
        yield result
        for name in cores[result.core].other_names if result.core in cores else ():
            yield result.model_copy(update={"core": name})
