# SPDX-License-Identifier: Apache-2.0
"""The steps of real cores with fake simulators and a fake synthesis; models and results are real."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from fairhash.base import paths
from fairhash.bench import revisions
from fairhash.bench.elaboration import Elaboration, not_elaborated
from fairhash.bench.revisions import Revision
from fairhash.bench.workspace import Workspace
from fairhash.catalog.core import Core
from fairhash.catalog.cores import find_core
from fairhash.catalog.device import Device
from fairhash.catalog.recipes import DEFAULT_RECIPE, MAIN_RECIPE, find_recipe
from fairhash.catalog.targets import find_device
from fairhash.features.ladder import netlist_steps as ladder_netlists
from fairhash.features.ladder.measure import Step
from fairhash.features.ladder.steps import SEED, LadderInputs, ladder_steps
from fairhash.results.schema import NetlistGate, Result
from fairhash.testbench.modes import MODES
from fairhash.testbench.report import VerifyReport
from fairhash.testbench.verification import VerifyOptions
from tests.results.samples import NOON, sample

CORE = "shabal-256/highspeed"
BUILDS = {"ghdl": "GHDL 2.0.0", "pyosys": "0.70", "verilator": "5", "g++": "12"}
TESTBENCH = revisions.revision("testbench")["testbench"]
PASS = NetlistGate(verdict="pass", messages=227, detail="answers, random; seed 41", testbench=TESTBENCH)
WRONG = NetlistGate(verdict="fail", messages=9, detail="answers: wrong digest word (seed 43)")


@dataclass
class Tools:
    """Fake testbench and synthesis that record their calls."""

    verify_calls: list[VerifyOptions] = field(default_factory=list)
    failing_mode: str = ""
    gate: NetlistGate = PASS
    synthesised: list[tuple[str, str]] = field(default_factory=list)

    def verify(self, core: Core, options: VerifyOptions) -> VerifyReport:
        """A report with ten messages for each mode."""
        self.verify_calls.append(options)
        failure = {"kind": "wrong word", "what": "wrong digest word", "messages": (), "circumstances": "", "seed": 2}
        failure |= {"cycle": 80, "word": 0, "expected": "", "found": "", "detail": "", "again": "fairhash verify it"}
        modes = [
            {"mode": name, "messages": 10, "seconds": 0, "verdict": "fail" if name == self.failing_mode else "pass"}
            | ({"failure": failure} if name == self.failing_mode else {})
            for name in options.modes or MODES
        ]
        report = {"core": core.name, "engine": options.engine, "seed": options.seed, "seconds": 0, "modes": modes}
        return VerifyReport.model_validate(report)

    def netlist(self, core: Core, device: Any, recipe: Any) -> NetlistGate:
        """The verdict `gate`."""
        self.synthesised.append((device.id, recipe.name))
        return self.gate


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch) -> Tools:
    """Installs the fake tools; elaboration returns the digest of the sources instead of that of the Verilog."""
    fake = Tools()
    monkeypatch.setattr("fairhash.features.ladder.steps.verify", fake.verify)
    monkeypatch.setattr(ladder_netlists, "netlist_verdict", fake.netlist)

    def elaboration(_workspace: Workspace, core: Core, _ghdl: str) -> Elaboration:
        return not_elaborated(core, "")

    def tool_builds(_workspace: Workspace, device: Device) -> dict[str, str]:
        return {**BUILDS, device.place.package: "1"}

    monkeypatch.setattr(Workspace, "elaboration", elaboration)
    monkeypatch.setattr(Workspace, "tool_builds", tool_builds)
    return fake


@pytest.fixture
def core() -> Core:
    """A small core of the catalogue."""
    return find_core(CORE)


def inputs(*results: Result, official: Sequence[Path] = ()) -> LadderInputs:
    """Inputs that do not depend on this machine."""
    return LadderInputs(Workspace(), BUILDS, results, official)


def result(core: Core, gate: NetlistGate = PASS, **changes: Any) -> Result:
    """A result of the core's present sources, by default on the main device by the main recipe."""
    facts = {
        "verilog_digest": not_elaborated(core, "").verilog,
        "generics": core.generics,
        "recipe": "best",
        "netlist": gate,
    }
    return sample(core.name, **{**facts, **changes})


def by_name(steps: Sequence[Step]) -> dict[str, Step]:
    return {step.name: step for step in steps}


def own_rows() -> int:
    """The number of the project's own answers of Shabal-256, read as plain CSV."""
    with (paths.root() / "vectors" / "shabal.csv").open(encoding="utf-8", newline="") as stream:
        return sum(row["digest_bits"] == "256" for row in csv.DictReader(stream))


def test_model_step_checks_every_row(core: Core, tools: Tools) -> None:
    found = by_name(ladder_steps(core, inputs()))["model"].check()
    assert (found.verdict, found.count) == ("pass", own_rows())


def test_official_answers_are_used_if_present(core: Core, tools: Tools, tmp_path: Path) -> None:
    """The model step uses only them, the answers step both sets; a wrong row fails, and without rows nothing is run."""
    lines = (paths.root() / "vectors" / "shabal.csv").read_text(encoding="utf-8").splitlines()
    header, rows = lines[0], [line for line in lines if ",256," in line]
    official = tmp_path / "short"
    official.mkdir()
    file = official / "Shabal.csv"
    file.write_text("\n".join([header, *rows[:5]]) + "\n")
    steps = by_name(ladder_steps(core, inputs(official=[tmp_path])))
    assert (steps["model"].check().count, steps["model"].official, steps["answers"].official) == (5, True, True)
    assert steps["answers"].check().count == 20
    assert [options.answers for options in tools.verify_calls] == [tmp_path, paths.root() / "vectors" / "shabal.csv"]
    before, digest, source = rows[0].rsplit(",", 2)
    file.write_text("\n".join([header, f"{before},{digest[::-1]},{source}"]) + "\n")
    found = steps["model"].check()
    assert (found.verdict, found.count) == ("fail", 1)
    assert "Shabal.csv:2" in found.reason
    assert found.repeat_command == f"fairhash answers {tmp_path} --only {core.algorithm}"
    file.write_text(header + "\n")
    assert steps["model"].check().verdict == "not run"


def test_the_checkout_has_official_answers(core: Core, tools: Tools, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without ../shared/vectors the official steps use vectors/official; with it, its rows are checked in addition."""
    monkeypatch.setattr(paths, "further_answers", lambda: None)
    folder = paths.official_answers()
    assert LadderInputs.of_checkout().official_answers == [folder]
    steps = by_name(ladder_steps(core, inputs(official=[folder])))
    found = steps["model"].check()
    assert (found.verdict, found.count, steps["model"].official) == ("pass", 40, True)
    both = by_name(ladder_steps(core, inputs(official=[folder, paths.answers() / "shabal.csv"])))
    assert both["model"].check().count == 40 + own_rows()
    assert both["model"].key == steps["model"].key
    monkeypatch.setattr(paths, "further_answers", paths.answers)
    assert LadderInputs.of_checkout().official_answers == [folder, paths.answers()]


def test_every_testbench_mode_is_in_a_step(core: Core, tools: Tools) -> None:
    """On both engines, with the default number of random messages and a fixed seed."""
    steps = by_name(ladder_steps(core, inputs()))
    for name in ("answers", "modes", "vhdl"):
        assert steps[name].check().verdict == "pass"
    answers, modes, vhdl = tools.verify_calls
    assert {*(answers.modes or ()), *(modes.modes or ())} == set(MODES)
    assert (modes.engine, vhdl.engine, vhdl.modes) == ("fast", "vhdl", None)
    assert {(options.seed, options.random) for options in tools.verify_calls} == {(SEED, None)}


def test_a_failing_mode_fails_its_step(core: Core, tools: Tools) -> None:
    tools.failing_mode = "stalls"
    found = by_name(ladder_steps(core, inputs()))["modes"].check()
    assert (found.verdict, found.repeat_command) == ("fail", "fairhash verify it")
    assert found.reason.startswith("stalls: wrong digest word, at io_clk cycle 80")


def test_verdict_of_stored_result_is_used(core: Core, tools: Tools) -> None:
    """With its date, seed, tools and key; on other devices by any recipe."""
    here, there = result(core, key="a" * 64), result(core, device="ice40-hx8k", recipe="default")
    steps = ladder_steps(core, inputs(here, there))
    assert [step.name for step in steps[4:]] == ["netlist ecp5-85k-8", "netlist ice40-hx8k", "proofs"]
    outcome = steps[4].run()
    assert (outcome.verdict, outcome.count, outcome.seed, outcome.date) == ("pass", 227, 41, here.date)
    assert (outcome.key, outcome.recipe, outcome.seconds) == ("a" * 64, "best", None)
    assert outcome.tools == {use.tool: use.version for use in here.tools if use.tool in ("ghdl", "yosys")}
    assert steps[5].run().recipe == "default"
    assert tools.synthesised == []


def test_netlist_without_usable_result_is_synthesised(core: Core, tools: Tools) -> None:
    """Unusable: other or unknown Verilog, another recipe, no verdict, an earlier testbench. Others get no step."""
    results = [
        result(core, verilog_digest="0" * 64),
        result(core, verilog_digest=None),
        result(core, recipe="default"),
        result(core, NetlistGate()),
        result(core, PASS.model_copy(update={"testbench": TESTBENCH - 1})),
        result(find_core("sha-256/highspeed")),
        result(core, device="ice40-hx8k", verilog_digest="0" * 64),
        result(core, device="osu018"),
    ]
    steps = ladder_steps(core, inputs(*results))
    assert [step.name for step in steps[4:]] == ["netlist ecp5-85k-8", "proofs"]
    outcome = steps[4].run()
    assert tools.synthesised == [("ecp5-85k-8", "best")]
    assert (outcome.verdict, outcome.count, outcome.seed) == ("pass", 227, 41)


def test_failed_netlist_takes_precedence(core: Core, tools: Tools) -> None:
    """Even over newer passes; of equal verdicts the newest is used."""
    wrong = result(core, WRONG, date=NOON - timedelta(days=9))
    (_, _, _, _, step, _) = ladder_steps(core, inputs(result(core), wrong, result(core, date=NOON + timedelta(days=1))))
    outcome = step.run()
    assert (outcome.verdict, outcome.seed) == ("fail", 43)
    assert outcome.again == f"fairhash verify {CORE} --mode answers --netlist ecp5-85k-8 --recipe best"
    (_, _, _, _, step, _) = ladder_steps(core, inputs(result(core), result(core, date=NOON + timedelta(days=1))))
    assert step.run().date == NOON + timedelta(days=1)


def test_requested_devices(core: Core, tools: Tools, monkeypatch: pytest.MonkeyPatch) -> None:
    """They replace the main device; the default recipe is used for a family that the main recipe does not cover."""
    best = find_recipe(MAIN_RECIPE)
    covered = {family: recipe for family, recipe in best.family.items() if family != "gatemate"}
    by_name_ = {MAIN_RECIPE: best.model_copy(update={"family": covered}), DEFAULT_RECIPE: find_recipe(DEFAULT_RECIPE)}
    monkeypatch.setattr(ladder_netlists, "find_recipe", by_name_.__getitem__)
    for step in ladder_steps(core, inputs(), ("ice40-hx8k", "gatemate-a1"))[4:6]:
        step.run()
    assert tools.synthesised == [("ice40-hx8k", "best"), ("gatemate-a1", "default")]


@pytest.mark.parametrize(("gate", "verdict"), [(WRONG, "fail"), (NetlistGate(detail="no netlist: unfit"), "not run")])
def test_netlist_that_does_not_pass(core: Core, tools: Tools, gate: NetlistGate, verdict: str) -> None:
    tools.gate = gate
    outcome = ladder_steps(core, inputs())[4].run()
    assert (outcome.verdict, outcome.reason) == (verdict, gate.detail)
    assert "--netlist ecp5-85k-8 --recipe best" in outcome.again


def test_key_changes(core: Core, tools: Tools, monkeypatch: pytest.MonkeyPatch) -> None:
    """The steps that run again after a change of the bench's code, of a tool or of the core."""
    first = inputs()
    before = by_name(ladder_steps(core, first))

    def changed(other: LadderInputs = first, changed_core: Core = core) -> set[str]:
        after = by_name(ladder_steps(changed_core, other))
        return {name.split()[0] for name in before if before[name].key != after[name].key}

    def changed_by(part: str) -> set[str]:
        """The steps that change with a higher revision number of one part of the bench's code."""
        entries = revisions.revisions()
        raised: dict[str, Revision] = {**entries, part: replace(entries[part], number=entries[part].number + 1)}
        with monkeypatch.context() as patched:
            patched.setattr(revisions, "revisions", lambda: raised)
            return changed()

    every = {"model", "answers", "modes", "vhdl", "netlist"}
    assert changed(inputs()) == set()
    assert changed_by("testbench") == every - {"model"}
    assert changed_by("models") == every
    assert changed_by("synthesis") == {"netlist"}
    assert changed_by("proofs") == {"proofs"}
    assert changed_by("placement") == set()
    assert changed(replace(first, builds={**BUILDS, "verilator": "6"})) == {"answers", "modes"}
    assert changed(changed_core=core.model_copy(update={"generics": {"ROUNDS": 2}})) == every | {"proofs"}
    assert find_device("ecp5-85k-8").id in ladder_steps(core, first)[4].name
