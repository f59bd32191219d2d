# SPDX-License-Identifier: Apache-2.0
"""The tables of the devices have what the data files and the results say."""

import json
import tomllib
from pathlib import Path
from typing import Any

from fairhash.catalog.cores import all_cores
from fairhash.results import Result
from fairhash.site.data import SiteData
from fairhash.site.device_page import device_pages, facts_table, measured_table, untimed_table
from fairhash.site.pages import environment, render
from fairhash.site.start_page import start_page
from tests.results.samples import failed, sample


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


def _estimate(core: str) -> Result:
    changes: dict[str, Any] = {"status": "estimate", "stage": "synthesis", "reason": "nothing was placed"}
    return sample(core, device="virtex5-estimate", **{**changes, "achieved": None, "critical_path": None})


def test_counts_of_devices_are_those_of_committed_figures_and_add_up() -> None:
    """One known, one preliminary and one failed core on the ECP5, one estimate; the reader's own is left out."""
    committed = (
        *(sample("sha-512/highspeed", seed=seed) for seed in (1, 2, 3)),
        sample("jh-512/highspeed"),
        failed("echo-512/highspeed"),
        _estimate("jh-512/highspeed"),
    )
    own = tuple(sample("keccak-512/highspeed", device="ice40-hx8k", seed=seed) for seed in (1, 2, 3))
    data = SiteData(committed, own)
    (index,) = [page for page in device_pages(data) if page.path == "devices/index.html"]
    rows = {row[0]: row[4:] for row in index.values["table"].rows}
    assert index.values["table"].headings()[4:] == ["cores", "known", "preliminary", "estimated", "failed"]
    assert rows["ecp5-85k-8"] == ("3", "1", "1", "0", "1")
    assert rows["virtex5-estimate"] == ("1", "0", "0", "1", "0")
    assert rows["ice40-hx8k"] == ("0", "0", "0", "0", "0")
    # a device with estimates only is not measured
    assert dict(start_page(data, []).values["numbers"])["devices measured"] == 1


def test_a_chart_of_many_estimates_says_that_it_has_the_largest() -> None:
    """It has 40 bars, and the table below has all."""
    for count, is_cut in ((40, False), (41, True)):
        data = SiteData(tuple(_estimate(core) for core in list(all_cores())[:count]))
        (page,) = [page for page in device_pages(data) if page.path == "devices/virtex5-estimate.html"]
        common = {"result_count": 0, "own_count": 0, "version": "1", "address": ""}
        assert ("The 40 largest; the table has all." in render(page, environment(), common)) is is_cut
