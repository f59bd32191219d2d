# SPDX-License-Identifier: Apache-2.0
"""FPGA devices are data files that are validated when they are read."""

import re
import tomllib
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.catalog.targets import devices, find_device, read_device
from fairhash.netlist.netlist_engine import CELLS

DEVICES = Path(__file__).parents[2] / "src" / "fairhash" / "catalog" / "devices" / "fpga"


def test_device_files_match_the_parts_documentation() -> None:
    assert {"ecp5-85k-8", "ice40-hx8k"} <= set(devices())
    assert find_device("ecp5-85k-8").part.user_pins == 365
    assert find_device("ice40-hx8k").part.logic_cells == 7680


def test_every_family_has_cell_models() -> None:
    """Without models of its cells a netlist cannot be simulated, and a result of it cannot be ranked."""
    for device in devices().values():
        models = (CELLS / f"{device.cells}.v").read_text(encoding="utf-8")
        for included in re.findall(r'`include "(.*)"', models):
            models += (CELLS / included).read_text(encoding="utf-8")
        assert {*device.synthesis.flip_flops, *device.synthesis.logic} <= set(
            re.findall(r"^module (\w+)", models, re.M)
        )


def test_devices_cover_seven_families_of_three_vendors() -> None:
    assert len({device.family for device in devices().values()}) >= 7
    assert len({device.vendor for device in devices().values()}) >= 3


def test_a_wrong_device_file_is_rejected(tmp_path: Path) -> None:
    good = (DEVICES / "ice40-hx8k.toml").read_text()
    file = tmp_path / "ice40-hx8k.toml"
    file.write_text(good.replace("lut_inputs = 4", 'lut_inputs = "many"'))
    with pytest.raises(FairhashError, match=r"ice40-hx8k\.toml: part\.lut_inputs: "):
        read_device(file)
    file.write_text(good + "\n[extra]\nkey = 1\n")
    with pytest.raises(FairhashError, match="extra"):
        read_device(file)
    (tmp_path / "other.toml").write_text(good)
    with pytest.raises(FairhashError, match="file of another name"):
        read_device(tmp_path / "other.toml")
    file.write_text("id = ")
    with pytest.raises(FairhashError, match="unreadable data file"):
        read_device(file)


def test_an_unknown_pass_is_rejected(tmp_path: Path) -> None:
    """A device file may name only the passes that exist."""
    text = (DEVICES / "ecp5-85k-8.toml").read_text()
    file = tmp_path / "ecp5-85k-8.toml"
    file.write_text(text.replace('"trim", "absorb", "bypass"', '"trim", "shave"'))
    with pytest.raises(FairhashError, match=r"ecp5-85k-8\.toml: synthesis\.passes\.1: "):
        read_device(file)


def test_the_page_of_devices_lists_every_fpga(checkout: Path) -> None:
    """docs/devices.md begins with a table of parts, sizes and tools."""
    page = (checkout / "docs" / "devices.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| `")]
    told = {row[0].strip("`"): (row[2], row[3], row[4]) for row in rows if len(row) == 6}
    files = sorted((checkout / "src" / "fairhash" / "catalog" / "devices" / "fpga").glob("*.toml"))
    described = {device["id"]: device for device in (tomllib.loads(file.read_text(encoding="utf-8")) for file in files)}
    assert told == {
        name: (device["part"]["number"], f"{device['part']['logic_cells']:,}", device["place"]["command"])
        for name, device in described.items()
    }
