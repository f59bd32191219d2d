# SPDX-License-Identifier: Apache-2.0
"""Compares search strategies on the same cores and device, with equal objective, seed and budget."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from fairhash.catalog.core import Core
from fairhash.catalog.cores import find_core
from fairhash.catalog.device import Device
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.targets import find_device
from fairhash.explore.objective import Objective, objectives
from fairhash.explore.search import Search, SearchResult, explore
from fairhash.explore.space import find_space
from fairhash.explore.strategies import STRATEGIES
from fairhash.explore.tool_bench import Implement, ToolBench
from fairhash.explore.trial import Setting
from fairhash.results import Result
from fairhash.results.export import read_folder, read_json_lines, write_json_lines
from fairhash.runs.keys import source_digest
from fairhash.runs.workspace import Workspace
from fairhash.toolchain.builds import front_end_builds

CORES = ("sha-256/highspeed", "shabal-256/highspeed", "hamsi-256/highspeed", "fugue-256/highspeed")
DEVICE = "ecp5-85k-8"
OBJECTIVE = "throughput-per-area"
BUDGET = 8
SEED = 1


@dataclass(frozen=True)
class Conditions:
    """The conditions of a comparison, equal for all strategies."""

    cores: tuple[Core, ...]
    device: Device
    objective: Objective
    budget: int
    seed: int

    @property
    def setting(self) -> Setting:
        """The search space, budget and seed that each strategy receives."""
        return Setting(find_space(self.device), self.budget, self.seed)


def default_conditions() -> Conditions:
    """The conditions of the comparison that the site shows."""
    return make_conditions((), find_device(DEVICE), objectives()[OBJECTIVE], BUDGET, SEED)


def make_conditions(cores: Sequence[Core], device: Device, objective: Objective, budget: int, seed: int) -> Conditions:
    """The conditions for the named cores, or for those of the comparison that the site shows if none is named."""
    chosen = cores or [find_core(name) for name in CORES]
    return Conditions(tuple(chosen), device, objective, budget, seed)


@dataclass(frozen=True)
class Comparison:
    """The searches of all strategies for all cores, with the results of their runs."""

    conditions: Conditions
    search_results: Mapping[str, Mapping[str, SearchResult | None]]
    """By core, then by strategy; None if runs of the search are missing."""
    results: tuple[Result, ...]

    def winners(self, core: str) -> tuple[str, ...]:
        """The strategies with the best merit for a core; if there are several, the comparison is a tie."""
        results = self.search_results[core].items()
        merits = {name: result.merit for name, result in results if result and result.merit is not None}
        return tuple(name for name, merit in merits.items() if merit == max(merits.values()))

    @property
    def complete(self) -> tuple[str, ...]:
        """Cores for which no run of any strategy is missing."""
        return tuple(core for core, by_strategy in self.search_results.items() if all(by_strategy.values()))


class _RunMissing(Exception):
    pass


def _raise_missing(core: Core, device: Device, recipe: Recipe, seeds: Sequence[int]) -> Sequence[Result]:
    raise _RunMissing


def compare(
    conditions: Conditions,
    stored: Iterable[Result] = (),
    implement: Implement | None = None,
    save: Callable[[Core, Sequence[Result]], None] = lambda _core, _results: None,
    *,
    earlier_sources: bool = False,
) -> Comparison:
    """Search with every strategy for every core; a run that several strategies request is executed once.

    Args:
        conditions: Cores, device, objective, budget and seed.
        stored: Results to reuse; results of changed sources are ignored.
        implement: Executes runs. Without it, searches with runs that are not in `stored` are missing.
        save: Called with a core's results after each strategy, so that an interrupted comparison can be continued.
        earlier_sources: Reuse of each core the results of the sources that it was searched with last, whether or not
            they are those of today.
    """
    usable = _last_searched(stored) if earlier_sources else _current(stored, conditions.cores)
    search_results: dict[str, dict[str, SearchResult | None]] = {}
    results: dict[tuple[str, str, int], Result] = {}
    for core in conditions.cores:
        bench = ToolBench(
            core,
            conditions.device,
            conditions.setting.space,
            objective=conditions.objective,
            implement=implement or _raise_missing,
            stored=usable,
        )
        search_results[core.name] = {}
        for name, strategy in STRATEGIES.items():
            try:
                search_results[core.name][name] = explore(Search(strategy, conditions.setting), bench)
            except _RunMissing:
                search_results[core.name][name] = None
            save(core, list(bench.results.values()))
        results |= {(core.name, result.recipe, result.seed): result for result in bench.results.values()}
    return Comparison(conditions, search_results, tuple(results.values()))


def _last_searched(stored: Iterable[Result]) -> list[Result]:
    """Of each core the results with the Verilog of its newest result."""
    results = sorted(stored, key=lambda result: result.date)
    last = {result.core: result.verilog_digest for result in results}
    return [result for result in results if result.verilog_digest == last[result.core]]


def _current(stored: Iterable[Result], cores: Sequence[Core]) -> list[Result]:
    """The results of the cores' present sources; sources that elaborate to other Verilog are another circuit."""
    by_core: dict[str, list[Result]] = {}
    for result in stored:
        by_core.setdefault(result.core, []).append(result)
    return [result for core in cores for result in _current_of_core(by_core.get(core.name, ()), core)]


def _current_of_core(results: Sequence[Result], core: Core) -> list[Result]:
    """The results of one core that have its present sources, or sources with the same Verilog."""
    sources = source_digest(core)
    if all(result.source_digest == sources for result in results):
        return list(results)
    verilog = Workspace().elaboration(core, front_end_builds()["ghdl"]).verilog
    return [result for result in results if result.source_digest == sources or result.verilog_digest == verilog]


@dataclass(frozen=True)
class ComparisonFolder:
    """The folder of the results of comparisons, with one file for each core and device."""

    path: Path

    def read(self) -> list[Result]:
        """All results; none if there is no folder."""
        return read_folder(self.path)

    def save(self, core: Core, results: Sequence[Result]) -> None:
        """Add a core's results on one device to its file; results of the same runs are replaced."""
        if results:
            file = self.path / f"{results[0].device}-{core.name.replace('/', '-')}.jsonl"
            merged = {(result.recipe, result.seed): result for result in (*_read_file(file), *results)}
            write_json_lines([result for _, result in sorted(merged.items())], file)


def _read_file(file: Path) -> list[Result]:
    return read_json_lines(file) if file.is_file() else []
