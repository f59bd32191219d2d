# SPDX-License-Identifier: Apache-2.0
"""The ladder page, its table rows and its JSON data agree with the stored outcomes."""

from pathlib import Path

import pytest

from fairhash.analysis import ladder_page as page
from fairhash.catalog.core import Core
from fairhash.results.ladder import LadderFolder
from fairhash.runs.elaboration import not_elaborated
from fairhash.runs.ladder import StepResult
from fairhash.runs.ladder_status import LadderStatus, ladder_statuses
from tests.runs.conftest import checkout, core
from tests.runs.ladder_fakes import FakeLadder

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


def day(fake: FakeLadder, core: Core) -> str:
    """The date of the core's last step."""
    *_, last = LadderFolder(fake.log.parent / "ladder").read(core.name).values()
    return str(last.date.date())


def row(*cells: str) -> str:
    """A row of a Markdown table."""
    return f"| {' | '.join(cells)} |\n"


def test_ladder_with_all_steps_passed(fake: FakeLadder, core: Core) -> None:
    """The page marks steps that used no official answers and has a separate table for netlists of other devices."""
    text = page.to_markdown(run_ladder(fake, core))
    assert "\n1 of 1 cores passed all steps.\n" in text
    assert row(core.name, "pass, 7, own answers only", "pass, 7, own answers only", *["pass, 7"] * 4) in text
    assert row(core.name, "ice40-hx8k", "best", "pass, 7", "2", day(fake, core)) in text
    assert "\n- ghdl: GHDL 1\n" in text
    assert "did not pass\n" not in text
    fake.official = True
    assert row(core.name, *["pass, 7"] * 6) in page.to_markdown(run_ladder(fake, core))


def test_basis_table(fake: FakeLadder, core: Core) -> None:
    fake.results = {
        name: StepResult("pass", 7) for name in ("model", "answers", "vhdl", "netlist ice40-hx8k", "proofs")
    }
    (one,) = run_ladder(fake, core)
    digest = not_elaborated(core, "").verilog[:12]
    seeds = "modes 2, netlist ecp5-85k-8 2"
    assert row(core.name, f"`{digest}`", day(fake, core), "0", seeds) in page.to_markdown([one])


def test_failure_has_reason_and_command(fake: FakeLadder, core: Core) -> None:
    """A failed step has one line; steps after it have none."""
    fake.results = {"modes": FAILED}
    found = run_ladder(fake, core)
    assert page.rows(found) == [
        (core.name, "pass, 7, own answers only", "pass, 7, own answers only", "fail, 3", *["not run"] * 3)
    ]
    assert page.failure_lines(found) == [f"{core.name}: modes: fail: {FAILED.reason}; again: {FAILED.repeat_command}"]
    assert page.summary(found) == "0 of 1 cores passed all steps."
    assert f"## Steps that did not pass\n\n- {page.failure_lines(found)[0]}\n" in page.to_markdown(found)


def test_stale_and_missing_outcomes(fake: FakeLadder, core: Core) -> None:
    """They are not listed as failures and do not appear in the basis table."""
    folder = LadderFolder(fake.log.parent / "ladder")
    assert page.rows(ladder_statuses([core], folder)) == [(core.name, *["not run"] * 6)]
    run_ladder(fake, core)
    (core.source.parent / "toy.vhd").write_text("entity toy is end entity;\n")
    found = ladder_statuses([core], folder)
    assert page.rows(found) == [(core.name, *["stale"] * 6)]
    assert page.failure_lines(found) == []
    text = page.to_markdown(found)
    assert row(core.name, "ice40-hx8k", "best", "stale", "2", day(fake, core)) in text
    assert "## Basis" not in text


def test_json_has_every_outcome(fake: FakeLadder, core: Core) -> None:
    fake.results = {"vhdl": FAILED}
    (one,) = page.data(run_ladder(fake, core))
    assert (one["core"], one["whole"]) == (core.name, False)
    assert [step["state"] for step in one["steps"]] == ["pass", "pass", "pass", "fail", "not run", "not run"]
    assert one["steps"][3]["outcome"]["again"] == FAILED.repeat_command
    assert one["steps"][4] == {
        "step": "netlist ecp5-85k-8",
        "state": "not run",
        "reason": "vhdl did not pass",
        "outcome": None,
    }


def test_placed_netlists_have_a_table_of_their_own(checkout: Path, core: Core) -> None:
    wrong = StepResult("fail", 4, 2, reason="answers: wrong digest word", note="right at 100.0 MHz")
    fake = FakeLadder(checkout / "log", placed=("ice40-hx8k", "ecp5-85k-8"), results={"timed ice40-hx8k": wrong})
    (ladder,) = run_ladder(fake, core)
    text = page.to_markdown([ladder])
    assert row("core", "device", "placed", "timed", "clock") in text
    assert row(core.name, "ecp5-85k-8", "pass, 7", "pass, 7", "") in text
    assert row(core.name, "ice40-hx8k", "pass, 7", "fail, 4", "right at 100.0 MHz") in text
    assert "Netlists of other devices" not in text
    assert "timed ice40-hx8k: fail: answers: wrong digest word" in text


def test_steps_on_request_are_not_missing_where_they_did_not_run(checkout: Path, core: Core) -> None:
    (ladder,) = run_ladder(FakeLadder(checkout / "log"), core)
    assert ladder.all_passed
    assert "Placed netlists" not in page.to_markdown([ladder])
