# SPDX-License-Identifier: Apache-2.0
"""The linters, so that they count as tests: ruff, mypy --strict and vsg, as pinned in requirements/lock.txt."""

import subprocess
import sysconfig
from pathlib import Path

import pytest

_SCRIPTS = Path(sysconfig.get_path("scripts"))


def _complaints(checkout: Path, *command: str, within_s: float = 600) -> str:
    """What a linter prints when it is not content, else nothing."""
    done = subprocess.run(
        [_SCRIPTS / command[0], *command[1:]],
        cwd=checkout,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=within_s,
        check=False,
    )
    return done.stdout if done.returncode else ""


@pytest.mark.parametrize("command", [("ruff", "check"), ("ruff", "format", "--check"), ("mypy",)], ids=" ".join)
def test_python_follows_the_conventions(checkout: Path, command: tuple[str, ...]) -> None:
    """Rules and types are in pyproject.toml."""
    complaints = _complaints(checkout, *command)
    assert not complaints, complaints


def test_vhdl_follows_the_conventions(checkout: Path) -> None:
    """The rules are in .vsg.yaml; `vsg -c .vsg.yaml --fix -f FILE` fixes most of what it says."""
    sources = [file for folder in ("rtl", "examples") for file in sorted((checkout / folder).rglob("*.vhd"))]
    files = [str(file.relative_to(checkout)) for file in sources if not file.is_symlink()]
    assert files
    complaints = _complaints(checkout, "vsg", "-c", ".vsg.yaml", "-ap", "-of", "syntastic", "-p", "2", "-f", *files)
    assert not complaints, complaints


def test_bad_vhdl_is_detected(checkout: Path, tmp_path: Path) -> None:
    """A constant in lower case, a type without _t and an architecture of another name are each reported."""
    bad = tmp_path / "bad.vhd"
    bad.write_text(
        "entity bad is\nend entity bad;\n\narchitecture other of bad is\n\n"
        "  constant width : natural := 1;\n\n  type word is range 0 to 1;\n\nbegin\n\nend architecture other;\n"
    )
    reported = _complaints(checkout, "vsg", "-c", ".vsg.yaml", "-ap", "-of", "syntastic", "-f", str(bad))
    for rule in ("constant_004", "type_600", "architecture_025"):
        assert rule in reported
