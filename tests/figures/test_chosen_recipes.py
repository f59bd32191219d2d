# SPDX-License-Identifier: Apache-2.0
"""The recipe that a campaign measures a core with, from stored results."""

from pathlib import Path

import pytest

from fairhash.figures.recipe_choice import ChosenRecipes
from fairhash.results.results_folder import ResultsFolder
from tests.results.samples import sample

CORE = "sha-512/highspeed"


@pytest.fixture
def folder(tmp_path: Path) -> ResultsFolder:
    """Results of standard cells by two recipes: `default` has twice the throughput per area of `best`."""
    folder = ResultsFolder(tmp_path)
    runs = {"best": 100.0, "default": 200.0}
    folder.add(
        sample(CORE, clock_mhz=mhz, seed=0, device="osu018", recipe=recipe, area_unit="GE")
        for recipe, mhz in runs.items()
    )
    return folder


def test_one_recipe_is_chosen_for_all_cores_on_standard_cells(folder: ResultsFolder) -> None:
    """It is `best`, although `default` has the higher throughput per area."""
    assert ChosenRecipes(folder)(CORE, "osu018").name == "best"


def test_one_circuit_with_two_names_has_one_recipe(tmp_path: Path) -> None:
    """Results of keccak-512/case-1 serve its main name keccak-512/highspeed as well."""
    folder = ResultsFolder(tmp_path)
    folder.add([sample("keccak-512/case-1", seed=0, device="osu018", recipe="default", area_unit="GE")])
    choice = ChosenRecipes(folder)
    assert {choice(f"keccak-512/{name}", "osu018").name for name in ("case-1", "highspeed")} == {"default"}


@pytest.mark.parametrize(
    ("target", "recipe"),
    [("ecp5-85k-8", "best"), ("osu018", "best"), ("virtex5-estimate", "default"), ("quartus-10cl025-6", "default")],
)
def test_without_results_the_recipe_for_untried_cores_is_chosen(tmp_path: Path, target: str, recipe: str) -> None:
    """A target whose tools take no options from recipes gets `default`."""
    assert ChosenRecipes(ResultsFolder(tmp_path))(CORE, target).name == recipe


def test_searches_and_removed_recipes_are_ignored(tmp_path: Path) -> None:
    folder = ResultsFolder(tmp_path)
    for recipe in ("explored-1234", "removed"):
        folder.add([sample(CORE, seed=0, device="osu018", recipe=recipe, area_unit="GE")])
    assert ChosenRecipes(folder)(CORE, "osu018").name == "best"
