# SPDX-License-Identifier: Apache-2.0
"""The devices and recipes that exist: one data file each, beside this module."""

from functools import cache
from pathlib import Path
from typing import Any

from fairhash.catalog.data_file import check_file_name, read_data_file, read_toml, validate
from fairhash.catalog.device import Device
from fairhash.catalog.estimate import Estimate
from fairhash.catalog.recipe import FamilyRecipe, Recipe
from fairhash.errors import FairhashError

DEFAULT_RECIPE = "default"
"""What verbs take unasked: the tools' own settings, a baseline that owes nothing to our tuning."""
MAIN_RECIPE = "best"
"""What ./run does: it keeps the structure of the source, so it is smaller than the stock
mapping and easier to route."""

_HERE = Path(__file__).resolve().parent
_HINT = "see docs/measuring.md"


def read_device(file: Path) -> Device:
    """The device one file declares; the file is named as the device."""
    device = read_data_file(file, Device, _HINT)
    check_file_name(file, "id", device.id, "device")
    return device


def read_recipe(file: Path) -> Recipe:
    """The recipe one file declares; the file is named as the recipe, and one it is like lies beside it."""
    recipe = validate(_recipe_values(file), Recipe, file, _HINT)
    check_file_name(file, "name", recipe.name, "recipe")
    return recipe


def _recipe_values(file: Path) -> dict[str, Any]:
    """What a recipe's file declares, and what it leaves to the recipe it is `like`.

    That is the constraint, the limits, and for each family it names what it does not say itself.
    """
    values = read_toml(file, _HINT)
    if "like" not in values:
        return values
    other = file.with_name(f"{values.pop('like')}.toml")
    base = read_toml(other, f"name a recipe of {file.parent} in `like`")
    if "like" in base:
        raise FairhashError(f"{other.stem} is like another itself", str(file), "name in `like` one that is like none")
    for name, asked in _table(values.get("family")).items():
        if isinstance(asked, dict):
            values["family"][name] = {**_table(_table(base.get("family")).get(name)), **asked}
    return {**{name: base[name] for name in ("clock", "timeouts", "memory") if name in base}, **values}


def _table(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


@cache
def _devices() -> dict[str, Device]:
    return {file.stem: read_device(file) for file in sorted((_HERE / "devices" / "fpga").glob("*.toml"))}


@cache
def _recipes() -> dict[str, Recipe]:
    return {file.stem: read_recipe(file) for file in sorted((_HERE / "recipes").glob("*.toml"))}


def devices() -> dict[str, Device]:
    """Every device by id, sorted."""
    return dict(_devices())


def recipes() -> dict[str, Recipe]:
    """Every recipe by name, sorted."""
    return dict(_recipes())


def find_device(name: str) -> Device:
    """The device called `name`; an unknown name is a FairhashError that lists the known ones."""
    if name not in _devices():
        raise FairhashError(f"unknown device {name!r}", "", f"known are {', '.join(_devices())}")
    return _devices()[name]


def find_recipe(name: str) -> Recipe:
    """The recipe called `name`; an unknown name is a FairhashError that lists the known ones."""
    if name not in _recipes():
        raise FairhashError(f"unknown recipe {name!r}", "", f"known are {', '.join(_recipes())}")
    return _recipes()[name]


def no_options_of(recipe: Recipe, device: str) -> None:
    """Refuse a recipe that asks anything of Yosys or nextpnr beyond the default, where neither would hear it."""
    if recipe.family != find_recipe(DEFAULT_RECIPE).family:
        raise FairhashError(
            f"recipe {recipe.name} has no meaning on {device}", "", f"take --recipe {DEFAULT_RECIPE}, or leave it out"
        )


def family_recipe(recipe: Recipe, device: Device | Estimate) -> FamilyRecipe:
    """What `recipe` asks for the device's family; a FairhashError where it says nothing, or what does not fit."""
    if isinstance(device, Estimate):
        no_options_of(recipe, device.id)
        return device.mapping
    if device.cells not in recipe.family:
        raise FairhashError(
            f"recipe {recipe.name} has no options for family {device.cells}",
            "",
            f"add [family.{device.cells}] to recipes/{recipe.name}.toml",
        )
    asked = recipe.family[device.cells]
    unfit = [name for name in asked.passes if name not in device.synthesis.passes]
    if unfit:
        offered = f"it offers {', '.join(device.synthesis.passes)}" if device.synthesis.passes else "it offers none"
        raise FairhashError(
            f"recipe {recipe.name} names the pass {unfit[0]}, which does not know the cells of {device.id}", "", offered
        )
    if asked.empty_rows and device.rows is None:
        raise FairhashError(
            f"recipe {recipe.name} keeps rows of {device.id} empty, whose file does not say where they lie",
            "",
            "add [rows] to it, or take another recipe",
        )
    return asked
