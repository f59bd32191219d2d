# SPDX-License-Identifier: Apache-2.0
"""Strategies compared: runs shared and kept, nothing made up where runs are missing, winners only without a tie."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from fairhash.catalog.core import Core
from fairhash.catalog.device import Device
from fairhash.catalog.recipe import Recipe
from fairhash.explore import page
from fairhash.explore.chart import gains
from fairhash.explore.comparison import Comparison, Folder, Terms, compare, published
from fairhash.explore.objective import objectives
from fairhash.explore.strategies import STRATEGIES
from fairhash.results import Result
from tests.explore.test_bench import Tools
from tests.runs.conftest import checkout, core, fake, store
from tests.runs.fakes import DEVICE, Fake

__all__ = ["checkout", "core", "fake", "store"]


@pytest.fixture
def terms(core: Core) -> Terms:
    """One core, four runs a strategy, for throughput, in the real space of ECP5."""
    return Terms((core,), DEVICE, objectives()["throughput"], 4, 1)


def test_runs_are_shared_and_the_best_wins(core: Core, store: Path, fake: Fake, terms: Terms) -> None:
    """The made-up placer heeds the seed alone, so only the placement search finds more: 104 MHz against 101."""
    done = compare(terms, (), Tools(store, fake))
    assert done.complete == (core.name,)
    assert done.winners(core.name) == ("placement-search",)
    assert gains(done, core.name) == pytest.approx(
        {name: 3 / 101 if name == "placement-search" else 0 for name in STRATEGIES}
    )
    found = [one for one in done.found[core.name].values() if one]
    assert len(done.results) < sum(len(one.tried) for one in found)
    trials = {outcome.trial for one in found for outcome in one.tried}
    assert len([line for line in fake.lines() if line.startswith("placement")]) == len(trials) == len(done.results)


def test_a_tie_has_no_winner(core: Core, store: Path, fake: Fake, terms: Terms) -> None:
    done = compare(replace(terms, objective=objectives()["area"]), (), Tools(store, fake))
    assert set(done.winners(core.name)) == set(STRATEGIES)
    assert page.verdict(done, core.name).startswith("A tie: single-run, ")
    overall = page.to_markdown(done, Path("x.svg")).split("## ")[1]
    assert overall.count("| 0 | 1 |") == len(STRATEGIES)


def test_all_that_fails_has_no_winner(core: Core, store: Path, fake: Fake, terms: Terms) -> None:
    fake.placement = {seed: {"status": "unrouted", "reason": "no route"} for seed in range(1, 9)}
    done = compare(terms, (), Tools(store, fake))
    assert done.winners(core.name) == ()
    assert page.verdict(done, core.name) == "Every run of every strategy failed."
    assert "N/A" in page.to_markdown(done, Path("x.svg"))


def test_kept_results_are_enough(core: Core, store: Path, fake: Fake, terms: Terms, tmp_path: Path) -> None:
    """Without any tool and from files alone the same is found."""
    folder = Folder(tmp_path / "explore")
    first = compare(terms, folder.read(), Tools(store, fake), folder.keep)
    again = compare(terms, folder.read())
    assert again.found == first.found
    assert [file.name for file in folder.path.iterdir()] == ["ecp5-85k-8-toy-512-highspeed.jsonl"]
    assert page.to_markdown(again, Path("x.svg")) == page.to_markdown(first, Path("x.svg"))


def test_an_interrupted_comparison_goes_on(core: Core, store: Path, fake: Fake, terms: Terms, tmp_path: Path) -> None:
    """What was kept is not made again, even by another store; what is missing is told as missing."""
    folder, tools = Folder(tmp_path / "explore"), Tools(store, fake)
    calls: list[str] = []

    def stops(core: Core, device: Device, recipe: Recipe, seeds: Sequence[int]) -> list[Result]:
        calls.append(recipe.name)
        if len(calls) == 5:
            raise KeyboardInterrupt
        return tools(core, device, recipe, seeds)

    with pytest.raises(KeyboardInterrupt):
        compare(terms, folder.read(), stops, folder.keep)
    kept = folder.read()
    assert kept
    partly = compare(terms, kept)
    assert partly.complete == ()
    assert partly.found[core.name]["single-run"] is not None
    assert partly.found[core.name]["tpe"] is None
    text = page.to_markdown(partly, Path("x.svg"))
    assert "| tpe | missing |" in text
    assert "Runs are missing: no winner can be named." in text
    assert "Whole for 0 of 1 cores; runs are still missing for toy-512/highspeed." in text
    fake.log.unlink()
    compare(terms, kept, Tools(store.parent / "other", fake), folder.keep)
    made = {line for line in fake.lines() if line.startswith("placement")}
    assert f"placement {core.name} 2" not in made
    assert compare(terms, folder.read()).complete == (core.name,)


def test_results_of_changed_sources_are_not_taken(core: Core, store: Path, fake: Fake, terms: Terms) -> None:
    results = compare(terms, (), Tools(store, fake)).results
    (core.source.parent / "toy.vhd").write_text("entity toy is end entity;\n")
    assert not any(compare(terms, results).found[core.name].values())


def test_the_page_and_its_picture(core: Core, store: Path, fake: Fake, terms: Terms, tmp_path: Path) -> None:
    done = compare(terms, (), Tools(store, fake))
    page.write(done, tmp_path / "searches.md")
    text = (tmp_path / "searches.md").read_text()
    assert "| placement-search | 4 | 0 | 1315 | +3.0% | 4 | seed 4 |" in text
    assert "Won by placement-search." in text
    drawing = (tmp_path / "images" / "searches.svg").read_text()
    assert drawing.startswith("<svg ")
    assert all(name in drawing for name in (*STRATEGIES, core.name))
    assert page.data(done)["cores"][core.name]["best"] == ("placement-search",)


def published_comparison(checkout: Path) -> Comparison:
    """From the committed results alone."""
    return compare(published(), Folder(checkout / "results" / "explore").read())


def test_the_page_of_the_documentation_is_what_the_results_say(tmp_path: Path) -> None:
    here = Path(__file__).resolve().parents[2]
    page.write(published_comparison(here), tmp_path / "searches.md")
    for name in ("searches.md", "images/searches.svg"):
        assert (tmp_path / name).read_text() == (here / "docs" / name).read_text(), f"write docs/{name} anew"
