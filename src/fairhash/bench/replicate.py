# SPDX-License-Identifier: Apache-2.0
"""Repeats the run of a stored result in a clean folder and compares the two results."""

import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from fairhash.base import files, paths
from fairhash.base.errors import FairhashError
from fairhash.bench.implementing import implement
from fairhash.bench.jobs import Progress
from fairhash.bench.keys import source_digest
from fairhash.bench.store import Store
from fairhash.bench.workspace import Workspace
from fairhash.catalog.core import Core
from fairhash.catalog.cores import find_core
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.target import Target
from fairhash.catalog.targets import find_target
from fairhash.results import Result, ResultsFolder
from fairhash.results.export import read_json_lines
from fairhash.results.reader import read_results
from fairhash.toolchain import reaper

_COMPARED_FIELDS = (
    *("status", "stage", "achieved", "resources", "frame_resources", "measured_cycles", "critical_path"),
    *("search", "power"),
)
"""The fields of a result that must be equal; date, machine, time and memory may differ."""
_MIN_KEY_DIGITS = 6


@dataclass(frozen=True)
class Replica:
    """The stored result, the new one, and the names of the figures in which they differ."""

    stored: Result
    repeated: Result
    different: tuple[str, ...]


def stored_result(named: str) -> Result:
    """Find one stored result.

    Args:
        named: The first digits of a key; or a JSON Lines file with one result; or FILE:KEY for one result of a file.

    Raises:
        FairhashError: If not exactly one result matches.
    """
    name, _, prefix = named.partition(":")
    if Path(name).is_file():
        among, where = read_json_lines(Path(name)), name
    elif len(named) >= _MIN_KEY_DIGITS and not set(named) - set("0123456789abcdef"):
        among, where, prefix = read_results(), "", named
    else:
        raise FairhashError(
            f"{named} is neither a file nor the first digits of a key", "", f"give at least {_MIN_KEY_DIGITS} digits"
        )
    matches = [result for result in among if result.key.startswith(prefix)]
    if len(matches) != 1:
        raise FairhashError(f"{len(matches) or 'no'} results match {named}", where, "see fairhash results list")
    return matches[0]


def replicate(stored: Result, progress: Progress | None = None, workspace: Workspace | None = None) -> Replica:
    """Repeat the run of a stored result in a new folder.

    Args:
        stored: The result.
        progress: Is informed of every job.
        workspace: The kinds of target and the elaboration; by default those of this checkout.

    Raises:
        FairhashError: If the run cannot be repeated, e.g. because the sources, the recipe or a tool have changed.
    """
    core, target, recipe = find_core(stored.core), find_target(stored.device), find_recipe(stored.recipe)
    workspace = workspace or Workspace()
    _require_same_inputs(stored, core, target, workspace)
    with files.one_line_errors("cannot create a clean folder", paths.build()):
        clean = tempfile.TemporaryDirectory(prefix="replicate-", dir=reaper.temporary_folder())
    with clean as name:
        folder = Path(name)
        inside = replace(workspace, store=Store(folder / "store"), results=ResultsFolder(folder / "results"))
        (repeated,) = implement([core], target, recipe, [stored.seed], progress, workspace=inside)
    different = _different_fields(stored, repeated)
    other_builds = [
        use.tool for use, now in zip(stored.tools, repeated.tools, strict=False) if use.version != now.version
    ]
    if different and other_builds:
        raise FairhashError(
            f"it was made with another build of {', '.join(other_builds)}", stored.core, "install that build"
        )
    if different and stored.requested != repeated.requested:
        raise FairhashError(f"recipe {stored.recipe} requests another clock now", stored.core, "use its old version")
    return Replica(stored, repeated, different)


def _require_same_inputs(stored: Result, core: Core, target: Target, workspace: Workspace) -> None:
    """Check the inputs before the run.

    Raises:
        FairhashError: If the sources or a tool's build are not those of the result.
    """
    if not _same_sources(stored, core, target, workspace) or core.generics != stored.generics:
        raise FairhashError(f"the sources of {core.name} are not those of the result", "", "check out its version")
    builds = workspace.kind_of(target).tool_builds(target)
    for use in stored.tools:
        build = {**builds, "yosys": builds.get("pyosys", ""), "nextpnr": _nextpnr_build(builds)}.get(use.tool)
        if build and build not in use.version:
            raise FairhashError(
                f"it was made with {use.tool} {use.version}; installed is {build}", stored.core, "install that build"
            )


def _nextpnr_build(builds: Any) -> str:
    return next((build for tool, build in builds.items() if "nextpnr" in tool), "")


def _different_fields(stored: Result, repeated: Result) -> tuple[str, ...]:
    names = [name for name in _COMPARED_FIELDS if getattr(stored, name) != getattr(repeated, name)]
    if stored.netlist.verdict != repeated.netlist.verdict:
        names.append("netlist")
    return tuple(names)


def _same_sources(stored: Result, core: Core, target: Target, workspace: Workspace) -> bool:
    """Whether the sources elaborate to the result's Verilog; if it records none, whether the sources are unchanged."""
    if source_digest(core) == stored.source_digest:
        return True
    if stored.verilog_digest is None:
        return False
    return workspace.elaboration(core, workspace.tool_builds(target)["ghdl"]).verilog == stored.verilog_digest
