# SPDX-License-Identifier: Apache-2.0
"""The command `fairhash system`."""

import json
from pathlib import Path

from tests.cli.helpers import fairhash


def test_measure_writes_a_file(tmp_path: Path) -> None:
    """From memory, one length; a second call with --missing measures nothing."""
    file = tmp_path / "speeds.json"
    arguments = ("system", "measure", "sha-256", "--quick", "--bytes", "64", "--source", "memory", "--threads", "1")
    first = fairhash(*arguments, "--to", str(file))
    assert first.status == 0
    assert "sha-256" in first.out
    assert f"Written: {file}" in first.out
    rows = json.loads(file.read_text(encoding="utf-8"))["rows"]
    assert {row["function"] for row in rows} >= {"sha-256"}
    second = fairhash(*arguments, "--to", str(file), "--missing")
    assert "Nothing was measured." in second.out


def test_wrong_arguments_are_one_line() -> None:
    assert "unknown algorithm" in fairhash("system", "measure", "sha-257").refusal()
    assert "--help" in fairhash("system", "measur").refusal()
    assert "0 is not in the range" in fairhash("system", "measure", "--bytes", "0").refusal()
