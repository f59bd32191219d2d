# SPDX-License-Identifier: Apache-2.0
"""Changes counted while the testbench's toys hash at full speed: alone, with two clocks, three messages in flight."""

from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.targets import libraries
from fairhash.netlist.activity import BLOCKS, count_changes
from fairhash.netlist.netlist_engine import liberty_cells
from fairhash.targets.cells.mapping import CellMapping, map_core
from tests.testbench.toys import TOY, toy_core


def _mapped(core: Core, folder: Path) -> CellMapping:
    recipe = find_recipe("default")
    assert recipe.cells is not None
    once = recipe.model_copy(update={"cells": recipe.cells.model_copy(update={"mappings": 1})})
    mapped = map_core(core, libraries()["osu018"], once, folder)
    assert mapped.status == "ok", mapped.reason
    return mapped


@pytest.mark.parametrize("architecture", ["plain", "two-clocks", pytest.param("turns", marks=pytest.mark.long)])
def test_activity_is_counted_over_the_declared_cycles(architecture: str, tmp_path: Path) -> None:
    """Bits and cycles agree with the declared formula, and no net changes more than once in a cycle of io_clk.

    A netlist with wrong digests is an error.
    """
    library, core = libraries()["osu018"], toy_core(architecture)
    mapped = _mapped(core, tmp_path)
    models = liberty_cells(library.liberty)
    workloads = count_changes(core, mapped.verilog_netlist, models, "n", tmp_path, TOY)
    seen, short = workloads.long, workloads.short
    assert seen.cycles == BLOCKS * core.formula.block
    assert seen.bits == BLOCKS * 128 * core.messages_in_flight
    assert 0 < max(seen.changes.values()) <= seen.cycles * core.io_ratio
    busy = sum(count > 0 for count in seen.changes.values())
    assert busy > len(seen.changes) / 2
    # the toy pads with one bit and a length, so one block holds a message
    assert workloads.short_blocks == 1
    assert 0 < short.bits < 128
    assert short.cycles == core.formula.cycles(1, core.io_ratio)
    assert 0 < max(short.changes.values()) <= short.cycles * core.io_ratio

    text = mapped.verilog_netlist.read_text()
    line = next(line for line in text.splitlines() if "assign out_data[5] = " in line)
    wrong = tmp_path / "wrong.v"
    wrong.write_text(text.replace(line, line.replace("= ", "= ~")))
    with pytest.raises(FairhashError, match="hashes wrongly"):
        count_changes(core, wrong, models, "n", tmp_path, TOY)


def test_a_core_slower_than_declared_is_an_error(tmp_path: Path) -> None:
    """The declared formula is too short for the words of 16 blocks."""
    library, core = libraries()["osu018"], toy_core("plain")
    mapped = _mapped(core, tmp_path)
    hurried = core.model_copy(update={"formula": core.formula.model_copy(update={"block": 6})})
    with pytest.raises(FairhashError, match=r"it took .* words of 2048 bits"):
        count_changes(hurried, mapped.verilog_netlist, liberty_cells(library.liberty), "n", tmp_path, TOY)
