# SPDX-License-Identifier: Apache-2.0
"""Entries of kind `selection`: the syntheses and placements that the choice of a recipe needs."""

import time
from pathlib import Path
from typing import Any

import pytest

from fairhash.base.errors import NotInstalled
from fairhash.bench.campaign import run_campaign, status
from fairhash.catalog.campaign import Campaign, Entry
from fairhash.catalog.targets import find_device
from fairhash.figures.selection import rule_recipes
from fairhash.results.synthesis_counts import add_counts, read_counts
from fairhash.toolchain import tools
from tests.bench.campaigns import FPGA, A, B, Bench, campaign, entry, order
from tests.bench.fakes import Heard, sleeping


def _selecting(*cores: str) -> Entry:
    return Entry(kind="selection", cores=cores, targets=(FPGA,))


def _complete(bench: Bench, declared: Campaign, limit_s: float | None = None) -> Heard:
    heard = Heard()
    run_campaign(lambda: bench.plan(declared), bench.folder, bench.workspace, heard, limit_s=limit_s, jobs=1)
    return heard


def _mappings() -> set[str]:
    """The recipes that a core is synthesised with: one that keeps rows empty uses the netlist of another one."""
    return {name for name, options in rule_recipes(find_device(FPGA)).items() if not options.empty_rows}


def test_a_selection_is_synthesised_by_all_recipes_first(bench: Bench) -> None:
    """Nothing is known of placements before, and results of other recipes than the family's do not matter."""
    runs = bench.plan(campaign(_selecting(A, B)))
    assert sorted(order(runs)) == sorted((core, FPGA, recipe, 0) for core in (A, B) for recipe in _mappings())
    assert {(run.stage, run.state) for run in runs} == {("synthesis", "missing")}


def test_a_selection_places_with_three_seeds(bench: Bench) -> None:
    """The mapped netlists of the fake are equal, so they count once."""
    declared = campaign(_selecting(A))
    _complete(bench, declared)
    mappings = _mappings()
    placed = [(result.recipe, result.seed) for result in bench.folder.read(FPGA)]
    assert placed == [("best", seed) for seed in (1, 2, 3)]
    counts = read_counts(bench.folder.folder / "synthesis")
    assert {(count.core, count.recipe) for count in counts} == {(A, name) for name in mappings}
    assert status(bench.plan(declared)).counts == {"done": len(mappings) + 3, "failed": 0, "stale": 0, "missing": 0}
    started = bench.fake.lines()
    _complete(bench, declared)
    assert bench.fake.lines() == started


def test_a_selection_places_the_smallest_core_first(bench: Bench) -> None:
    """Nothing is placed, and by the counts the second core needs fewer cells than the first."""
    declared = campaign(_selecting(A, B))
    _complete(bench, declared)
    counts = [count for count in read_counts(bench.folder.folder / "synthesis") if count.core == A]
    larger = [count.model_copy(update={"luts": 10 * (count.luts or 0)}) for count in counts]
    add_counts(bench.folder.folder / "synthesis", larger)
    (bench.folder.folder / f"{FPGA}.jsonl").unlink()
    placed = [(run.core.name, run.seed) for run in bench.plan(declared) if run.stage == "result"]
    assert placed == [(B, 1), (A, 1)]


def test_a_failed_placement_is_replaced_by_the_next_recipe(bench: Bench) -> None:
    """With the first seed only; the recipe that keeps rows empty places the same netlist in another way."""
    bench.fake.placement[1] = {"status": "unrouted", "reason": "no route", "effective_mhz": None, "clocks": ()}
    declared = campaign(_selecting(A))
    _complete(bench, declared)
    assert [(result.recipe, result.seed) for result in bench.folder.read(FPGA)] == [("best", 1), ("sparse", 1)]
    assert status(bench.plan(declared)).counts["failed"] == 2


def test_a_selection_comes_before_the_chosen_recipe(bench: Bench) -> None:
    """The entry after it is run only when the choice is made; counts of other Verilog do not replace a synthesis."""
    declared = campaign(_selecting(A), entry(A, seeds=(4,)))
    _complete(bench, declared)
    lines = [line for line in bench.fake.lines() if line.startswith("placement")]
    assert [line.split()[-1] for line in lines] == ["1", "2", "3", "4"]
    counts = read_counts(bench.folder.folder / "synthesis")
    old = [count.model_copy(update={"verilog_digest": "0" * 64}) for count in counts]
    add_counts(bench.folder.folder / "synthesis", old)
    missing = [run for run in bench.plan(campaign(_selecting(A))) if run.state == "missing"]
    # what was placed is known from the result
    assert {run.recipe.name for run in missing} == _mappings() - {result.recipe for result in bench.folder.read(FPGA)}


@pytest.mark.parametrize(
    "error", [tools.ToolKilled("yosys was killed from outside by SIGKILL"), KeyError("modules")], ids=["killed", "bug"]
)
def test_a_synthesis_that_could_not_be_made_does_not_end_a_selection(bench: Bench, error: Exception) -> None:
    """The other core is synthesised and placed; the next campaign tries again."""

    def before(line: str, _folder: Path) -> None:
        if line == f"synthesis {A}":
            raise error

    bench.fake.before = before
    declared = campaign(_selecting(A, B))
    heard = _complete(bench, declared)
    assert {(result.core, result.seed) for result in bench.folder.read(FPGA)} == {(B, seed) for seed in (1, 2, 3)}
    assert {count.core for count in read_counts(bench.folder.folder / "synthesis")} == {B}
    outcomes = [outcome for job, outcome, _ in heard.ended if job.startswith(A)]
    assert len(outcomes) == len(_mappings())
    assert all(str(error) in outcome for outcome in outcomes)
    bench.fake.before = lambda _line, _folder: None
    _complete(bench, declared)
    assert {result.core for result in bench.folder.read(FPGA)} == {A, B}


def test_a_missing_tool_ends_a_selection(bench: Bench) -> None:
    def before(_line: str, _folder: Path) -> None:
        raise NotInstalled("the tool yosys is not installed")

    bench.fake.before = before
    with pytest.raises(NotInstalled):
        _complete(bench, campaign(_selecting(A, B)))


def test_the_time_limit_ends_a_selection(bench: Bench) -> None:
    bench.fake.before = sleeping(60)
    started = time.monotonic()
    _complete(bench, campaign(_selecting(A)), limit_s=3)
    assert time.monotonic() - started < 30


@pytest.mark.parametrize("changes", [{"seeds": (1,)}, {"recipes": ("best",)}])
def test_a_selection_names_no_recipes_or_seeds(changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="neither `recipes` nor `seeds`"):
        Entry(kind="selection", cores=(A,), targets=(FPGA,), **changes)
