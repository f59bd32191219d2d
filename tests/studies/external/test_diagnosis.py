# SPDX-License-Identifier: Apache-2.0
"""A wrong description of a right core is explained; faults of the core itself are not."""

import shutil
from pathlib import Path

import pytest

from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.targets import find_device
from fairhash.external.resolve_core import read_described_core
from fairhash.targets.fpga.synthesis import synthesise
from fairhash.testbench.verification import VerifyOptions, verify

_OPTIONS = VerifyOptions(random=10, seed=1, first_failure=True)


def _explanation(checkout: Path, folder: Path, name: str, old: str, new: str) -> tuple[str, int]:
    """The explanation for an edited description, and the number of modes that ran."""
    shutil.copytree(checkout / "examples" / "shapes", folder / "shapes")
    file = folder / "shapes" / f"{name}.toml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    report = verify(read_described_core(file), _OPTIONS)
    assert not report.ok
    return report.explanation, len(report.modes)


@pytest.mark.parametrize(
    ("name", "old", "new", "explanation"),
    [
        ("permutation", 'in_order = "little" ', 'in_order = "big" ', 'in_order = "little"'),
        ("permutation", 'out_order = "little"', 'out_order = "big"', 'out_order = "little"'),
        ("wide", 'kind = "axi-stream"', 'kind = "axi-stream"\nin_order = "little-32"', 'in_order = "big"'),
        ("wide", '{ rst = "high" }', '{ rst = "low" }', 'active = { rst = "high" }'),
        ("fifo", 'algorithm = "sha-256"', 'algorithm = "sha-224"', 'algorithm = "sha-256"'),
        ("fifo", 'algorithm = "sha-256"', 'algorithm = "sha-512"', 'algorithm = "sha-256"'),
        ("padding", "padding_in_core = true", "padding_in_core = false", "padding_in_core = true"),
        pytest.param("late-ready", "start_cycles = 2", "", "start_cycles = 2", marks=pytest.mark.long),
        pytest.param("finish", "init_takes_block = false", "", "init_takes_block = false", marks=pytest.mark.long),
        pytest.param("counted", "block_held = true", "", "block_held = true", marks=pytest.mark.long),
        pytest.param("start-done", "block_held = true", "", "block_held = true", marks=pytest.mark.long),
    ],
)
def test_a_wrong_description_is_explained(  # noqa: PLR0917 - one row of the table
    name: str, old: str, new: str, explanation: str, checkout: Path, tmp_path: Path
) -> None:
    """Only the first failing mode runs; the explanation is the entry that was changed."""
    found, modes = _explanation(checkout, tmp_path, name, old, new)
    assert explanation in found
    assert modes == 1


def test_a_reversed_digest_is_explained(checkout: Path, tmp_path: Path) -> None:
    """Words of a digest in the wrong order."""
    found, _ = _explanation(checkout, tmp_path, "fifo", "headers = false", "headers = false\nreversed_digest = true")
    assert found == "the digests are right with reversed_digest = false under [ports]"


def test_a_clock_of_the_falling_edge_is_explained(checkout: Path, tmp_path: Path) -> None:
    """With file and line, although the digests are right with another level of a handshake."""
    shutil.copytree(checkout / "examples" / "sha256-verilog", tmp_path / "example")
    source = tmp_path / "example" / "sha256_axis.v"
    lines = source.read_text(encoding="utf-8").splitlines()
    line = next(number for number, text in enumerate(lines, 1) if "@(posedge aclk)" in text)
    source.write_text("\n".join(lines).replace("@(posedge aclk)", "@(negedge aclk)"), encoding="utf-8")
    report = verify(read_described_core(tmp_path / "example" / "bench.toml"), _OPTIONS)
    assert report.explanation == (
        f"sha256_axis.v:{line}: registers are clocked on the falling edge, which is not supported"
    )


def test_a_fault_of_the_core_is_not_explained(checkout: Path, tmp_path: Path) -> None:
    """No description helps."""
    shutil.copytree(checkout / "examples" / "shapes", tmp_path / "shapes")
    source = tmp_path / "shapes" / "keccak_f1600.v"
    text = source.read_text(encoding="utf-8")
    source.write_text(text.replace("left <= 24;", "left <= 23;"), encoding="utf-8")
    report = verify(read_described_core(tmp_path / "shapes" / "permutation.toml"), _OPTIONS)
    assert (report.ok, report.explanation) == (False, "")


def test_a_core_without_stalls_is_marked(checkout: Path, tmp_path: Path) -> None:
    """A core that loses words while the FIFO is full passes with `stalls = "none"`, and the report says so."""
    shutil.copytree(checkout / "examples" / "shapes", tmp_path / "shapes")
    source = tmp_path / "shapes" / "sha256_fifo.v"
    text = source.read_text(encoding="utf-8")
    source.write_text(text.replace("left != 0 && full_n", "left != 0"), encoding="utf-8")
    file = tmp_path / "shapes" / "fifo.toml"
    assert not verify(read_described_core(file), VerifyOptions(modes=("stalls",), random=20, seed=1)).ok
    declared = file.read_text(encoding="utf-8").replace("[ports]", 'stalls = "none"\n\n[ports]', 1)
    file.write_text(declared, encoding="utf-8")
    core = read_described_core(file).model_copy(update={"formula": read_described_core(file).formula})
    modes = ("answers", "random", "lengths", "segments", "stalls", "back-to-back")
    report = verify(core, VerifyOptions(modes=modes, random=20, seed=1))
    assert report.ok, report.text()
    assert report.untested == ("stalls",)
    assert "not tested by its description: stalls; the core is not ranked" in report.text()
    assert "stalls" not in [mode.mode for mode in report.modes]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("always @(posedge clk)\n    if (rst) begin", "always @(negedge clk)\n    if (rst) begin", "falling edge"),
        ("wire moves = block_valid && block_ready;", "wire moves = block_valid && (block_ready ^ moves);", "loop"),
    ],
)
def test_loops_and_falling_edges_are_named(old: str, new: str, reason: str, checkout: Path, tmp_path: Path) -> None:
    """Synthesis refuses both in these words."""
    shutil.copytree(checkout / "examples" / "shapes", tmp_path / "shapes")
    source = tmp_path / "shapes" / "sha256_wide.v"
    text = source.read_text(encoding="utf-8")
    assert old in text
    source.write_text(text.replace(old, new), encoding="utf-8")
    core = read_described_core(tmp_path / "shapes" / "wide.toml")
    synthesis = synthesise(core, find_device("ice40-hx8k"), find_recipe("default"), tmp_path / "out")
    assert synthesis.status == "failed"
    assert reason in synthesis.reason
