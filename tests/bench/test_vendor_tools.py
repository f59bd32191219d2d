# SPDX-License-Identifier: Apache-2.0
"""The whole of `implement` on vendors' devices, with programs on PATH that leave constructed reports.

Only the simulations are put aside: the toy has no model, and what is asked here is what the tool's part makes of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from fairhash.base.errors import FairhashError
from fairhash.bench import implement
from fairhash.bench.store import Store
from fairhash.bench.workspace import Workspace
from fairhash.catalog.cores import read_cores
from fairhash.catalog.recipe import Timeouts
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.target import Target
from fairhash.catalog.targets import find_target, vendor_devices
from fairhash.figures.figure_table import figure_rows
from fairhash.figures.figures import figures
from fairhash.results import Result, ResultsFolder
from fairhash.targets.kinds import kind_of
from fairhash.targets.target_kind import TargetKind
from fairhash.targets.vendor.place_by_vendor import TOOLS
from fairhash.toolchain import process_group
from tests.bench.fakes import declared_cycles, with_methods
from tests.targets.vendor import fake_tool

TOYS = Path(__file__).parents[1] / "targets" / "fpga" / "rtl" / "toy" / "cores.toml"
FRAME_REGISTERS = 2 * 16 + 5
VERSIONS = {
    "vivado": "Vivado v2023.2 (64-bit)",
    "quartus": "Version 22.1std.1 Build 917 02/14/2023 SC Lite Edition",
}


def _with_declared_cycles(target: Target) -> TargetKind[Any]:
    return with_methods(kind_of(target), measure_cycles=lambda core, _folder: declared_cycles(core))


@dataclass(frozen=True)
class Place:
    """A folder of its own for a store, results and the programs."""

    folder: Path

    def has(self, tool: str, reports: str = "", complaint: str = "") -> Path:
        """Install the tool; the file of its calls."""
        found = TOOLS[tool]  # type: ignore[index]
        return fake_tool.install(
            self.folder / "bin", found.programs, reports or tool, VERSIONS.get(tool, ""), complaint
        )

    def run(self, device: str, core: str = "one-clock", seeds: Sequence[int] = (1, 2, 3)) -> list[Result]:
        """As the verb does it."""
        (toy,) = [toy for toy in read_cores(TOYS) if toy.architecture == core]
        return implement(
            [toy],
            find_target(device),
            find_recipe("default").model_copy(update={"timeouts": Timeouts(synthesis_s=60, place_s=5)}),
            seeds,
            workspace=Workspace(
                Store(self.folder / "store"),
                ResultsFolder(self.folder / "own"),
                kind_of=_with_declared_cycles,
            ),
        )


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    """Its programs come first on PATH."""
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=":")
    return Place(tmp_path)


def test_from_sources_to_result(place: Place) -> None:
    """A second call runs nothing."""
    found = vendor_devices()["quartus-10cl025-6"]
    called = place.has(found.tool)
    results = place.run(found.id)
    assert [(result.status, result.reason, result.stage) for result in results] == [("ok", "", "placement")] * 3
    result = results[0]
    assert result.resources is not None
    assert result.achieved is not None
    assert (result.resources.area_cells, result.area_unit) == (1112, found.area_unit)
    assert result.resources.flip_flops == 2141 - FRAME_REGISTERS
    assert result.achieved.effective_mhz == pytest.approx(125)
    assert result.requested.clk_mhz == pytest.approx(200)
    assert result.critical_path is not None
    used = {tool.tool: tool for tool in result.tools}
    assert used[found.tool].commands[0] == ("make",)
    assert used["edalize"].version
    assert used[found.tool].version
    # no models of the vendor's cells: shown, and not ranked
    assert (result.netlist.verdict, result.ranked) == ("unchecked", False)
    before = called.read_text()
    assert before
    assert place.run(found.id) == results
    assert called.read_text() == before


def test_two_clocks_on_vivado(place: Place) -> None:
    """Vivado has no seed: it is run once, whatever was requested."""
    place.has("vivado")
    (result,) = place.run("vivado-xc7a100t-1", "two-clocks")
    assert (result.status, result.reason) == ("ok", "")
    assert result.achieved is not None
    assert result.achieved.clk_mhz == pytest.approx(160)
    assert result.achieved.io_clk_mhz == pytest.approx(500)
    assert result.achieved.effective_mhz == pytest.approx(1000 / 9)
    assert {tool.tool: tool.version for tool in result.tools}["vivado"].startswith("Vivado v.2023.2")


def test_the_table_shows_it_and_says_why_it_is_not_ranked(place: Place) -> None:
    place.has("quartus")
    (row,) = figure_rows(figures(place.run("quartus-10cl025-6")))
    assert (row.area_cells, row.luts, row.flip_flops) == (2104, 1112, 2104)
    assert (row.fmax_median_mhz, row.seeds) == (125, 3)
    assert row.note.startswith(
        "preliminary: netlist check: unchecked (there are no models of the cells of a vendor's netlist"
    )


@pytest.mark.parametrize(
    ("device", "complaint", "status"),
    [
        ("vivado-xc7a100t-1", "ERROR: [DRC UTLZ-1] Resource utilization: LUT as Logic over-utilized", "unfit"),
        (
            "quartus-10cl025-6",
            "Error (170011): Design contains 30000 blocks of type logic element. "
            "However, the device contains only 24624 blocks.",
            "unfit",
        ),
        ("vivado-xc7a100t-1", "ERROR: [Common 17-345] A valid license was not found", "failed"),
    ],
)
def test_a_tool_that_gives_up_has_a_result_in_its_words(device: str, complaint: str, status: str, place: Place) -> None:
    place.has(vendor_devices()[device].tool, complaint=complaint)
    result = place.run(device, seeds=[1])[0]
    assert (result.status, result.achieved, result.resources) == (status, None, None)
    assert result.reason
    assert result.reason in complaint


def test_rubbish_instead_of_reports_is_a_failed_result(place: Place) -> None:
    place.has("quartus", reports="vivado")
    (result,) = place.run("quartus-10cl025-6", seeds=[1])
    assert (result.status, result.reason) == ("failed", "Intel Quartus Prime's reports: the tool wrote no *.fit.rpt")


def test_memory_that_came_in_all_the_same_is_found(place: Place) -> None:
    place.has("quartus", reports="quartus-alm")
    (result,) = place.run("quartus-5cea4-7", seeds=[1])
    assert (result.status, result.reason) == ("failed", "2 bram cells, not allowed")


def test_a_tool_that_hangs_computing_is_timed_out(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_group, "_WALL_FOR_CPU", 100)
    place.has("vivado")
    version = f"[ $1 = -version ] && echo '{VERSIONS['vivado']}' && exit"
    (place.folder / "bin" / "vivado").write_text(f"#!/bin/sh\n{version}\nwhile :; do :; done\n")
    (result,) = place.run("vivado-xc7a100t-1")
    assert (result.status, result.reason) == ("timed-out", "AMD Vivado stopped after 5 s of CPU time")


@pytest.mark.parametrize("device", sorted(vendor_devices()))
def test_a_missing_tool_is_one_line_that_says_how_to_get_it(device: str, place: Place) -> None:
    """Nothing is stored: it is no result."""
    with pytest.raises(FairhashError, match=f"^{device} needs .* is not on PATH; install .* put its .*bin.* on PATH$"):
        place.run(device)
    assert ResultsFolder(place.folder / "own").read() == []
