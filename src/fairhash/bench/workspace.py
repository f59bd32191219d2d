# SPDX-License-Identifier: Apache-2.0
"""The workspace of runs: the kinds of target, the store of outcomes and the folder of results."""

import contextlib
import json
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from fairhash.base import files
from fairhash.bench.elaboration import Elaboration, elaborated, elaboration_key, frozen_elaboration
from fairhash.bench.keys import digest
from fairhash.bench.run_keys import RunKeys
from fairhash.bench.store import Store
from fairhash.catalog.core import Core
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.target import Target
from fairhash.results import Result, ResultsFolder, own_results
from fairhash.targets.kinds import kind_of
from fairhash.targets.target_kind import Design, TargetKind
from fairhash.toolchain import tools
from fairhash.toolchain.builds import package_build
from fairhash.toolchain.elaborate import elaborate


def _ignore_results(_results: Sequence[Result]) -> None:
    return None


@dataclass(frozen=True)
class Workspace:
    """Where runs are made and stored; by default in the build folder of this checkout."""

    store: Store = field(default_factory=Store)
    results: ResultsFolder = field(default_factory=own_results)
    kind_of: Callable[[Target], TargetKind[Any]] = kind_of
    """The kind of each target."""
    elaborate: Callable[[Core, Path], Path] = elaborate
    """Writes the Verilog of a core to a folder."""
    stop: threading.Event = field(default_factory=threading.Event)
    """Set to stop waiting for an outcome that another process is making."""
    listener: Callable[[Sequence[Result]], None] = _ignore_results
    """Receives the results of each core as soon as they are made or read from the store."""

    def with_listener(self, listener: Callable[[Sequence[Result]], None]) -> "Workspace":
        """The same workspace with another listener."""
        return replace(self, listener=listener)

    def add(self, results: Iterable[Result]) -> None:
        """Add results to the folder and pass them to the listener."""
        added = list(results)
        self.results.add(added)
        if added:
            self.listener(added)

    def tool_builds(self, target: Target) -> Mapping[str, str]:
        """The exact version of each tool of `target`, by tool.

        The versions are cached; the tools are started only if a tool's file or package has changed.
        """
        file = self.store.folder / "tools" / f"{target.id}.json"
        last = self.kind_of(target).last_tool(target)
        identity = digest([tools.identity("ghdl"), package_build("pyosys"), last])
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            stored = json.loads(file.read_bytes())
            if stored["identity"] == identity:
                return {str(tool): str(version) for tool, version in stored["builds"].items()}
        builds = dict(self.kind_of(target).tool_builds(target))
        files.write_text(file, json.dumps({"identity": identity, "builds": builds}, indent=1))
        return builds

    def elaboration(self, core: Core, ghdl: str) -> Elaboration:
        """The elaboration of `core` by GHDL of version `ghdl`; a stored one is reused."""
        key = elaboration_key(core, ghdl)
        elaboration, _ = self.store.get_or_make(
            "elaboration", key, Elaboration, lambda folder: elaborated(core, self.elaborate, folder), self.stop
        )
        return elaboration

    def known_elaboration(self, core: Core, ghdl: str) -> Elaboration:
        """As elaboration(), but GHDL is not started for an unchanged core in the list of frozen Verilog.

        For plans and comparisons with stored results; runs elaborate.
        """
        return frozen_elaboration(core, ghdl) or self.elaboration(core, ghdl)

    def stored_elaboration(self, core: Core, ghdl: str) -> Elaboration | None:
        """The stored elaboration of `core`, or None; starts no tool."""
        return self.store.load("elaboration", elaboration_key(core, ghdl), Elaboration)

    def design(self, core: Core, target: Target, recipe: Recipe) -> Design[Any]:
        """One core on one target with one recipe and the installed tools."""
        return Design(core, target, recipe, self.tool_builds(target), self.kind_of(target))

    def keys(self, core: Core, target: Target, recipe: Recipe) -> RunKeys:
        """The keys of all stages; elaborates the sources if they have changed."""
        design = self.design(core, target, recipe)
        return RunKeys(design, self.elaboration(core, design.builds["ghdl"]))
