# SPDX-License-Identifier: Apache-2.0
"""Cells without delays are found and filled, and our own slowest paths are those of the tool where it left none out."""

import json
from pathlib import Path
from typing import Any

import pytest

from fairhash.catalog.core import Core
from fairhash.catalog.device import FunctionTable
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.targets import find_device
from fairhash.netlist import arcs
from fairhash.netlist.arcs import read_delays
from fairhash.targets.fpga import placement
from fairhash.targets.fpga.placement import place
from fairhash.targets.fpga.synthesis import synthesise
from fairhash.targets.fpga.timing import LoopError, slowest_paths, timing

SDF = """\
(DELAYFILE
  (CELL
    (CELLTYPE "top")
    (INSTANCE )
        (INTERCONNECT a/Q one/I0 (90:100:110) (90:100:110))
        (INTERCONNECT one/F two\\$/I0 (200:200:200) (150:150:150))
        (INTERCONNECT two\\$/F b/D (10:10:10) (10:10:10))
  )
  (CELL
    (CELLTYPE "DFF")
    (INSTANCE a)
        (IOPATH CLK Q (300:300:300) (300:300:300))
      (SETUPHOLD (posedge D) (posedge CLK) (50:50:50) (0:0:0))
  )
  (CELL
    (CELLTYPE "DFF")
    (INSTANCE b)
        (IOPATH CLK Q (300:300:300) (300:300:300))
      (SETUPHOLD (posedge D) (posedge CLK) (50:50:50) (0:0:0))
      (SETUPHOLD (negedge D) (posedge CLK) (40:40:40) (0:0:0))
  )
  (CELL
    (CELLTYPE "LUT4")
    (INSTANCE one)
        (IOPATH I0 F (400:400:450) (400:400:440))
  )
  (CELL
    (CELLTYPE "LUT4")
    (INSTANCE two\\$)
  )
)
"""
WITH_THE_GAP_FILLED_PS = 300 + 110 + 450 + 200 + 450 + 10 + 50


def _cell(kind: str, inputs: dict[str, int], outputs: dict[str, int]) -> dict[str, Any]:
    return {
        "type": kind,
        "port_directions": {**dict.fromkeys(inputs, "input"), **dict.fromkeys(outputs, "output")},
        "connections": {pin: [bit] for pin, bit in {**inputs, **outputs}.items()},
    }


def _chain() -> dict[str, Any]:
    """Two registers with two functions between them; the tool knows no delay of the second one."""
    cells = {
        "a": _cell("DFF", {"CLK": 2, "D": 8}, {"Q": 3}),
        "one": _cell("LUT4", {"I0": 3}, {"F": 4}),
        "two$": _cell("LUT4", {"I0": 4}, {"F": 5}),
        "b": _cell("DFF", {"CLK": 2, "D": 5}, {"Q": 6}),
        "pad": _cell("IBUF", {"I": 7}, {"O": 8}),
    }
    return {"cells": cells, "netnames": {"clk_behind_pad": {"bits": [2]}}}


def test_cells_without_delays_are_found_but_pads_are_not_reported() -> None:
    delays = read_delays(SDF.splitlines())
    assert arcs.count_untimed_cells(_chain(), delays, ("IBUF",), {}) == {"LUT4": 1}
    assert arcs.count_untimed_cells(_chain(), delays, (), {}) == {"IBUF": 1, "LUT4": 1}


def test_a_missing_delay_is_replaced_by_the_slowest_of_its_cell_type() -> None:
    module, delays = _chain(), read_delays(SDF.splitlines())
    assert slowest_paths(module, delays) == (), "the tool's analysis ends at the gap, and so does ours"
    assert arcs.fill_missing_arcs(module, delays, ("IBUF",), {}) == []
    (path,) = slowest_paths(module, delays)
    assert (path.launch, path.capture, path.levels, path.first_cell, path.last_cell) == ("clk", "clk", 2, "a", "b")
    assert path.delay_ns == pytest.approx(WITH_THE_GAP_FILLED_PS / 1000)
    assert path.routing_ns == pytest.approx((110 + 200 + 10) / 1000)


def test_the_delay_of_a_register_replaces_none_of_its_cell_type() -> None:
    """As on the iCE40, where a register and its function are one cell: from the clock to its output takes 900 ps."""
    module, delays = _chain(), read_delays(SDF.replace("300:300:300", "900:900:900").splitlines())
    for name in ("a", "one", "two$", "b"):
        module["cells"][name]["type"] = "LC"
    assert arcs.fill_missing_arcs(module, delays, ("IBUF",), {}) == []
    (path,) = slowest_paths(module, delays)
    assert path.delay_ns == pytest.approx((WITH_THE_GAP_FILLED_PS - 300 + 900) / 1000)


def test_a_cell_type_without_any_delay_is_an_error() -> None:
    module = _chain()
    module["cells"]["two$"]["type"] = "ODD"
    assert arcs.fill_missing_arcs(module, read_delays(SDF.splitlines()), ("IBUF",), {}) == ["ODD"]


MULTIPLEXER = """\
  (CELL
    (CELLTYPE "LUT4")
    (INSTANCE two\\$)
        (IOPATH M OFX (180:180:180) (180:180:180))
        (IOPATH F1 OFX (120:120:120) (120:120:120))
  )
"""


def test_a_constant_input_of_a_multiplexer_needs_no_delay() -> None:
    """As on the ECP5: F is the function of A to D, and OFX of M and F1, which may be the same cell's F."""
    module = _chain()
    module["cells"]["two$"] = _cell("LUT4", {"M": 4, "F1": 9}, {"OFX": 5, "F": 9})
    delays = read_delays((SDF + MULTIPLEXER).splitlines())
    assert arcs.count_untimed_cells(module, delays, ("IBUF",), {}) == {}


CARRY = """\
  (CELL
    (CELLTYPE "LUT4")
    (INSTANCE two\\$)
        (IOPATH I0 COUT (180:180:180) (180:180:180))
        (IOPATH I1 COUT (180:180:180) (180:180:180))
  )
"""


@pytest.mark.parametrize(
    ("contents", "other", "is_gap"),
    [("1111", 9, False), ("0111", None, False), ("0111", 9, True), ("0111", "1", True), ("0011", 9, False)],
    ids=["always 1", "nand with nothing", "nand with a signal", "nand with 1", "not I1"],
)
def test_a_constant_input_of_a_carry_cell_needs_no_delay(contents: str, other: int | str | None, is_gap: bool) -> None:
    """As on the iCE40: the carry's inputs are those of the table of F too, and need not change it."""
    tables = {"LUT4": FunctionTable(output="F", inputs=("I0", "I1"), parameter="INIT")}
    module = _chain()
    module["cells"]["two$"] = _cell("LUT4", {"I0": 4}, {"COUT": 7, "F": 5})
    module["cells"]["two$"]["connections"]["I1"] = [] if other is None else [other]
    module["cells"]["two$"]["port_directions"]["I1"] = "input"
    for cell in ("one", "two$"):
        module["cells"][cell]["parameters"] = {"INIT": contents}
    delays = read_delays((SDF + CARRY).splitlines())
    assert arcs.count_untimed_cells(module, delays, ("IBUF",), tables) == ({"LUT4": 1} if is_gap else {})


def test_a_combinational_loop_is_reported(tmp_path: Path) -> None:
    """Between the two functions; the clock is that of the tool then, and the run a failure for the problem."""
    module = _chain()
    module["cells"]["one"] = _cell("LUT4", {"I0": 3, "I1": 5}, {"F": 4})
    module["cells"]["two$"] = _cell("LUT4", {"I0": 4}, {"F": 5})
    looped = SDF.replace("(IOPATH I0 F (400:400:450) (400:400:440))", "(IOPATH I1 F (4:4:4) (4:4:4))")
    _, problems = _timed(tmp_path, module, "gw2a-18c", looped)
    assert problems == ("a loop of cells with delays, through two$.F",)


def _timed(folder: Path, module: dict[str, Any], device: str, sdf: str = SDF) -> tuple[float | None, tuple[str, ...]]:
    report = {"fmax": {"clk_behind_pad": {"achieved": 900.0, "constraint": 200.0}}, "critical_paths": []}
    (folder / "report.json").write_text(json.dumps(report))
    (folder / "placed.sdf").write_text(sdf)
    log = "Info: constraining clock net 'clk_behind_pad' to 200.00 MHz\n"
    found = timing(folder, log, module, find_device(device), {"clk": 200.0})
    return found.clocks[0].achieved_mhz, found.problems


LINES = """\
        (INTERCONNECT a/DOUT up/OUT1 (100:100:100) (100:100:100))
        (INTERCONNECT up/POUTY2 down/PINY2 (200:200:200) (200:200:200))
        (INTERCONNECT down/POUTY2 b/DIN (10:10:10) (10:10:10))
        (INTERCONNECT a/DOUT down/OUT2 (9000:9000:9000) (9000:9000:9000))
  (INSTANCE a)
        (IOPATH CLK_INT DOUT (300:300:300) (300:300:300))
      (SETUPHOLD (posedge DIN) (posedge CLK_INT) (50:50:50) (0:0:0))
  (INSTANCE b)
      (SETUPHOLD (posedge DIN) (posedge CLK_INT) (50:50:50) (0:0:0))
  (INSTANCE up)
        (IOPATH OUT1 POUTY2 (20:20:20) (20:20:20))
        (IOPATH PINY1 POUTY2 (20:20:20) (20:20:20))
  (INSTANCE down)
        (IOPATH PINY2 POUTY2 (30:30:30) (30:30:30))
        (IOPATH OUT2 POUTY2 (30:30:30) (30:30:30))
        (IOPATH PINY2 POUTY1 (30:30:30) (30:30:30))
        (IOPATH OUT2 POUTY1 (30:30:30) (30:30:30))
"""


def _crossing_lines() -> dict[str, Any]:
    """Register a, through two elements of a GateMate's lines, to register b; the other lines only look like a loop."""
    up = _cell("CPE_CPLINES", {"OUT1": 3, "PINY1": 6}, {"POUTY2": 4})
    down = _cell("CPE_CPLINES", {"OUT2": 3, "PINY2": 4}, {"POUTY2": 5, "POUTY1": 6})
    up["parameters"] = {"C_PY2_I": "0001", "C_SELY2": "0001"}
    down["parameters"] = {"C_PY1_I": "0001", "C_SELY1": "0001"}
    registers = {"a": _cell("CPE_FF", {"CLK": 2}, {"DOUT": 3}), "b": _cell("CPE_FF", {"CLK": 2, "DIN": 5}, {})}
    return {"cells": {**registers, "up": up, "down": down}, "netnames": {"clk_behind_pad": {"bits": [2]}}}


def test_arcs_that_the_cell_configuration_disables_are_ignored() -> None:
    """By the settings `up` begins its line with OUT1 and `down` passes it on, whatever delays the tool gives."""
    module, place_tool = _crossing_lines(), find_device("gatemate-a1").place
    delays = read_delays(LINES.splitlines(), place_tool.inner_pins)
    with pytest.raises(LoopError, match=r"down\.POUTY1|up\.POUTY2"):
        slowest_paths(module, delays)
    arcs.remove_unset_arcs(module, delays, place_tool.switches)
    (path,) = slowest_paths(module, delays)
    assert (path.launch, path.capture, path.levels) == ("clk", "clk", 2)
    assert path.delay_ns == pytest.approx((300 + 100 + 20 + 200 + 30 + 10 + 50) / 1000)


def test_paths_that_the_tool_omitted_limit_the_clock(tmp_path: Path) -> None:
    achieved_mhz, problems = _timed(tmp_path, _chain(), "gw2a-18c")
    assert achieved_mhz == pytest.approx(1e6 / WITH_THE_GAP_FILLED_PS)
    assert problems == ()


def test_a_missing_delay_that_the_device_file_does_not_declare_is_a_failure(tmp_path: Path) -> None:
    _, problems = _timed(tmp_path, _chain(), "ecp5-25k-6")
    assert problems[0] == "1 IBUF cells without any delay"
    assert "1 LUT4 cells without delays, against ecp5-25k-6's facts" in problems


@pytest.mark.parametrize("device", ["ecp5-25k-6", "ice40-lp8k"])
def test_our_path_delays_agree_with_the_tool(
    device: str, toys: dict[str, Core], recipe: Recipe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two ways to the same figure: nextpnr's report, and its netlist with its delays."""
    monkeypatch.setattr(placement, "_INTERMEDIATE_FILES", ())
    core, part = toys["two-clocks"], find_device(device)
    placed = place(synthesise(core, part, recipe, tmp_path / "s"), core, part, recipe, 1, tmp_path / "p")
    assert (placed.status, placed.untimed) == ("ok", {})
    module = json.loads((tmp_path / "p" / "placed.json").read_text())["modules"]["top"]
    with (tmp_path / "p" / "placed.sdf").open() as sdf:
        ours = {(path.launch, path.capture): path for path in slowest_paths(module, read_delays(sdf))}
    theirs = {(path.launch, path.capture): path for path in placed.critical_paths}
    assert len(theirs) >= 3
    for pair, path in theirs.items():
        assert ours[pair].delay_ns == pytest.approx(path.delay_ns, abs=0.02)
