# SPDX-License-Identifier: Apache-2.0
"""A library of cells instead of an FPGA, with made-up stages: one run, its fields, what makes its keys."""

from pathlib import Path
from typing import Any

import pytest

from fairhash.base.errors import FairhashError
from fairhash.bench import implement
from fairhash.bench.store import Store
from fairhash.catalog.core import Core
from fairhash.catalog.device import CellLibrary
from fairhash.catalog.target import Target
from fairhash.figures.figure_table import figure_rows, figure_table
from fairhash.figures.figures import figures
from fairhash.results import Result, ResultsFolder
from fairhash.results.export import read_csv, write_csv
from fairhash.targets.cells.mapping import CellMapping, MappingPoint
from fairhash.targets.cells.measurement import CellMeasurement, CellPower
from fairhash.targets.outcome import TimingPath
from fairhash.targets.target_kind import Design, TargetKind
from tests.bench.fakes import RECIPE, Fake, make_core, with_methods

BUILDS = {"ghdl": "GHDL 2.0.0", "pyosys": "0.70", "opensta": "2.0.17"}


@pytest.fixture
def library(checkout: Path) -> CellLibrary:
    """The stages are fake; the library file is read only for its digest."""
    file = checkout / "some.lib"
    file.write_text("library (some) {}")
    return CellLibrary(kind="cells", id="some", liberty=(file,), nand2="ND2")


class _CellStages:
    """Logs what began; `measured` changes the measurement."""

    def __init__(self, fake: Fake, **measured: Any) -> None:
        self.fake, self.measured = fake, measured

    def kind_of(self, target: Target) -> TargetKind[Any]:
        fake = self.fake.kind_of(target)
        return with_methods(fake, tool_builds=lambda _target: BUILDS, synthesise=self.synthesise, place=self.measure)

    def synthesise(self, design: Design[CellLibrary], folder: Path) -> CellMapping:
        """A mapping whose third attempt is the best one; nothing is synthesised."""
        core, device = design.core, design.target
        self._began("synthesis")
        (folder / "netlist.json").write_text(core.name)
        tried = (
            MappingPoint(5000, 2000, 2400.0),
            MappingPoint(1400, None, None, "stopped"),
            MappingPoint(1700, 1600, 2410.5),
        )
        return CellMapping(
            status="ok",
            folder=folder,
            top=core.entity,
            commands=("synth", "abc -D 1700"),
            library=f"{device.id} sha256:0",
            points=tried,
            target_ps=1700,
            wall_s=3,
            cpu_s=2,
        )

    def measure(self, *given: Any) -> CellMeasurement:
        """Fixed timing, area and power in place of a measurement."""
        self._began("timing")
        path = TimingPath(
            launch="io_clk",
            capture="clk",
            delay_ns=0.8,
            logic_ns=0.8,
            routing_ns=0,
            levels=3,
            first_cell="a",
            last_cell="b",
            stages=(),
        )
        power = CellPower(
            switching_mw=10, internal_mw=20, clock_mw=5, leakage_mw=1, at_mhz=625, cycles=1296, bits=16 * 1024
        )
        fields = {
            "status": "ok",
            "folder": given[-1],
            "commands": ("read_liberty cells0.lib",),
            "area": 2410.5,
            "gate_equivalents": 100.4375,
            "flip_flops": 20,
            "frame_area": 96.0,
            "frame_gate_equivalents": 4.0,
            "frame_flip_flops": 2,
            "achieved_mhz": {"clk": 625.0},
            "effective_mhz": 625.0,
            "critical_paths": (path,),
            "power": power,
        }
        return CellMeasurement(**{**fields, **self.measured})

    def _began(self, line: str) -> None:
        with self.fake.log.open("a") as stream:
            stream.write(line + "\n")


def _run(made: _CellStages, store: Path, core: Core, library: CellLibrary, *seeds: int, **more: Any) -> list[Result]:
    stored = ResultsFolder(store.parent / "own")
    recipe = more.pop("recipe", RECIPE)
    return implement(
        [core],
        library,
        recipe,
        seeds,
        workspace=made.fake.workspace(store.parent, store=Store(store), results=stored, kind_of=made.kind_of),
    )


def test_one_result_whatever_the_seeds(store: Path, fake: Fake, checkout: Path, library: CellLibrary) -> None:
    """Its fields, by hand; it may be ranked and survives CSV."""
    core = make_core(checkout / "rtl", "sha-512/highspeed", io_ratio=2)
    (result,) = _run(_CellStages(fake), store, core, library, 1, 2, 3)
    assert (result.seed, result.stage, result.area_unit, result.device_family) == (0, "timing", "GE", "some")
    assert result.resources is not None
    assert (result.resources.area_cells, result.resources.area_um2) == (100, 2410.5)
    assert result.achieved is not None
    assert (result.achieved.clk_mhz, result.achieved.io_clk_mhz, result.achieved.effective_mhz) == (625, None, 625)
    assert result.requested.effective_mhz == pytest.approx(1e6 / 1700)
    assert [point.period_ps for point in result.search] == [2000, None, 1600]
    assert result.critical_path is not None
    assert (result.critical_path.start, result.critical_path.routing_ns) == ("io_clk: a", 0)
    assert result.power is not None
    assert result.power.total_mw == 36
    # 36 mW for 1296 cycles of 1.6 ns over 16384 bits
    assert result.power.pj_per_bit == pytest.approx(36e-3 * 1296 * 1.6e-9 / 16384 * 1e12)
    assert [tool.tool for tool in result.tools] == ["ghdl", "yosys", "opensta", "liberty"]
    assert result.ranked
    write_csv([result], store.parent / "r.csv")
    assert read_csv(store.parent / "r.csv") == [result]

    (figure,) = figures([result])
    assert figure.preliminary == ""
    (row,) = figure_rows([figure])
    # 1024 bits every 81 cycles at 625 MHz
    assert row.throughput_per_cell_mbit_s == pytest.approx(1024 * 625 / 81 / 100)
    assert (row.fmax_lower_quartile_mhz, row.fmax_median_mhz, row.fmax_best_mhz) == (None, 625, None)
    assert row.normalised_ratio == 1
    assert "Mbit/s/GE" in figure_table([row]).headings()


def test_nothing_twice_and_the_library_by_its_content(
    store: Path, fake: Fake, core: Core, library: CellLibrary
) -> None:
    """Where the Liberty file lies does not matter, what is in it does."""
    made = _CellStages(fake)
    (first,) = _run(made, store, core, library, 1)
    assert sorted(fake.lines()) == sorted(
        ["synthesis", "timing", f"cycles {core.name}", f"netlist {core.name} some {core.name}"]
    )
    began = len(fake.lines())
    moved = library.liberty[0].rename(store.parent / "moved.lib")
    (again,) = _run(made, store, core, library.model_copy(update={"liberty": (moved,)}), 4, 5)
    assert again == first
    assert len(fake.lines()) == began
    moved.write_text("library (some) { }")
    (other,) = _run(made, store, core, library.model_copy(update={"liberty": (moved,)}), 1)
    assert other.key != first.key
    assert sorted({line.split()[0] for line in fake.lines()[began:]}) == ["netlist", "synthesis", "timing"]


def test_another_build_of_the_timing_tool_times_again(
    store: Path, fake: Fake, core: Core, library: CellLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search asks it for periods too."""
    made = _CellStages(fake)
    (first,) = _run(made, store, core, library, 1)
    began = len(fake.lines())
    monkeypatch.setitem(BUILDS, "opensta", "2.0.18")
    for file in store.glob("tools/*"):
        file.unlink()
    (other,) = _run(made, store, core, library, 1)
    assert other.key != first.key
    assert sorted(fake.lines()[began:]) == ["synthesis", "timing"]


@pytest.mark.parametrize(
    "change",
    [
        {"library": {"dont_use": ("X*",)}},
        {"library": {"nand2": "ND3"}},
        {"mappings": 3},
        {"mapping": ("abc -fast",)},
    ],
    ids=str,
)
def test_what_makes_a_new_run(
    store: Path, fake: Fake, core: Core, library: CellLibrary, change: dict[str, Any]
) -> None:
    """The cells chosen and what the recipe asks."""
    made = _CellStages(fake)
    (first,) = _run(made, store, core, library, 1)
    other = library.model_copy(update=change.get("library", {}))
    assert RECIPE.cells is not None
    asked = RECIPE.cells.model_copy(update={name: value for name, value in change.items() if name != "library"})
    (second,) = _run(made, store, core, other, 1, recipe=RECIPE.model_copy(update={"cells": asked}))
    assert second.series != first.series
    assert fake.lines().count("synthesis") == 2


def test_without_power_there_is_a_note(store: Path, fake: Fake, core: Core, library: CellLibrary) -> None:
    """And the rest is as good as it was."""
    (result,) = _run(_CellStages(fake, power=None, power_note="it waited"), store, core, library, 1)
    assert (result.power, result.power_note, result.status) == (None, "it waited", "ok")


def test_a_bad_measurement(store: Path, fake: Fake, core: Core, library: CellLibrary) -> None:
    """Is a result with a reason."""
    (result,) = _run(_CellStages(fake, status="failed", reason="no path"), store, core, library, 1)
    assert (result.status, result.reason, result.stage, result.resources) == ("failed", "no path", "timing", None)
    assert len(result.search) == 3


def test_missing_library(store: Path, fake: Fake, core: Core) -> None:
    """One line; nothing is stored."""
    gone = CellLibrary(kind="cells", id="osu018", liberty=(Path("/usr/share/qflow/tech/osu018/none.lib"),))
    with pytest.raises(
        FairhashError, match=r"none\.lib: cannot read the Liberty file: No such file.*; run \./run --setup"
    ):
        _run(_CellStages(fake), store, core, gone, 1)
    assert "synthesis" not in fake.lines()
