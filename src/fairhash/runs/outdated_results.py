# SPDX-License-Identifier: Apache-2.0
"""Finds committed results whose core has other Verilog today, and marks them stale."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from fairhash.catalog.core import Core
from fairhash.catalog.cores import main_name
from fairhash.results.results_folder import ResultsFolder
from fairhash.results.schema import Result
from fairhash.runs.workspace import Workspace
from fairhash.toolchain.builds import front_end_builds

OTHER_VERILOG = "the Verilog of the core has changed since"
"""Why a result is stale. The mark is taken back if the core has that Verilog again."""


def verilog_of_today(workspace: Workspace | None = None) -> Callable[[Core], str]:
    """Return what gives the digest of a core's Verilog, elaborated by GHDL unless it is remembered."""
    workspace, ghdl = workspace or Workspace(), front_end_builds()["ghdl"]
    return lambda core: workspace.elaboration(core, ghdl).verilog


def remarked(results: Iterable[Result], cores: Mapping[str, Core], verilog: Callable[[Core], str]) -> list[Result]:
    """Return the results whose mark is wrong, each with the right one.

    Args:
        results: Results of any cores; those of cores that are not in `cores`, or without a digest, are left alone.
        cores: Cores by main name.
        verilog: Gives the digest of a core's Verilog.
    """
    today: dict[str, str] = {}
    changed = []
    for result in results:
        core = cores.get(main_name(result.core))
        if core is None or result.verilog_digest is None or result.stale not in ("", OTHER_VERILOG):
            continue
        if core.name not in today:
            today[core.name] = verilog(core)
        stale = "" if result.verilog_digest == today[core.name] else OTHER_VERILOG
        if stale != result.stale:
            changed.append(result.model_copy(update={"stale": stale}))
    return changed


def mark_outdated(folder: Path, cores: Mapping[str, Core], verilog: Callable[[Core], str]) -> list[Result]:
    """Correct the marks of a folder of results, and return the results that have another mark now."""
    changed = remarked(results_of(folder), cores, verilog)
    ResultsFolder(folder).add(changed)
    return changed


def results_of(folder: Path) -> list[Result]:
    """Return the results of a folder without those of its subfolders, which are of searches."""
    results = ResultsFolder(folder)
    return [result for file in sorted(folder.glob("*.jsonl")) for result in results.read(file.stem)]
