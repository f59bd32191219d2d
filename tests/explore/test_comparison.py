# SPDX-License-Identifier: Apache-2.0
"""Tests of the comparison of strategies: shared and stored runs, missing runs, ties, and the generated page."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from fairhash.catalog.core import Core
from fairhash.catalog.device import Device
from fairhash.catalog.recipe import Recipe
from fairhash.explore import comparison_page
from fairhash.explore.comparison import Comparison, ComparisonFolder, Conditions, compare, default_conditions
from fairhash.explore.comparison_page import gains
from fairhash.explore.objective import objectives
from fairhash.explore.strategies import STRATEGIES
from fairhash.results import Result
from tests.explore.test_session import Tools
from tests.runs.conftest import checkout, core, fake, store
from tests.runs.fakes import DEVICE, Fake

__all__ = ["checkout", "core", "fake", "store"]


@pytest.fixture
def conditions(core: Core) -> Conditions:
    """One core, four runs a strategy, for throughput, in the real space of ECP5."""
    return Conditions((core,), DEVICE, objectives()["throughput"], 4, 1)


def test_strategies_share_runs_and_the_best_strategy_wins(
    core: Core, store: Path, fake: Fake, conditions: Conditions
) -> None:
    """The fake placer depends on the seed only, so only placement search improves on the start: 104 MHz, not 101."""
    done = compare(conditions, (), Tools(store, fake))
    assert done.complete == (core.name,)
    assert done.winners(core.name) == ("placement-search",)
    assert gains(done, core.name) == pytest.approx(
        {name: 3 / 101 if name == "placement-search" else 0 for name in STRATEGIES}
    )
    found = [one for one in done.search_results[core.name].values() if one]
    assert len(done.results) < sum(len(one.outcomes) for one in found)
    trials = {outcome.trial for one in found for outcome in one.outcomes}
    assert len([line for line in fake.lines() if line.startswith("placement")]) == len(trials) == len(done.results)


def test_no_strategy_wins_a_tie(core: Core, store: Path, fake: Fake, conditions: Conditions) -> None:
    done = compare(replace(conditions, objective=objectives()["area"]), (), Tools(store, fake))
    assert set(done.winners(core.name)) == set(STRATEGIES)
    assert comparison_page.verdict(done, core.name).startswith("A tie: single-run, ")
    overall = comparison_page.to_markdown(done, "x.svg").split("## ")[1]
    assert overall.count("| 0 | 1 |") == len(STRATEGIES)


def test_there_is_no_winner_if_every_run_failed(core: Core, store: Path, fake: Fake, conditions: Conditions) -> None:
    fake.placement = {seed: {"status": "unrouted", "reason": "no route"} for seed in range(1, 9)}
    done = compare(conditions, (), Tools(store, fake))
    assert done.winners(core.name) == ()
    assert comparison_page.verdict(done, core.name) == "Every run of every strategy failed."
    assert "N/A" in comparison_page.to_markdown(done, "x.svg")


def test_stored_results_give_the_same_comparison_without_tools(
    core: Core, store: Path, fake: Fake, conditions: Conditions, tmp_path: Path
) -> None:
    """The second comparison has only the files that the first one saved."""
    folder = ComparisonFolder(tmp_path / "explore")
    first = compare(conditions, folder.read(), Tools(store, fake), folder.save)
    again = compare(conditions, folder.read())
    assert again.search_results == first.search_results
    assert [file.name for file in folder.path.iterdir()] == ["ecp5-85k-8-toy-512-highspeed.jsonl"]
    assert comparison_page.to_markdown(again, "x.svg") == comparison_page.to_markdown(first, "x.svg")


def test_an_interrupted_comparison_continues_from_saved_runs(
    core: Core, store: Path, fake: Fake, conditions: Conditions, tmp_path: Path
) -> None:
    """Saved runs are not repeated, even with another store; the page reports missing runs as missing."""
    folder, tools = ComparisonFolder(tmp_path / "explore"), Tools(store, fake)
    calls: list[str] = []

    def stops(core: Core, device: Device, recipe: Recipe, seeds: Sequence[int]) -> list[Result]:
        calls.append(recipe.name)
        if len(calls) == 5:
            raise KeyboardInterrupt
        return tools(core, device, recipe, seeds)

    with pytest.raises(KeyboardInterrupt):
        compare(conditions, folder.read(), stops, folder.save)
    saved = folder.read()
    assert saved
    partial = compare(conditions, saved)
    assert partial.complete == ()
    assert partial.search_results[core.name]["single-run"] is not None
    assert partial.search_results[core.name]["tpe"] is None
    text = comparison_page.to_markdown(partial, "x.svg")
    assert "| tpe | missing |" in text
    assert "Runs are missing: no winner can be named." in text
    assert "Complete for 0 of 1 cores; runs are still missing for toy-512/highspeed." in text
    fake.log.unlink()
    compare(conditions, saved, Tools(store.parent / "other", fake), folder.save)
    placements = {line for line in fake.lines() if line.startswith("placement")}
    assert f"placement {core.name} 2" not in placements
    assert compare(conditions, folder.read()).complete == (core.name,)


def test_results_of_changed_sources_are_ignored(core: Core, store: Path, fake: Fake, conditions: Conditions) -> None:
    results = compare(conditions, (), Tools(store, fake)).results
    (core.source.parent / "toy.vhd").write_text("entity toy is end entity;\n")
    assert not any(compare(conditions, results).search_results[core.name].values())


def test_the_page_and_its_chart_show_the_winner(
    core: Core, store: Path, fake: Fake, conditions: Conditions, tmp_path: Path
) -> None:
    done = compare(conditions, (), Tools(store, fake))
    comparison_page.write(done, tmp_path / "searches.md")
    text = (tmp_path / "searches.md").read_text()
    assert "| placement-search | 4 | 0 | 1315 | +3.0% | 4 | seed 4 |" in text
    assert "Won by placement-search." in text
    drawing = (tmp_path / "searches.svg").read_text()
    assert drawing.startswith("<svg ")
    assert all(name in drawing for name in (*STRATEGIES, core.name))
    assert comparison_page.data(done)["cores"][core.name]["best"] == ("placement-search",)


def published_comparison(checkout: Path) -> Comparison:
    """The comparison that the site shows, from the committed results only."""
    stored = ComparisonFolder(checkout / "results" / "explore").read()
    return compare(default_conditions(), stored, earlier_sources=True)


def test_the_winner_has_the_best_of_the_stored_runs() -> None:
    """Throughput per area from the stored clock, cycles and area; a cell of ECP5 has one LUT4 and one register."""
    done = published_comparison(Path(__file__).resolve().parents[2])
    assert done.complete
    for name in done.complete:
        ratios = [
            result.achieved.effective_mhz
            * result.block_bits
            / result.measured_cycles.formula.block
            / max(result.resources.area_cells, result.resources.flip_flops)
            for result in done.results
            if result.core == name
            and result.status == "ok"
            and result.achieved
            and result.resources
            and result.measured_cycles
        ]
        winner = done.winners(name)[0]
        shown = next(row for row in comparison_page.rows(done, name) if row[0] == winner)
        assert float(shown[3]) == pytest.approx(max(ratios), rel=1e-3)
