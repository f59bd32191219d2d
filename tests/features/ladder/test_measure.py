# SPDX-License-Identifier: Apache-2.0
"""Ladders of fake steps: passes are not repeated, a failure blocks later steps, a killed run can be continued."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.bench.elaboration import not_elaborated
from fairhash.bench.keys import source_digest
from fairhash.bench.revisions import revision
from fairhash.catalog.core import Core
from fairhash.features.ladder.measure import StepResult
from fairhash.features.ladder.record import LadderFolder
from fairhash.features.ladder.table import MAIN_STEPS, LadderStatus, ladder_statuses
from tests.bench.fakes import make_core
from tests.features.ladder.fakes import FakeLadder, log_lines

ROOT = Path(__file__).parents[3]
STEPS = ["model", "answers", "modes", "vhdl", "netlist ecp5-85k-8", "proofs"]
FAILED = StepResult(
    "fail", 3, 2, reason="stalls: wrong digest word", repeat_command="fairhash verify toy --mode stalls"
)


@pytest.fixture
def folder(checkout: Path) -> LadderFolder:
    """Where outcomes are stored."""
    return LadderFolder(checkout / "ladder")


@pytest.fixture
def fake(checkout: Path) -> FakeLadder:
    """Steps that pass."""
    return FakeLadder(checkout / "log")


def ladder_status(core: Core, folder: LadderFolder) -> LadderStatus:
    """The status of one core."""
    (status,) = ladder_statuses([core], folder)
    return status


def states(core: Core, folder: LadderFolder) -> dict[str, str]:
    """State by step name."""
    return {step.step: step.state for step in ladder_status(core, folder).steps}


def test_steps_run_in_order_and_once(core: Core, fake: FakeLadder, folder: LadderFolder) -> None:
    assert list(MAIN_STEPS) == STEPS
    fake.run(folder, core)
    assert fake.lines() == log_lines(core, STEPS)
    assert ladder_status(core, folder).all_passed
    stored = (folder.path / "toy-512-highspeed.json").read_bytes()
    fake.run(folder, core)
    assert fake.lines() == []
    assert (folder.path / "toy-512-highspeed.json").read_bytes() == stored


def test_outcome_records_its_inputs(core: Core, fake: FakeLadder, folder: LadderFolder) -> None:
    fake.run(folder, core)
    outcomes = folder.read(core.name)
    assert list(outcomes) == STEPS
    netlist = outcomes["netlist ecp5-85k-8"]
    assert (netlist.device, netlist.recipe, netlist.count, netlist.seed) == ("ecp5-85k-8", "best", 7, 2)
    assert netlist.tools == {"ghdl": "GHDL 1"}
    assert netlist.again == ""
    assert netlist.seconds is not None
    assert netlist.date.utcoffset() is not None
    data = json.loads((folder.path / "toy-512-highspeed.json").read_text())
    assert data["core"] == core.name
    assert [outcome["kind"] for outcome in data["outcomes"]] == [
        "model",
        "answers",
        "modes",
        "vhdl",
        "netlist",
        "proofs",
    ]


@pytest.mark.parametrize("last", STEPS)
def test_killed_run_continues_with_the_same_step(
    core: Core, fake: FakeLadder, folder: LadderFolder, checkout: Path, last: str
) -> None:
    """After SIGKILL the finished steps are stored and are not run again."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.features.ladder.fakes", str(checkout), last],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"},
        timeout=60,
        check=False,
    )
    assert done.returncode == -signal.SIGKILL
    before, after = STEPS[: STEPS.index(last)], STEPS[STEPS.index(last) :]
    assert fake.lines() == log_lines(core, [*before, last])
    assert states(core, folder) == {**dict.fromkeys(before, "pass"), **dict.fromkeys(after, "not run")}
    fake.run(folder, core)
    assert fake.lines() == log_lines(core, after)
    assert ladder_status(core, folder).all_passed


def test_interrupted_step_is_not_stored(core: Core, fake: FakeLadder, folder: LadderFolder) -> None:
    """SIGTERM while a step runs."""

    def terminated(step: str) -> None:
        if step == "modes":
            os.kill(os.getpid(), signal.SIGTERM)
            # the signal handler runs in the main thread, not in this one
            time.sleep(1)

    fake.before = terminated
    with pytest.raises(KeyboardInterrupt):
        fake.run(folder, core)
    assert list(folder.read(core.name)) == ["model", "answers"]


def test_failed_step_blocks_later_steps(core: Core, fake: FakeLadder, folder: LadderFolder) -> None:
    """Only those of the same core; after the fix the ladder continues with the failed step."""
    other = make_core(core.home, "toy-512/other")
    fake.results = {f"{core.name} modes": FAILED}
    fake.run(folder, core, other)
    assert fake.lines() == log_lines(core, STEPS[:3]) + log_lines(other, STEPS)
    assert states(core, folder) == dict(zip(STEPS, ("pass", "pass", "fail", *["not run"] * 3), strict=True))
    steps = ladder_status(core, folder).steps
    assert [step.reason for step in steps] == ["", "", FAILED.reason, *["modes did not pass"] * 3]
    (step,) = ladder_status(core, folder).not_passed
    assert step.current_outcome
    assert step.current_outcome.again == FAILED.repeat_command
    assert ladder_status(other, folder).all_passed
    fake.results = {}
    fake.run(folder, core, other)
    assert fake.lines() == log_lines(core, STEPS[2:])
    assert ladder_status(core, folder).all_passed


def test_new_failure_blocks_earlier_passes(core: Core, fake: FakeLadder, folder: LadderFolder) -> None:
    """A new testbench fails a core: stored passes of later steps are `not run` until the old testbench is back."""
    fake.run(folder, core)
    fake.lines()
    fake.bench, fake.results = "2", {"answers": FAILED}
    fake.run(folder, core)
    assert states(core, folder) == dict(zip(STEPS, ("pass", "fail", *["not run"] * 4), strict=True))
    assert fake.lines() == log_lines(core, STEPS[:2])
    fake.bench, fake.results = "1", {}
    fake.run(folder, core)
    assert fake.lines() == log_lines(core, STEPS[:2])
    assert ladder_status(core, folder).all_passed


@pytest.mark.parametrize(
    "error", [FairhashError("the tool failed", "x.vhd"), ValueError("no number"), ZeroDivisionError("by nothing")]
)
def test_undecided_step_is_not_run(core: Core, fake: FakeLadder, folder: LadderFolder, error: Exception) -> None:
    """An error in a check is reported with its reason, blocks later steps and is retried."""
    fake.results = {"vhdl": error}
    fake.run(folder, core)
    assert states(core, folder)["vhdl"] == "not run"
    (step,) = ladder_status(core, folder).not_passed
    assert str(error) in step.reason
    assert step.current_outcome
    assert step.current_outcome.again == f"fairhash ladder {core.name}"
    assert states(core, folder)["netlist ecp5-85k-8"] == "not run"
    fake.lines()
    fake.results = {}
    fake.run(folder, core)
    assert fake.lines() == log_lines(core, STEPS[3:])


def test_netlists_do_not_block_each_other(core: Core, fake: FakeLadder, folder: LadderFolder) -> None:
    """A wrong mapping to one family fails no other family."""
    fake.devices = ("ecp5-85k-8", "ice40-hx8k")
    fake.results = {"netlist ecp5-85k-8": FAILED}
    fake.run(folder, core)
    assert states(core, folder)["netlist ecp5-85k-8"] == "fail"
    assert states(core, folder)["netlist ice40-hx8k"] == "pass"


def test_other_bench_or_tool_runs_all_steps_again(core: Core, fake: FakeLadder, folder: LadderFolder) -> None:
    """Until then the stored outcomes remain valid."""
    fake.run(folder, core)
    fake.lines()
    fake.bench = "2"
    assert ladder_status(core, folder).all_passed
    fake.run(folder, core)
    assert fake.lines() == log_lines(core, STEPS)


def test_outcome_of_other_revision_is_stale(core: Core, fake: FakeLadder, folder: LadderFolder) -> None:
    """An outcome records the revision numbers of the code that checked it."""
    fake.revisions = revision("testbench", "models")
    fake.run(folder, core)
    assert ladder_status(core, folder).all_passed
    fake.revisions, fake.bench = {"testbench": revision("testbench")["testbench"] - 1}, "2"
    fake.run(folder, core)
    assert set(states(core, folder).values()) == {"stale"}


def test_new_official_answers_repeat_steps(core: Core, fake: FakeLadder, folder: LadderFolder) -> None:
    """A later run without the official answers keeps the outcomes."""
    fake.run(folder, core)
    fake.lines()
    fake.official = True
    fake.run(folder, core)
    assert fake.lines() == log_lines(core, ["model", "answers"])
    fake.official = False
    fake.run(folder, core)
    assert fake.lines() == []


def test_outcomes_of_changed_sources_are_stale(core: Core, fake: FakeLadder, folder: LadderFolder) -> None:
    fake.run(folder, core)
    fake.lines()
    (core.source.parent / "toy.vhd").write_text("entity toy is end entity;\n")
    assert set(states(core, folder).values()) == {"stale"}
    assert ladder_status(core, folder).not_passed == []
    assert not ladder_status(core, folder).all_passed
    fake.run(folder, core)
    assert fake.lines() == log_lines(core, STEPS)
    assert ladder_status(core, folder).all_passed


def test_the_verilog_of_the_sources_is_stored(core: Core, fake: FakeLadder, folder: LadderFolder) -> None:
    """With each status, for the site; of a core without outcomes nothing is stored."""
    ladder_status(core, folder)
    assert folder.elaborated(core.name) is None
    fake.run(folder, core)
    for text in ("entity toy is end entity;\n", "entity toy is end entity toy;\n"):
        (core.source.parent / "toy.vhd").write_text(text)
        ladder_status(core, folder)
        elaborated = folder.elaborated(core.name)
        assert elaborated is not None
        assert (elaborated.sources, elaborated.verilog) == (source_digest(core), not_elaborated(core, "").verilog)


def test_sources_edited_during_a_step(core: Core, fake: FakeLadder, folder: LadderFolder) -> None:
    """A file is saved while a simulation runs: the passes are stale, for they are of the old sources."""

    def saved(step: str) -> None:
        if step == "modes":
            (core.source.parent / "toy.vhd").write_text("entity toy is end entity;\n")

    fake.before = saved
    fake.run(folder, core)
    assert [states(core, folder)[step] for step in STEPS[:3]] == ["stale"] * 3
    fake.lines()
    fake.run(folder, core)
    assert fake.lines() == log_lines(core, STEPS)
    assert ladder_status(core, folder).all_passed


def test_outcome_of_other_declaration_is_stale(core: Core, fake: FakeLadder, folder: LadderFolder) -> None:
    """Changed generics or declared cycles make outcomes stale, a changed scope class does not."""
    fake.run(folder, core)
    for change in ({"generics": {"ROUNDS": 2}}, {"formula": core.formula.model_copy(update={"block": 82})}):
        assert set(states(core.model_copy(update=change), folder).values()) == {"stale"}
    assert ladder_status(core.model_copy(update={"scope": "core-functionality"}), folder).all_passed


@pytest.mark.parametrize("text", ["", "{", '{"core": "x"}', '{"core": "x", "outcomes": [{"kind": "mode"}]}'])
def test_damaged_file_is_an_error(core: Core, fake: FakeLadder, folder: LadderFolder, text: str) -> None:
    folder.path.mkdir()
    (folder.path / "toy-512-highspeed.json").write_text(text)
    with pytest.raises(FairhashError, match=r"toy-512-highspeed\.json: not a file of ladder outcomes.*delete it"):
        fake.run(folder, core)
