# SPDX-License-Identifier: Apache-2.0
"""The command `fairhash system`."""

import json
import subprocess
from pathlib import Path

from tests.cli.helpers import fairhash


def test_measure_writes_a_file(tmp_path: Path) -> None:
    """From memory, one length; a second call with --missing measures nothing."""
    file = tmp_path / "speeds.json"
    arguments = ("system", "measure", "sha-256", "--quick", "--bytes", "64", "--source", "memory", "--threads", "1")
    first = fairhash(*arguments, "--to", str(file))
    assert first.status == 0
    assert "sha-256" in first.out
    assert f"Written: {file}" in first.out
    rows = json.loads(file.read_text(encoding="utf-8"))["rows"]
    assert {row["function"] for row in rows} >= {"sha-256"}
    second = fairhash(*arguments, "--to", str(file), "--missing")
    assert "Nothing was measured." in second.out


def test_wrong_arguments_are_one_line() -> None:
    assert "unknown algorithm" in fairhash("system", "measure", "sha-257").refusal()
    assert "--help" in fairhash("system", "measur").refusal()
    assert "0 is not in the range" in fairhash("system", "measure", "--bytes", "0").refusal()


def test_accelerator_writes_its_sources(tmp_path: Path) -> None:
    """A bus of 512 bits feeds eight keccak-256 cores: each takes 1088 bits in 24 cycles. The sources are complete."""
    folder = tmp_path / "accelerator"
    outcome = fairhash("system", "accelerator", "keccak-256/highspeed", "--cores", "8", "--to", str(folder))
    assert outcome.status == 0
    assert "top entity accelerator_keccak_256_highspeed, bus of 512 bits" in outcome.out
    files = (folder / "files.txt").read_text(encoding="utf-8").split()
    assert files[-1] == "accelerator_keccak_256_highspeed.vhd"
    subprocess.run(["ghdl", "-a", "--std=08", *files], cwd=folder, check=True, capture_output=True)


def test_accelerator_refuses_a_wrong_buffer(tmp_path: Path) -> None:
    """One line: what, where, how to fix it."""
    arguments = ("system", "accelerator", "sha-256/highspeed", "--cores", "2", "--buffer-bytes", "100")
    outcome = fairhash(*arguments, "--to", str(tmp_path / "accelerator"))
    assert outcome.status == 2
    assert outcome.err.count("\n") == 1
    assert "a buffer of 100 bytes" in outcome.err
    assert "give a power of two" in outcome.err
