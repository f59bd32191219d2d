# SPDX-License-Identifier: Apache-2.0
"""What the plan of a campaign is made from: stored results, and the keys of runs. Each is read or computed once."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from fairhash.bench.elaboration import Elaboration
from fairhash.bench.run_keys import RunKeys
from fairhash.bench.workspace import Workspace
from fairhash.catalog.core import Core
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.target import Target
from fairhash.results.results_folder import ResultsFolder
from fairhash.results.schema import Result
from fairhash.targets.target_kind import Design


@dataclass(frozen=True)
class PlanInputs:
    """Make a new object after results were added or sources were changed."""

    folder: ResultsFolder
    workspace: Workspace
    _results: dict[str, list[Result]] = field(default_factory=dict)
    _builds: dict[str, Mapping[str, str]] = field(default_factory=dict)
    _elaborations: dict[tuple[str, str], Elaboration] = field(default_factory=dict)
    _keys: dict[tuple[str, str, str], RunKeys] = field(default_factory=dict)

    def results(self, target: str) -> list[Result]:
        """All stored results on a target."""
        if target not in self._results:
            self._results[target] = self.folder.read(target)
        return self._results[target]

    def keys(self, core: Core, target: Target, recipe: Recipe) -> RunKeys:
        """The keys of all stages; elaborates the sources if they have changed."""
        name = core.name, target.id, recipe.name
        if name not in self._keys:
            if target.id not in self._builds:
                self._builds[target.id] = self.workspace.tool_builds(target)
            builds = self._builds[target.id]
            source = core.name, builds["ghdl"]
            if source not in self._elaborations:
                self._elaborations[source] = self.workspace.elaboration(core, builds["ghdl"])
            self._keys[name] = RunKeys(
                Design(core, target, recipe, builds, self.workspace.kind_of(target)), self._elaborations[source]
            )
        return self._keys[name]
