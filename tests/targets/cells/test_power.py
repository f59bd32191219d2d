# SPDX-License-Identifier: Apache-2.0
"""Power and timing of a small circuit, compared with hand-computed sums (data/tiny.lib)."""

from pathlib import Path

import pytest

from fairhash.targets.cells import power, timing
from fairhash.targets.cells.library import Library
from fairhash.targets.cells.netlist import CellInstance, Netlist
from fairhash.toolchain import tools

# in_valid (net 4) and the register's output (net 6) into a NAND, whose output (net 5) is out_valid and goes back
CLK, IO_CLK, IN, NAND_OUT, REG_OUT = 2, 3, 4, 5, 6
CIRCUIT = Netlist(
    "top",
    {
        "clk": (True, (CLK,)),
        "io_clk": (True, (IO_CLK,)),
        "in_valid": (True, (IN,)),
        "out_valid": (False, (NAND_OUT,)),
    },
    (
        CellInstance("NAND", {"A": IN, "B": REG_OUT, "Y": NAND_OUT}),
        CellInstance("REG", {"CK": CLK, "D": NAND_OUT, "Q": REG_OUT}),
    ),
    {REG_OUT: "held"},
    io_ratio=1,
)


def test_energy_of_a_cycle_matches_hand_computed_terms(tiny: Library) -> None:
    """Each term separately: interpolated tables, weights of inputs, loads, clock pins, leakage."""
    transitions = {"r_frame_in_valid_0/Q": 0.3, "c1/Q": 0.1, "c0/Y": 0.2}
    spent = power.dissipation(CIRCUIT, tiny, {IN: 0.75, REG_OUT: 0.25, NAND_OUT: 0.5}, transitions)
    # unit of energy: 10 fF * (1 V)^2; of charge: 10 fF * (2 V)^2
    unit, charge = 1e-14, 4e-14
    # the NAND drives D of REG and of the frame's register: 3 + 3; REG drives B: 2; in_valid is driven by the frame
    switching = 0.5 * (6 * 0.5 + 2 * 0.25) * charge
    assert spent.switching_j == pytest.approx(switching)
    # NAND by A at transition 0.3 (half way) and load 6: rise (1+5)/2 + (6-1)/(3-1)*2 = 8, fall 1; by B always 10
    nand = 0.5 * (0.75 * (8 + 1) / 2 + 0.25 * 10)
    # REG: Q 2 a change; D at 0.2 a quarter of the way from 1 to 5; the clock's two changes 2 and 4
    register = 0.25 * 2 + 0.5 * 2 + (2 + 4)
    assert spent.internal_j == pytest.approx((nand + register) * unit)
    assert spent.clock_j == pytest.approx(1 * charge)
    assert spent.leakage_w == pytest.approx((3 + (4 + 6) / 2) * 1e-8)
    assert spent.watts(1e9) == pytest.approx((switching + (nand + register) * unit + charge) * 1e9 + 8e-8)


def test_inputs_that_never_change_have_equal_weight(tiny: Library) -> None:
    """The output of a NAND changes although no input does: the energies of its inputs are averaged."""
    transitions = {"r_frame_in_valid_0/Q": 0.1, "c1/Q": 0.1, "c0/Y": 0.1}
    spent = power.dissipation(CIRCUIT, tiny, {NAND_OUT: 1.0}, transitions)
    # by A at 0.1 and load 6: rise 1 + 5/2*2 = 6, fall 1; by B 10; D at 0.1 costs 1
    assert spent.internal_j == pytest.approx((((6 + 1) / 2 + 10) / 2 + 1 + 6) * 1e-14)


def test_clock_energy_doubles_with_twice_the_clock(tiny: Library) -> None:
    """A register on io_clk with two of its cycles in one of clk."""
    cells = (CIRCUIT.cells[0], CellInstance("REG", {**CIRCUIT.cells[1].pins, "CK": IO_CLK}))
    fast = Netlist(CIRCUIT.top, CIRCUIT.ports, cells, {}, io_ratio=2)
    spent = power.dissipation(fast, tiny, {}, {})
    assert spent.clock_j == pytest.approx(2 * 4e-14)
    assert spent.internal_j == pytest.approx(2 * (2 + 4) * 1e-14)


def test_opensta_reports_the_hand_computed_path(tiny: Library, tmp_path: Path) -> None:
    """Delays of the tiny library are constants: 0.5 clock to output, 0.2 through B, 0.25 setup, all times 100 ps."""
    timing.link_library(tiny, tmp_path)
    drivers = power.drivers(CIRCUIT, tiny)
    assert drivers == {"c0/Y": NAND_OUT, "c1/Q": REG_OUT, "r_frame_in_valid_0/Q": IN}
    ran = timing.run_opensta(CIRCUIT, tiny, tmp_path, 60, list(drivers))
    assert timing.failure_reason(ran) == ""
    timed = timing.read_report(ran.output, CIRCUIT, tiny)
    (path,) = timed.paths
    assert path.delay_ns == pytest.approx(0.1 * (0.5 + 0.2 + 0.25), abs=2e-5)
    assert (path.launch, path.capture, path.levels) == ("clk", "clk", 1)
    assert path.first_cell == "core.held"
    assert timed.period_ns(1) == path.delay_ns
    assert timed.transitions == pytest.approx({"c0/Y": 0.2, "c1/Q": 0.5, "r_frame_in_valid_0/Q": 0.5}, abs=1e-4)


def test_opensta_reports_the_same_switching_power(tiny: Library, tmp_path: Path) -> None:
    """Every net changes in one of ten cycles: OpenSTA's switching power of the NAND, the frame's load included."""
    timing.link_library(tiny, tmp_path)
    (tmp_path / "framed.v").write_text(CIRCUIT.framed_verilog(tiny))
    (tmp_path / "power.tcl").write_text(
        "read_liberty cells0.lib\nread_verilog framed.v\nlink_design frame\nset_cmd_units -time ns\n"
        "create_clock -name clk -period 10 [get_ports clk]\n"
        "set_power_activity -global -activity 0.1 -duty 0.5\nreport_power -digits 6\n"
    )
    ran = tools.run([tools.require_tool(timing.TOOL), "-no_splash", "-exit", "power.tcl"], tmp_path)
    (row,) = [line.split() for line in ran.output.splitlines() if line.startswith("Combinational")]
    nand = Netlist(CIRCUIT.top, CIRCUIT.ports, CIRCUIT.cells[:1], {}, io_ratio=1)
    spent = power.dissipation(nand, tiny, {NAND_OUT: 0.1}, {})
    # the register's data pin is not in this netlist: 3 of the 6 units of load
    assert float(row[2]) == pytest.approx(2 * spent.switching_j * 1e8, rel=1e-4)
