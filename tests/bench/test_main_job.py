# SPDX-License-Identifier: Apache-2.0
"""./run's job with made-up verification and implementation: what is remembered, and what stops it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from fairhash.bench import implementing
from fairhash.bench.elaboration import Elaboration
from fairhash.bench.implementing import main_job
from fairhash.bench.keys import digest
from fairhash.bench.workspace import Workspace
from fairhash.catalog.core import Core
from fairhash.catalog.device import Device
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.recipes import MAIN_RECIPE
from fairhash.catalog.targets import find_device
from fairhash.testbench.report import VerifyReport
from fairhash.testbench.verification import VerifyOptions

_CORES = ("keccak-256/highspeed", "keccak-512/highspeed")


@dataclass
class Bench:
    """Counts what is asked of it; `wrong` names cores that fail."""

    wrong: set[str] = field(default_factory=set)
    verified: list[str] = field(default_factory=list)
    implemented: list[tuple[str, ...]] = field(default_factory=list)
    recipes: set[str] = field(default_factory=set)

    def verify(self, core: Core, _options: VerifyOptions) -> VerifyReport:
        """A report of one mode."""
        self.verified.append(core.name)
        verdict = "fail" if core.name in self.wrong else "pass"
        mode = {"mode": "answers", "verdict": verdict, "messages": 1, "seconds": 0.0}
        report = {"core": core.name, "engine": "fast", "seed": 0, "seconds": 0.0, "modes": [mode]}
        return VerifyReport.model_validate(report)

    def implement(self, cores: Sequence[Core], _device: Device, recipe: Recipe, *_rest: object) -> list[object]:
        """No results."""
        self.recipes.add(recipe.name)
        self.implemented.append(tuple(core.name for core in cores))
        return []


@pytest.fixture
def verilog() -> list[str]:
    """Stands for the cores' Verilog, to be changed by a test."""
    return ["1"]


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, verilog: list[str]) -> Bench:
    """The job with a store of its own."""
    bench = Bench()
    monkeypatch.setenv("FAIRHASH_BUILD", str(tmp_path))

    def elaboration(_workspace: Workspace, core: Core, ghdl: str) -> Elaboration:
        return Elaboration(verilog=digest([core.name, verilog]))

    monkeypatch.setattr(implementing, "CORES", _CORES)
    monkeypatch.setattr(implementing, "verify", bench.verify)
    monkeypatch.setattr(implementing, "implement", bench.implement)
    builds = {"ghdl": "1", "pyosys": "1", find_device(implementing.DEVICE).place.package: "1"}
    monkeypatch.setattr(Workspace, "tool_builds", lambda _workspace, _target: builds)
    monkeypatch.setattr(Workspace, "elaboration", elaboration)
    return bench


def test_verdicts_are_remembered(bench: Bench) -> None:
    """The second call verifies nothing and says the same."""
    first = main_job()
    second = main_job()
    assert first.reports == second.reports
    assert sorted(bench.verified) == sorted(_CORES)
    assert bench.implemented == [_CORES, _CORES]
    assert bench.recipes == {MAIN_RECIPE}


def test_other_verilog_is_verified_again(bench: Bench, verilog: list[str]) -> None:
    """The key of a verdict holds the Verilog that was simulated."""
    main_job()
    verilog[0] = "2"
    main_job()
    assert sorted(bench.verified) == sorted(_CORES * 2)


def test_a_wrong_core_is_not_implemented(bench: Bench) -> None:
    """Verification is a gate."""
    bench.wrong = {_CORES[1]}
    done = main_job()
    assert not done.ok
    assert [report.ok for report in done.reports] == [True, False]
    assert bench.implemented == []
