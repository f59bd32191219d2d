# SPDX-License-Identifier: Apache-2.0
"""The results with the cores that have the paper's structure in place of ours."""

from collections.abc import Iterable

from fairhash.papers.a.candidates import PAPER_STRUCTURED
from fairhash.results.schema import Result


def substitute_paper_structured(results: Iterable[Result]) -> list[Result]:
    """Substitute the paper-structured cores' results for those of our cores, on each device that has them."""
    all_results = list(results)
    our_name = {paper_structured: core for core, paper_structured in PAPER_STRUCTURED.items()}
    replaced = {(our_name[result.core], result.device) for result in all_results if result.core in our_name}
    return [
        result.model_copy(update={"core": our_name[result.core]}) if result.core in our_name else result
        for result in all_results
        if (result.core, result.device) not in replaced
    ]
