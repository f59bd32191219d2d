# SPDX-License-Identifier: Apache-2.0
"""What Edalize writes for each vendor's tool: part, sources, clock, seed, and no way to memories or multipliers."""

import re
from pathlib import Path

import pytest

from fairhash.catalog.core import Core
from fairhash.catalog.cores import read_cores
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.targets import vendor_devices
from fairhash.targets.frame import build_frame
from fairhash.targets.vendor.place_by_vendor import find_vendor_tool, run_request, write_project

TOYS = Path(__file__).parents[1] / "fpga" / "rtl" / "toy" / "cores.toml"
CORE = "module part (input a);\nendmodule\n\nmodule toy (input a);\n  part inner (a);\nendmodule\n"

PROJECT = {
    "vivado-xc7a100t-1": ("frame.tcl", "set_property part xc7a100tfgg484-1 [current_project]"),
    "quartus-10cl025-6": ("frame.tcl", "set_global_assignment -name DEVICE 10CL025YU256C6G"),
    "quartus-5cea4-7": ("frame.tcl", 'set_global_assignment -name FAMILY "Cyclone V"'),
}
CLOCK = {
    "vivado-xc7a100t-1": ("clocks.xdc", "create_clock -period 5.0000 [get_ports {clk}]"),
    "quartus-10cl025-6": ("clocks.sdc", "create_clock -period 5.0000 [get_ports {clk}]"),
    "quartus-5cea4-7": ("clocks.sdc", "create_clock -period 5.0000 [get_ports {clk}]"),
}
SEED = {
    "quartus-10cl025-6": "set_global_assignment -name SEED 7",
    "quartus-5cea4-7": "set_global_assignment -name SEED 7",
}
REFUSED = {
    "vivado-xc7a100t-1": ("SYNTH_DESIGN.ARGS.MAX_BRAM 0", "SYNTH_DESIGN.ARGS.MAX_DSP 0", "{-no_srlextract}"),
    "quartus-10cl025-6": (
        "AUTO_RAM_RECOGNITION OFF",
        "AUTO_ROM_RECOGNITION OFF",
        'DSP_BLOCK_BALANCING "LOGIC ELEMENTS"',
    ),
}
ATTRIBUTES = {
    "vivado": {"ram_style": "registers", "use_dsp": "no", "shreg_extract": "no"},
    "quartus": {"ramstyle": "logic", "romstyle": "logic", "multstyle": "logic"},
}


def _written(device: str, folder: Path, **changes: object) -> Path:
    (core,) = [core for core in read_cores(TOYS) if core.architecture == "one-clock"]
    _write(core.model_copy(update=changes), device, folder)
    return folder


def _write(core: Core, device: str, folder: Path) -> None:
    source = folder / "source"
    source.mkdir(parents=True)
    (source / "toy.v").write_text(CORE)
    found = vendor_devices()[device]
    frame = build_frame(core, found.part.user_pins)
    write_project(core, found, frame, source / "toy.v", run_request(core, find_recipe("default"), 7), folder)


def test_every_vendor_device_is_tested() -> None:
    assert set(PROJECT) == set(CLOCK) == set(vendor_devices())
    assert {device.tool for device in vendor_devices().values()} == set(ATTRIBUTES)


@pytest.mark.parametrize("device", sorted(PROJECT))
def test_a_project_has_part_sources_clock_and_seed(device: str, tmp_path: Path) -> None:
    folder = _written(device, tmp_path)
    script, part = PROJECT[device]
    project = (folder / script).read_text()
    assert part in project
    assert {"core.v", "frame.v", CLOCK[device][0]} <= set(re.findall(r"[\w.]+\.(?:v|xdc|sdc)\b", project))
    assert CLOCK[device][1] in (folder / CLOCK[device][0]).read_text()
    tool = find_vendor_tool(vendor_devices()[device])
    assert tool.seeded == (device in SEED)
    if tool.seeded:
        assert re.search(r"^source settings\.tcl$", project, re.MULTILINE)
        assert SEED[device] in (folder / "settings.tcl").read_text()


@pytest.mark.parametrize("device", sorted(PROJECT))
def test_dedicated_resources_are_forbidden_on_every_module(device: str, tmp_path: Path) -> None:
    folder = _written(device, tmp_path)
    for line in REFUSED.get(device, ()):
        assert line in (folder / "settings.tcl").read_text()
    expected = ATTRIBUTES[vendor_devices()[device].tool]
    for file, modules in (("core.v", ["part", "toy"]), ("frame.v", ["frame"])):
        found = re.findall(r"^\(\* (.*) \*\)\nmodule (\w+)", (folder / file).read_text(), re.MULTILINE)
        assert [name for _, name in found] == modules
        for text, _ in found:
            assert expected.items() <= dict(re.findall(r'(\w+) = "(\w+)"', text)).items()
    # the core comes from core.v; the replacement that Yosys reads would be a second one
    assert "blackbox" not in (folder / "frame.v").read_text()


def test_resources_that_a_core_allows_are_not_forbidden(tmp_path: Path) -> None:
    vivado = _written("vivado-xc7a100t-1", tmp_path / "vivado", allowed_dedicated=("bram",))
    settings = (vivado / "settings.tcl").read_text()
    assert "MAX_BRAM" not in settings
    assert "MAX_DSP 0" in settings
    assert 'ram_style = "block"' in (vivado / "core.v").read_text()
    quartus = _written("quartus-10cl025-6", tmp_path / "quartus", allowed_dedicated=("bram", "dsp"))
    settings = (quartus / "settings.tcl").read_text()
    assert not re.search("RECOGNITION|BALANCING", settings)


def test_quartus_reports_every_pair_of_clocks(tmp_path: Path) -> None:
    (core,) = [core for core in read_cores(TOYS) if core.architecture == "two-clocks"]
    _write(core, "quartus-10cl025-6", tmp_path)
    assert (tmp_path / "clocks.sdc").read_text().count("create_clock") == 2
    script = (tmp_path / "paths.tcl").read_text()
    assert script.count("{clk io_clk}") == 2
    assert "TIMEQUEST_REPORT_SCRIPT paths.tcl" in (tmp_path / "settings.tcl").read_text()
