# SPDX-License-Identifier: Apache-2.0
"""A new family of a known tool needs one device file and one file of cell models, and no change of code."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

_SCRIPT = """
import json, sys
from pathlib import Path
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.targets import find_device
from fairhash.netlist.check_netlist import check_netlist
from fairhash.netlist.netlist_engine import family_cells
from fairhash.targets.target_kind import Design
from fairhash.targets.kinds import kind_of
from tests.testbench.toys import TOY, options, toy_core

folder, device, recipe = Path(sys.argv[1]), find_device("newice-8k"), find_recipe("default")
core, kind = toy_core("plain"), kind_of(device)
design = Design(core, device, recipe, kind.tool_builds(device), kind)
mapped = kind.synthesise(design, folder / "synthesis")
cells = family_cells(device.cells)
check = check_netlist(
    core, mapped.verilog_netlist, device, folder / "check", cells=cells, options=options("answers"), reference=TOY
)
placed = kind.place(design, mapped, 1, folder / "placement")
print(json.dumps([mapped.status, check.status, placed.status, placed.reason, placed.area, cells.read_commands]))
"""

_OPTIONS = """
[default_options]
synthesis = ["{synth} {refuse}"]
place = ["--router", "router1"]
"""


def test_a_new_family_needs_two_files(checkout: Path, tmp_path: Path) -> None:
    """iCE40 under another name: a core of it is synthesised, its netlist simulated with the new models, and placed."""
    package = tmp_path / "src" / "fairhash"
    shutil.copytree(checkout / "src" / "fairhash", package, ignore=shutil.ignore_patterns("__pycache__"))
    devices, models = package / "catalog" / "devices" / "fpga", package / "netlist" / "cells"
    declared = (devices / "ice40-hx8k.toml").read_text(encoding="utf-8")
    declared = declared.replace('id = "ice40-hx8k"', 'id = "newice-8k"').replace(
        'family = "ice40"', 'family = "newice"'
    )
    # the top level of a TOML file ends at its first table
    (devices / "newice-8k.toml").write_text(declared + _OPTIONS, encoding="utf-8")
    shutil.copyfile(models / "ice40.v", models / "newice.v")
    ran = subprocess.run(
        [sys.executable, "-c", _SCRIPT, tmp_path],
        env={
            **os.environ,
            "PYTHONPATH": f"{package.parent}:{checkout}",
            "FAIRHASH_ROOT": str(checkout),
        },
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    mapped, checked, placed, reason, area, models_read = json.loads(ran.stdout.splitlines()[-1])
    assert (mapped, checked, placed, reason) == ("ok", "pass", "ok", "")
    assert area > 0
    assert "newice.v" in models_read[0]
