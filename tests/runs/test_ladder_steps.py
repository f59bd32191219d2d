# SPDX-License-Identifier: Apache-2.0
"""What the real steps ask of models, testbench and results; only the simulators and the synthesis are made up."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from fairhash import paths
from fairhash.catalog.core import Core
from fairhash.catalog.cores import find_core
from fairhash.catalog.device import Device
from fairhash.catalog.recipes import DEFAULT_RECIPE, MAIN_RECIPE, find_recipe
from fairhash.catalog.targets import find_device
from fairhash.results.schema import NetlistGate, Result
from fairhash.runs import ladder_netlists, ladder_steps, revisions
from fairhash.runs.elaboration import Elaboration, not_elaborated
from fairhash.runs.ladder import Step
from fairhash.runs.ladder_steps import Ground, steps_of
from fairhash.runs.revisions import Revision
from fairhash.runs.workspace import Workspace
from fairhash.testbench.modes import MODES
from fairhash.testbench.report import VerifyReport
from fairhash.testbench.verification import VerifyOptions
from tests.results.samples import NOON, sample

CORE = "shabal-256/highspeed"
BUILDS = {"ghdl": "GHDL 2.0.0", "pyosys": "0.70", "verilator": "5", "g++": "12"}
PASS = NetlistGate(verdict="pass", messages=227, detail="answers, random; seed 41")
WRONG = NetlistGate(verdict="fail", messages=9, detail="answers: wrong digest word (seed 43)")


@dataclass
class Tools:
    """In place of the testbench and the synthesis; keeps what it is asked."""

    asked: list[VerifyOptions] = field(default_factory=list)
    wrong: str = ""
    """A mode that fails."""
    gate: NetlistGate = PASS
    synthesised: list[tuple[str, str]] = field(default_factory=list)

    def verify(self, core: Core, options: VerifyOptions) -> VerifyReport:
        """Ten messages a mode."""
        self.asked.append(options)
        failure = {"kind": "wrong word", "what": "wrong digest word", "messages": (), "circumstances": "", "seed": 2}
        failure |= {"cycle": 80, "word": 0, "expected": "", "found": "", "detail": "", "again": "fairhash verify it"}
        modes = [
            {"mode": name, "messages": 10, "seconds": 0, "verdict": "fail" if name == self.wrong else "pass"}
            | ({"failure": failure} if name == self.wrong else {})
            for name in options.modes or MODES
        ]
        report = {"core": core.name, "engine": options.engine, "seed": options.seed, "seconds": 0, "modes": modes}
        return VerifyReport.model_validate(report)

    def netlist(self, core: Core, device: Any, recipe: Any) -> NetlistGate:
        """Whatever `gate` says."""
        self.synthesised.append((device.id, recipe.name))
        return self.gate


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch) -> Tools:
    """In their place; the digest of a core's sources stands for its Verilog."""
    made = Tools()
    monkeypatch.setattr(ladder_steps, "verify", made.verify)
    monkeypatch.setattr(ladder_netlists, "netlist_verdict", made.netlist)

    def elaboration(_workspace: Workspace, core: Core, _ghdl: str) -> Elaboration:
        return not_elaborated(core, "")

    def tool_builds(_workspace: Workspace, device: Device) -> dict[str, str]:
        return {**BUILDS, device.place.package: "1"}

    monkeypatch.setattr(Workspace, "elaboration", elaboration)
    monkeypatch.setattr(Workspace, "tool_builds", tool_builds)
    return made


@pytest.fixture
def core() -> Core:
    """A small one of the catalogue."""
    return find_core(CORE)


def ground(*results: Result, official: Path | None = None) -> Ground:
    """Nothing of this machine's."""
    return Ground(Workspace(), BUILDS, results, official)


def result(core: Core, gate: NetlistGate = PASS, **changes: Any) -> Result:
    """Of the core as it is now, on the main device by the main recipe unless told otherwise."""
    facts = {
        "verilog_digest": not_elaborated(core, "").verilog,
        "generics": core.generics,
        "recipe": "best",
        "netlist": gate,
    }
    return sample(core.name, **{**facts, **changes})


def by_name(steps: Sequence[Step]) -> dict[str, Step]:
    return {step.name: step for step in steps}


def test_the_models_are_given_every_row(core: Core, tools: Tools) -> None:
    """Counted here by reading the file as plain CSV."""
    with (paths.root() / "vectors" / "shabal.csv").open(encoding="utf-8", newline="") as stream:
        rows = [row for row in csv.DictReader(stream) if row["digest_bits"] == "256"]
    found = by_name(steps_of(core, ground()))["model"].work()
    assert (found.verdict, found.count) == ("pass", len(rows))


def test_official_answers_are_taken_where_they_are(core: Core, tools: Tools, tmp_path: Path) -> None:
    """By the model alone, by the core besides the project's own; a wrong row fails, none at all is no pass."""
    lines = (paths.root() / "vectors" / "shabal.csv").read_text(encoding="utf-8").splitlines()
    header, rows = lines[0], [line for line in lines if ",256," in line]
    official = tmp_path / "short"
    official.mkdir()
    file = official / "Shabal.csv"
    file.write_text("\n".join([header, *rows[:5]]) + "\n")
    steps = by_name(steps_of(core, ground(official=tmp_path)))
    assert (steps["model"].work().count, steps["model"].official, steps["answers"].official) == (5, True, True)
    assert steps["answers"].work().count == 20
    assert [options.answers for options in tools.asked] == [tmp_path, paths.root() / "vectors" / "shabal.csv"]
    before, digest, source = rows[0].rsplit(",", 2)
    file.write_text("\n".join([header, f"{before},{digest[::-1]},{source}"]) + "\n")
    found = steps["model"].work()
    assert (found.verdict, found.count) == ("fail", 1)
    assert "Shabal.csv:2" in found.reason
    assert found.again == f"fairhash answers {tmp_path} --only {core.algorithm}"
    file.write_text(header + "\n")
    assert steps["model"].work().verdict == "not run"


def test_each_mode_of_the_testbench_is_in_a_step(core: Core, tools: Tools) -> None:
    """On both engines, with the default number of random messages and a seed that is always the same."""
    steps = by_name(steps_of(core, ground()))
    for name in ("answers", "modes", "vhdl"):
        assert steps[name].work().verdict == "pass"
    answers, modes, vhdl = tools.asked
    assert {*(answers.modes or ()), *(modes.modes or ())} == set(MODES)
    assert (modes.engine, vhdl.engine, vhdl.modes) == ("fast", "vhdl", None)
    assert {(options.seed, options.random) for options in tools.asked} == {(ladder_steps.SEED, None)}


def test_a_failing_mode_fails_its_step(core: Core, tools: Tools) -> None:
    tools.wrong = "stalls"
    found = by_name(steps_of(core, ground()))["modes"].work()
    assert (found.verdict, found.again) == ("fail", "fairhash verify it")
    assert found.reason.startswith("stalls: wrong digest word, at io_clk cycle 80")


def test_a_verdict_of_a_result_is_taken(core: Core, tools: Tools) -> None:
    """With its date, seed, tools and key; of other devices too, by whatever recipe."""
    here, there = result(core, key="a" * 64), result(core, device="ice40-hx8k", recipe="default")
    steps = steps_of(core, ground(here, there))
    assert [step.name for step in steps[4:]] == ["netlist ecp5-85k-8", "netlist ice40-hx8k"]
    outcome = steps[4].made()
    assert (outcome.verdict, outcome.count, outcome.seed, outcome.date) == ("pass", 227, 41, here.date)
    assert (outcome.key, outcome.recipe, outcome.seconds) == ("a" * 64, "best", None)
    assert outcome.tools == {use.tool: use.version for use in here.tools if use.tool in ("ghdl", "yosys")}
    assert steps[5].made().recipe == "default"
    assert tools.synthesised == []


def test_what_no_result_tells_is_synthesised(core: Core, tools: Tools) -> None:
    """Other or unknown Verilog, other recipes and no verdict tell nothing; a device nobody asked for is left alone."""
    results = [
        result(core, verilog_digest="0" * 64),
        result(core, verilog_digest=None),
        result(core, recipe="default"),
        result(core, NetlistGate()),
        result(find_core("sha-256/highspeed")),
        result(core, device="ice40-hx8k", verilog_digest="0" * 64),
        result(core, device="osu018"),
    ]
    steps = steps_of(core, ground(*results))
    assert [step.name for step in steps[4:]] == ["netlist ecp5-85k-8"]
    outcome = steps[4].made()
    assert tools.synthesised == [("ecp5-85k-8", "best")]
    assert (outcome.verdict, outcome.count, outcome.seed) == ("pass", 227, 41)


def test_a_wrong_netlist_is_not_hidden_by_a_right_one(core: Core, tools: Tools) -> None:
    """However old; of equal verdicts the newest is told."""
    wrong = result(core, WRONG, date=NOON - timedelta(days=9))
    (_, _, _, _, step) = steps_of(core, ground(result(core), wrong, result(core, date=NOON + timedelta(days=1))))
    outcome = step.made()
    assert (outcome.verdict, outcome.seed) == ("fail", 43)
    assert outcome.again == f"fairhash verify {CORE} --mode answers --netlist ecp5-85k-8 --recipe best"
    (_, _, _, _, step) = steps_of(core, ground(result(core), result(core, date=NOON + timedelta(days=1))))
    assert step.made().date == NOON + timedelta(days=1)


def test_devices_asked_for(core: Core, tools: Tools, monkeypatch: pytest.MonkeyPatch) -> None:
    """In place of the main one, by the best recipe where it has a word for the family."""
    best = find_recipe(MAIN_RECIPE)
    words = {family: recipe for family, recipe in best.family.items() if family != "gatemate"}
    known = {MAIN_RECIPE: best.model_copy(update={"family": words}), DEFAULT_RECIPE: find_recipe(DEFAULT_RECIPE)}
    monkeypatch.setattr(ladder_netlists, "find_recipe", known.__getitem__)
    for step in steps_of(core, ground(), ("ice40-hx8k", "gatemate-a1"))[4:]:
        step.made()
    assert tools.synthesised == [("ice40-hx8k", "best"), ("gatemate-a1", "default")]


@pytest.mark.parametrize(("gate", "verdict"), [(WRONG, "fail"), (NetlistGate(detail="no netlist: unfit"), "not run")])
def test_a_netlist_that_does_not_pass(core: Core, tools: Tools, gate: NetlistGate, verdict: str) -> None:
    tools.gate = gate
    outcome = steps_of(core, ground())[4].made()
    assert (outcome.verdict, outcome.reason) == (verdict, gate.detail)
    assert "--netlist ecp5-85k-8 --recipe best" in outcome.again


def test_keys_hold_what_matters(core: Core, tools: Tools, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which steps run again after a change of the bench's code, of a tool or of the core."""
    first = ground()
    before = by_name(steps_of(core, first))

    def changed(other: Ground = first, changed_core: Core = core) -> set[str]:
        after = by_name(steps_of(changed_core, other))
        return {name.split()[0] for name in before if before[name].key != after[name].key}

    def changed_by(part: str) -> set[str]:
        """By a higher revision number of one part of the bench's code."""
        entries = revisions.revisions()
        raised: dict[str, Revision] = {**entries, part: replace(entries[part], number=entries[part].number + 1)}
        with monkeypatch.context() as patched:
            patched.setattr(revisions, "revisions", lambda: raised)
            return changed()

    every = {"model", "answers", "modes", "vhdl", "netlist"}
    assert changed(ground()) == set()
    assert changed_by("testbench") == every - {"model"}
    assert changed_by("models") == every
    assert changed_by("synthesis") == {"netlist"}
    assert changed_by("placement") == set()
    assert changed(replace(first, builds={**BUILDS, "verilator": "6"})) == {"answers", "modes"}
    assert changed(changed_core=core.model_copy(update={"generics": {"ROUNDS": 2}})) == every
    assert find_device("ecp5-85k-8").id in steps_of(core, first)[4].name
