# SPDX-License-Identifier: Apache-2.0
"""Recipes are data files that are validated when they are read."""

from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.catalog.recipe import FamilyRecipe
from fairhash.catalog.recipes import family_recipe, find_recipe, read_recipe, recipes
from fairhash.catalog.targets import devices, find_device
from fairhash.targets.fpga.synthesis import synthesis_commands


def test_the_default_recipe_covers_every_device() -> None:
    assert all(family_recipe(find_recipe("default"), device) for device in devices().values())


def test_no_recipe_has_options_for_an_unknown_family() -> None:
    known = {device.cells for device in devices().values()}
    assert all(set(recipe.family) <= known for recipe in recipes().values())


@pytest.mark.parametrize("find", [find_device, find_recipe])
def test_an_unknown_name_lists_all_names(find: object) -> None:
    with pytest.raises(FairhashError, match=r"unknown .* 'nothing'; known are"):
        find("nothing")  # type: ignore[operator]


def test_an_unknown_placeholder_is_rejected(tmp_path: Path) -> None:
    file = tmp_path / "odd.toml"
    file.write_text(
        'name = "odd"\ndescription = ""\nclock.target_mhz = 100\ntimeouts = { synthesis_s = 1, place_s = 1 }\n'
        '[family.ecp5]\nsynthesis = ["{synth} {oops}"]\n'
    )
    with pytest.raises(FairhashError, match="unknown placeholder 'oops'"):
        read_recipe(file)


def _two_recipes(folder: Path, like: str) -> Path:
    """Write two recipes, the second one `like` the recipe of this name, and return the second file."""
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


def test_like_completes_a_recipe_from_its_base(tmp_path: Path) -> None:
    second = read_recipe(_two_recipes(tmp_path, "first"))
    assert second.clock.target_mhz == 100
    assert second.timeouts.place_s == 4
    assert second.family == {"ecp5": FamilyRecipe(synthesis=("{synth}",), passes=("trim",), place=("--placer", "heap"))}


@pytest.mark.parametrize(
    ("like", "message"),
    [
        ("nothing", r"nothing\.toml: unreadable data file"),
        ("second", "`like` names second, which has a `like` itself"),
    ],
)
def test_like_must_name_a_recipe_without_like(tmp_path: Path, like: str, message: str) -> None:
    with pytest.raises(FairhashError, match=message):
        read_recipe(_two_recipes(tmp_path, like))


def test_a_wrong_entry_next_to_like_is_rejected(tmp_path: Path) -> None:
    file = _two_recipes(tmp_path, "first")
    file.write_text('name = "second"\nlike = "first"\ndescription = ""\nfamily = 3\n')
    with pytest.raises(FairhashError, match="family: "):
        read_recipe(file)
    file.write_text('name = "second"\nlike = "first"\ndescription = ""\nfamily.ecp5 = 3\n')
    with pytest.raises(FairhashError, match=r"family\.ecp5"):
        read_recipe(file)


def test_placeholders_of_abc_scripts_are_kept() -> None:
    recipe = FamilyRecipe(synthesis=("scratchpad -set abc9.script +&if,{W},{D};&mfs", "{synth}"))
    assert recipe.commands("synth_x -top t", "", "t") == (
        "scratchpad -set abc9.script +&if,{W},{D};&mfs",
        "synth_x -top t",
    )


def test_dedicated_resources_are_disabled_unless_allowed(toys: dict[str, Core]) -> None:
    plain = toys["one-clock"]
    device, recipe = find_device("ecp5-85k-8"), find_recipe("default")
    commands = " ".join(synthesis_commands(plain, device, recipe)).split()
    assert {"-nobram", "-nodsp", "-nolutram", "-nowidelut"} <= set(commands)
    with_ram = plain.model_copy(update={"allowed_dedicated": ("bram",)})
    commands = " ".join(synthesis_commands(with_ram, device, recipe)).split()
    assert "-nobram" not in commands
    assert {"-nodsp", "-nolutram"} <= set(commands)


def test_a_resource_without_delays_is_disabled_though_it_is_allowed(toys: dict[str, Core]) -> None:
    """On the GW2A-18C nextpnr has no delays of RAM of look-up tables; on ECP5 it has them."""
    with_ram = toys["one-clock"].model_copy(update={"allowed_dedicated": ("bram", "lutram")})
    for device, disabled in (("gw2a-18c", True), ("ecp5-85k-8", False)):
        commands = " ".join(synthesis_commands(with_ram, find_device(device), find_recipe("default"))).split()
        assert ("-nolutram" in commands) == disabled
        assert "-nobram" not in commands


def test_a_family_without_options_is_rejected(toys: dict[str, Core]) -> None:
    device = find_device("ecp5-85k-8").model_copy(update={"family": "unheard-of"})
    with pytest.raises(FairhashError, match="no options for family unheard-of"):
        synthesis_commands(toys["one-clock"], device, find_recipe("default"))


def test_a_pass_that_the_device_does_not_support_is_rejected(toys: dict[str, Core]) -> None:
    """A pass rewrites cells of certain types; on a netlist of other types it would do nothing or harm."""
    best = find_recipe("best")
    family = best.family["ice40"].model_copy(update={"passes": ("trim",)})
    odd = best.model_copy(update={"name": "odd", "family": {**best.family, "ice40": family}})
    message = "recipe odd names the pass trim, which does not support the cells of ice40-hx8k; supported passes: none"
    with pytest.raises(FairhashError) as caught:
        synthesis_commands(toys["one-clock"], find_device("ice40-hx8k"), odd)
    assert str(caught.value) == message
    ecp5 = find_device("ecp5-85k-8")
    assert synthesis_commands(toys["one-clock"], ecp5, odd)
    less = ecp5.model_copy(update={"synthesis": ecp5.synthesis.model_copy(update={"passes": ("trim",)})})
    with pytest.raises(FairhashError, match=r"names the pass absorb, .*; supported passes: trim"):
        synthesis_commands(toys["one-clock"], less, find_recipe("small"))
