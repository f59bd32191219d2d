# SPDX-License-Identifier: Apache-2.0
"""A core mapped for each estimate, and that the families of an estimate are mapped alike."""

from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.recipes import family_recipe, find_recipe, recipes
from fairhash.catalog.target import EstimateTarget
from fairhash.catalog.targets import devices, estimates, find_estimate, vendor_devices
from fairhash.targets.estimate.estimate_kind import estimated_area, map_estimate

FLIP_FLOPS = 49
"""Of the toy, by its source: 16 taken, 16 sum, 16 shown, 1 full."""


def _with_family(estimate: EstimateTarget, before: str, after: str) -> EstimateTarget:
    command = estimate.synthesis.command
    assert f"-family {before}" in command
    changed = command.replace(f"-family {before}", f"-family {after}")
    return estimate.model_copy(update={"synthesis": estimate.synthesis.model_copy(update={"command": changed})})


@pytest.mark.parametrize(
    ("name", "own", "others"),
    [
        ("spartan3-estimate", "xc3s", ["xc4v"]),
        pytest.param("virtex5-estimate", "xc5v", ["xc6v", "xc6s"], marks=pytest.mark.long),
        ("cyclone4-estimate", "cycloneive", []),
        ("cyclone5-estimate", "cyclonev", []),
    ],
)
def test_the_area_is_equal_for_all_families_it_represents(  # noqa: PLR0917 - a row of the table above
    name: str, own: str, others: list[str], toys: dict[str, Core], recipe: Recipe, tmp_path: Path
) -> None:
    estimate = estimates()[name]
    made = map_estimate(toys["one-clock"], estimate, recipe, tmp_path / own)
    assert (made.status, made.reason, made.flip_flops) == ("ok", "", FLIP_FLOPS)
    # a table for each of 16 sums, at most as many again for the rest
    assert 16 <= estimated_area(made, estimate) <= 3 * 16
    for other in others:
        again = map_estimate(toys["one-clock"], _with_family(estimate, own, other), recipe, tmp_path / other)
        assert again.cells == made.cells


def test_every_name_belongs_to_one_device() -> None:
    names = [name for each in estimates().values() for name in (each.id, *each.also)]
    names += [*devices(), *vendor_devices()]
    assert len(names) == len(set(names))
    assert all(find_estimate(name) for name in names if name.endswith("-estimate"))
    assert find_estimate("ecp5-85k-8") is None


def test_only_the_default_recipe_is_accepted() -> None:
    estimate = estimates()["virtex5-estimate"]
    default = find_recipe("default")
    assert family_recipe(default, estimate) == estimate.mapping
    # another clock or limit is no other mapping
    slower = default.model_copy(update={"name": "slower", "clock": default.clock.model_copy(update={"target_mhz": 50})})
    assert family_recipe(slower, estimate) == estimate.mapping
    for name in set(recipes()) - {"default"}:
        with pytest.raises(FairhashError, match="has no effect on virtex5-estimate; use --recipe default"):
            family_recipe(find_recipe(name), estimate)
