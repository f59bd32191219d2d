# SPDX-License-Identifier: Apache-2.0
"""The command `fairhash ladder` with fake steps for cores of this checkout."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from fairhash.bench.elaboration import Elaboration, not_elaborated
from fairhash.bench.workspace import Workspace
from fairhash.catalog.core import Core
from fairhash.catalog.cores import all_cores
from fairhash.cli.main import run
from fairhash.features.ladder.measure import Step, StepResult
from fairhash.features.ladder.steps import LadderInputs
from tests.features.ladder.fakes import FakeLadder, log_lines

CORE = "shabal-256/highspeed"
STEPS = ["model", "answers", "modes", "vhdl", "netlist ecp5-85k-8", "proofs"]


@pytest.fixture
def fake(checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeLadder:
    """Replaces the steps; the cores are those of this checkout, the outcomes go to a temporary folder."""
    fake = FakeLadder(tmp_path / "log")
    (tmp_path / "rtl").symlink_to(checkout / "rtl")
    monkeypatch.setenv("FAIRHASH_ROOT", str(tmp_path))

    def fake_steps(core: Core, _inputs: object, devices: Sequence[str], placed: Sequence[str]) -> list[Step]:
        fake.devices, fake.placed = tuple(devices) or fake.devices, tuple(placed)
        return fake.steps(core)

    def elaboration(_workspace: Workspace, core: Core, _ghdl: str) -> Elaboration:
        return not_elaborated(core, "")

    monkeypatch.setattr(Workspace, "elaboration", elaboration)
    monkeypatch.setattr(Workspace, "known_elaboration", elaboration)
    monkeypatch.setattr("fairhash.features.ladder.command.ladder_steps", fake_steps)
    monkeypatch.setattr(LadderInputs, "of_checkout", lambda: None)
    return fake


def test_passed_steps_run_once(fake: FakeLadder, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["ladder", CORE]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0].split() == ["core", "model", "answers", "modes", "vhdl", "netlist", "ecp5-85k-8", "proofs"]
    assert out[1].split()[0] == CORE
    assert out[-1] == "1 of 1 cores passed all steps."
    assert fake.lines() == log_lines(all_cores()[CORE], STEPS)
    assert run(["ladder", CORE]) == 0
    assert fake.lines() == []


def test_default_is_every_highspeed_core(fake: FakeLadder, capsys: pytest.CaptureFixture[str]) -> None:
    """A core of another architecture must be named; with --stored it is shown once it has outcomes."""
    highspeed = {name for name in all_cores() if name.endswith("/highspeed")}
    assert run(["ladder"]) == 0
    assert {line.split()[0] for line in fake.lines()} == highspeed
    assert run(["ladder", "keccak-512/case-2"]) == 0
    assert capsys.readouterr().out.count("keccak-512/case-2") == 1
    assert run(["ladder", "--stored"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert {line.split()[0] for line in lines[1:-1]} == {*highspeed, "keccak-512/case-2"}
    assert lines[-1].startswith(f"{len(highspeed) + 1} of {len(highspeed) + 1} cores")


def test_only_stored_runs_nothing(
    fake: FakeLadder, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not even the tools' versions are read."""

    def refuses() -> None:
        raise AssertionError

    monkeypatch.setattr(LadderInputs, "of_checkout", refuses)
    assert run(["ladder", "--stored"]) == 0
    assert fake.lines() == []
    assert any(line.split()[:3] == [CORE, "not", "run"] for line in capsys.readouterr().out.splitlines())


def test_a_failure_is_one_line_and_status_1(fake: FakeLadder, capsys: pytest.CaptureFixture[str]) -> None:
    """Also with --stored."""
    again = f"fairhash verify {CORE} --mode stalls --seed 2"
    fake.results = {f"{CORE} modes": StepResult("fail", 3, 2, reason="stalls: wrong digest word", repeat_command=again)}
    for arguments in ([], ["--stored"]):
        assert run(["ladder", CORE, "shabal-512/highspeed", *arguments]) == 1
        lines = capsys.readouterr().out.splitlines()
        assert lines[-2:] == [
            f"{CORE}: modes: fail: stalls: wrong digest word; again: {again}",
            "1 of 2 cores passed all steps.",
        ]
    assert run(["ladder", "shabal-512/highspeed"]) == 0


def test_devices_and_json(fake: FakeLadder, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["ladder", CORE, "--device", "ice40-hx8k", "--device", "ecp5-25k-6", "--json"]) == 0
    (one,) = json.loads(capsys.readouterr().out)
    assert [step["step"] for step in one["steps"]][6:] == ["netlist ecp5-25k-6", "netlist ice40-hx8k"]
    assert one["steps"][4]["state"] == "not run"


@pytest.mark.parametrize(
    "arguments", [["shabal-256/higspeed"], [CORE, "--device", "ecp6"], [CORE, "--device", "osu018"]]
)
def test_unknown_names_are_one_line(
    arguments: list[str], fake: FakeLadder, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.undo()
    assert run(["ladder", *arguments]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("fairhash: unknown ")


def test_damaged_file_is_one_line(fake: FakeLadder, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "results" / "ladder" / "shabal-256-highspeed.json"
    file.parent.mkdir(parents=True)
    file.write_text("{")
    assert run(["ladder", CORE]) == 2
    assert str(file) in capsys.readouterr().err
    assert fake.lines() == []
