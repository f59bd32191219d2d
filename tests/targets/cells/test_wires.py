# SPDX-License-Identifier: Apache-2.0
"""Wires of routed netlists: qrouter's file by hand, their effect on clock and power, and a small netlist routed."""

import re
import sys
from pathlib import Path

import pytest

from fairhash.catalog.targets import libraries
from fairhash.targets.cells import layout, power, timing
from fairhash.targets.cells.clock_tree import ClockedNetlist, Sink, groups
from fairhash.targets.cells.floorplan import legal_sites
from fairhash.targets.cells.library import Library
from fairhash.targets.cells.measurement import read_rows
from fairhash.targets.cells.netlist import Bit, CellInstance, Netlist
from fairhash.targets.cells.read_library import read_library
from fairhash.targets.cells.wires import read_wires
from fairhash.toolchain import process_group, qflow, tools
from fairhash.toolchain.lef import read_lef
from tests.targets.cells.test_power import CIRCUIT, CLK, IN, IO_CLK, NAND_OUT, REG_OUT

# n6 from the register to the NAND; n5 from the NAND to the register and, after the same piece, to the port; the clock
DELAYS = """\
n6 1 REG_1/Q 1 ( 1000 0.5 NAND_1/B )
n5 1 NAND_1/Y 2 ( 10 0.01 REG_1/D , ( 20 0.02 PIN/n5 ) )
n4 1 PIN/n4 1 ( 0 0.03 ( 5 0.04 NAND_1/A ) )
n2 1 PIN/n2 1 ( 7 0.25 REG_1/CK )
"""


def test_trees_of_wires_are_read_as_written() -> None:
    by_name = {net.name: net for net in read_wires(DELAYS)}
    assert {name: net.capacitance_pf for name, net in by_name.items()} == pytest.approx(
        {"n6": 0.5, "n5": 0.03, "n4": 0.07, "n2": 0.25}
    )
    (piece,) = by_name["n5"].tree.pieces
    assert (by_name["n5"].driver, piece.ohm, piece.pins) == ("NAND_1/Y", 10, ["REG_1/D"])
    assert [further.pins for further in piece.pieces] == [["PIN/n5"]]
    with pytest.raises(ValueError, match="net n6: 1 parentheses are not closed"):
        read_wires("n6 1 REG_1/Q 1 ( 1000 0.5 NAND_1/B")


def test_loops_of_a_route_have_each_pin_once() -> None:
    """As qrouter wrote a net whose route closes a loop: branches without a pin, a pin twice, the driver as a pin."""
    (net,) = read_wires("n1 1 REG_1/Q 2 ( 1 0.1 ( 2 0.2 ERROR ) , ( 3 0.3 NAND_1/A , ( 4 0.4 NAND_1/A ) , REG_1/Q ) )")
    assert net.pins() == {"NAND_1/A"}
    (piece,) = net.tree.pieces
    assert [branch.pins for branch in piece.pieces] == [[], ["NAND_1/A"]]
    assert net.capacitance_pf == pytest.approx(1.0)


def test_a_pin_that_no_wire_reaches_is_at_the_driver(tiny: Library, tmp_path: Path) -> None:
    """n5 goes to the register and to the port; qrouter wrote the port alone."""
    delays = tmp_path / "core_route.rc"
    delays.write_text("n5 1 NAND_1/Y 2 ( 20 0.02 PIN/n5 )\n")
    clocked = ClockedNetlist(CIRCUIT, {})
    routing = qflow.Routing("", 0, delays, delays, 0, 0, False, 0, 0, 0)
    routed = layout.read_routed(routing, clocked)
    assert routed[0].tree.pins == ["REG_1/D"]
    spef = layout.wires(clocked, tiny, routed).spef.splitlines()
    resistors = spef[spef.index("*RES") + 1 : spef.index("*END")]
    assert resistors == [
        "1 c0:Y n5:0 0.001",
        "2 n5:0 c1:D 0.001",
        "3 n5:0 n5:1 20",
        "4 n5:1 r_frame_out_valid_0:D 0.001",
    ]


def test_wires_lengthen_the_path_and_cost_energy(tiny: Library, tmp_path: Path) -> None:
    """Wires delay by their Elmore delays; the wires' capacitance is charged as the pins' is."""
    wires = layout.wires(ClockedNetlist(CIRCUIT, {}), tiny, read_wires(DELAYS))
    assert wires.picofarads == pytest.approx(0.85)
    # the library's unit is 10 fF
    assert wires.loads == pytest.approx({REG_OUT: 50, NAND_OUT: 3, IN: 7, CLK: 25})
    timing.link_library(tiny, tmp_path)
    (tmp_path / layout.SPEF_FILE).write_text(wires.spef)
    delays = []
    for spef in ("", layout.SPEF_FILE):
        ran = timing.run_opensta(CIRCUIT, tiny, tmp_path, 60, spef=spef)
        assert timing.failure_reason(ran) == ""
        assert "Warning" not in ran.output
        (path,) = timing.read_report(ran.output, CIRCUIT, tiny).paths
        delays.append(path.delay_ns)
    # 1 kohm with 0.5 pF of wire and 20 fF of pin; 10 ohm with 30 fF of wire and 60 fF of pins
    assert delays[1] - delays[0] == pytest.approx(0.5209, rel=0.005)
    rates: dict[Bit, float] = {IN: 0.75, REG_OUT: 0.25, NAND_OUT: 0.5}
    ideal, routed = (power.dissipation(CIRCUIT, tiny, rates, {}, loads) for loads in ({}, wires.loads))
    charge = 4e-14
    assert routed.switching_j - ideal.switching_j == pytest.approx(0.5 * (50 * 0.25 + 3 * 0.5) * charge)
    assert routed.clock_j - ideal.clock_j == pytest.approx(25 * charge)
    assert routed.leakage_w == ideal.leakage_w


def _ring(stages: int) -> Netlist:
    """A ring of inverters and registers of osu018, with in_valid and out_valid."""
    first = 10
    cells = []
    for stage in range(stages):
        before, inverted, after = (first + (2 * stage + offset) % (2 * stages) for offset in (0, 1, 2))
        inverter = CellInstance("NAND2X1", {"A": before, "B": IN, "Y": inverted})
        cells += [inverter, CellInstance("DFFPOSX1", {"CLK": CLK, "D": inverted, "Q": after})]
    ports: dict[str, tuple[bool, tuple[Bit, ...]]] = {
        "clk": (True, (CLK,)),
        "io_clk": (True, (IO_CLK,)),
        "in_valid": (True, (IN,)),
        "out_valid": (False, (first,)),
    }
    return Netlist("top", ports, tuple(cells), {}, io_ratio=1)


def test_a_small_netlist_is_placed_and_routed(tmp_path: Path) -> None:
    """Every net has wires, all of them are read by OpenSTA, and the clock is slower than without."""
    declared = libraries()["osu018-routed"]
    assert declared.layout is not None
    library, netlist = read_library(declared), _ring(8)
    run = layout.place_and_route(netlist, declared.layout, tmp_path, 60)
    assert (run.reason, run.status) == ("", "ok")
    assert run.routing is not None
    assert run.routing.failed_nets == 0
    assert run.routing.width_um * run.routing.height_um > netlist.area(library)
    assert run.clocked is not None
    wires = layout.wires(run.clocked, library, layout.read_routed(run.routing, run.clocked))
    assert set(wires.loads) == {CLK, IN, *range(10, 26)}
    assert min(wires.loads.values()) > 0
    timing.link_library(library, tmp_path)
    (tmp_path / layout.SPEF_FILE).write_text(wires.spef)
    periods = []
    for spef in ("", layout.SPEF_FILE):
        ran = timing.run_opensta(netlist, library, tmp_path, 60, spef=spef)
        assert "Warning" not in ran.output
        periods.append(timing.read_report(ran.output, netlist, library).period_ns(1))
    ideal, routed = periods
    assert ideal is not None
    assert routed is not None
    assert ideal < routed < 2 * ideal
    # the picture has all cells: a flip-flop has 12 sites of 0.8 um, a NAND 3
    rows = read_rows(run.routing.layout, read_lef(declared.layout.lef), library)
    sites = {kind: sum(int(count) for count in re.findall(rf"{kind}(\d+)", "".join(rows))) for kind in "rlb"}
    assert sites == {"r": 8 * 12, "l": 8 * 3, "b": 0}
    assert len({sum(map(int, re.findall(r"\d+", row))) for row in rows}) == 1


def test_a_clock_with_many_pins_gets_a_tree(tmp_path: Path) -> None:
    """30 flip-flops in two groups of 15, each with a buffer; the tree is routed, charged, and not timed."""
    declared = libraries()["osu018-routed"]
    assert declared.layout is not None
    library, netlist = read_library(declared), _ring(30)
    run = layout.place_and_route(netlist, declared.layout, tmp_path, 60)
    assert (run.reason, run.status) == ("", "ok")
    assert run.routing is not None
    assert run.clocked is not None
    tree = run.clocked.netlist
    buffers = tree.cells[len(netlist.cells) :]
    assert [buffer.cell_type for buffer in buffers] == ["CLKBUF1"] * 2
    assert {buffer.pins["A"] for buffer in buffers} == {CLK}
    leaves = {buffer.pins["Y"]: 0 for buffer in buffers}
    for cell, before in zip(tree.cells, netlist.cells, strict=False):
        assert {**cell.pins, "CLK": CLK} == {**before.pins, "CLK": CLK}
        if cell.cell_type == "DFFPOSX1":
            leaves[cell.pins["CLK"]] += 1
    assert list(leaves.values()) == [15, 15]
    wires = layout.wires(run.clocked, library, layout.read_routed(run.routing, run.clocked))
    assert set(leaves) < set(wires.loads)
    assert not any(f"*D_NET n{net} " in wires.spef for net in (CLK, *leaves))
    # C V^2 of two inputs of buffers and 30 clock pins (pF in the Liberty file), without wires
    without, ideal = (
        power.dissipation(clocked, library, {}, {}, tree=changes)
        for clocked, changes in ((tree, run.clocked.changes), (netlist, {}))
    )
    assert without.clock_j == pytest.approx((2 * 0.0373913 + 30 * 0.0279235) * 1e-12 * 1.8**2)
    assert ideal.clock_j == pytest.approx(30 * 0.0279235 * 1e-12 * 1.8**2)
    assert without.leakage_w - ideal.leakage_w == pytest.approx(2 * 0.352221e-9)
    assert without.switching_j == ideal.switching_j
    assert without.internal_j > ideal.internal_j


def test_groups_of_a_clock_tree_lie_together() -> None:
    """A row of eight pins and a far one: halves along the row."""
    sinks = [Sink(x, 0, number, "CK") for number, x in enumerate((70, 0, 10, 60, 20, 50, 30, 40, 900))]
    assert [[sink.x for sink in group] for group in groups(sinks, 3)] == [[0, 10], [20, 30], [40, 50], [60, 70, 900]]
    assert groups(sinks, 9) == [sinks]


def test_a_large_netlist_is_refused(tmp_path: Path) -> None:
    declared = libraries()["osu018-routed"]
    assert declared.layout is not None
    few = declared.layout.model_copy(update={"max_cells": 15})
    run = layout.place_and_route(_ring(8), few, tmp_path, 60)
    assert (run.status, run.reason) == ("unfit", "16 cells; the limit of place and route is 15")


@pytest.mark.parametrize(
    ("tool", "reason"),
    [
        ("qrouter", "qrouter stopped after 0.5 s of CPU time"),
        ("coloquinte", "coloquinte stopped after 0.5 s of CPU time"),
    ],
)
def test_a_tool_that_does_not_end_is_stopped_with_a_reason(
    tool: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tool that never stops computing is ended at the library's limit."""
    declared = libraries()["osu018-routed"]
    assert declared.layout is not None
    endless = tmp_path / "endless"
    endless.write_text("#!/bin/sh\nwhile :; do :; done\n")
    endless.chmod(0o755)
    if tool == "qrouter":
        monkeypatch.setattr(tools, "require_tool", lambda name: endless if name == "qrouter" else Path(name))
    else:
        monkeypatch.setattr(sys, "executable", str(endless))
    # on a busy machine half a second of CPU time may take long
    monkeypatch.setattr(process_group, "_WALL_FOR_CPU", 1000)
    limited = declared.layout.model_copy(update={"limit_s": 0.5})
    run = layout.place_and_route(_ring(8), limited, tmp_path, 600)
    assert (run.status, run.reason) == ("timed-out", reason)


def test_cells_of_a_row_do_not_overlap() -> None:
    """Cells keep their sites where they can, and are moved to the right or, at the end of the row, to the left."""
    assert legal_sites([0, 5], [3, 4], 9) == [0, 5]
    assert legal_sites([2, 3, 9], [3, 4, 3], 12) == [2, 5, 9]
    assert legal_sites([2, 6, 9], [3, 4, 3], 12) == [2, 5, 9]
    assert legal_sites([9, 9], [3, 3], 12) == [6, 9]
    with pytest.raises(ValueError, match="7 sites of cells in a row of 6"):
        legal_sites([0, 3], [3, 4], 6)


def test_the_layout_of_cells_is_read_from_lef() -> None:
    """Against the file: NAND2X1 of 2.4 um x 10 um, its pin A from 0.2 to 0.6 and from 2.9 to 3.7 um."""
    declared = libraries()["osu018-routed"]
    assert declared.layout is not None
    lef = read_lef(declared.layout.lef)
    assert (lef.site_width, lef.row_height) == (80, 1000)
    assert (lef.cells["NAND2X1"].width, lef.cells["NAND2X1"].height) == (240, 1000)
    assert lef.cells["NAND2X1"].pins["A"] == (40, 330)
    assert [layer.name for layer in lef.layers] == [f"metal{number}" for number in range(1, 7)]
    assert (lef.layers[1].horizontal, lef.layers[1].pitch, lef.layers[1].offset) == (False, 80, 40)
