# SPDX-License-Identifier: Apache-2.0
"""Real stages with programs in the place of the tools that print nothing, or something that no tool writes.

The tool is named, its failure is not stored as the core's, and the sweep goes on.
"""

from pathlib import Path
from typing import Any

import pytest

from fairhash.base.errors import FairhashError
from fairhash.bench import implement
from fairhash.bench.store import Store
from fairhash.bench.workspace import Workspace
from fairhash.catalog.core import Core
from fairhash.catalog.cores import read_cores
from fairhash.catalog.recipes import find_recipe
from fairhash.catalog.target import Target
from fairhash.catalog.targets import find_target
from fairhash.results import Result, ResultsFolder
from fairhash.targets.kinds import kind_of
from fairhash.targets.target_kind import TargetKind
from fairhash.testbench.engines import version
from tests.bench.fakes import Fake, with_methods

TOYS = Path(__file__).parents[1] / "targets" / "fpga" / "rtl" / "toy" / "cores.toml"
VERSION = 'case "$*" in *version*) echo "tool 1.0"; exit 0;; esac\n'
SILENT = "exit 0\n"
FAILS_SILENTLY = "exit 3\n"
BYTES = r"printf '\377\376\001'" + "\n"
WORDS = 'echo "The quick brown fox"\n'


@pytest.fixture
def toy() -> Core:
    return next(core for core in read_cores(TOYS) if core.architecture == "one-clock")


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """Real synthesis and placement; cycles and netlist check are made up. Programs in tmp_path/bin replace tools."""
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=":")
    monkeypatch.setenv("YOWASP_CACHE_DIR", str(tmp_path / "cache"))
    fake = Fake(tmp_path / "log")

    def partly_real(target: Target) -> TargetKind[Any]:
        check = lambda _design, _synthesis, _folder: fake.gate  # noqa: E731 - a method of the kind
        return with_methods(kind_of(target), measure_cycles=fake.measure_cycles, check=check)

    return Workspace(Store(tmp_path / "store"), ResultsFolder(tmp_path / "own"), kind_of=partly_real)


def program(workspace: Workspace, name: str, text: str) -> None:
    file = workspace.store.folder.parent / "bin" / name
    file.write_text("#!/bin/sh\n" + VERSION + text)
    file.chmod(0o755)


def run(workspace: Workspace, core: Core, target: str) -> list[Result]:
    return implement([core], find_target(target), find_recipe("default"), [1, 2], workspace=workspace, jobs=1)


def assert_blamed(workspace: Workspace, results: list[Result], tool: str, stage: str) -> None:
    for result in results:
        assert result.status == "failed"
        assert tool in result.reason
        assert "\n" not in result.reason
        trace = result.reason.rpartition("(see ")[2].removesuffix(")")
        assert "Traceback" in Path(trace).read_text()
    assert not list(workspace.store.folder.glob(f"{stage}/*/*/outcome.json"))


@pytest.mark.parametrize(
    "text",
    [SILENT, FAILS_SILENTLY, BYTES, WORDS, BYTES + FAILS_SILENTLY],
    ids=["silent", "fails", "bytes", "words", "fails with bytes"],
)
def test_ghdl(workspace: Workspace, toy: Core, text: str) -> None:
    program(workspace, "ghdl", text)
    results = run(workspace, toy, "ice40-hx8k")
    assert len(results) == 2
    assert_blamed(workspace, results, "GHDL", "synthesis")
    assert not list(workspace.store.folder.glob("elaboration/*/*/outcome.json"))


@pytest.mark.parametrize(
    "text",
    [
        SILENT,
        FAILS_SILENTLY,
        'head -c 200000 /dev/zero | tr "\\0" "[" > report.json\n',
        "echo '{' > report.json\n",
        r"printf '\377' > report.json" + "\n",
        "echo '[]' > report.json; echo '{}' > placed.json\n",
    ],
    ids=["silent", "fails", "brackets", "cut", "bytes", "other"],
)
def test_nextpnr(workspace: Workspace, toy: Core, text: str) -> None:
    program(workspace, "nextpnr-ice40", text)
    results = run(workspace, toy, "ice40-hx8k")
    assert len(results) == 2
    tool = "unparsable tool output" if "[]" in text else "nextpnr-ice40"
    assert_blamed(workspace, results, tool, "placement")


@pytest.mark.parametrize("text", [SILENT, FAILS_SILENTLY, WORDS], ids=["silent", "fails", "words"])
def test_opensta(workspace: Workspace, toy: Core, text: str) -> None:
    """It does not say that the core has no path between registers."""
    program(workspace, "sta", text)
    (result,) = run(workspace, toy, "osu018")
    assert_blamed(workspace, [result], "OpenSTA", "synthesis")


def test_a_core_without_paths_between_registers_is_the_cores_failure(
    workspace: Workspace, toy: Core, tmp_path: Path
) -> None:
    """OpenSTA says that there is no path, which is stored."""
    program(workspace, "sta", 'echo "No paths found."\n')
    (result,) = run(workspace, toy, "osu018")
    assert result.reason == "OpenSTA found no path between registers"
    assert list(workspace.store.folder.glob("synthesis/*/*/outcome.json"))


def test_a_silent_version_is_one_line(workspace: Workspace, toy: Core, tmp_path: Path) -> None:
    for name in ("ghdl", "g++"):
        (tmp_path / "bin" / name).write_text("#!/bin/sh\n")
        (tmp_path / "bin" / name).chmod(0o755)
    with pytest.raises(FairhashError, match="ghdl --version prints nothing"):
        run(workspace, toy, "ice40-hx8k")
    version.cache_clear()
    with pytest.raises(FairhashError, match=r"g\+\+ --version prints nothing"):
        version("g++")
    version.cache_clear()
