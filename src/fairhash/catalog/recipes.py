# SPDX-License-Identifier: Apache-2.0
"""The catalogue's recipes: one data file each in catalog/recipes/."""

from functools import cache
from pathlib import Path
from typing import Any

from fairhash.base.errors import FairhashError, unknown_name
from fairhash.catalog.data_file import check_file_name, read_toml, validate
from fairhash.catalog.device import CellLibrary, Device
from fairhash.catalog.recipe import FamilyRecipe, Recipe
from fairhash.catalog.target import EstimateTarget, Target, VendorDevice

DEFAULT_RECIPE = "default"
"""Recipe of every command that is given none: the tools' default options, a baseline independent of our tuning."""
MAIN_RECIPE = "best"
"""Recipe of ./run: it keeps the structure of the source, which gives fewer cells than the default mapping and an
easier routing."""

_FOLDER = Path(__file__).resolve().parent / "recipes"
_HINT = "see docs/measuring.md"


def read_recipe(file: Path) -> Recipe:
    """Read one recipe file, named after its recipe; a recipe that it names in `like` must be in the same folder."""
    recipe = validate(_recipe_values(file), Recipe, file, _HINT)
    check_file_name(file, "name", recipe.name, "recipe")
    return recipe


def _recipe_values(file: Path) -> dict[str, Any]:
    """The values of a recipe file, completed from the recipe that it names in `like`.

    Taken from that recipe when the file lacks them: clock, timeouts, memory and, for each family in the file, its
    missing keys.
    """
    values = read_toml(file, _HINT)
    if "like" not in values:
        return values
    base_file = file.with_name(f"{values.pop('like')}.toml")
    base = read_toml(base_file, f"name a recipe of {file.parent} in `like`")
    if "like" in base:
        raise FairhashError(
            f"`like` names {base_file.stem}, which has a `like` itself", str(file), "name a recipe without `like`"
        )
    for name, options in _table(values.get("family")).items():
        if isinstance(options, dict):
            values["family"][name] = {**_table(_table(base.get("family")).get(name)), **options}
    return {**{name: base[name] for name in ("clock", "timeouts", "memory") if name in base}, **values}


def _table(value: object) -> dict[str, Any]:
    """`value` if it is a table, else an empty one; the validation that follows reports the wrong type."""
    return value if isinstance(value, dict) else {}


@cache
def _recipes() -> dict[str, Recipe]:
    return {file.stem: read_recipe(file) for file in sorted(_FOLDER.glob("*.toml"))}


def recipes() -> dict[str, Recipe]:
    """Every recipe by name, sorted."""
    return dict(_recipes())


def find_recipe(name: str) -> Recipe:
    """The recipe with this name; for an unknown name a FairhashError lists all names."""
    if name not in _recipes():
        raise unknown_name("recipe", name, _recipes(), f"known are {', '.join(_recipes())}")
    return _recipes()[name]


def require_default_options(recipe: Recipe, target: str) -> None:
    """Raise a FairhashError if `recipe` changes options of Yosys or nextpnr for a target that ignores them.

    Args:
        target: Id of a target whose tool options do not come from recipes, e.g. an estimate.
    """
    if recipe.family != find_recipe(DEFAULT_RECIPE).family:
        raise FairhashError(
            f"recipe {recipe.name} has no effect on {target}", "", f"use --recipe {DEFAULT_RECIPE} or omit --recipe"
        )


def family_recipe(recipe: Recipe, device: Device | EstimateTarget) -> FamilyRecipe:
    """The options of `recipe` for the family of `device`.

    Raises:
        FairhashError: The recipe has no options for the family, or names a pass or empty rows that the device file
            does not support.
    """
    if isinstance(device, EstimateTarget):
        require_default_options(recipe, device.id)
        return device.mapping
    options = recipe.family.get(device.cells)
    if options is None and recipe.name == DEFAULT_RECIPE:
        options = device.default_options
    if options is None:
        raise FairhashError(
            f"recipe {recipe.name} has no options for family {device.cells}",
            "",
            f"add [family.{device.cells}] to recipes/{recipe.name}.toml",
        )
    unsupported = [name for name in options.passes if name not in device.synthesis.passes]
    if unsupported:
        supported = ", ".join(device.synthesis.passes) or "none"
        raise FairhashError(
            f"recipe {recipe.name} names the pass {unsupported[0]}, which does not support the cells of {device.id}",
            "",
            f"supported passes: {supported}",
        )
    if options.empty_rows and device.rows is None:
        raise FairhashError(
            f"recipe {recipe.name} sets empty_rows, but the file of {device.id} has no [rows]",
            "",
            "add [rows] to the device file, or use another recipe",
        )
    return options


def has_options(recipe: Recipe, target: Target) -> bool:
    """Whether `recipe` can be used on `target`: it has options for its family or library, or the default ones."""
    if isinstance(target, CellLibrary):
        return recipe.cells is not None
    if isinstance(target, VendorDevice):
        return recipe.family == find_recipe(DEFAULT_RECIPE).family
    try:
        family_recipe(recipe, target)
    except FairhashError:
        return False
    return True
