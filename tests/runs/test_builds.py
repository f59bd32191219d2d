# SPDX-License-Identifier: Apache-2.0
"""Versions of tools are asked once, until a tool's file changes."""

from pathlib import Path

import pytest
from fairhash.runs.builds import remembered

from fairhash.catalog.device import Device
from fairhash.errors import FairhashError
from fairhash.toolchain import tools
from tests.runs.fakes import DEVICE


def test_asked_again_only_after_a_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def ask(device: Device) -> dict[str, str]:
        asked.append(device.id)
        return {"ghdl": f"version {len(asked)}"}

    ghdl, backend = tmp_path / "bin" / "ghdl", tmp_path / "bin" / "ghdl-mcode"
    ghdl.parent.mkdir()
    ghdl.write_text("#!/bin/sh\n")
    ghdl.chmod(0o755)
    backend.write_text("1")
    monkeypatch.setattr(tools, "find_tool", lambda name: ghdl if name == "ghdl" else None)
    kept = tmp_path / "kept"
    assert remembered(ask, DEVICE, kept) == {"ghdl": "version 1"}
    assert remembered(ask, DEVICE, kept) == {"ghdl": "version 1"}
    backend.write_text("22")
    assert remembered(ask, DEVICE, kept) == {"ghdl": "version 2"}
    (kept / f"{DEVICE.id}.json").write_text("[]")
    assert remembered(ask, DEVICE, kept) == {"ghdl": "version 3"}
    place = DEVICE.place.model_copy(update={"package": "no-such-package"})
    with pytest.raises(FairhashError, match="package no-such-package is not installed"):
        remembered(ask, DEVICE.model_copy(update={"place": place}), kept)
