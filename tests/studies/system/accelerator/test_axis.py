# SPDX-License-Identifier: Apache-2.0
"""The AXI4-Stream ports against cocotbext-axi, whose frames are bytes as in memory: byte order, tkeep, tlast."""

import os
import random
import subprocess
import sys
from pathlib import Path

from fairhash.studies.system.accelerator import write_accelerator
from fairhash.studies.system.machine_rtl import accelerator_verilog
from fairhash.toolchain.tools import verilator_root
from tests.studies.system.accelerator.toys import packets, toys
from tests.testbench.toys import TOY

_RUNNER = """
import sys
from cocotb_tools.runner import get_runner
verilog, top, folder, plusargs = sys.argv[1:5]
runner = get_runner("verilator")
options = ["-Wno-fatal", "-Wno-lint", "-Wno-style", "-O1"]
runner.build(sources=[verilog], hdl_toplevel=top, build_dir=folder, build_args=options)
bench = "tests.studies.system.accelerator.axis_bench"
runner.test(hdl_toplevel=top, test_module=bench, build_dir=folder, test_dir=folder)
"""

_MAKE = (
    "CFG_CXXFLAGS_PCH_I=-include CFG_CXXFLAGS_STD_NEWEST=-std=gnu++20 CFG_LDLIBS_THREADS=-pthread "
    "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0"
)
"""Variables that Verilator's own makefile lacks in the Python package, which was built on another machine; and no
optimisation, since the simulation takes less time than the compiler."""


def test_frames_of_cocotbext_axi(checkout: Path, tmp_path: Path) -> None:
    """Rows of 16 bytes; digests of any lengths of message are in the frames that the sink receives."""
    accelerator = toys(2, 128, buffer_bytes=1024)
    written = write_accelerator(accelerator, tmp_path / "sources")
    verilog = tmp_path / "accelerator.v"
    verilog.write_text(accelerator_verilog(accelerator, written, tmp_path), encoding="utf-8")
    draw = random.Random(1)
    messages = {number: draw.randbytes(draw.randrange(200)) for number in range(1, 13)}
    sent = [
        packet.descriptor.to_bytes(8, "little") + bytes(8) + packet.payload
        for number, data in messages.items()
        for packet in packets(accelerator, number, data, 4)
    ]
    frames = tmp_path / "sent"
    frames.write_text("".join(f"{frame.hex()}\n" for frame in sent), encoding="ascii")
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    wrapper = bin_folder / "verilator"
    wrapper.write_text(f'#!/bin/sh\nexec perl "{verilator_root()}/bin/verilator" "$@"\n', encoding="ascii")
    wrapper.chmod(0o755)
    environment = {
        **os.environ,
        "PATH": f"{bin_folder}:{os.environ['PATH']}",
        "VERILATOR_ROOT": str(verilator_root()),
        "MAKEFLAGS": _MAKE,
        "PYTHONPATH": os.pathsep.join([str(checkout), str(checkout / "src"), *sys.path]),
        "SENT": str(frames),
        "SEEN": str(tmp_path / "seen"),
        "RESULTS": str(len(messages)),
        "PAUSES": "1",
    }
    command = [sys.executable, "-c", _RUNNER, str(verilog), accelerator.top, str(tmp_path / "build"), ""]
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=900, check=False
    )
    assert (tmp_path / "seen").is_file(), (done.stdout + done.stderr)[-4000:]
    seen = [bytes.fromhex(line) for line in (tmp_path / "seen").read_text(encoding="ascii").splitlines()]
    expected = {number.to_bytes(8, "little") + TOY.hash_bits("toy-128", data) for number, data in messages.items()}
    assert len(seen) == len(messages)
    assert set(seen) == expected
