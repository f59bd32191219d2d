# SPDX-License-Identifier: Apache-2.0
"""Area and clock of an accelerator of toys on an FPGA."""

from pathlib import Path

import pytest

from fairhash.catalog.recipe import Recipe
from fairhash.catalog.targets import find_device
from fairhash.results.accelerator_areas import read_accelerator_areas, store_accelerator_area
from fairhash.studies.system.accelerator_area import AcceleratorArea, area_record, measure_area, measured_core
from fairhash.targets.fpga.synthesis import synthesise
from tests.studies.system.accelerator.toys import toys

_TOYS = toys(2, buffer_bytes=8192)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Working folder of the tools."""
    return tmp_path_factory.mktemp("area")


@pytest.fixture(scope="module")
def area(recipe: Recipe, folder: Path) -> AcceleratorArea:
    """Two toys, placed."""
    return measure_area(_TOYS, find_device("ecp5-25k-6"), recipe, 1, folder)


def test_a_core_that_is_synthesised_once_has_the_same_cells(
    recipe: Recipe, area: AcceleratorArea, tmp_path: Path
) -> None:
    """Against the flattened synthesis of both copies: as many registers and memories, and LUTs within 5 %."""
    separate = area.synthesis
    core = measured_core(_TOYS, tmp_path / "sources")
    flat = synthesise(core, find_device("ecp5-25k-6"), recipe, tmp_path / "flat")
    assert any("keep_hierarchy" in command for command in separate.commands)
    assert not any("keep_hierarchy" in command for command in flat.commands)
    assert (separate.status, separate.flip_flops, separate.dedicated) == (flat.status, flat.flip_flops, flat.dedicated)
    assert separate.cells["LUT4"] == pytest.approx(flat.cells["LUT4"], rel=0.05)


def test_an_instance_that_does_not_exist_is_an_error_of_the_caller(recipe: Recipe, tmp_path: Path) -> None:
    core = measured_core(toys(1, buffer_bytes=8192), tmp_path / "sources")
    with pytest.raises(ValueError, match="no instance missing"):
        synthesise(core, find_device("ecp5-25k-6"), recipe, tmp_path, separate="missing")


def test_two_toys_are_placed(area: AcceleratorArea) -> None:
    """A buffer of 8 KB has 1024 rows of 64 + 2 bits, and a block of an ECP5 1024 of 18: four blocks for each core.

    Each core has registers for its digest (128 bits) and its row (66 bits), and the registers of the toy itself.
    """
    assert area.synthesis.status == "ok", area.synthesis.reason
    assert area.synthesis.dedicated["bram"] == 8
    assert area.synthesis.flip_flops > 2 * (128 + 66 + 128)
    assert area.placement is not None
    assert area.placement.status == "ok", area.placement.reason
    assert area.placement.effective_mhz is not None
    assert area.placement.effective_mhz > 20


def test_a_second_record_of_the_same_replaces_the_first(
    recipe: Recipe, area: AcceleratorArea, folder: Path, tmp_path: Path
) -> None:
    """A record without a placement is another one."""
    row = area_record(_TOYS, recipe, 1, area, folder)
    assert area.placement is not None
    assert (row.cores, row.block_rams, row.seed, row.clock_mhz) == (2, 8, 1, area.placement.effective_mhz)
    assert len(row.tools) == 3
    store_accelerator_area(tmp_path, "ecp5-25k-6", row)
    only_synthesised = row.model_copy(update={"seed": None, "clock_mhz": None})
    store_accelerator_area(tmp_path, "ecp5-25k-6", only_synthesised)
    store_accelerator_area(tmp_path, "ecp5-25k-6", row.model_copy(update={"clock_mhz": 33.0}))
    assert [one.clock_mhz for one in read_accelerator_areas(tmp_path, "ecp5-25k-6").find(row.core)] == [33.0, None]
