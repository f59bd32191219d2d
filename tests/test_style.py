# SPDX-License-Identifier: Apache-2.0
"""The linters, so that they count as tests: ruff, mypy --strict and vsg, as pinned in requirements/lock.txt."""

import subprocess
import sysconfig
from pathlib import Path

import pytest

from fairhash.bench.frozen import list_file, read_frozen, sources_digest
from fairhash.catalog.cores import all_cores

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


def _vhdl(checkout: Path) -> set[Path]:
    return {
        file.resolve()
        for folder in ("rtl", "examples")
        for file in (checkout / folder).rglob("*.vhd")
        if not file.is_symlink()
    }


def _unchanged_since_the_freeze() -> set[Path]:
    """Sources of the cores whose code is that of the tag frozen-1.0, where vsg had no complaint."""
    frozen, cores = read_frozen(list_file()).cores, all_cores()
    same = [cores[name] for name, then in frozen.items() if sources_digest(cores[name]) == then.sources]
    return {file.resolve() for core in same for _, file in core.sources}


@pytest.mark.parametrize(
    "frozen", [pytest.param(False, id="new"), pytest.param(True, id="frozen", marks=pytest.mark.long)]
)
def test_vhdl_follows_the_conventions(frozen: bool, checkout: Path) -> None:
    """The rules are in .vsg.yaml; `vsg -c .vsg.yaml --fix -f FILE` fixes most of what it says."""
    unchanged = _unchanged_since_the_freeze()
    files = sorted(str(file.relative_to(checkout)) for file in _vhdl(checkout) if (file in unchanged) == frozen)
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
