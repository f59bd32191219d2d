# SPDX-License-Identifier: Apache-2.0
"""Devices and recipes are data, checked when read."""

import re
from pathlib import Path

import pytest

from fairhash.catalog.core import Core
from fairhash.catalog.recipe import FamilyRecipe
from fairhash.catalog.registry import (
    devices,
    family_recipe,
    find_device,
    find_recipe,
    read_device,
    read_recipe,
    recipes,
)
from fairhash.errors import FairhashError
from fairhash.netlist.netlist_engine import CELLS
from fairhash.targets.fpga.synthesis import synthesis_commands

DEVICES = Path(__file__).parents[2] / "src" / "fairhash" / "catalog" / "devices" / "fpga"


def test_the_devices_of_the_first_issue_are_there() -> None:
    assert {"ecp5-85k-8", "ice40-hx8k"} <= set(devices())
    assert find_device("ecp5-85k-8").part.user_pins == 365
    assert find_device("ice40-hx8k").part.logic_cells == 7680


def test_the_default_recipe_serves_every_device() -> None:
    assert all(family_recipe(find_recipe("default"), device) for device in devices().values())


def test_no_recipe_has_options_for_an_unknown_family() -> None:
    known = {device.cells for device in devices().values()}
    assert all(set(recipe.family) <= known for recipe in recipes().values())


def test_every_family_has_models_of_its_cells() -> None:
    """Without them no netlist is checked, and nothing is ranked."""
    for device in devices().values():
        models = (CELLS / f"{device.cells}.v").read_text(encoding="utf-8")
        for included in re.findall(r'`include "(.*)"', models):
            models += (CELLS / included).read_text(encoding="utf-8")
        assert {*device.synthesis.flip_flops, *device.synthesis.logic} <= set(
            re.findall(r"^module (\w+)", models, re.M)
        )


def test_seven_families_of_three_vendors() -> None:
    assert len({device.family for device in devices().values()}) >= 7
    assert len({device.vendor for device in devices().values()}) >= 3


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


def _recipes_of(folder: Path, like: str) -> Path:
    (folder / "first.toml").write_text(
        'name = "first"\ndescription = ""\nclock.target_mhz = 100\ntimeouts = { synthesis_s = 1, place_s = 2 }\n'
        '[family.ecp5]\nsynthesis = ["{synth}"]\nplace = ["--placer", "heap"]\n[family.ice40]\n'
        'synthesis = ["{synth}"]\n'
    )
    file = folder / "second.toml"
    file.write_text(
        f'name = "second"\nlike = "{like}"\ndescription = ""\ntimeouts = {{ synthesis_s = 3, place_s = 4 }}\n'
        '[family.ecp5]\npasses = ["trim"]\n'
    )
    return file


def test_a_recipe_says_only_where_it_differs(tmp_path: Path) -> None:
    second = read_recipe(_recipes_of(tmp_path, "first"))
    assert second.clock.target_mhz == 100
    assert second.timeouts.place_s == 4
    assert second.family == {"ecp5": FamilyRecipe(synthesis=("{synth}",), passes=("trim",), place=("--placer", "heap"))}


@pytest.mark.parametrize(
    ("like", "told"),
    [("nothing", r"unreadable data file: .*nothing\.toml"), ("second", "second is like another itself")],
)
def test_a_recipe_is_like_one_there_is(tmp_path: Path, like: str, told: str) -> None:
    with pytest.raises(FairhashError, match=told):
        read_recipe(_recipes_of(tmp_path, like))


def test_a_recipe_like_another_is_checked_as_any(tmp_path: Path) -> None:
    file = _recipes_of(tmp_path, "first")
    file.write_text('name = "second"\nlike = "first"\ndescription = ""\nfamily = 3\n')
    with pytest.raises(FairhashError, match="family: "):
        read_recipe(file)
    file.write_text('name = "second"\nlike = "first"\ndescription = ""\nfamily.ecp5 = 3\n')
    with pytest.raises(FairhashError, match=r"family\.ecp5"):
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
    file.write_text(text.replace('"trim", "absorb", "bypass"', '"trim", "shave"'))
    with pytest.raises(FairhashError, match=r"synthesis\.passes\.1: .*in .*ecp5-85k-8\.toml"):
        read_device(file)
