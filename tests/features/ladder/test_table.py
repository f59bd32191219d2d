# SPDX-License-Identifier: Apache-2.0
"""The rows of the ladder's table and its JSON data agree with the stored outcomes."""

from pathlib import Path

import pytest

from fairhash.catalog.core import Core
from fairhash.features.ladder.measure import StepResult
from fairhash.features.ladder.record import LadderFolder
from fairhash.features.ladder.table import (
    LadderStatus,
    failure_lines,
    ladder_data,
    ladder_statuses,
    ladder_table,
    passed_sentence,
)
from tests.bench.conftest import checkout, core
from tests.features.ladder.fakes import FakeLadder

__all__ = ["checkout", "core"]

FAILED = StepResult(
    "fail", 3, 2, reason="stalls: wrong digest | word", repeat_command="fairhash verify toy --mode stalls"
)


@pytest.fixture
def fake(checkout: Path) -> FakeLadder:
    """Steps that pass, the netlists of two devices among them."""
    return FakeLadder(checkout / "log", devices=("ecp5-85k-8", "ice40-hx8k"))


def run_ladder(fake: FakeLadder, core: Core) -> list[LadderStatus]:
    """Run the ladder of a core and return its status."""
    folder = LadderFolder(fake.log.parent / "ladder")
    fake.run(folder, core)
    return ladder_statuses([core], folder)


def test_ladder_with_all_steps_passed(fake: FakeLadder, core: Core) -> None:
    """Steps that used no official answers are marked."""
    found = run_ladder(fake, core)
    assert passed_sentence(found) == "1 of 1 cores passed all steps."
    assert list(ladder_table(found).rows) == [(core.name, *["pass, 7, own answers only"] * 2, *["pass, 7"] * 4)]
    fake.official = True
    assert list(ladder_table(run_ladder(fake, core)).rows) == [(core.name, *["pass, 7"] * 6)]


def test_failure_has_reason_and_command(fake: FakeLadder, core: Core) -> None:
    """A failed step has one line; steps after it have none."""
    fake.results = {"modes": FAILED}
    found = run_ladder(fake, core)
    assert list(ladder_table(found).rows) == [
        (core.name, "pass, 7, own answers only", "pass, 7, own answers only", "fail, 3", *["not run"] * 3)
    ]
    assert failure_lines(found) == [f"{core.name}: modes: fail: {FAILED.reason}; again: {FAILED.repeat_command}"]
    assert passed_sentence(found) == "0 of 1 cores passed all steps."


def test_stale_and_missing_outcomes(fake: FakeLadder, core: Core) -> None:
    """They are not listed as failures."""
    folder = LadderFolder(fake.log.parent / "ladder")
    assert list(ladder_table(ladder_statuses([core], folder)).rows) == [(core.name, *["not run"] * 6)]
    run_ladder(fake, core)
    (core.source.parent / "toy.vhd").write_text("entity toy is end entity;\n")
    found = ladder_statuses([core], folder)
    assert list(ladder_table(found).rows) == [(core.name, *["stale"] * 6)]
    assert failure_lines(found) == []


def test_json_has_every_outcome(fake: FakeLadder, core: Core) -> None:
    fake.results = {"vhdl": FAILED}
    (one,) = ladder_data(run_ladder(fake, core))
    assert (one["core"], one["whole"]) == (core.name, False)
    assert [step["state"] for step in one["steps"]] == ["pass", "pass", "pass", "fail", "not run", "not run"]
    assert one["steps"][3]["outcome"]["again"] == FAILED.repeat_command
    assert one["steps"][4] == {
        "step": "netlist ecp5-85k-8",
        "state": "not run",
        "reason": "vhdl did not pass",
        "outcome": None,
    }


def test_failures_of_placed_netlists_are_listed(checkout: Path, core: Core) -> None:
    wrong = StepResult("fail", 4, 2, reason="answers: wrong digest word", note="right at 100.0 MHz")
    fake = FakeLadder(checkout / "log", placed=("ice40-hx8k", "ecp5-85k-8"), results={"timed ice40-hx8k": wrong})
    (line,) = failure_lines(run_ladder(fake, core))
    assert "timed ice40-hx8k: fail: answers: wrong digest word" in line


def test_steps_on_request_are_not_missing_where_they_did_not_run(checkout: Path, core: Core) -> None:
    (ladder,) = run_ladder(FakeLadder(checkout / "log"), core)
    assert ladder.all_passed
