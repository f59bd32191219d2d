# SPDX-License-Identifier: Apache-2.0
"""Spaces: what a point asks of the tools, which points are one, and what is wrong with a bad file, in one line."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from fairhash.catalog.recipe import EXPLORED_PREFIX
from fairhash.catalog.recipes import family_recipe, find_recipe, read_recipe
from fairhash.catalog.targets import devices, find_device
from fairhash.errors import FairhashError
from fairhash.explore.recipe_file import write_recipe
from fairhash.explore.registry import families, read_space, space_for
from tests.explore.bench import SPACE, make_space


def test_a_point_by_hand() -> None:
    recipe = make_space().recipe(("own", "on", "none", "heap", "more"), 123.5)
    asked = recipe.family["ecp5"]
    assert asked.synthesis == ("{synth}  -run begin:luts", "abc -lut 4:7", "clean", "{synth} -run luts:")
    assert asked.commands("synth_x -top t", "", "t")[0] == "synth_x -top t -run begin:luts"
    assert asked.passes == ()
    assert asked.place == ("--placer", "heap", "--weight", "30")
    assert recipe.clock.target("any/core") == 123.5
    assert (recipe.timeouts.synthesis_s, recipe.timeouts.place_s) == (10, 20)
    assert recipe.description == "wide=on passes=none placer=heap weight=more"


def test_names_tell_recipes_apart_and_nothing_else() -> None:
    space, other = make_space(), make_space(description="Other words.")
    one = space.recipe(space.start, 100)
    assert one.name.startswith(EXPLORED_PREFIX)
    assert other.recipe(space.start, 100).name == one.name
    names = {space.recipe(point, mhz).name for point in (space.start, *space.neighbours()) for mhz in (100, 101)}
    # the start and its six neighbours, of which weight=more without the placer heap is the start
    assert len(names) == 2 * 6


def test_an_option_that_says_nothing_counts_as_its_start() -> None:
    space = make_space()
    assert space.settled(("own", "off", "trim", "static", "more")) == space.start
    assert space.settled(("own", "off", "trim", "heap", "more"))[-1] == "more"


@pytest.mark.parametrize("family", families())
def test_spaces_of_this_checkout(family: str) -> None:
    """Each device of the family offers what they name; each point has a recipe, none under the name of another."""
    own = [device for device in devices().values() if device.family == family]
    assert own
    for device in own:
        space = space_for(device)
        points = {space.settled(point) for point in (space.start, *space.neighbours())}
        recipes = [space.recipe(point, 100) for point in points]
        for recipe in recipes:
            asked = family_recipe(recipe, device)
            filled = asked.commands(f"{device.synthesis.command} -top t", "-refused", "t")
            assert not any(mark in command for command in filled for mark in "{}")
            assert any("-refused" in command for command in filled)
        assert len({recipe.name for recipe in recipes}) == len(points)


def test_the_ecp5_space_starts_with_the_main_recipe() -> None:
    """In the words of recipes/best.toml, so that a gain over the start is one over it."""
    space = space_for(find_device("ecp5-85k-8"))
    ours, best = space.family_recipe(space.start), find_recipe("best").family["ecp5"]
    assert (ours.passes, ours.place) == (best.passes, best.place)
    assert ours.synthesis[-3:-1] == best.synthesis[1:3]
    assert space.clock.start_mhz == find_recipe("best").clock.target_mhz


BAD: list[tuple[dict[str, Any], str]] = [
    ({"surprise": 1}, "surprise: Extra inputs are not permitted"),
    ({"clock": {"start_mhz": 5, "low_mhz": 10, "high_mhz": 20}}, "low_mhz < start_mhz < high_mhz"),
    ({"synthesis": ["{synth}", "{map}", "{wide} {oops}"]}, "unknown placeholder 'oops'"),
    ({"synthesis": ["{synth} {wide}"]}, "option map has commands and no line"),
    ({"option": [{**SPACE["option"][0], "start": "none"}]}, "option map has no choice 'none'"),
    ({"option": [{**SPACE["option"][0], "without": "own"}]}, "called its absence"),
    ({"option": [*SPACE["option"], SPACE["option"][0]]}, "two options are called map"),
    ({"option": SPACE["option"][:3] + SPACE["option"][4:]}, "option weight depends on placer=heap"),
    ({"option": [{**SPACE["option"][0], "choice": {"own": {}}}]}, "option.0.choice"),
]


@pytest.mark.parametrize(("changes", "complaint"), BAD, ids=[complaint for _, complaint in BAD])
def test_a_bad_space_is_one_line(tmp_path: Path, changes: dict[str, Any], complaint: str) -> None:
    file = tmp_path / "ecp5.toml"
    write_toml({**SPACE, **changes}, file)
    with pytest.raises(FairhashError) as error:
        read_space(file)
    assert complaint in str(error.value)
    assert str(file) in str(error.value)
    assert "\n" not in str(error.value)


def test_a_space_is_named_as_its_file(tmp_path: Path) -> None:
    write_toml(SPACE, tmp_path / "ecp5.toml")
    assert read_space(tmp_path / "ecp5.toml") == make_space()
    write_toml(SPACE, tmp_path / "gowin.toml")
    with pytest.raises(FairhashError, match="in a file of another name"):
        read_space(tmp_path / "gowin.toml")


def test_a_family_without_a_space_is_told() -> None:
    device = find_device("ecp5-85k-8").model_copy(update={"family": "nosuch"})
    with pytest.raises(FairhashError, match=r"no search space for ecp5-85k-8; .* ecp5, "):
        space_for(device)


def test_a_device_that_lacks_a_pass_is_told() -> None:
    device = find_device("ecp5-85k-8")
    bare = device.model_copy(update={"synthesis": device.synthesis.model_copy(update={"passes": ()})})
    with pytest.raises(FairhashError, match="absorb, trim"):
        space_for(bare)


def test_the_best_as_a_recipe_file(tmp_path: Path) -> None:
    """What is written is read back as a recipe that asks the same."""
    found = space_for(find_device("ecp5-85k-8"))
    recipe = found.recipe(found.switched(found.start, "placer", "heap"), 150)
    write_recipe(recipe, tmp_path / "mine.toml")
    again = read_recipe(tmp_path / "mine.toml")
    assert again == recipe.model_copy(update={"name": "mine", "description": again.description})
    assert "placer=heap" in again.description


def write_toml(data: dict[str, Any], file: Path) -> None:
    """Inline tables for all that is nested: enough TOML for these files."""
    text = "".join(f"{name} = {_value(value)}\n" for name, value in data.items())
    assert tomllib.loads(text) == data
    file.write_text(text)


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(name)} = {_value(part)}" for name, part in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value)
