# SPDX-License-Identifier: Apache-2.0
"""Finds stored results that a run of today would not repeat, because its key is another one, and marks them stale."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from fairhash.base.errors import FairhashError
from fairhash.bench.campaign_run import PlanInputs
from fairhash.bench.run_keys import RunKeys
from fairhash.bench.workspace import Workspace
from fairhash.catalog.core import Core
from fairhash.catalog.cores import all_cores, main_name
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.recipes import has_options, recipes
from fairhash.catalog.target import Target
from fairhash.catalog.targets import find_target
from fairhash.results.results_folder import STALE, ResultsFolder
from fairhash.results.schema import Result
from fairhash.toolchain.builds import front_end_builds

OTHER_VERILOG = "the Verilog of the core has changed since"
NO_RECIPE = "its recipe was removed since"
NO_CORE = "its core was removed since"
NO_TARGET = "its device was removed since"
_MARKS = ("", STALE, OTHER_VERILOG, NO_RECIPE, NO_CORE, NO_TARGET)
"""The marks made here. One of them is taken back if a run has that key again; other marks stay."""

Keys = Callable[[Core, Target, Recipe], RunKeys]
"""The keys of a design by the sources and tools of today."""


def verilog_of_today() -> Callable[[Core], str]:
    """Return what gives the digest of a core's Verilog, elaborated by GHDL unless it is remembered."""
    workspace, ghdl = Workspace(), front_end_builds()["ghdl"]
    return lambda core: workspace.elaboration(core, ghdl).verilog


def keys_of_today(folder: Path, workspace: Workspace | None = None) -> Keys:
    """Return what gives the keys of a design; GHDL elaborates cores whose Verilog is not known."""
    return PlanInputs(ResultsFolder(folder), workspace or Workspace()).keys


def reason_today(result: Result, cores: Mapping[str, Core], keys: Keys) -> str:
    """Why a run today would not repeat this result; empty if it would."""
    core, recipe = cores.get(main_name(result.core)), recipes().get(result.recipe)
    if core is None:
        return NO_CORE
    if recipe is None:
        return NO_RECIPE
    try:
        target = find_target(result.device)
    except FairhashError:
        return NO_TARGET
    if not has_options(recipe, target):
        return NO_RECIPE
    today = keys(core, target, recipe)
    if today.result(result.seed) == result.key:
        return ""
    return STALE if today.elaboration.verilog == result.verilog_digest else OTHER_VERILOG


def remarked(results: Iterable[Result], keys: Keys) -> list[Result]:
    """Return the results whose mark is wrong, each with the right one. A stale result keeps the reason it has."""
    cores = all_cores()
    changed = []
    for result in results:
        if result.stale not in _MARKS:
            continue
        reason = reason_today(result, cores, keys)
        if bool(reason) != bool(result.stale):
            changed.append(result.model_copy(update={"stale": reason}))
    return changed


def mark_outdated(folder: Path, keys: Keys) -> list[Result]:
    """Correct the marks of a folder of results, and return the results that have another mark now."""
    changed = remarked(results_of(folder), keys)
    ResultsFolder(folder).add(changed)
    return changed


def prunable(results: Iterable[Result], *, every: bool = False) -> list[Result]:
    """Return the stale results that may be removed.

    Args:
        results: All results of a folder.
        every: Whether to return every stale result, and not only those on a device on which the same core has a result
            that is not stale.
    """
    together = list(results)
    measured_again = {(result.core, result.device) for result in together if not result.stale}
    return [result for result in together if result.stale and (every or (result.core, result.device) in measured_again)]


def results_of(folder: Path) -> list[Result]:
    """Return the results of a folder without those of its subfolders, which are of searches."""
    results = ResultsFolder(folder)
    return [result for file in sorted(folder.glob("*.jsonl")) for result in results.read(file.stem)]
