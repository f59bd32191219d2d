# SPDX-License-Identifier: Apache-2.0
"""Other readings of the same results: registers counted as area, and cores with the structure that the paper has."""

from collections.abc import Iterable

from fairhash.papers.a.candidates import PAPER_STRUCTURED
from fairhash.results.schema import Result


def count_registers(results: Iterable[Result]) -> list[Result]:
    """Return the results with an area of at least their number of registers.

    Slices, logic elements and adaptive modules are occupied by a register that stands alone; our cells are not.
    """
    return [_count_registers(result) for result in results]


def _count_registers(result: Result) -> Result:
    used = result.resources
    if used is None or result.achieved is None:
        return result
    larger = used.model_copy(update={"area_cells": max(used.area_cells, used.flip_flops)})
    return result.model_copy(update={"resources": larger})


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
