# SPDX-License-Identifier: Apache-2.0
"""The job of `fairhash paper` with made-up verification and runs: the campaign, the gate, the chosen recipes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from fairhash.base import paths
from fairhash.bench.campaign import RecipeChoice
from fairhash.bench.workspace import Workspace
from fairhash.catalog.campaign import CHOSEN, Campaign, Entry, read_campaign
from fairhash.catalog.core import Core
from fairhash.results import Result
from fairhash.results.results_folder import ResultsFolder
from fairhash.studies.papers import measure
from fairhash.studies.papers.measure import paper_campaign, paper_job
from fairhash.studies.papers.paper import find_paper
from fairhash.testbench.report import VerifyReport
from tests.results.samples import sample

CORES = ("keccak-256/highspeed", "keccak-512/highspeed")
DECLARED = Campaign(description="two cores", entry=(Entry(cores=CORES, targets=("ecp5-85k-8",), seeds=(1, 2)),))


@dataclass(frozen=True)
class MadeUpRun:
    """What paper_job() reads of a campaign's run."""

    core: Core
    recipe: str


@dataclass(frozen=True)
class MadeUpPlanner:
    """Plans one run for each core and target, by the recipe that `choice` returns."""

    choice: RecipeChoice

    def plan(self, campaign: Campaign) -> list[MadeUpRun]:
        """Return the runs."""
        return [
            MadeUpRun(core, self.choice(core.name, target).name)
            for entry in campaign.entry
            for core in entry.chosen_cores()
            for target in entry.targets
        ]


@dataclass
class Bench:
    """Records the requests; `wrong` names cores that fail their verification."""

    wrong: set[str] = field(default_factory=set)
    runs: list[MadeUpRun] = field(default_factory=list)

    def verify_all(self, cores: Sequence[Core], _progress: object) -> list[VerifyReport]:
        """Return a report of one mode for each core."""
        return [self._report(core.name) for core in cores]

    def _report(self, core: str) -> VerifyReport:
        mode = {"mode": "answers", "verdict": "fail" if core in self.wrong else "pass", "messages": 1, "seconds": 0.0}
        report = {"core": core, "engine": "fast", "seed": 0, "seconds": 0.0, "modes": [mode]}
        return VerifyReport.model_validate(report)

    def planner(
        self, _folder: ResultsFolder, _workspace: object, choice: RecipeChoice, _selections: object
    ) -> "MadeUpPlanner":
        """Return what plans with these choices."""
        return MadeUpPlanner(choice)

    def run_campaign(self, make_plan: Callable[[], Sequence[MadeUpRun]], *_others: object) -> list[Result]:
        """Return a result for each run."""
        runs = make_plan()
        self.runs += runs
        return [sample(run.core.name, recipe=run.recipe) for run in runs]


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Bench:
    bench = Bench()
    for name, made_up in (
        ("verify_all", bench.verify_all),
        ("Planner", bench.planner),
        ("run_campaign", bench.run_campaign),
    ):
        monkeypatch.setattr(measure, name, made_up)
    return bench


def job(folder: Path) -> measure.PaperJob:
    return paper_job(DECLARED, ResultsFolder(folder), Workspace())


def test_only_cores_that_passed_are_run(bench: Bench, tmp_path: Path) -> None:
    bench.wrong = {"keccak-256/highspeed"}
    done = job(tmp_path)
    assert [report.core for report in done.reports] == list(CORES)
    assert [report.core for report in done.wrong] == ["keccak-256/highspeed"]
    assert [run.core.name for run in bench.runs] == ["keccak-512/highspeed"]
    assert [result.core for result in done.results] == ["keccak-512/highspeed"]


def test_nothing_is_run_if_no_core_passed(bench: Bench, tmp_path: Path) -> None:
    bench.wrong = set(CORES)
    done = job(tmp_path)
    assert (len(done.wrong), bench.runs, done.results) == (2, [], ())


def test_each_core_is_run_with_its_chosen_recipe(bench: Bench, tmp_path: Path) -> None:
    """keccak-256 has results by `small` alone; without results the recipe is `best`."""
    ResultsFolder(tmp_path).add(sample("keccak-256/highspeed", seed=seed, recipe="small") for seed in (1, 2, 3))
    job(tmp_path)
    assert {run.core.name: run.recipe for run in bench.runs} == {
        "keccak-256/highspeed": "small",
        "keccak-512/highspeed": "best",
    }


@pytest.mark.parametrize("letter", ["A", "B", "C", "D"])
def test_the_campaign_has_the_entries_of_the_release_with_the_papers_cores(letter: str) -> None:
    paper = find_paper(letter)
    names = {core.name for core in paper.cores()}
    declared = {entry.name: entry for entry in read_campaign(paths.root() / "campaigns" / "release.toml").entry}
    entries = paper_campaign(paper).entry
    for entry in entries:
        whole = declared[entry.name]
        expected = [core.name for core in whole.chosen_cores() if core.name in names]
        assert [core.name for core in entry.chosen_cores()] == expected
        assert (entry.targets, entry.seeds, entry.kind) == (whole.targets, whole.seeds, whole.kind)
    on_ecp5 = [entry for entry in entries if entry.targets == ("ecp5-85k-8",)]
    assert {core.name for entry in on_ecp5 for core in entry.chosen_cores()} == names


def test_devices_and_seeds_can_be_named() -> None:
    paper = find_paper("D")
    (entry,) = paper_campaign(paper, ["ice40-hx8k"]).entry
    assert (entry.targets, entry.seeds, entry.recipes) == (("ice40-hx8k",), (1, 2, 3, 4, 5), (CHOSEN,))
    assert {core.name for core in entry.chosen_cores()} == {core.name for core in paper.cores()}
    assert paper_campaign(paper, ["ice40-hx8k"], 2).entry[0].seeds == (1, 2)
    fewer, declared = paper_campaign(paper, seeds=2), paper_campaign(paper)
    assert max(seed for each in declared.entry for seed in each.seeds) > 2
    assert max(seed for each in fewer.entry for seed in each.seeds) == 2
    assert [each.cores for each in fewer.entry] == [each.cores for each in declared.entry]


def test_without_the_file_a_paper_has_its_own_devices(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    paper = find_paper("A")
    names, devices = tuple(core.name for core in paper.cores()), tuple(paper.default_devices())
    monkeypatch.setattr(measure, "_RELEASE", tmp_path / "gone.toml")
    (entry,) = paper_campaign(paper).entry
    assert (entry.cores, entry.targets) == (names, devices)
