# SPDX-License-Identifier: Apache-2.0
"""Recipes with their placements annealed, as `fairhash explore --anneal` makes them."""

from fairhash.catalog.recipe import Recipe
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.targets import find_device
from fairhash.studies.explore.space import find_space


def annealed_recipe(name: str) -> Recipe:
    """The catalogue's recipe for ECP5, with the options of the search space for annealing."""
    recipe = find_recipe(name)
    options = find_space(find_device("ecp5-85k-8"), anneal=True).anneal
    annealing = recipe.family["ecp5"].model_copy(update={"anneal": options})
    return recipe.model_copy(update={"family": {"ecp5": annealing}})
