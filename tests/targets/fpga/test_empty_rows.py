# SPDX-License-Identifier: Apache-2.0
"""Rows of a device kept empty."""

import json
import re
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.catalog.recipes import family_recipe, find_recipe
from fairhash.catalog.targets import find_device
from fairhash.targets.fpga import placement
from fairhash.targets.fpga.placement import fill_rows, place, place_request
from fairhash.targets.fpga.synthesis import synthesise
from tests.targets.fpga.annealed_recipe import annealed_recipe

EMPTY_ROWS = {3, 5, 7, 9, 12, 14, 16, 18, 20, 23, 25, 27, 29, 31, 33, 36, 38, 40, 42, 44, 47, 49, 51, 53, 55, 57} | {
    60, 62, 64, 66, 68, 71, 73, 75, 77, 79, 81, 84, 86, 88, 90, 92
}  # fmt: skip
"""Every second row that has functions: rows 10, 22, 34 and so on have memories."""


@pytest.mark.parametrize("toy", ["one-clock", pytest.param("two-clocks", marks=pytest.mark.long)])
def test_empty_rows_stay_empty_and_the_area_is_unchanged(
    toy: str, toys: dict[str, Core], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(placement, "_INTERMEDIATE_FILES", ())
    core, device = toys[toy], find_device("ecp5-85k-8")
    synthesis = synthesise(core, device, find_recipe("best"), tmp_path / "synthesis")
    usual = place(synthesis, core, device, find_recipe("best"), 1, tmp_path / "usual")
    spread = place(synthesis, core, device, find_recipe("sparse"), 1, tmp_path / "spread")
    assert (usual.status, spread.status, spread.reason) == ("ok", "ok", "")
    assert (spread.area, spread.frame_area, spread.parts) == (usual.area, usual.frame_area, usual.parts)
    assert spread.flip_flops == usual.flip_flops

    cells = json.loads((tmp_path / "spread" / "placed.json").read_text())["modules"]["top"]["cells"]
    rows: dict[bool, set[int]] = {False: set(), True: set()}
    for name, cell in cells.items():
        if cell["type"] == "TRELLIS_COMB":
            row = re.findall(r"/Y(\d+)/", cell["attributes"]["NEXTPNR_BEL"])[0]
            rows[name.startswith("idle.")].add(int(row))
    assert rows[True] == EMPTY_ROWS
    assert rows[False]
    assert not rows[False] & EMPTY_ROWS


def _tiles(folder: Path) -> set[str]:
    cells = json.loads((folder / "placed.json").read_text())["modules"]["top"]["cells"]
    used = {name: cell for name, cell in cells.items() if cell["type"].startswith("TRELLIS_")}
    places = [cell["attributes"]["NEXTPNR_BEL"] for name, cell in used.items() if not name.startswith("idle.")]
    return {place.rsplit("/", 1)[0] for place in places if "SLICE" in place}


@pytest.mark.long
def test_annealing_uses_no_other_tiles(toys: dict[str, Core], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cells that kept rows empty are gone in the run that routes, where every cell is bound."""
    monkeypatch.setattr(placement, "_INTERMEDIATE_FILES", ())
    core, device = toys["one-clock"], find_device("ecp5-85k-8")
    synthesis = synthesise(core, device, find_recipe("best"), tmp_path / "synthesis")
    spread = place(synthesis, core, device, find_recipe("sparse"), 1, tmp_path / "spread")
    annealed = place(synthesis, core, device, annealed_recipe("sparse"), 1, tmp_path / "annealed")
    assert (annealed.status, annealed.reason) == ("ok", "")
    assert (annealed.area, annealed.frame_area, annealed.parts) == (spread.area, spread.frame_area, spread.parts)
    assert _tiles(tmp_path / "annealed") <= _tiles(tmp_path / "spread")
    assert "idle." not in (tmp_path / "annealed" / "framed.json").read_text()


def test_a_row_is_blocked_completely() -> None:
    rows = find_device("ecp5-85k-8").rows
    assert rows
    assert len(rows.rows) * (rows.columns[1] - rows.columns[0] + 1) * len(rows.places) == 83640
    module: dict[str, dict[str, dict[str, dict[str, str]]]] = {"cells": {}}
    assert fill_rows(module, rows, 40) == 2 * 123 * 8
    taken = {cell["attributes"]["BEL"] for cell in module["cells"].values()}
    assert len(taken) == 2 * 123 * 8
    assert {"X2/Y44/SLICEA.K0", "X124/Y88/SLICED.K1"} <= taken


def test_row_positions_are_in_the_key_only_if_rows_are_kept_empty(toys: dict[str, Core]) -> None:
    core, device = toys["one-clock"], find_device("ecp5-85k-8")
    assert device.rows
    other = device.model_copy(update={"rows": device.rows.model_copy(update={"columns": (2, 60)})})
    best, sparse = find_recipe("best"), find_recipe("sparse")
    assert place_request(core, device, sparse, 1) != place_request(core, other, sparse, 1)
    assert place_request(core, device, best, 1) == place_request(core, other, best, 1)


def test_a_device_without_row_positions_is_rejected() -> None:
    device = find_device("ecp5-85k-8").model_copy(update={"rows": None})
    with pytest.raises(FairhashError, match=r"sets empty_rows, but the file of ecp5-85k-8 has no \[rows\]"):
        family_recipe(find_recipe("sparse"), device)
