# SPDX-License-Identifier: Apache-2.0
"""Where runs are made and stored: the stages, the store, the database, and what is remembered between calls."""

import contextlib
import json
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from fairhash.catalog.core import Core
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.target import Target
from fairhash.results import Database, Result, files
from fairhash.runs.elaboration import Elaboration, elaboration_key
from fairhash.runs.flow import Flow, real_flow
from fairhash.runs.keys import digest
from fairhash.runs.run_keys import RunKeys
from fairhash.runs.store import Store
from fairhash.targets.design import Design
from fairhash.targets.kinds import kind_of
from fairhash.toolchain import tools
from fairhash.toolchain.builds import package_build


def _ignore(_results: Sequence[Result]) -> None:
    return None


@dataclass(frozen=True)
class Workspace:
    """One place of work; by default that of this checkout."""

    store: Store = field(default_factory=Store)
    database: Database = field(default_factory=Database)
    flow: Flow = field(default_factory=real_flow)
    stop: threading.Event = field(default_factory=threading.Event)
    """Set to give up waiting for what another process makes."""
    listener: Callable[[Sequence[Result]], None] = _ignore
    """Is given the results of each core as soon as they are made or found in the store."""

    def with_listener(self, listener: Callable[[Sequence[Result]], None]) -> "Workspace":
        """The same place of work, whose results `listener` is given."""
        return replace(self, listener=listener)

    def add(self, results: Iterable[Result]) -> None:
        """Store results in the database and give them to the listener."""
        added = list(results)
        self.database.add(added)
        if added:
            self.listener(added)

    def tool_builds(self, target: Target) -> Mapping[str, str]:
        """The exact version of each tool of `target`, asked again only when a tool's file or package has changed."""
        file = self.store.folder / "tools" / f"{target.id}.json"
        last = kind_of(target).last_tool(target)
        identity = digest([tools.identity("ghdl"), package_build("pyosys"), last])
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            stored = json.loads(file.read_bytes())
            if stored["identity"] == identity:
                return {str(tool): str(version) for tool, version in stored["builds"].items()}
        builds = dict(self.flow.builds(target))
        files.write_text(file, json.dumps({"identity": identity, "builds": builds}, indent=1))
        return builds

    def elaboration(self, core: Core, ghdl: str) -> Elaboration:
        """The Verilog of `core` by the GHDL of version `ghdl`; the same sources are elaborated once."""
        key = elaboration_key(core, ghdl)
        made, _ = self.store.make(
            "elaboration", key, Elaboration, lambda folder: self.flow.elaborate(core, folder), self.stop
        )
        return made

    def stored_elaboration(self, core: Core, ghdl: str) -> Elaboration | None:
        """The Verilog of `core` if its sources were elaborated before; starts no tool."""
        return self.store.load("elaboration", elaboration_key(core, ghdl), Elaboration)

    def design(self, core: Core, target: Target, recipe: Recipe) -> Design[Any]:
        """One core on one target by one recipe, with today's tools."""
        return Design(core, target, recipe, self.tool_builds(target))

    def keys(self, core: Core, target: Target, recipe: Recipe) -> RunKeys:
        """The keys of all stages, for which the sources are elaborated if they have changed."""
        design = self.design(core, target, recipe)
        return RunKeys(design, self.elaboration(core, design.builds["ghdl"]))
