# SPDX-License-Identifier: Apache-2.0
"""Exported Verilog: Yosys reads it, and impossible exports are rejected."""

from pathlib import Path

import pytest

from fairhash.base import paths
from fairhash.base.errors import FairhashError
from fairhash.catalog.cores import find_core
from fairhash.studies.external.export import export_verilog
from fairhash.toolchain import yosys


def test_output_is_one_complete_file(tmp_path: Path) -> None:
    """Yosys reads it without other files; its top module is the reported one."""
    top = export_verilog(find_core("keccak-512/highspeed"), "axi-stream", tmp_path / "keccak.v")
    commands = ["read_verilog keccak.v", f"hierarchy -check -top {top}", "proc", "check -assert"]
    assert yosys.run_script(commands, tmp_path, "read", 100).ok


def test_rejects_impossible_exports(tmp_path: Path) -> None:
    """Two clocks, several messages in flight, an output path that is not writable."""
    core = find_core("sha-256/highspeed")
    with pytest.raises(FairhashError, match="has two clocks; export it with ports of kind fairhash"):
        export_verilog(core.model_copy(update={"io_ratio": 2}), "fifo", tmp_path / "x.v")
    with pytest.raises(FairhashError, match="several messages in flight; export it with ports of kind fifo"):
        export_verilog(core.model_copy(update={"messages_in_flight": 2}), "axi-stream", tmp_path / "x.v")
    with pytest.raises(FairhashError, match="cannot write"):
        export_verilog(core, "fairhash", Path("/dev/null/x.v"))
    assert not list(paths.build().glob(".export.*"))
