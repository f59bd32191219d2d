# SPDX-License-Identifier: Apache-2.0
"""Tool versions and Verilog that a workspace remembers, and the listener for new results."""

from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.bench.workspace import Workspace
from fairhash.catalog.core import Core
from fairhash.catalog.device import Device
from fairhash.results import Result
from fairhash.targets.kinds import kind_of
from fairhash.toolchain import tools
from tests.bench.fakes import DEVICE, Fake, with_methods
from tests.results.samples import sample


@pytest.fixture
def workspace(checkout: Path, fake: Fake) -> Workspace:
    """A workspace below the test's folder whose stages are fakes."""
    return fake.workspace(checkout)


def test_versions_are_requested_again_only_after_a_change(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A change of a tool's file, or a damaged file of versions; a missing package is an error."""
    requests: list[str] = []

    def builds(device: Device) -> dict[str, str]:
        requests.append(device.id)
        return {"ghdl": f"version {len(requests)}"}

    ghdl, backend = checkout / "bin" / "ghdl", checkout / "bin" / "ghdl-mcode"
    ghdl.parent.mkdir()
    ghdl.write_text("#!/bin/sh\n")
    ghdl.chmod(0o755)
    backend.write_text("1")
    monkeypatch.setattr(tools, "find_tool", lambda name: ghdl if name == "ghdl" else None)
    kind = with_methods(kind_of(DEVICE), tool_builds=builds)
    workspace = Fake(checkout / "log").workspace(checkout, kind_of=lambda _target: kind)
    assert workspace.tool_builds(DEVICE) == {"ghdl": "version 1"}
    assert workspace.tool_builds(DEVICE) == {"ghdl": "version 1"}
    backend.write_text("22")
    assert workspace.tool_builds(DEVICE) == {"ghdl": "version 2"}
    (workspace.store.folder / "tools" / f"{DEVICE.id}.json").write_text("[]")
    assert workspace.tool_builds(DEVICE) == {"ghdl": "version 3"}
    place = DEVICE.place.model_copy(update={"package": "no-such-package"})
    with pytest.raises(FairhashError, match="package no-such-package is not installed"):
        workspace.tool_builds(DEVICE.model_copy(update={"place": place}))


def test_sources_are_elaborated_once(workspace: Workspace, fake: Fake, core: Core) -> None:
    """Again after a change of a source, of a generic or of GHDL's version."""
    assert workspace.stored_elaboration(core, "1") is None
    first = workspace.elaboration(core, "1")
    assert workspace.elaboration(core, "1") == workspace.stored_elaboration(core, "1") == first
    assert len(fake.elaborated) == 1
    workspace.elaboration(core, "2")
    assert len(fake.elaborated) == 2
    workspace.elaboration(core.model_copy(update={"generics": {"ROUNDS": 3}}), "1")
    assert len(fake.elaborated) == 3
    (_, file), *_ = core.sources
    file.write_text("entity toy is end entity;\n")
    assert workspace.elaboration(core, "1") != first
    assert len(fake.elaborated) == 4


@pytest.mark.parametrize("tool", ["no-such-compiler", "unstartable"])
def test_a_fault_of_the_machine_is_no_elaboration(checkout: Path, fake: Fake, core: Core, tool: str) -> None:
    """A missing tool, or one that the system cannot start: once it is repaired, the sources are elaborated."""
    (checkout / "unstartable").write_bytes(b"\x7fELF nothing")
    (checkout / "unstartable").chmod(0o755)

    def elaborate(_core: Core, folder: Path) -> Path:
        tools.run([checkout / tool if tool == "unstartable" else tools.require_tool(tool)], folder)
        raise AssertionError

    broken = fake.workspace(checkout, elaborate=elaborate)
    with pytest.raises(FairhashError, match=tool):
        broken.elaboration(core, "1")
    repaired = fake.workspace(checkout).elaboration(core, "1")
    assert repaired.reason == ""
    assert fake.elaborated == [core.name]


def test_the_listener_gets_what_is_added(workspace: Workspace) -> None:
    """Nothing added means no call."""
    calls: list[list[Result]] = []
    listening = workspace.with_listener(lambda results: calls.append(list(results)))
    listening.add([])
    listening.add([sample()])
    assert calls == [[sample()]]
    assert workspace.results.read() == [sample()]
