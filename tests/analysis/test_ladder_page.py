# SPDX-License-Identifier: Apache-2.0
"""The page of the ladder says what the kept outcomes say."""

import re
from pathlib import Path

import pytest

from fairhash.analysis import ladder_page as page
from fairhash.catalog.core import Core
from fairhash.catalog.cores import all_cores
from fairhash.results.ladder import LadderFolder
from fairhash.runs.elaboration import not_elaborated
from fairhash.runs.ladder import Found
from fairhash.runs.standing import Ladder, ladders
from tests.runs.conftest import checkout, core
from tests.runs.ladder_fakes import FakeLadder

__all__ = ["checkout", "core"]

FAILED = Found("fail", 3, 2, reason="stalls: wrong digest | word", again="fairhash verify toy --mode stalls")


@pytest.fixture
def fake(checkout: Path) -> FakeLadder:
    """Steps that pass, the netlists of two devices among them."""
    return FakeLadder(checkout / "log", devices=("ecp5-85k-8", "ice40-hx8k"))


def climbed(fake: FakeLadder, core: Core) -> list[Ladder]:
    """Where the core stands then."""
    folder = LadderFolder(fake.log.parent / "ladder")
    fake.climb(folder, core)
    return ladders([core], folder)


def day(fake: FakeLadder, core: Core) -> str:
    """Of the core's last step."""
    *_, last = LadderFolder(fake.log.parent / "ladder").read(core.name).values()
    return str(last.date.date())


def row(*cells: str) -> str:
    """A line of a table."""
    return f"| {' | '.join(cells)} |\n"


def test_the_page_of_the_documentation_is_what_the_outcomes_say() -> None:
    """Of the cores on it; one that was added to the catalogue need not be there before it is climbed."""
    here = Path(__file__).resolve().parents[2]
    text, folder = (here / "docs" / "ladder.md").read_text(encoding="utf-8"), LadderFolder(here / "results" / "ladder")
    named = dict.fromkeys(re.findall(r"^\| ([a-z0-9-]+/[a-z0-9-]+) \|", text, flags=re.MULTILINE))
    cores = all_cores()
    assert {name for name in cores if folder.read(name)} <= set(named) <= set(cores)
    again = "write it anew: fairhash ladder --only-stored --page docs/ladder.md"
    assert text == page.to_markdown(ladders([cores[name] for name in named], folder)), again


def test_a_whole_ladder(fake: FakeLadder, core: Core) -> None:
    """Own answers are told apart from official ones; netlists of other devices have a table of their own."""
    text = page.to_markdown(climbed(fake, core))
    assert "\n1 of 1 cores passed their whole ladder.\n" in text
    assert row(core.name, "pass, 7, own answers only", "pass, 7, own answers only", *["pass, 7"] * 3) in text
    assert row(core.name, "ice40-hx8k", "best", "pass, 7", "2", day(fake, core)) in text
    assert "\n- ghdl: GHDL 1\n" in text
    assert "did not pass\n" not in text
    fake.official = True
    assert row(core.name, *["pass, 7"] * 5) in page.to_markdown(climbed(fake, core))


def test_what_it_rests_on(fake: FakeLadder, core: Core) -> None:
    fake.found = {name: Found("pass", 7) for name in ("model", "answers", "vhdl", "netlist ice40-hx8k")}
    (one,) = climbed(fake, core)
    digest = not_elaborated(core, "").verilog[:12]
    seeds = "modes 2, netlist ecp5-85k-8 2"
    assert row(core.name, f"`{digest}`", day(fake, core), "0", seeds) in page.to_markdown([one])


def test_a_failure_is_told_with_its_reason(fake: FakeLadder, core: Core) -> None:
    """One line, with the command that repeats it; steps behind it have none."""
    fake.found = {"modes": FAILED}
    found = climbed(fake, core)
    assert page.rows(found) == [
        (core.name, "pass, 7, own answers only", "pass, 7, own answers only", "fail, 3", "not run", "not run")
    ]
    assert page.missed(found) == [f"{core.name}: modes: fail: {FAILED.reason}; again: {FAILED.again}"]
    assert page.summary(found) == "0 of 1 cores passed their whole ladder."
    assert f"## What did not pass\n\n- {page.missed(found)[0]}\n" in page.to_markdown(found)


def test_stale_and_missing_outcomes(fake: FakeLadder, core: Core) -> None:
    """Neither is a failure, and neither is something that the page rests on."""
    folder = LadderFolder(fake.log.parent / "ladder")
    assert page.rows(ladders([core], folder)) == [(core.name, *["not run"] * 5)]
    climbed(fake, core)
    (core.source.parent / "toy.vhd").write_text("entity toy is end entity;\n")
    found = ladders([core], folder)
    assert page.rows(found) == [(core.name, *["stale"] * 5)]
    assert page.missed(found) == []
    text = page.to_markdown(found)
    assert row(core.name, "ice40-hx8k", "best", "stale", "2", day(fake, core)) in text
    assert "## What it rests on" not in text


def test_json_has_every_outcome(fake: FakeLadder, core: Core) -> None:
    fake.found = {"vhdl": FAILED}
    (one,) = page.data(climbed(fake, core))
    assert (one["core"], one["whole"]) == (core.name, False)
    assert [step["state"] for step in one["steps"]] == ["pass", "pass", "pass", "fail", "not run"]
    assert one["steps"][3]["outcome"]["again"] == FAILED.again
    assert one["steps"][4] == {
        "step": "netlist ecp5-85k-8",
        "state": "not run",
        "reason": "vhdl did not pass",
        "outcome": None,
    }
