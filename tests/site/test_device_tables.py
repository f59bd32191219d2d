# SPDX-License-Identifier: Apache-2.0
"""The tables of the devices have what the data files and the committed results say."""

import json
import tomllib
from pathlib import Path

from fairhash.site.device_page import facts_table, measured_table, untimed_table


def _device_files(checkout: Path) -> dict[str, dict[str, object]]:
    """The contents of each device's data file by the name of the file."""
    folder = checkout / "src" / "fairhash" / "catalog" / "devices" / "fpga"
    return {file.stem: tomllib.loads(file.read_text(encoding="utf-8")) for file in folder.glob("*.toml")}


def test_every_device_has_a_row(checkout: Path) -> None:
    rows = {row[0]: row for row in facts_table().rows}
    assert set(rows) == set(_device_files(checkout))
    assert rows["ecp5-85k-8"][1:6] == ("LFE5U-85F-8BG756C", "ecp5", "8", "83,640", "4")


def test_every_declared_cell_without_a_delay_has_a_row() -> None:
    """GateMate's and Gowin's, which docs/devices.md describes."""
    assert [row[:2] for row in untimed_table().rows] == [("gatemate", "CPE_L2T4"), ("gowin", "LUT4"), ("gowin", "ALU")]


def test_the_measured_figures_are_those_of_the_results(checkout: Path) -> None:
    """Outcome and clock of every stored run of the core on iCE40-HX8K."""
    lines = (checkout / "results" / "ice40-hx8k.jsonl").read_text(encoding="utf-8").splitlines()
    runs = [json.loads(line) for line in lines]
    expected = sorted(
        (str(run["seed"]), f"{run['achieved']['effective_mhz']:.1f}")
        for run in runs
        if (run["core"], run["recipe"], run["status"]) == ("sha-256/highspeed", "default", "ok")
    )
    shown = [(row[2], row[4]) for row in measured_table().rows if row[0] == "ice40-hx8k" and row[3] == "routed"]
    assert shown
    assert sorted(shown) == expected


def test_a_device_without_results_has_no_figures(tmp_path: Path) -> None:
    assert measured_table(tmp_path).rows == ()
