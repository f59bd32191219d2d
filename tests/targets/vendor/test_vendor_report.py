# SPDX-License-Identifier: Apache-2.0
"""Vendors' reports: constructed examples of the documented formats, read by hand beside."""

from pathlib import Path
from shutil import copytree

import pytest

from fairhash.catalog.target import VendorToolName
from fairhash.targets.outcome import effective_mhz
from fairhash.targets.vendor.place_by_vendor import TOOLS
from fairhash.targets.vendor.vendor_tool import UnreadableReport, VendorReport, clocks, critical_paths

DATA = Path(__file__).parent / "data"


def _read(tool: VendorToolName, folder: str = "") -> VendorReport:
    return TOOLS[tool].read(DATA / (folder or tool))


def test_quartus_reports_are_read() -> None:
    """549 + 563 LUTs; the slowest path needs the requirement of 5 ns and 3 ns more."""
    reading = _read("quartus")
    assert (reading.luts, reading.registers) == (549 + 563, 2141)
    assert dict(reading.dedicated) == {"bram": 0, "dsp": 0, "lutram": 0}
    (clock,) = clocks(reading, {"clk": 200.0})
    assert clock.received_mhz == pytest.approx(200)
    assert clock.achieved_mhz == pytest.approx(125)
    (path,) = critical_paths(reading)
    assert (path.first_cell, path.last_cell, path.launch, path.capture) == ("core|a[3]", "core|e[31]", "clk", "clk")
    assert path.delay_ns == pytest.approx(8)
    assert path.logic_ns + path.routing_ns == pytest.approx(path.delay_ns)
    assert effective_mhz([clock], [path], 1) == pytest.approx(125)


def test_vivado_reports_with_two_clocks_are_read() -> None:
    """Within clk 5 + 1.25 ns, within io_clk 2.5 - 0.5, from clk to io_clk 2.5 + 2: at ratio 2 that is 9 ns of clk."""
    reading = _read("vivado")
    found = clocks(reading, {"clk": 200.0, "io_clk": 400.0})
    assert [clock.received_mhz for clock in found] == pytest.approx([200, 400])
    assert [clock.achieved_mhz for clock in found] == pytest.approx([160, 500])
    paths = critical_paths(reading)
    assert {(path.launch, path.capture): path.levels for path in paths} == {
        ("clk", "clk"): 11,
        ("io_clk", "io_clk"): 1,
        ("clk", "io_clk"): 3,
    }
    assert effective_mhz(found, paths, 2) == pytest.approx(1000 / 9)
    assert (reading.luts, reading.registers) == (911, 2141)
    assert reading.resources["F7 Muxes"] == 4
    assert "2023.2" in reading.version


def test_alms_and_memory_are_counted() -> None:
    reading = _read("quartus", "quartus-alm")
    assert (reading.luts, reading.registers) == (1076, 2141)
    assert reading.dedicated["bram"] == 2
    assert reading.resources["Logic utilization (ALMs needed / total ALMs on device)"] == 1201


def test_the_slowest_corner_determines_the_clock() -> None:
    """Quartus' file holds a section for each corner, -3.0 and -1.5 ns."""
    slacks = [path.slack_ns for path in _read("quartus").paths]
    assert slacks == [-3.0, -1.5]
    (kept,) = critical_paths(_read("quartus"))
    assert kept.delay_ns == 8.0


def test_hold_paths_do_not_limit_the_clock() -> None:
    """Vivado's timing report has a part about hold."""
    assert not [path for path in _read("vivado").paths if "w_" in path.first]


@pytest.mark.parametrize(
    ("tool", "file", "right", "wrong", "message"),
    [
        ("vivado", "frame_utilization_placed.rpt", "Slice LUTs", "Slices", "no row 'Slice LUTs'"),
        ("vivado", "frame_timing_summary_routed.rpt", "| Clock Summary", "| Clocks", "no Clock Summary"),
        ("quartus", "frame.fit.rpt", "; 549 ", "; n/a", "no number in 'n/a"),
        ("quartus", "paths.rpt", "Launch Clock", "Clock", "Launch Clock"),
    ],
)
def test_an_undocumented_report_format_is_an_error(  # noqa: PLR0917 - a row of the table above
    tool: VendorToolName, file: str, right: str, wrong: str, message: str, tmp_path: Path
) -> None:
    """Never a zero, or a number from somewhere else."""
    folder = copytree(DATA / tool, tmp_path / tool)
    text = (folder / file).read_text()
    assert right in text
    (folder / file).write_text(text.replace(right, wrong))
    with pytest.raises(UnreadableReport, match=message):
        TOOLS[tool].read(folder)


@pytest.mark.parametrize("tool", sorted(TOOLS))
def test_a_missing_report_is_an_error(tool: VendorToolName, tmp_path: Path) -> None:
    with pytest.raises(UnreadableReport, match=r"the tool wrote no \*"):
        TOOLS[tool].read(tmp_path)
