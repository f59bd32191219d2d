# SPDX-License-Identifier: Apache-2.0
"""Ladders of made-up steps: what passed is not run again, what failed is a gate, a killed call goes on."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fairhash.catalog.core import Core
from fairhash.errors import FairhashError
from fairhash.results.ladder import LadderFolder
from fairhash.runs.ladder import Found
from fairhash.runs.revisions import revision
from fairhash.runs.standing import MAIN_STEPS, Ladder, ladders
from tests.runs.fakes import make_core
from tests.runs.ladder_fakes import FakeLadder, began

ROOT = Path(__file__).parents[2]
STEPS = ["model", "answers", "modes", "vhdl", "netlist ecp5-85k-8"]
FAILED = Found("fail", 3, 2, reason="stalls: wrong digest word", again="fairhash verify toy --mode stalls")


@pytest.fixture
def folder(checkout: Path) -> LadderFolder:
    """Where outcomes are kept."""
    return LadderFolder(checkout / "ladder")


@pytest.fixture
def fake(checkout: Path) -> FakeLadder:
    """Steps that pass."""
    return FakeLadder(checkout / "log")


def standing(core: Core, folder: LadderFolder) -> Ladder:
    """Of one core."""
    (one,) = ladders([core], folder)
    return one


def states(core: Core, folder: LadderFolder) -> dict[str, str]:
    """By step."""
    return {step.step: step.state for step in standing(core, folder).steps}


def test_all_steps_in_order_and_each_once(core: Core, fake: FakeLadder, folder: LadderFolder) -> None:
    assert list(MAIN_STEPS) == STEPS
    fake.climb(folder, core)
    assert fake.lines() == began(core, STEPS)
    assert standing(core, folder).whole
    kept = (folder.path / "toy-512-highspeed.json").read_bytes()
    fake.climb(folder, core)
    assert fake.lines() == []
    assert (folder.path / "toy-512-highspeed.json").read_bytes() == kept


def test_an_outcome_says_what_it_rests_on(core: Core, fake: FakeLadder, folder: LadderFolder) -> None:
    fake.climb(folder, core)
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
    assert [one["kind"] for one in data["outcomes"]] == ["model", "answers", "modes", "vhdl", "netlist"]


@pytest.mark.parametrize("last", STEPS)
def test_killed_in_a_step_it_goes_on_with_that_step(
    core: Core, fake: FakeLadder, folder: LadderFolder, checkout: Path, last: str
) -> None:
    """SIGKILL: what was finished is kept and not begun again."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.runs.ladder_fakes", str(checkout), last],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"},
        timeout=60,
        check=False,
    )
    assert done.returncode == -signal.SIGKILL
    before, after = STEPS[: STEPS.index(last)], STEPS[STEPS.index(last) :]
    assert fake.lines() == began(core, [*before, last])
    assert states(core, folder) == {**dict.fromkeys(before, "pass"), **dict.fromkeys(after, "not run")}
    fake.climb(folder, core)
    assert fake.lines() == began(core, after)
    assert standing(core, folder).whole


def test_an_interrupted_step_is_not_kept(core: Core, fake: FakeLadder, folder: LadderFolder) -> None:
    """Ctrl-C or SIGTERM while a step is at work."""

    def terminated(step: str) -> None:
        if step == "modes":
            os.kill(os.getpid(), signal.SIGTERM)
            # the main thread takes a moment to hear of it
            time.sleep(1)

    fake.before = terminated
    with pytest.raises(KeyboardInterrupt):
        fake.climb(folder, core)
    assert list(folder.read(core.name)) == ["model", "answers"]


def test_a_failed_step_is_a_gate(core: Core, fake: FakeLadder, folder: LadderFolder) -> None:
    """For its own core; the next core goes on. Once fixed it goes on with the failed step."""
    other = make_core(core.home, "toy-512/other")
    fake.found = {f"{core.name} modes": FAILED}
    fake.climb(folder, core, other)
    assert fake.lines() == began(core, STEPS[:3]) + began(other, STEPS)
    assert states(core, folder) == dict(zip(STEPS, ("pass", "pass", "fail", "not run", "not run"), strict=True))
    steps = standing(core, folder).steps
    assert [step.reason for step in steps] == ["", "", FAILED.reason, *["modes did not pass"] * 2]
    (missed,) = standing(core, folder).missed
    assert missed.told
    assert missed.told.again == FAILED.again
    assert standing(other, folder).whole
    fake.found = {}
    fake.climb(folder, core, other)
    assert fake.lines() == began(core, STEPS[2:])
    assert standing(core, folder).whole


def test_a_failure_gates_what_passed_before(core: Core, fake: FakeLadder, folder: LadderFolder) -> None:
    """Another testbench finds a core wrong: later passes count no more, and count again once it is taken back."""
    fake.climb(folder, core)
    fake.lines()
    fake.bench, fake.found = "2", {"answers": FAILED}
    fake.climb(folder, core)
    assert states(core, folder) == dict(zip(STEPS, ("pass", "fail", "not run", "not run", "not run"), strict=True))
    assert fake.lines() == began(core, STEPS[:2])
    fake.bench, fake.found = "1", {}
    fake.climb(folder, core)
    assert fake.lines() == began(core, STEPS[:2])
    assert standing(core, folder).whole


@pytest.mark.parametrize("error", [FairhashError("the tool failed", "x.vhd"), ValueError("no number")])
def test_what_cannot_be_told_is_no_failure(
    core: Core, fake: FakeLadder, folder: LadderFolder, error: Exception
) -> None:
    """It is told with its reason, is a gate all the same, and is tried again."""
    fake.found = {"vhdl": error}
    fake.climb(folder, core)
    assert states(core, folder)["vhdl"] == "not run"
    (missed,) = standing(core, folder).missed
    assert str(error) in missed.reason
    assert missed.told
    assert missed.told.again == f"fairhash ladder {core.name}"
    assert states(core, folder)["netlist ecp5-85k-8"] == "not run"
    fake.lines()
    fake.found = {}
    fake.climb(folder, core)
    assert fake.lines() == began(core, STEPS[3:])


def test_netlists_do_not_wait_for_each_other(core: Core, fake: FakeLadder, folder: LadderFolder) -> None:
    """A wrong mapping to one family says nothing of another."""
    fake.devices = ("ecp5-85k-8", "ice40-hx8k")
    fake.found = {"netlist ecp5-85k-8": FAILED}
    fake.climb(folder, core)
    assert states(core, folder)["netlist ecp5-85k-8"] == "fail"
    assert states(core, folder)["netlist ice40-hx8k"] == "pass"


def test_another_bench_or_tool_climbs_anew(core: Core, fake: FakeLadder, folder: LadderFolder) -> None:
    """The outcomes until then are still those of the core as it is."""
    fake.climb(folder, core)
    fake.lines()
    fake.bench = "2"
    assert standing(core, folder).whole
    fake.climb(folder, core)
    assert fake.lines() == began(core, STEPS)


def test_another_revision_of_the_bench_is_stale(core: Core, fake: FakeLadder, folder: LadderFolder) -> None:
    """An outcome records the revision numbers of the code that checked it."""
    fake.revisions = revision("testbench", "models")
    fake.climb(folder, core)
    assert standing(core, folder).whole
    fake.revisions, fake.bench = {"testbench": revision("testbench")["testbench"] - 1}, "2"
    fake.climb(folder, core)
    assert set(states(core, folder).values()) == {"stale"}


def test_official_answers_add_to_a_pass(core: Core, fake: FakeLadder, folder: LadderFolder) -> None:
    """Once they are there; a checkout without them does not undo it."""
    fake.climb(folder, core)
    fake.lines()
    fake.official = True
    fake.climb(folder, core)
    assert fake.lines() == began(core, ["model", "answers"])
    fake.official = False
    fake.climb(folder, core)
    assert fake.lines() == []


def test_changed_sources_are_stale(core: Core, fake: FakeLadder, folder: LadderFolder) -> None:
    fake.climb(folder, core)
    fake.lines()
    (core.source.parent / "toy.vhd").write_text("entity toy is end entity;\n")
    assert set(states(core, folder).values()) == {"stale"}
    assert standing(core, folder).missed == []
    assert not standing(core, folder).whole
    fake.climb(folder, core)
    assert fake.lines() == began(core, STEPS)
    assert standing(core, folder).whole


def test_sources_that_change_in_a_step_are_not_those_that_passed(
    core: Core, fake: FakeLadder, folder: LadderFolder
) -> None:
    """Somebody saves a file while a simulation runs."""

    def saved(step: str) -> None:
        if step == "modes":
            (core.source.parent / "toy.vhd").write_text("entity toy is end entity;\n")

    fake.before = saved
    fake.climb(folder, core)
    assert [states(core, folder)[step] for step in STEPS[:3]] == ["stale"] * 3
    fake.lines()
    fake.climb(folder, core)
    assert fake.lines() == began(core, STEPS)
    assert standing(core, folder).whole


def test_another_declaration_is_stale(core: Core, fake: FakeLadder, folder: LadderFolder) -> None:
    """The same sources with other generics or other declared cycles are another core."""
    fake.climb(folder, core)
    for change in ({"generics": {"ROUNDS": 2}}, {"formula": core.formula.model_copy(update={"block": 82})}):
        assert set(states(core.model_copy(update=change), folder).values()) == {"stale"}
    assert standing(core.model_copy(update={"scope": "core-functionality"}), folder).whole


@pytest.mark.parametrize("text", ["", "{", '{"core": "x"}', '{"core": "x", "outcomes": [{"kind": "mode"}]}'])
def test_a_damaged_file_is_told(core: Core, fake: FakeLadder, folder: LadderFolder, text: str) -> None:
    folder.path.mkdir()
    (folder.path / "toy-512-highspeed.json").write_text(text)
    with pytest.raises(FairhashError, match=r"not a file of ladder outcomes.*toy-512-highspeed\.json.*delete it"):
        fake.climb(folder, core)
