# SPDX-License-Identifier: Apache-2.0
"""Writes reach the disk before they count: a disk whose writes, renames and fsyncs fail once each, in turn."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Disk:
    """What tests/bench/faults.py printed, and the log of a sweep without a failure."""

    fine: dict[str, Any]
    failed: list[dict[str, Any]]
    calls: list[tuple[str, Path]]


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Disk:
    """Run faults.py once, with a library that makes system calls fail (faults.c)."""
    folder = tmp_path_factory.mktemp("disk")
    library = folder / "faults.so"
    source = Path(__file__).with_name("faults.c")
    subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl", "-lpthread"], check=True)
    environment = {**os.environ, "LD_PRELOAD": str(library), "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}
    process = subprocess.run(
        [sys.executable, "-m", "tests.bench.faults", folder],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert process.returncode == 0, process.stderr
    lines = [line.split(" ", 1) for line in (folder / "calls").read_text().splitlines()]
    printed = json.loads(process.stdout)
    return Disk(printed["fine"], printed["failed"], [(operation, Path(path)) for operation, path in lines])


def test_each_failing_call_is_one_line_and_leaves_nothing_damaged(disk: Disk) -> None:
    """The next sweep has the result of a sweep on a working disk."""
    assert disk.fine == {"call": "", "error": "", "damages": [], "clock_mhz": 101.0}
    assert {outcome["call"].split()[0] for outcome in disk.failed} == {"write", "rename", "fsync"}
    for outcome in disk.failed:
        assert outcome["damages"] == [], outcome
        assert outcome["clock_mhz"] == 101.0, outcome
        assert outcome["error"], outcome
        assert "\n" not in outcome["error"]


def test_files_are_on_the_disk_before_they_get_their_name(disk: Disk) -> None:
    """Each file of an outcome is flushed after its last write and before the rename; then the folder of the name is."""
    renames = [(number, path) for number, (operation, path) in enumerate(disk.calls) if operation == "rename"]
    outcomes = [path for _, path in renames if len(path.name) == 64]
    assert len(outcomes) == 5
    assert "page.md" in {path.name for _, path in renames}
    for number, path in renames:
        before, after = disk.calls[:number], disk.calls[number + 1 :]
        assert ("fsync", path.parent) in after
        # the elaborated Verilog is deleted before the rename
        writes = {
            file
            for operation, file in before
            if operation == "write" and _becomes(file, path) and (path.is_file() or (path / file.name).exists())
        }
        assert writes
        for file in writes:
            last_write = max(index for index, call in enumerate(before) if call == ("write", file))
            assert ("fsync", file) in before[last_write:], file


def _becomes(file: Path, path: Path) -> bool:
    """Whether a file under a temporary name is part of what is renamed to `path`."""
    return file.parent.name.startswith(f"{path.name}-") or file.name.startswith(f".{path.name}.")
