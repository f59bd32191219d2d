# SPDX-License-Identifier: Apache-2.0
"""Clocks of a device for the bus: medians of runs and experiments, and the folder of measurements."""

from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.catalog.cores import all_cores
from fairhash.results.machine_runs import INTERFACES
from fairhash.studies.system.interface import device_clocks
from tests.studies.papers.c.runs import DEVICE, add_clock, add_interface, several


def test_clocks_are_medians(tmp_path: Path) -> None:
    core, clocks = all_cores()["sha-1/counters"], tmp_path / "clock"
    results = [*several(core.name, (150, 160, 180), 1000), *several("sha-1/highspeed", (300, 300, 300), 900)]
    assert device_clocks(core, DEVICE, results, clocks) == {"static": 160}
    for seed, mhz in ((1, 190.0), (2, 170.0), (3, 200.0)):
        add_clock(tmp_path, core.name, seed, mhz, 160.0)
    assert device_clocks(core, DEVICE, results, clocks) == {"static": 160, "experiment": 190}
    with pytest.raises(FairhashError, match="no clock on ice40-hx8k"):
        device_clocks(core, "ice40-hx8k", results, clocks)


def test_a_measurement_replaces_one_of_the_same_clock(tmp_path: Path) -> None:
    for mbit_s, basis in ((900, "static"), (950, "static"), (1000, "experiment")):
        add_interface(tmp_path, "sha-1/counters", mbit_s, basis)
    stored = INTERFACES.read(tmp_path / "interface", "sha-1/counters")
    assert [(one.clock_basis, one.mbit_s) for one in stored] == [("experiment", 1000), ("static", 950)]


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    add_interface(tmp_path, "sha-1/counters", 900, "static")
    (file,) = (tmp_path / "interface").glob("*.json")
    file.write_text(file.read_text().replace('"mbit_s": 900', '"mbit_s": -1'))
    with pytest.raises(FairhashError, match="not a file of interface measurements"):
        INTERFACES.read(tmp_path / "interface", "sha-1/counters")
