# SPDX-License-Identifier: Apache-2.0
"""Tests of search spaces: the recipe of a point, equal points, and the messages for incorrect files."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from fairhash.base.errors import FairhashError
from fairhash.catalog.recipe import EXPLORED_PREFIX
from fairhash.catalog.recipes import family_recipe, find_recipe, read_recipe
from fairhash.catalog.targets import devices, find_device
from fairhash.studies.explore.session import write_recipe
from fairhash.studies.explore.space import families, find_space, read_space
from tests.studies.explore.synthetic_bench import SPACE, make_space


def test_the_recipe_of_a_point_has_its_commands_and_options() -> None:
    recipe = make_space().recipe(("own", "on", "none", "heap", "more"))
    options = recipe.family["ecp5"]
    assert options.synthesis == ("{synth}  -run begin:luts", "abc -lut 4:7", "clean", "{synth} -run luts:")
    assert options.commands("synth_x -top t", "", "t")[0] == "synth_x -top t -run begin:luts"
    assert options.passes == ()
    assert options.place == ("--placer", "heap", "--weight", "30")
    assert recipe.clock.target("any/core") == 123.5
    assert (recipe.timeouts.synthesis_s, recipe.timeouts.place_s) == (10, 20)
    assert recipe.description == "wide=on passes=none placer=heap weight=more"


def test_recipe_names_differ_exactly_if_recipes_differ() -> None:
    space, other = make_space(), make_space(description="Another description.")
    one = space.recipe(space.start)
    assert one.name.startswith(EXPLORED_PREFIX)
    assert other.recipe(space.start).name == one.name
    spaces = (space, make_space(clock_mhz=101))
    names = {each.recipe(point).name for each in spaces for point in (space.start, *space.neighbours())}
    # the start and its six neighbours, one of which (weight=more without the placer heap) is equal to the start
    assert len(names) == 2 * 6


def test_an_option_without_effect_is_set_to_its_start_choice() -> None:
    space = make_space()
    assert space.canonical(("own", "off", "trim", "static", "more")) == space.start
    assert space.canonical(("own", "off", "trim", "heap", "more"))[-1] == "more"


@pytest.mark.parametrize("family", families())
def test_all_devices_support_the_spaces_of_the_repository(family: str) -> None:
    """Each point gives a valid recipe for each device of the family, and different points have different names."""
    own = [device for device in devices().values() if device.family == family]
    assert own
    for device in own:
        space = find_space(device)
        points = {space.canonical(point) for point in (space.start, *space.neighbours())}
        recipes = [space.recipe(point) for point in points]
        for recipe in recipes:
            options = family_recipe(recipe, device)
            filled = options.commands(f"{device.synthesis.command} -top t", "-refused", "t")
            assert not any(mark in command for command in filled for mark in "{}")
            assert any("-refused" in command for command in filled)
        assert len({recipe.name for recipe in recipes}) == len(points)


def test_the_ecp5_space_starts_with_the_recipe_best() -> None:
    """The start has the options of recipes/best.toml, so a gain over the start is a gain over that recipe."""
    space = find_space(find_device("ecp5-85k-8"))
    ours, best = space.family_recipe(space.start), find_recipe("best").family["ecp5"]
    assert (ours.passes, ours.place) == (best.passes, best.place)
    assert ours.synthesis[-3:-1] == best.synthesis[1:3]
    assert space.clock_mhz == find_recipe("best").clock.target_mhz


def test_annealing_changes_the_recipe_only_where_it_is_requested() -> None:
    """Without --anneal recipes and their names are those of a space that knows no annealing."""
    device = find_device("ecp5-85k-8")
    usual, annealed = (find_space(device, anneal=anneal) for anneal in (False, True))
    one, other = (space.recipe(space.start) for space in (usual, annealed))
    assert (one.family["ecp5"].anneal, one.name != other.name) == (None, True)
    assert other.family["ecp5"].anneal == ("--placer", "heap", "--router", "router1")
    assert other.family["ecp5"].model_copy(update={"anneal": None}) == one.family["ecp5"]
    with pytest.raises(FairhashError, match=r"placements on ice40-hx8k cannot .*, or use a device of ecp5"):
        find_space(find_device("ice40-hx8k"), anneal=True)


BAD: list[tuple[dict[str, Any], str]] = [
    ({"surprise": 1}, "surprise: unknown key"),
    ({"synthesis": ["{synth}", "{map}", "{wide} {oops}"]}, "unknown placeholder 'oops'"),
    ({"synthesis": ["{synth} {wide}"]}, "option map has commands, but `synthesis` has no line {map}"),
    ({"option": [{**SPACE["option"][0], "start": "none"}]}, "option map has no choice 'none'"),
    ({"option": [{**SPACE["option"][0], "without": "own"}]}, "has the same choice for `start` and `without`"),
    ({"option": [*SPACE["option"], SPACE["option"][0]]}, "two options are called map"),
    ({"option": SPACE["option"][:3] + SPACE["option"][4:]}, "option weight depends on placer=heap"),
    ({"option": [{**SPACE["option"][0], "choice": {"own": {}}}]}, "option.0.choice"),
]


@pytest.mark.parametrize(("changes", "complaint"), BAD, ids=[complaint for _, complaint in BAD])
def test_an_incorrect_space_gives_one_line_naming_the_file(
    tmp_path: Path, changes: dict[str, Any], complaint: str
) -> None:
    file = tmp_path / "ecp5.toml"
    write_toml({**SPACE, **changes}, file)
    with pytest.raises(FairhashError) as error:
        read_space(file)
    assert complaint in str(error.value)
    assert str(file) in str(error.value)
    assert "\n" not in str(error.value)


def test_a_space_file_must_be_named_after_its_family(tmp_path: Path) -> None:
    write_toml(SPACE, tmp_path / "ecp5.toml")
    assert read_space(tmp_path / "ecp5.toml") == make_space()
    write_toml(SPACE, tmp_path / "gowin.toml")
    with pytest.raises(FairhashError, match="in a file of another name"):
        read_space(tmp_path / "gowin.toml")


def test_a_family_without_a_space_is_an_error() -> None:
    device = find_device("ecp5-85k-8").model_copy(update={"family": "nosuch"})
    with pytest.raises(FairhashError, match=r"no search space for ecp5-85k-8; .* ecp5, "):
        find_space(device)


def test_a_device_without_a_needed_pass_is_an_error() -> None:
    device = find_device("ecp5-85k-8")
    bare = device.model_copy(update={"synthesis": device.synthesis.model_copy(update={"passes": ()})})
    with pytest.raises(FairhashError, match="absorb, trim"):
        find_space(bare)


@pytest.mark.parametrize("anneal", [False, True])
def test_a_written_recipe_file_is_read_back_equal(anneal: bool, tmp_path: Path) -> None:
    """Only name and description may differ."""
    space = find_space(find_device("ecp5-85k-8"), anneal=anneal)
    recipe = space.recipe(space.with_choice(space.start, "placer", "heap"))
    write_recipe(recipe, tmp_path / "mine.toml")
    again = read_recipe(tmp_path / "mine.toml")
    assert again == recipe.model_copy(update={"name": "mine", "description": again.description})
    assert "placer=heap" in again.description


def write_toml(data: dict[str, Any], file: Path) -> None:
    """Write `data` as TOML, nested tables as inline tables."""
    text = "".join(f"{name} = {_value(value)}\n" for name, value in data.items())
    assert tomllib.loads(text) == data
    file.write_text(text)


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(name)} = {_value(part)}" for name, part in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value)
