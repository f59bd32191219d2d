# SPDX-License-Identifier: Apache-2.0
"""The memories of simulated mutants, with a word of its own in each lane, against one array for each lane."""

import subprocess
from pathlib import Path

from fairhash.features.mutants import simulation


def test_random_writes_and_reads(tmp_path: Path) -> None:
    """Of small memories, which are multiplexers of nets, and of large ones, which are read by lanes."""
    headers = Path(simulation.__file__).parent
    source = Path(__file__).with_name("lane_memory.cpp")
    command = ["g++", "-std=c++20", "-O1", "-Wno-psabi", "-fsanitize=address,undefined", f"-I{headers}", str(source)]
    subprocess.run([*command, "-o", str(tmp_path / "test")], check=True)
    found = subprocess.run([str(tmp_path / "test")], capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "")
