# SPDX-License-Identifier: Apache-2.0
"""Compares strategies with the same cores, device, objective, seed and budget."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from fairhash.catalog.core import Core
from fairhash.catalog.cores import find_core
from fairhash.catalog.device import Device
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.targets import find_device
from fairhash.explore.bench import Implement, ToolBench
from fairhash.explore.objective import Objective, objectives
from fairhash.explore.registry import space_for
from fairhash.explore.search import Found, Search, explore
from fairhash.explore.strategies import STRATEGIES
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
class Terms:
    """What is the same for all strategies of a comparison."""

    cores: tuple[Core, ...]
    device: Device
    objective: Objective
    budget: int
    seed: int

    @property
    def setting(self) -> Setting:
        """What each strategy starts from."""
        return Setting(space_for(self.device), self.budget, self.seed)


def published() -> Terms:
    """The terms of docs/searches.md."""
    return terms((), find_device(DEVICE), objectives()[OBJECTIVE], BUDGET, SEED)


def terms(cores: Sequence[Core], device: Device, objective: Objective, budget: int, seed: int) -> Terms:
    """With the cores of docs/searches.md where none are named."""
    chosen = cores or [find_core(name) for name in CORES]
    return Terms(tuple(chosen), device, objective, budget, seed)


@dataclass(frozen=True)
class Comparison:
    """The outcome of each strategy for each core, with all results; None where runs are missing."""

    terms: Terms
    found: Mapping[str, Mapping[str, Found | None]]
    """By core, then by strategy."""
    results: tuple[Result, ...]

    def winners(self, core: str) -> tuple[str, ...]:
        """The strategies with the best merit for a core: more than one is a tie, and then none of them wins."""
        merits = {name: found.merit for name, found in self.found[core].items() if found and found.merit is not None}
        return tuple(name for name, merit in merits.items() if merit == max(merits.values()))

    @property
    def complete(self) -> tuple[str, ...]:
        """Cores for which every strategy has made its runs."""
        return tuple(core for core, by_strategy in self.found.items() if all(by_strategy.values()))


class _NotMeasured(Exception):
    pass


def _refuse(core: Core, device: Device, recipe: Recipe, seeds: Sequence[int]) -> Sequence[Result]:
    raise _NotMeasured


def compare(
    agreed: Terms,
    stored: Iterable[Result] = (),
    implement: Implement | None = None,
    keep: Callable[[Core, Sequence[Result]], None] = lambda _core, _results: None,
) -> Comparison:
    """Let every strategy search for every core; a run that several ask for is made once.

    Without `implement` nothing is run: what `stored` does not hold is missing. `keep` is given a core's results
    whenever a strategy has ended, so that an interrupted comparison goes on where it stopped.
    """
    known = _current(stored, agreed.cores)
    found: dict[str, dict[str, Found | None]] = {}
    results: dict[tuple[str, str, int], Result] = {}
    for core in agreed.cores:
        bench = ToolBench(
            core,
            agreed.device,
            agreed.setting.space,
            objective=agreed.objective,
            implement=implement or _refuse,
            stored=known,
        )
        found[core.name] = {}
        for name, strategy in STRATEGIES.items():
            try:
                found[core.name][name] = explore(Search(strategy, agreed.setting), bench)
            except _NotMeasured:
                found[core.name][name] = None
            keep(core, list(bench.results.values()))
        results |= {(core.name, result.recipe, result.seed): result for result in bench.results.values()}
    return Comparison(agreed, found, tuple(results.values()))


def _current(stored: Iterable[Result], cores: Sequence[Core]) -> list[Result]:
    """Results of the cores as they are now: sources that elaborate to other Verilog are another circuit."""
    by_core: dict[str, list[Result]] = {}
    for result in stored:
        by_core.setdefault(result.core, []).append(result)
    return [result for core in cores for result in _of_core(by_core.get(core.name, ()), core)]


def _of_core(results: Sequence[Result], core: Core) -> list[Result]:
    """Those of one core's results that have its present sources, or sources with the same Verilog."""
    sources = source_digest(core)
    if all(result.source_digest == sources for result in results):
        return list(results)
    verilog = Workspace().elaboration(core, front_end_builds()["ghdl"]).verilog
    return [result for result in results if result.source_digest == sources or result.verilog_digest == verilog]


@dataclass(frozen=True)
class Folder:
    """Where the results of comparisons are kept: a file for each core and device."""

    path: Path

    def read(self) -> list[Result]:
        """All of them; none if there is no folder."""
        return read_folder(self.path)

    def keep(self, core: Core, results: Sequence[Result]) -> None:
        """Put a core's results on one device into its file, in place of those of the same runs."""
        if results:
            file = self.path / f"{results[0].device}-{core.name.replace('/', '-')}.jsonl"
            every = {(result.recipe, result.seed): result for result in (*_known(file), *results)}
            write_json_lines([result for _, result in sorted(every.items())], file)


def _known(file: Path) -> list[Result]:
    return read_json_lines(file) if file.is_file() else []
