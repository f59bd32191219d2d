# SPDX-License-Identifier: Apache-2.0
"""Routed netlists of the toy core give right answers without and with delays, and a fault in one is found."""

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from fairhash.catalog.core import Core
from fairhash.netlist.timed.circuit import RoutedNetlistError
from fairhash.netlist.timed.design import TimedDesign
from fairhash.netlist.timed.engine import TimedRun, timed_engine
from fairhash.netlist.timed.functional import functional_engine
from fairhash.netlist.timed.ordering import order
from fairhash.netlist.timed.routed import read_circuit
from fairhash.targets.outcome import Placement
from fairhash.testbench.engines import Compiled
from fairhash.testbench.report import VerifyReport
from fairhash.testbench.verification import verify_with
from tests.netlist.timed.placed_toys import placed_toy
from tests.testbench.toys import TOY, options, toy_core

MODES = ("answers", "random", "stalls", "reset", "cycles")
DESIGNS = [
    ("plain", "ecp5-25k-6"),
    ("two-clocks", "ice40-hx8k"),
    pytest.param("two-clocks", "ecp5-25k-6", marks=pytest.mark.long),
    pytest.param("plain", "ice40-hx8k", marks=pytest.mark.long),
]
PlacedToy = Callable[[str, str], tuple[Core, Placement, TimedDesign]]


@pytest.fixture(scope="module")
def placed(tmp_path_factory: pytest.TempPathFactory) -> PlacedToy:
    """A toy on a device, placed once."""
    made: dict[tuple[str, str], tuple[Core, Placement, TimedDesign]] = {}

    def get(architecture: str, device: str) -> tuple[Core, Placement, TimedDesign]:
        if (architecture, device) not in made:
            core = toy_core(architecture)
            made[architecture, device] = (core, *placed_toy(core, device, tmp_path_factory.mktemp(architecture)))
        return made[architecture, device]

    return get


def _verify(engine: Compiled, core: Core, *modes: str) -> VerifyReport:
    return verify_with(engine, core, options(*(modes or MODES), random=12), reference=TOY)


def _at(design: TimedDesign, clk_mhz: float, folder: Path) -> Compiled:
    """The timed simulator at a frequency of clk."""
    period_ps = math.floor(1e6 / clk_mhz / design.core.io_ratio)
    return timed_engine(design.core, design.program, TimedRun(folder / "report", period_ps=period_ps), folder / "run")


@pytest.mark.parametrize(("core", "device"), DESIGNS)
def test_a_routed_netlist_passes(core: str, device: str, placed: PlacedToy, tmp_path: Path) -> None:
    toy, _, design = placed(core, device)
    report = _verify(functional_engine(design, tmp_path), toy)
    assert {mode.mode: mode.verdict for mode in report.modes} == dict.fromkeys(MODES, "pass")


@pytest.mark.parametrize(("core", "device"), DESIGNS)
def test_it_is_right_at_the_reported_clock(core: str, device: str, placed: PlacedToy, tmp_path: Path) -> None:
    toy, placement, design = placed(core, device)
    assert placement.effective_mhz
    report = _verify(_at(design, 0.999 * placement.effective_mhz, tmp_path), toy)
    assert {mode.mode: mode.verdict for mode in report.modes} == dict.fromkeys(MODES, "pass")


@pytest.mark.parametrize(("core", "device"), DESIGNS)
def test_it_is_wrong_at_twice_the_reported_clock(core: str, device: str, placed: PlacedToy, tmp_path: Path) -> None:
    toy, placement, design = placed(core, device)
    assert placement.effective_mhz
    report = _verify(_at(design, 2 * placement.effective_mhz, tmp_path), toy, "answers")
    assert [mode.verdict for mode in report.modes] == ["fail"]


@pytest.mark.parametrize("device", ["ecp5-25k-6", "ice40-hx8k"])
def test_a_changed_table_is_found(device: str, placed: PlacedToy, tmp_path: Path) -> None:
    toy, _, design = placed("plain", device)
    circuit = design.ordered.circuit
    widest = max(range(len(circuit.tables)), key=lambda place: len(circuit.tables[place].inputs))
    table = circuit.tables[widest]
    changed = replace(table, table=table.table ^ ((1 << (1 << len(table.inputs))) - 1))
    broken = replace(circuit, tables=[changed if one is table else one for one in circuit.tables])
    report = _verify(functional_engine(replace(design, ordered=order(broken)), tmp_path), toy, "answers", "random")
    assert "fail" in {mode.verdict for mode in report.modes}


def test_another_family_is_refused() -> None:
    with pytest.raises(RoutedNetlistError, match="no timed models of placed cells of gowin"):
        read_circuit({}, None, "gowin", 16)  # type: ignore[arg-type]
