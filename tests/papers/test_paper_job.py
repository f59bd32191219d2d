# SPDX-License-Identifier: Apache-2.0
"""The job behind `fairhash paper` with made-up verification and implementation: the gate, the devices, the recipes."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from fairhash.catalog.core import Core
from fairhash.catalog.cores import find_core
from fairhash.catalog.device import Device
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.recipes import MAIN_RECIPE
from fairhash.catalog.targets import devices, find_device, find_target, libraries
from fairhash.errors import FairhashError
from fairhash.papers import paper_job as module
from fairhash.papers.paper_job import paper_job, recipe_for
from fairhash.results import Result
from fairhash.testbench.report import VerifyReport
from tests.results.samples import sample

CORES = [find_core(name) for name in ("keccak-256/highspeed", "keccak-512/highspeed")]


@dataclass
class Bench:
    """Keeps what is asked of it; `wrong` names cores that fail."""

    wrong: set[str] = field(default_factory=set)
    asked: list[tuple[tuple[str, ...], str, str, tuple[int, ...]]] = field(default_factory=list)

    def verify_all(self, cores: Sequence[Core], _progress: object) -> list[VerifyReport]:
        """One mode each."""
        return [self._report(core.name) for core in cores]

    def _report(self, core: str) -> VerifyReport:
        mode = {"mode": "answers", "verdict": "fail" if core in self.wrong else "pass", "messages": 1, "seconds": 0.0}
        report = {"core": core, "engine": "fast", "seed": 0, "seconds": 0.0, "modes": [mode]}
        return VerifyReport.model_validate(report)

    def implement(
        self, cores: Sequence[Core], device: Device, recipe: Recipe, seeds: Sequence[int], _progress: object
    ) -> list[Result]:
        """A result for each."""
        self.asked.append((tuple(core.name for core in cores), device.id, recipe.name, tuple(seeds)))
        return [sample(core.name, seed=seed, device=device.id) for core in cores for seed in seeds]


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Bench:
    bench = Bench()
    monkeypatch.setattr(module, "verify_all", bench.verify_all)
    monkeypatch.setattr(module, "implement", bench.implement)
    return bench


def test_every_device_gets_every_right_core(bench: Bench) -> None:
    bench.wrong = {"keccak-256/highspeed"}
    chosen = [find_device("ecp5-85k-8"), find_device("ice40-hx8k")]
    done = paper_job(CORES, chosen, (1, 2))
    assert [report.core for report in done.wrong] == ["keccak-256/highspeed"]
    assert bench.asked == [
        (("keccak-512/highspeed",), device, MAIN_RECIPE, (1, 2)) for device in ("ecp5-85k-8", "ice40-hx8k")
    ]
    assert [(result.device, result.seed) for result in done.results] == [
        *(("ecp5-85k-8", 1), ("ecp5-85k-8", 2)),
        *(("ice40-hx8k", 1), ("ice40-hx8k", 2)),
    ]


def test_a_library_of_cells_is_one_of_the_devices(bench: Bench) -> None:
    paper_job(CORES[:1], [find_target("ecp5-85k-8"), find_target("osu018")], (1,))
    assert [asked[1:3] for asked in bench.asked] == [("ecp5-85k-8", MAIN_RECIPE), ("osu018", MAIN_RECIPE)]


def test_nothing_is_implemented_where_nothing_is_right(bench: Bench) -> None:
    bench.wrong = {core.name for core in CORES}
    done = paper_job(CORES, [find_device("ecp5-85k-8")], (1,))
    assert len(done.wrong) == 2
    assert (bench.asked, done.results) == ([], ())


def test_every_device_has_a_recipe() -> None:
    """The one of ./run where it can be."""
    for device in devices().values():
        assert device.cells in recipe_for(device).family
    for library in libraries().values():
        assert recipe_for(library).cells
    assert recipe_for(find_device("ecp5-85k-8")).name == MAIN_RECIPE


def test_a_family_of_one_other_recipe_gets_that(monkeypatch: pytest.MonkeyPatch) -> None:
    device = find_device("ecp5-85k-8").model_copy(update={"family": "new"})
    with pytest.raises(FairhashError, match="no recipe has options for family new"):
        recipe_for(device)
    first = recipe_for(find_device("ecp5-85k-8"))
    own = first.model_copy(update={"name": "own", "family": {"new": first.family["ecp5"]}})
    monkeypatch.setattr(module, "recipes", lambda: {"own": own})
    assert recipe_for(device).name == "own"
