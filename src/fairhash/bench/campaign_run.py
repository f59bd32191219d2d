# SPDX-License-Identifier: Apache-2.0
"""One run of a campaign: what is stored of it, its expected cost, and whether it ends in the time that is left."""

import json
import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Literal

from fairhash.base import files
from fairhash.bench.elaboration import Elaboration
from fairhash.bench.run_keys import RunKeys
from fairhash.bench.workspace import Workspace
from fairhash.catalog.core import Core
from fairhash.catalog.cores import main_name
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.target import Target
from fairhash.catalog.targets import find_device
from fairhash.results.results_folder import ResultsFolder
from fairhash.results.schema import Cost, Result
from fairhash.results.synthesis_counts import read_counts
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
        """The keys of all stages; elaborates the sources unless their Verilog is known."""
        name = core.name, target.id, recipe.name
        if name not in self._keys:
            if target.id not in self._builds:
                self._builds[target.id] = self.workspace.tool_builds(target)
            builds = self._builds[target.id]
            source = core.name, builds["ghdl"]
            if source not in self._elaborations:
                self._elaborations[source] = self.workspace.known_elaboration(core, builds["ghdl"])
            self._keys[name] = RunKeys(
                Design(core, target, recipe, builds, self.workspace.kind_of(target)), self._elaborations[source]
            )
        return self._keys[name]


SIZE_DEVICE = "ecp5-85k-8"
"""The device whose cells are the size of a core: most cores were measured on it."""


@dataclass(frozen=True)
class Price:
    """Expected CPU time of a run, in seconds; None where nothing like it is stored."""

    synthesis_s: float | None
    later_s: float | None
    """Of the stages after the synthesis; 0 where there are none."""

    @property
    def cpu_s(self) -> float | None:
        """Of all stages; None if that of any stage is not known."""
        return None if self.synthesis_s is None or self.later_s is None else self.synthesis_s + self.later_s


UNKNOWN = Price(None, None)


@dataclass(frozen=True)
class StoredCost:
    """What one stored run cost, in seconds of CPU time."""

    core: str
    recipe: str
    cpu_s: float


@dataclass(frozen=True)
class Prices:
    """Prices by stored results."""

    inputs: PlanInputs
    _costs: dict[str, tuple[list[StoredCost], list[StoredCost]]] = field(default_factory=dict)
    """By target: those of syntheses, and of the stages after them."""
    _sizes: dict[str, float] = field(default_factory=dict)

    def price(self, core: str, recipe: str, target: str) -> Price:
        """The expected cost of one run."""
        if target not in self._costs:
            stored = self.inputs.results(target)
            self._costs[target] = (
                _costs(stored, lambda result: result.synthesis_cost),
                _costs(stored, lambda result: result.placement_cost),
            )
        syntheses, placements = self._costs[target]
        synthesis_s = expected(main_name(core), recipe, syntheses, self.sizes())
        if syntheses and not placements:
            # an estimate is not placed
            return Price(synthesis_s, 0.0)
        return Price(synthesis_s, expected(main_name(core), recipe, placements, self.sizes()))

    def sizes(self) -> Mapping[str, float]:
        """Logic cells of each core on SIZE_DEVICE, by its newest result, or by a synthesis if it has no result."""
        if not self._sizes:
            device = find_device(SIZE_DEVICE)
            for count in read_counts(self.inputs.folder.folder / "synthesis"):
                if count.device == SIZE_DEVICE and count.luts is not None:
                    cells, _ = device.count.mapped_cells(count.luts, count.carry or 0, count.flip_flops or 0)
                    self._sizes[main_name(count.core)] = cells
            for result in sorted(self.inputs.results(SIZE_DEVICE), key=lambda result: result.date):
                if result.resources:
                    self._sizes[main_name(result.core)] = result.resources.area_cells
        return self._sizes


def _costs(results: Iterable[Result], part: Callable[[Result], Cost | None]) -> list[StoredCost]:
    return [
        StoredCost(main_name(result.core), result.recipe, cost.cpu_s) for result in results if (cost := part(result))
    ]


def expected(core: str, recipe: str, costs: Sequence[StoredCost], sizes: Mapping[str, float]) -> float | None:
    """Median of the core's costs by the recipe, else of the core's, else that of the nearest core, scaled by size.

    Without a known size it is the median of all costs; without any cost None.
    """
    for same in (
        [cost.cpu_s for cost in costs if (cost.core, cost.recipe) == (core, recipe)],
        [cost.cpu_s for cost in costs if cost.core == core],
    ):
        if same:
            return median(same)
    size = sizes.get(core)
    known = {cost.core for cost in costs if cost.core in sizes}
    if size and known:
        nearest = min(sorted(known), key=lambda other: abs(math.log(sizes[other] / size)))
        return median(cost.cpu_s for cost in costs if cost.core == nearest) * size / sizes[nearest]
    return median(cost.cpu_s for cost in costs) if costs else None


_MOST_SLOWDOWN = 4.0
"""Elapsed over CPU time at which a run counts as hung (docs/jobs.md)."""


@dataclass
class TimeBudget:
    """A limit of elapsed time. CPU times are converted by what the jobs of this session took."""

    limit_s: float | None
    """None for no limit."""
    _start_s: float = field(default_factory=lambda: time.monotonic())  # noqa: PLW0108 - so that tests can replace the clock
    _elapsed_s: float = 0.0
    _cpu_s: float = 0.0

    @property
    def left_s(self) -> float | None:
        """Elapsed time that is left, in seconds; None without a limit."""
        return None if self.limit_s is None else self.limit_s - (time.monotonic() - self._start_s)

    @property
    def slowdown(self) -> float:
        """Elapsed time over CPU time of the jobs that have ended; 1 before the first."""
        if not self._cpu_s:
            return 1.0
        return min(max(self._elapsed_s / self._cpu_s, 1.0), _MOST_SLOWDOWN)

    def ended(self, elapsed_s: float, cpu_s: float) -> None:
        """Take the times of a job that has ended into account."""
        self._elapsed_s += elapsed_s
        self._cpu_s += cpu_s

    def admits(self, cpu_s: float | None) -> bool:
        """Whether a job of this expected CPU time would end in time; one of unknown cost is tried."""
        left_s = self.left_s
        return left_s is None or (cpu_s or 0.0) * self.slowdown <= left_s


_CUT_OFF_FACTOR = 2
"""A run that was cut off is not started again in a shorter time than this multiple of what it had."""


class CutOffRuns:
    """Runs that did not end before their campaign did, with the CPU seconds that their last stage had.

    The router of some cores converges for hours. Without this memory each campaign with a limit gives a processor to
    the same run, and no result comes of it. The CPU time of a tool that was killed is not known: it is the elapsed time
    divided by the slowdown of the jobs that ended.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._seconds: dict[str, float] = {}
        with suppress(OSError, ValueError):
            stored = json.loads(file.read_text(encoding="utf-8"))
            self._seconds = {key: float(seconds) for key, seconds in dict(stored).items()}
        self._started: dict[str, float] = {}

    def admits(self, key: str, budget: TimeBudget) -> bool:
        """Whether a stage of the run may start in the time that is left."""
        return budget.admits(_CUT_OFF_FACTOR * self._seconds.get(key, 0.0))

    def started(self, key: str) -> None:
        """A stage of the run starts, and those before it have ended."""
        self._started[key] = time.monotonic()

    def stopped(self, key: str) -> None:
        """The run has no further stage in this campaign, because it is refused."""
        self._started.pop(key, None)

    def ended(self, key: str) -> None:
        """The run has a result."""
        self.stopped(key)
        self._seconds.pop(key, None)

    def store(self, budget: TimeBudget) -> None:
        """Keep what is known, with the runs that have started and have no result."""
        now = time.monotonic()
        for key, start in self._started.items():
            self._seconds[key] = max(self._seconds.get(key, 0.0), round((now - start) / budget.slowdown))
        files.write_text(self._file, json.dumps(self._seconds, indent=1, sort_keys=True) + "\n")


State = Literal["done", "failed", "stale", "missing"]
"""`failed`: a run with the present inputs is stored and failed; `stale`: only a run with other inputs is stored."""

Stage = Literal["synthesis", "result", "accelerator"]
"""What is stored: the cell counts of a synthesis, for the choice of a recipe; a result; or an accelerator's area."""


@dataclass(frozen=True)
class CampaignRun:
    """One run of a campaign."""

    core: Core
    target: Target
    recipe: Recipe
    seed: int
    key: str
    state: State
    stage: Stage = "result"
    selection: int = 0
    """Number of the campaign's entry that needs it for the choice of a recipe, from 1; 0 for all other runs."""
    entry: str = ""
    """Name of the campaign's entry."""
    copies: int = 0
    """Cores of the accelerator."""
    waits: bool = False
    """Whether the choice of its recipe is not final, so that it must not start."""
    price: Price = UNKNOWN

    @property
    def cpu_s(self) -> float | None:
        """Expected CPU time in seconds, from stored runs; None if nothing like it is stored."""
        return self.price.synthesis_s if self.stage == "synthesis" else self.price.cpu_s

    @property
    def is_due(self) -> bool:
        """Whether it should be run."""
        return self.state in ("stale", "missing")


def stored_state(key: str, run: tuple[str, str, int], stored: Sequence[Result]) -> State:
    """State of the run with this key; `run` is the core, the recipe and the seed.

    A run with a figure but without measured cycles is not done: all its stages but the cycles are taken from the store.
    """
    for result in stored:
        if result.key != key:
            continue
        if result.status not in ("ok", "estimate"):
            return "failed"
        return "done" if result.measured_cycles else "missing"
    is_stored = any((result.core, result.recipe, result.seed) == run for result in stored)
    return "stale" if is_stored else "missing"
