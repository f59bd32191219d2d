# SPDX-License-Identifier: Apache-2.0
"""The registers alone, with the addresses of the C header; whole components are tested by the driver."""

from pathlib import Path

from fairhash.base import paths
from fairhash.features.package.simulation import DRIVER
from fairhash.toolchain.elaborate import GHDL_STANDARD
from fairhash.toolchain.ghdl import to_verilog
from tests.rtl.components.bench import bench_output

_FILES = (
    "shell/shell_pkg.vhd",
    *(f"components/{name}.vhd" for name in ("registers_pkg", "data_fifo", "hash_registers")),
)


def test_registers_follow_the_map(tmp_path: Path) -> None:
    """Sizes as of SHA-1, whose digest has an odd number of words."""
    options = (GHDL_STANDARD, "-gDIGEST_BITS=160", "-gBLOCK_BITS=512")
    text = to_verilog(paths.rtl(), options, _FILES, "hash_registers", tmp_path, ("hash_registers", "rtl"))
    header = f"-I{paths.rtl() / DRIVER}"
    assert bench_output(text, "hash_registers", "registers_bench.cpp", tmp_path, cxx_options=[header]) == "ok"
