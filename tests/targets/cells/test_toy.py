# SPDX-License-Identifier: Apache-2.0
"""A toy core in the whole flow: mapping, timing, and counting of signal changes."""

import json
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError, NotInstalled
from fairhash.catalog.core import Core
from fairhash.catalog.cores import read_cores
from fairhash.catalog.device import CellLibrary
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.targets import libraries
from fairhash.netlist.netlist_engine import liberty_cells, netlist_engine
from fairhash.targets.cells import measurement
from fairhash.targets.cells.mapping import map_core
from fairhash.targets.cells.measurement import measure
from fairhash.targets.cells.netlist import read_netlist
from fairhash.targets.cells.read_library import read_library
from fairhash.testbench.program import Counting
from fairhash.toolchain import yosys


def _recipe(mappings: int) -> Recipe:
    recipe = find_recipe("default")
    assert recipe.cells is not None
    return recipe.model_copy(update={"cells": recipe.cells.model_copy(update={"mappings": mappings})})


@pytest.fixture(scope="module")
def osu018() -> CellLibrary:
    return libraries()["osu018"]


def test_a_toy_core_is_mapped_and_measured(
    toy: Core, osu018: CellLibrary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The area is the sum of the cells without the frame, the clock follows from the slowest path.

    Power has a note instead, because the toy does not hash.
    """
    mapped = map_core(toy, osu018, _recipe(2), tmp_path / "mapped")
    assert (mapped.status, mapped.reason) == ("ok", "")
    assert len(mapped.points) == 2
    library = read_library(osu018)
    text = mapped.verilog_netlist.read_text()
    areas = sum(library.cells[kind].area * count for kind, count in mapped.cells.items())
    assert sum(mapped.cells.values()) == text.count(" (.")
    # taken, sum, shown: 16 each, and full
    assert mapped.flip_flops == 3 * 16 + 1

    measured = measure(mapped, toy, osu018, _recipe(2), tmp_path / "measured")
    assert (measured.status, measured.reason) == ("ok", "")
    assert measured.area == areas
    assert measured.gate_equivalents == pytest.approx(areas / 24)
    # rst, in_data, in_valid, in_ready, out_data, out_valid, out_ready
    assert measured.frame_flip_flops == 1 + 16 + 1 + 1 + 16 + 1 + 1
    assert measured.effective_mhz is not None
    best = min(point.period_ps for point in mapped.points if point.period_ps)
    assert measured.effective_mhz == pytest.approx(1e6 / best, rel=1e-5)
    slowest = max(path.delay_ns for path in measured.critical_paths)
    assert measured.effective_mhz == pytest.approx(1000 / slowest)
    assert measured.power is None
    assert measured.power_note

    def count_changes(*_arguments: object) -> None:
        raise NotInstalled("the tool g++ is not installed")

    # no note, with which the result would be stored
    monkeypatch.setattr(measurement, "count_changes", count_changes)
    with pytest.raises(NotInstalled):
        measure(mapped, toy, osu018, _recipe(2), tmp_path / "without a compiler")


def test_a_toy_core_is_routed_and_measured(toy: Core, tmp_path: Path) -> None:
    """The same cells as without wires, a layout without failed nets, and a clock with wires in the path."""
    declared = libraries()["osu018-routed"]
    mapped = map_core(toy, declared, _recipe(1), tmp_path / "mapped")
    measured = measure(mapped, toy, declared, _recipe(1), tmp_path / "measured")
    assert (measured.status, measured.reason) == ("ok", "")
    library = read_library(declared)
    assert measured.area == sum(library.cells[kind].area * count for kind, count in mapped.cells.items())
    layout = measured.layout
    assert layout is not None
    assert layout.failed_nets == 0
    # 49 flip-flops: halved twice for groups of at most 20, then one level of four buffers
    assert layout.clock_buffers == 4
    assert layout.wires_pf > 0
    cells = layout.width_um * layout.height_um
    assert measured.area < cells
    (point,) = mapped.points
    assert point.period_ps is not None
    assert measured.effective_mhz is not None
    assert 1e6 / point.period_ps > measured.effective_mhz > 0.5e6 / point.period_ps


def test_paths_of_io_clk_limit_the_clock_with_two_clocks(osu018: CellLibrary, tmp_path: Path) -> None:
    """With two clocks a path that touches io_clk has half a period of clk."""
    file = Path(__file__).parent.parent / "fpga" / "rtl" / "toy" / "cores.toml"
    core = next(core for core in read_cores(file) if core.io_ratio == 2)
    mapped = map_core(core, osu018, _recipe(1), tmp_path / "mapped")
    measured = measure(mapped, core, osu018, _recipe(1), tmp_path / "measured")
    limits = [path.delay_ns * (1 if path.launch == path.capture == "clk" else 2) for path in measured.critical_paths]
    assert {(path.launch, path.capture) for path in measured.critical_paths} >= {
        ("clk", "clk"),
        ("io_clk", "clk"),
        ("clk", "io_clk"),
        ("io_clk", "io_clk"),
    }
    assert measured.effective_mhz == pytest.approx(1000 / max(limits))


def test_signal_changes_are_counted_exactly(toy: Core, osu018: CellLibrary, tmp_path: Path) -> None:
    """in_valid changes in every cycle; so do a register after it, its inverse and a buffer; rst never does."""
    verilog = tmp_path / "netlist.v"
    verilog.write_text(
        "module toy(input clk, input io_clk, input rst, input [15:0] in_data, input in_valid, output in_ready,\n"
        "  output [15:0] out_data, output out_valid, input out_ready);\n"
        "  wire n1, n2, n3, n4, n50; assign n1 = in_valid; assign n50 = rst; assign in_ready = 1'b1;\n"
        "  DFFPOSX1 c0 (.CLK(io_clk), .D(n1), .Q(n2)); INVX1 c1 (.A(n2), .Y(n3)); BUFX2 c2 (.A(n3), .Y(n4));\n"
        "  assign out_valid = n50; assign out_data = {15'd0, n4};\n"
        "endmodule\n"
    )
    counting = Counting("n", first=2, last=8, changes=tmp_path / "changes.txt")
    engine = netlist_engine(toy, verilog, liberty_cells(osu018.liberty), tmp_path, counting)
    # five words with a cycle between each two, in cycles 0, 2 .. 8
    words = "".join(f"{1 if number else 0} 0 0001\n" for number in range(5))
    (tmp_path / "stimulus").write_text(f"0 0 0 60 20 5 0\n{words}")
    engine.run(tmp_path / "stimulus", tmp_path / "seen", seed=1)
    seen = [line.split() for line in (tmp_path / "seen").read_text().splitlines()]
    assert [int(line[1]) for line in seen if line[0] == "i"] == [0, 2, 4, 6, 8]
    lines = [line.split() for line in counting.changes.read_text().splitlines()]
    assert {int(net): int(count) for net, count in lines} == {1: 6, 2: 6, 3: 6, 4: 6, 50: 0}


def test_the_netlist_with_simple_names_is_the_same_circuit(osu018: CellLibrary) -> None:
    """Bits of Yosys' JSON to nets, constants to values, one cell to one instance."""
    library = read_library(osu018)
    module = json.loads(
        """{"ports": {"clk": {"direction": "input", "bits": [2]}, "io_clk": {"direction": "input", "bits": [3]},
        "in_data": {"direction": "input", "bits": [4, 5]}, "out_data": {"direction": "output", "bits": [6, "1"]}},
        "cells": {"$a\\\\b": {"type": "NAND2X1", "connections": {"A": [4], "B": [5], "Y": [7]}},
        "z": {"type": "DFFPOSX1", "connections": {"CLK": [2], "D": [7], "Q": [6]}}},
        "netnames": {"$hidden": {"hide_name": 1, "bits": [7]}, "kept": {"hide_name": 0, "bits": [0, 6]}}}"""
    )
    netlist = read_netlist(module, "top", 1)
    assert netlist.area(library) == 24 + 96
    assert netlist.count_flip_flops(library) == 1
    assert netlist.names[6] == "kept[1]"
    text = netlist.verilog()
    assert "NAND2X1 c0 (.A(n4), .B(n5), .Y(n7));" in text
    assert "assign out_data[1] = 1'b1;" in text
    assert "assign n5 = in_data[1];" in text
    framed = netlist.framed_verilog(library)
    assert "DFFPOSX1 c1 (.CLK(clk), .D(n7), .Q(n6));" in framed
    assert "DFFPOSX1 r_frame_in_data_1 (.CLK(clk), .D(frame_in_data_1), .Q(n5));" in framed
    assert "DFFPOSX1 r_frame_out_data_0 (.CLK(clk), .D(n6), .Q(frame_out_data_0));" in framed
    assert yosys.cell_counts(module) == netlist.count_cells()


def test_a_recipe_without_options_for_cells_is_rejected(toy: Core, osu018: CellLibrary, tmp_path: Path) -> None:
    """One line that says what to add."""
    with pytest.raises(FairhashError, match=r"recipe small has no options for standard cells; add \[cells\]"):
        map_core(toy, osu018, find_recipe("small"), tmp_path)
