# SPDX-License-Identifier: Apache-2.0
"""Annealed placements of the toys: routed netlists give right answers, and cells are where the annealer put them."""

import json
from pathlib import Path
from typing import Any

import pytest

from fairhash.catalog.core import Core
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.targets import find_device
from fairhash.netlist.timed.design import read_design
from fairhash.netlist.timed.functional import functional_engine
from fairhash.targets.fpga import placement
from fairhash.targets.fpga.annealing.bound_netlist import CannotAnneal, Place, bind, place_of
from fairhash.targets.fpga.placement import ROUTED_FILES, place, place_request
from fairhash.targets.fpga.synthesis import synthesise
from fairhash.targets.outcome import Placement
from fairhash.testbench.verification import verify_with
from tests.targets.fpga.annealed_recipe import annealed_recipe
from tests.testbench.toys import TOY, options, toy_core

MODES = ("answers", "random", "stalls", "reset", "cycles")


def _placed(core: Core, recipe: Recipe, device: str, folder: Path) -> Placement:
    target = find_device(device)
    synthesis = synthesise(core, target, find_recipe("best"), folder / "synthesis")
    return place(
        synthesis,
        core,
        target,
        recipe,
        1,
        folder / ("annealed" if recipe.family["ecp5"].anneal else "usual"),
        keep_routed=True,
    )


@pytest.mark.long
@pytest.mark.parametrize("architecture", ["plain", "two-clocks"])
def test_the_routed_netlist_gives_right_answers(architecture: str, tmp_path: Path) -> None:
    """Cells, registers and clocks are those of the placement without the annealer, too."""
    core, device = toy_core(architecture), "ecp5-25k-6"
    usual = _placed(core, find_recipe("best"), device, tmp_path)
    annealed = _placed(core, annealed_recipe("best"), device, tmp_path)
    assert (annealed.status, annealed.reason) == ("ok", "")
    assert (annealed.area, annealed.flip_flops, annealed.parts) == (usual.area, usual.flip_flops, usual.parts)
    assert annealed.resources == usual.resources
    assert [clock.name for clock in annealed.clocks] == [clock.name for clock in usual.clocks]
    files = [annealed.folder / name for name in ROUTED_FILES]
    design = read_design(core, find_device(device), files[0], files[1], tmp_path / "timed.program")
    report = verify_with(functional_engine(design, tmp_path), core, options(*MODES, random=12), reference=TOY)
    assert {mode.mode: mode.verdict for mode in report.modes} == dict.fromkeys(MODES, "pass")


def test_cells_are_routed_where_the_annealer_put_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(placement, "_INTERMEDIATE_FILES", ())
    annealed = _placed(toy_core(), annealed_recipe("best"), "ecp5-25k-6", tmp_path)
    bound = json.loads((annealed.folder / "framed.json").read_text())["modules"]["frame"]["cells"]
    routed = json.loads((annealed.folder / "placed.json").read_text())["modules"]["top"]["cells"]
    places = {name: cell["attributes"]["NEXTPNR_BEL"] for name, cell in routed.items() if place_of(cell)}
    assert places == {name: cell["attributes"]["NEXTPNR_BEL"] for name, cell in bound.items()}
    assert len(places) > 300


def test_the_annealer_is_in_the_key_of_recipes_that_use_it() -> None:
    core, device = toy_core(), find_device("ecp5-85k-8")
    recipes = (find_recipe("best"), annealed_recipe("best"))
    best, annealed = (place_request(core, device, recipe, 1) for recipe in recipes)
    assert annealed == {**best, "routing": best["arguments"].replace("--placer static", "--placer heap")}


@pytest.mark.parametrize(
    ("cell", "about"),
    [
        ({"type": "DP16KD", "parameters": {}, "connections": {"CLKA": [3]}}, "DP16KD"),
        ({"type": "TRELLIS_COMB", "parameters": {"MODE": "LOGIC"}, "connections": {"OFX": [3]}}, "TRELLIS_COMB"),
    ],
)
def test_a_cell_that_it_does_not_know_is_refused(cell: dict[str, Any], about: str) -> None:
    packed = {"cells": {"odd": cell}, "netnames": {}}
    places = {"odd": Place(2, 2, 0)} if about == "TRELLIS_COMB" else {}
    with pytest.raises(CannotAnneal, match=f"cannot anneal odd: unknown cell of type {about}"):
        bind(packed, {"ports": {}, "attributes": {}}, places)


@pytest.mark.parametrize("slot", range(8))
def test_a_place_is_named_as_nextpnr_names_it(slot: int) -> None:
    for kind in ("TRELLIS_COMB", "TRELLIS_FF"):
        name = Place(31, 4, slot).name(kind)
        assert place_of({"type": kind, "attributes": {"NEXTPNR_BEL": name}}) == Place(31, 4, slot)
    assert Place(31, 4, 5).name("TRELLIS_FF") == "X31/Y4/SLICEC.FF1"
