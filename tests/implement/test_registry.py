# SPDX-License-Identifier: Apache-2.0
"""Devices and recipes are data, checked when read."""

from pathlib import Path

import pytest

from fairhash.catalog.core import Core
from fairhash.catalog.recipe import FamilyRecipe
from fairhash.errors import FairhashError
from fairhash.implement import devices, find_device, find_recipe, recipes, synthesis_commands
from fairhash.implement.registry import family_recipe, read_device, read_recipe

DEVICES = Path(__file__).parents[2] / "src" / "fairhash" / "implement" / "devices"


def test_the_devices_of_the_first_issue_are_there() -> None:
    assert {"ecp5-85k-8", "ice40-hx8k"} <= set(devices())
    assert find_device("ecp5-85k-8").part.user_pins == 365
    assert find_device("ice40-hx8k").part.logic_cells == 7680


def test_every_recipe_serves_every_family() -> None:
    families = {device.family for device in devices().values()}
    for recipe in recipes().values():
        assert set(recipe.family) >= families
        assert all(family_recipe(recipe, device) for device in devices().values())


@pytest.mark.parametrize("find", [find_device, find_recipe])
def test_an_unknown_name_lists_the_known(find: object) -> None:
    with pytest.raises(FairhashError, match=r"unknown .* 'nothing'; known are"):
        find("nothing")  # type: ignore[operator]


def test_a_device_file_is_checked(tmp_path: Path) -> None:
    good = (DEVICES / "ice40-hx8k.toml").read_text()
    file = tmp_path / "ice40-hx8k.toml"
    file.write_text(good.replace("lut_inputs = 4", 'lut_inputs = "many"'))
    with pytest.raises(FairhashError, match=r"part\.lut_inputs: .*in .*ice40-hx8k\.toml"):
        read_device(file)
    file.write_text(good + "\n[extra]\nkey = 1\n")
    with pytest.raises(FairhashError, match="extra"):
        read_device(file)
    (tmp_path / "other.toml").write_text(good)
    with pytest.raises(FairhashError, match="file of another name"):
        read_device(tmp_path / "other.toml")
    file.write_text("id = ")
    with pytest.raises(FairhashError, match="unreadable data file"):
        read_device(file)


def test_a_recipe_with_an_unknown_placeholder_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "odd.toml"
    file.write_text(
        'name = "odd"\ndescription = ""\nclock.target_mhz = 100\ntimeouts = { synthesis_s = 1, place_s = 1 }\n'
        '[family.ecp5]\nsynthesis = ["{synth} {oops}"]\n'
    )
    with pytest.raises(FairhashError, match="unknown placeholder 'oops'"):
        read_recipe(file)


def test_a_script_for_abc_keeps_its_own_placeholders() -> None:
    recipe = FamilyRecipe(synthesis=("scratchpad -set abc9.script +&if,{W},{D};&mfs", "{synth}"))
    assert recipe.commands("synth_x -top t", "", "t") == (
        "scratchpad -set abc9.script +&if,{W},{D};&mfs",
        "synth_x -top t",
    )


def test_dedicated_resources_are_refused_unless_the_core_is_about_them(toys: dict[str, Core]) -> None:
    plain = toys["one-clock"]
    device, recipe = find_device("ecp5-85k-8"), find_recipe("default")
    asked = " ".join(synthesis_commands(plain, device, recipe)).split()
    assert {"-nobram", "-nodsp", "-nolutram", "-nowidelut"} <= set(asked)
    with_ram = plain.model_copy(update={"allowed_dedicated": ("bram",)})
    asked = " ".join(synthesis_commands(with_ram, device, recipe)).split()
    assert "-nobram" not in asked
    assert {"-nodsp", "-nolutram"} <= set(asked)


def test_a_family_without_options_is_told(toys: dict[str, Core]) -> None:
    device = find_device("ecp5-85k-8").model_copy(update={"family": "unheard-of"})
    with pytest.raises(FairhashError, match="no options for family unheard-of"):
        synthesis_commands(toys["one-clock"], device, find_recipe("default"))


def test_a_pass_the_device_does_not_offer_is_refused(toys: dict[str, Core]) -> None:
    """Its cells are not those the pass knows; it would change nothing, or the wrong thing."""
    best = find_recipe("best")
    family = best.family["ice40"].model_copy(update={"passes": ("trim",)})
    odd = best.model_copy(update={"name": "odd", "family": {**best.family, "ice40": family}})
    told = "recipe odd names the pass trim, which does not know the cells of ice40-hx8k; it offers none"
    with pytest.raises(FairhashError) as caught:
        synthesis_commands(toys["one-clock"], find_device("ice40-hx8k"), odd)
    assert str(caught.value) == told
    ecp5 = find_device("ecp5-85k-8")
    assert synthesis_commands(toys["one-clock"], ecp5, odd)
    less = ecp5.model_copy(update={"synthesis": ecp5.synthesis.model_copy(update={"passes": ("trim",)})})
    with pytest.raises(FairhashError, match=r"names the pass absorb, .*; it offers trim"):
        synthesis_commands(toys["one-clock"], less, find_recipe("small"))


def test_an_unknown_pass_is_refused(tmp_path: Path) -> None:
    """In a device's file as in a recipe's."""
    text = (DEVICES / "ecp5-85k-8.toml").read_text()
    file = tmp_path / "ecp5-85k-8.toml"
    file.write_text(text.replace('"trim", "absorb"', '"trim", "shave"'))
    with pytest.raises(FairhashError, match=r"synthesis\.passes\.1: .*in .*ecp5-85k-8\.toml"):
        read_device(file)
