# SPDX-License-Identifier: Apache-2.0
"""A new kind of target is one class: a toy kind that counts characters goes from sources to a stored result."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from fairhash.bench import implement
from fairhash.bench.store import Store
from fairhash.bench.workspace import Workspace
from fairhash.catalog.core import Core
from fairhash.results import ResultsFolder
from fairhash.results.schema import Clocks, NetlistGate, Resources, ToolUse
from fairhash.targets.target_kind import Design, TargetKind
from fairhash.testbench.report import CycleReport
from tests.bench.fakes import DEVICE, RECIPE, declared_cycles, make_core


class Outcome(BaseModel):
    """Of both stages of the toy kind."""

    status: str = "ok"
    reason: str = ""
    folder: Path
    characters: int = 0
    effective_mhz: float | None = None
    wall_s: float = 0
    cpu_s: float = 0
    peak_mib: float = 0

    @property
    def json_netlist(self) -> Path:
        """The netlist is a text."""
        return self.folder / "netlist.json"


class ToyKind(TargetKind[Any]):
    """The area is the number of characters of the first source file; the clock is 100 MHz and one for each seed."""

    synthesis_outcome = placement_outcome = Outcome

    def tool_builds(self, target: Any) -> Mapping[str, str]:
        return {"ghdl": "5", "pyosys": "0.70", "counter": "1"}

    def last_tool(self, target: Any) -> object:
        return None

    def synthesis_inputs(self, design: Design[Any]) -> dict[str, Any]:
        return {"entity": design.core.entity}

    def placement_inputs(self, design: Design[Any], seed: int) -> dict[str, Any]:
        return {"seed": seed}

    def synthesise(self, design: Design[Any], folder: Path) -> Outcome:
        text = design.core.sources[0][1].read_text()
        if not text:
            return self.failed_synthesis(design, "nothing to count", folder)
        (folder / "netlist.json").write_text(text)
        return Outcome(folder=folder, characters=len(text))

    def measure_cycles(self, core: Core, folder: Path) -> CycleReport:
        return declared_cycles(core)

    def check(self, design: Design[Any], synthesis: Outcome, folder: Path) -> NetlistGate:
        return NetlistGate(verdict="pass", messages=1)

    def place(self, design: Design[Any], synthesis: Outcome, seed: int, folder: Path) -> Outcome:
        return Outcome(folder=folder, effective_mhz=100 + seed)

    def failed_synthesis(self, design: Design[Any], reason: str, folder: Path) -> Outcome:
        return Outcome(status="failed", reason=reason, folder=folder)

    def failed_placement(self, seed: int, reason: str, folder: Path) -> Outcome:
        return Outcome(status="failed", reason=reason, folder=folder)

    def result_fields(self, design: Design[Any], synthesis: Outcome, placement: Outcome | None) -> dict[str, Any]:
        mhz = placement.effective_mhz if placement else None
        size = synthesis.characters
        return {
            "area_unit": "character",
            "tools": (ToolUse(tool="counter", version=design.builds["counter"]),),
            "requested": Clocks(clk_mhz=100, io_clk_mhz=100, effective_mhz=100),
            "achieved": Clocks(clk_mhz=mhz, io_clk_mhz=mhz, effective_mhz=mhz) if mhz else None,
            "stage": "placement" if placement else "synthesis",
            "resources": Resources(area_cells=size, luts=size, flip_flops=0) if placement else None,
        }


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    """Implements cores on the toy kind."""

    def elaborate(core: Core, folder: Path) -> Path:
        verilog = folder / "toy.v"
        verilog.write_text(core.sources[0][1].read_text())
        return verilog

    database = ResultsFolder(tmp_path / "own")
    return Workspace(Store(tmp_path / "store"), database, kind_of=lambda _target: ToyKind(), elaborate=elaborate)


def test_from_sources_to_results(tmp_path: Path, workspace: Workspace) -> None:
    core = make_core(tmp_path / "rtl")
    results = implement([core], DEVICE, RECIPE, (1, 2), workspace=workspace)
    characters = len("entity toy is end;\n")
    assert [(one.seed, one.resources and one.resources.area_cells, one.ranked) for one in results] == [
        (1, characters, True),
        (2, characters, True),
    ]
    assert [one.achieved and one.achieved.effective_mhz for one in results] == [101, 102]


def test_a_failed_synthesis_is_a_result_with_a_reason(tmp_path: Path, workspace: Workspace) -> None:
    core = make_core(tmp_path / "rtl")
    core.sources[0][1].write_text("")
    (result,) = implement([core], DEVICE, RECIPE, (1,), workspace=workspace)
    assert (result.status, result.stage, result.reason) == ("failed", "synthesis", "nothing to count")
