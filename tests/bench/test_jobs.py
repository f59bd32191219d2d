# SPDX-License-Identifier: Apache-2.0
"""What the verification says, as results keep it."""

from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.bench.elaboration import Elaboration
from fairhash.bench.jobs import CyclesJob, NetlistJob
from fairhash.bench.record import Record
from fairhash.bench.run_keys import RunKeys
from fairhash.catalog.core import Core
from fairhash.netlist.check_netlist import NetlistCheck
from fairhash.results.schema import NetlistGate
from fairhash.targets import target_kind
from fairhash.targets.kinds import kind_of
from fairhash.targets.outcome import Synthesis
from fairhash.targets.target_kind import Design
from fairhash.testbench.report import CycleReport
from fairhash.toolchain.tools import MemoryLimitExceeded
from tests.bench.fakes import BUILDS, DEVICE, FORMULA, RECIPE

# 2+16+81N+8: 107 and 188 cycles by hand
POINTS = ((1, 107), (2, 188))


def _keys(core: Core) -> RunKeys:
    return RunKeys(Design(core, DEVICE, RECIPE, BUILDS, kind_of(DEVICE)), Elaboration(verilog="0" * 64))


def report(cycles: tuple[tuple[int, int], ...], agrees: bool) -> CycleReport:
    return CycleReport(
        formula="2+16+81N+8", measured=cycles, declared=(107, 188), block=81, constant=26, late=0, agrees=agrees
    )


def test_agreeing_cycles_are_kept_with_every_point(core: Core, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(target_kind, "measure_cycles", lambda _core: report(POINTS, True))
    cycles = CyclesJob(_keys(core)).make(tmp_path)
    assert cycles.measured is not None
    assert cycles.measured.formula == FORMULA
    assert (cycles.measured.blocks, cycles.measured.cycles, cycles.note) == ((1, 2), (107, 188), "")


def test_other_cycles_than_declared_are_none(core: Core, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(target_kind, "measure_cycles", lambda _core: report(((1, 107), (2, 189)), False))
    cycles = CyclesJob(_keys(core)).make(tmp_path)
    assert cycles.measured is None
    assert "N=2: 189 measured, 188 declared" in cycles.note


@pytest.mark.parametrize(
    ("check", "expected"),
    [
        (
            NetlistCheck(status="pass", messages=9, seed=5, modes=("answers", "random")),
            NetlistGate(verdict="pass", messages=9, detail="answers, random; seed 5"),
        ),
        (
            NetlistCheck(status="fail", messages=3, reason="answers: wrong word"),
            NetlistGate(verdict="fail", messages=3, detail="answers: wrong word"),
        ),
    ],
    ids=["pass", "fail"],
)
def test_netlist_verdict(
    core: Core, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, check: NetlistCheck, expected: NetlistGate
) -> None:
    seen: list[object] = []

    def answer(*given: object, cells: Path) -> NetlistCheck:
        seen.extend(given)
        return check

    monkeypatch.setattr(target_kind, "check_netlist", answer)
    made = Synthesis(status="ok", folder=tmp_path / "made", top="toy", commands=())
    gate = NetlistJob(_keys(core), Record(outcome=made)).make(tmp_path)
    assert gate.model_copy(update={"testbench": expected.testbench}) == expected
    assert seen == [core, tmp_path / "made" / "netlist.v", DEVICE, tmp_path]


def test_netlist_that_could_not_be_simulated_is_no_verdict(
    core: Core, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = _job_with_broken_check(FairhashError("no model of cell X"), core, tmp_path, monkeypatch)
    with pytest.raises(FairhashError, match="no model of cell X"):
        job.work(tmp_path)


def test_netlist_that_takes_too_much_memory_is_an_outcome(
    core: Core, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is stored, as it would be the same again."""
    job = _job_with_broken_check(MemoryLimitExceeded("pyosys", 110, tmp_path), core, tmp_path, monkeypatch)
    gate = job.work(tmp_path)
    assert gate == NetlistGate(detail="a simulation was stopped at its limit of 110 MiB of memory")


def _job_with_broken_check(
    error: FairhashError, core: Core, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> NetlistJob:
    def broken(*_arguments: object) -> None:
        raise error

    monkeypatch.setattr("fairhash.netlist.check_netlist.netlist_engine", broken)
    made = Synthesis(status="ok", folder=folder, top="toy", commands=())
    made.verilog_netlist.write_text("", encoding="utf-8")
    return NetlistJob(_keys(core), Record(outcome=made))
