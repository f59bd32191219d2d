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


def test_simulate_shows_counters() -> None:
    """Paper E: 0.32 ns/B with 12 cores of Keccak, limited by the bus."""
    arguments = ("--bus", "fsb", "--host", "xeon-e7310", "--bytes", "262144", "--messages", "12", "--json")
    data = json.loads(fairhash("system", "simulate", "paper-e-keccakx12", *arguments).out)
    assert round(data["ns_per_byte"], 2) == 0.32
    assert data["bottleneck"] == "transfer"
    text = fairhash("system", "simulate", "paper-e-keccakx2", "--bytes", "100000", "--messages", "4").out
    assert "bottleneck: computation" in text
    assert "waiting for data" in text
    assert "software is not simulated" in fairhash("system", "simulate", "software:sha-256").refusal()
    assert "unknown bus" in fairhash("system", "simulate", "paper-e-simd", "--bus", "isa").refusal()
    assert "cannot hold a block" in fairhash("system", "simulate", "paper-e-simd", "--buffer", "9").refusal()


def test_advise_prints_and_draws(tmp_path: Path) -> None:
    """A CSV of lengths, software of the committed file and an accelerator."""
    lengths, drawing = tmp_path / "lengths.csv", tmp_path / "advice.svg"
    lengths.write_text("bytes,count\n4096,3\n100,1\n")
    arguments = ("system", "advise", "--lengths", str(lengths), "--svg", str(drawing))
    ways = ("--candidate", "software:openssl-sha-256", "--candidate", "paper-e-keccakx4")
    out = fairhash(*arguments, *ways).out
    assert "mean 3097 bytes" in out
    assert "software:openssl-sha-256" in out
    assert "change first" in out
    assert drawing.read_text(encoding="utf-8").startswith("<svg")
    data = json.loads(fairhash(*arguments, *ways, "--json").out)
    assert {way["name"] for way in data["candidates"]} == {"software:openssl-sha-256", "paper-e-keccakx4"}
    assert "unknown lengths" in fairhash("system", "advise", "--lengths", "novels").refusal()
    assert "cannot read" in fairhash("system", "advise", "--lengths", str(tmp_path / "no.csv")).refusal()


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


def test_accelerator_of_an_external_core(tmp_path: Path, checkout: Path) -> None:
    """Its Verilog, and an adapter in front of it; a core that pads its messages is refused with one line."""
    folder = tmp_path / "accelerator"
    examples = checkout / "examples"
    description = str(examples / "sha256-verilog" / "bench.toml")
    assert fairhash("system", "accelerator", description, "--cores", "2", "--to", str(folder)).status == 0
    files = (folder / "files.txt").read_text(encoding="utf-8").split()
    assert "accelerator/accelerator_port_adapter.vhd" in files
    vhdl = [name for name in files if name.endswith(".vhd")]
    subprocess.run(["ghdl", "-a", "--std=08", *vhdl], cwd=folder, check=True, capture_output=True)
    padding = str(examples / "shapes" / "padding.toml")
    refused = fairhash("system", "accelerator", padding, "--cores", "2", "--to", str(folder)).refusal()
    assert "pads its messages" in refused
    assert "docs/accelerator.md" in refused
