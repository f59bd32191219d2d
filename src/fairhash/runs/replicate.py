# SPDX-License-Identifier: Apache-2.0
"""Runs a stored result again, from what it records, in a clean folder, and says whether it came out equal."""

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fairhash import paths
from fairhash.catalog.core import Core
from fairhash.catalog.cores import find_core
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.target import Target
from fairhash.catalog.targets import find_target
from fairhash.errors import FairhashError
from fairhash.results import Database, Result, files
from fairhash.results.export import read_json_lines
from fairhash.runs.flow import Flow, real_flow
from fairhash.runs.implementing import implement
from fairhash.runs.keys import source_digest
from fairhash.runs.progress import Progress
from fairhash.runs.store import Store
from fairhash.runs.workspace import Workspace

_FIGURES = (
    *("status", "stage", "achieved", "resources", "frame_resources", "measured_cycles", "critical_path"),
    *("search", "power"),
)
"""What a run says of the core; when and where it ran, and what that cost, may differ."""
_LEAST = 6
"""Digits of a key that a person must give."""


@dataclass(frozen=True)
class Replica:
    """The stored result, the new one, and the names of the figures in which they differ."""

    stored: Result
    made: Result
    different: tuple[str, ...]


def stored_result(named: str, database: Database) -> Result:
    """The result whose key begins so, or the only one in a JSON Lines file; FILE:KEY takes one of a file."""
    name, _, prefix = named.partition(":")
    if Path(name).is_file():
        found = [result for result in read_json_lines(Path(name)) if result.key.startswith(prefix)]
        place = name
    elif len(named) >= _LEAST and not set(named) - set("0123456789abcdef"):
        found, place = database.find_by_prefix(named), database.name
    else:
        raise FairhashError(f"{named} is neither a file nor the beginning of a key", "", f"give {_LEAST} of its digits")
    if len(found) != 1:
        raise FairhashError(f"{len(found) or 'no'} results match {named}", place, "see fairhash results list")
    return found[0]


def replicate(stored: Result, progress: Progress | None = None, flow: Flow | None = None) -> Replica:
    """Run it again; raises FairhashError where that is not possible or says nothing, e.g. with other tools."""
    core, target, recipe = find_core(stored.core), find_target(stored.device), find_recipe(stored.recipe)
    flow = flow or real_flow()
    _demand_same(stored, core, target, flow)
    with files.one_line_errors("cannot make a clean folder", paths.build()):
        clean = tempfile.TemporaryDirectory(prefix="replicate-", dir=paths.build())
    with clean as name:
        folder = Path(name)
        there = Workspace(Store(folder / "store"), Database(folder / "results.sqlite"), flow)
        (made,) = implement([core], target, recipe, [stored.seed], progress, workspace=there)
    different = _different(stored, made)
    other = [use.tool for use, now in zip(stored.tools, made.tools, strict=False) if use.version != now.version]
    if different and other:
        raise FairhashError(f"it was made with another build of {', '.join(other)}", stored.core, "install that build")
    if different and stored.requested != made.requested:
        raise FairhashError(f"recipe {stored.recipe} asks for another clock today", stored.core, "use its old version")
    return Replica(stored, made, different)


def _demand_same(stored: Result, core: Core, target: Target, flow: Flow) -> None:
    """Refuse early what could come out equal only by chance.

    Raises:
        FairhashError: if the sources or a tool's build are not those of the result.
    """
    if not _same_sources(stored, core, target, flow) or core.generics != stored.generics:
        raise FairhashError(f"the sources of {core.name} are not those of the result", "", "check out its version")
    builds = flow.builds(target)
    for use in stored.tools:
        known = {**builds, "yosys": builds.get("pyosys", ""), "nextpnr": _package(builds)}.get(use.tool)
        if known and known not in use.version:
            raise FairhashError(
                f"it was made with {use.tool} {use.version}, here is {known}", stored.core, "install that build"
            )


def _package(builds: Any) -> str:
    return next((build for tool, build in builds.items() if "nextpnr" in tool), "")


def _different(stored: Result, made: Result) -> tuple[str, ...]:
    names = [name for name in _FIGURES if getattr(stored, name) != getattr(made, name)]
    if stored.netlist.verdict != made.netlist.verdict:
        names.append("netlist")
    return tuple(names)


def _same_sources(stored: Result, core: Core, target: Target, flow: Flow) -> bool:
    """Whether today's sources elaborate to the result's Verilog; for a result without it, whether they are equal."""
    if source_digest(core) == stored.source_digest:
        return True
    if stored.verilog_digest is None:
        return False
    workspace = Workspace(flow=flow)
    return workspace.elaboration(core, workspace.tool_builds(target)["ghdl"]).verilog == stored.verilog_digest
