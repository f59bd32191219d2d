# SPDX-License-Identifier: Apache-2.0
"""`fairhash bench --init`: the description that is guessed has the roles of the one that was written by hand."""

import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from fairhash.external.resolve_core import read_described_core
from fairhash.studies.external.command import bench
from fairhash.studies.external.init_description import guess_description
from fairhash.toolchain.verilog_source import Port

_TOPS = {
    "block": ("sha256_block", []),
    "wide": ("sha256_wide", []),
    "registers": ("sha256_registers", []),
    "finish": ("blake2s_finish", []),
    "no-out-ready": ("sha256_pulse", []),
    "counted": ("sha256_counted", []),
    "start-done": ("sha256_commands", []),
    "lwc": ("sha256_lwc", []),
    "padding": ("sha256_pad", []),
    "permutation": ("keccak_f1600", ["--algorithm", "keccak-256"]),
}
"""The top of each example, and what its names do not say."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in {"wide", "counted", "lwc"} else pytest.mark.long) for name in _TOPS]
)
def test_the_guess_has_the_roles_of_the_example(
    name: str, checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names, kind, widths and the level of reset; a user may have to add what a habit of the core is."""
    monkeypatch.chdir(tmp_path)
    example = read_described_core(checkout / "examples" / "shapes" / f"{name}.toml")
    top, options = _TOPS[name]
    files = [str(checkout / "examples" / "shapes" / file) for file in example.files]
    outcome = CliRunner().invoke(bench, ["--init", top, *options, *files])
    assert outcome.exit_code == 0, outcome.output
    assert f"written: {top}.toml" in outcome.output
    guessed = read_described_core(tmp_path / f"{top}.toml")
    assert guessed.external is not None
    assert example.external is not None
    assert guessed.algorithm == example.algorithm
    assert guessed.external.ports.kind == example.external.ports.kind
    assert guessed.external.ports.by_role == example.external.ports.by_role
    assert guessed.external.ports.is_low("rst") == example.external.ports.is_low("rst")
    assert guessed.word_bits == example.word_bits
    assert guessed.external.pads == example.external.pads


@pytest.mark.parametrize("root", ['the "new" cores', "cores\\hash", "Käse"])
def test_the_folder_of_the_sources_may_have_any_name(root: str) -> None:
    bits = {"clk": 1, "data": 32, "q": 256}
    ports = {name: Port(name == "q", size) for name, size in bits.items()}
    text, _ = guess_description("sha256", ["sha256.v"], root, ports, None)
    assert tomllib.loads(text)["root"] == root


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["a.toml", "b.toml"], "several files without --init"),
        (["a.toml", "--algorithm", "sha-1"], "--algorithm without --init"),
        (["--init", "top", "missing.v"], "there is no missing.v"),
        (["--init", "there", "missing.v"], "there.toml exists"),
    ],
)
def test_one_line_says_what_is_wrong(
    arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there.toml").touch()
    assert message in str(CliRunner().invoke(bench, arguments).exception)
