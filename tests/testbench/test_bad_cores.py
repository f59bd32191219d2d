# SPDX-License-Identifier: Apache-2.0
"""Every known-bad core is caught by the mode meant for it, and its right twin passes everything."""

from pathlib import Path

import pytest

from fairhash.testbench.modes import MODES
from fairhash.testbench.report import VerifyReport
from fairhash.testbench.verification import verify
from tests.testbench.toys import TOY, Bad, EngineName, bad_cores, options, toy_core

BAD = bad_cores()
OF_THE_ISSUE = ("swapped-constant", "lost-word", "wrong-last-block", "stuck-ready")


def _mode_for(bad: Bad) -> str:
    return next(mode.name for mode in MODES.values() if bad.name in mode.catches)


def _check(bad: Bad, folder: Path, engine: EngineName) -> VerifyReport:
    mode = _mode_for(bad)
    report = verify(bad.core(folder), options(mode, *bad.passes, engine=engine, random=bad.random), reference=TOY)
    verdicts = {result.mode: result.verdict for result in report.modes}
    assert verdicts == {mode: "fail", **dict.fromkeys(bad.passes, "pass")}
    failure = next(result.failure for result in report.modes if result.mode == mode)
    assert failure is not None
    assert failure.kind in bad.verdicts
    return report


@pytest.mark.parametrize("architecture", ["plain", "two-clocks", "turns"])
@pytest.mark.parametrize("engine", ["fast", "vhdl"])
def test_the_correct_core_passes_all_modes(architecture: str, engine: EngineName) -> None:
    report = verify(toy_core(architecture), options(engine=engine), reference=TOY)
    assert report.ok, report.text()
    assert [result.mode for result in report.modes] == list(MODES)
    assert all(result.messages for result in report.modes)


def test_every_bad_core_belongs_to_one_mode() -> None:
    caught = [name for mode in MODES.values() for name in mode.catches]
    assert sorted(caught) == sorted(BAD)
    assert all(mode.catches for mode in MODES.values())


@pytest.mark.parametrize("name", sorted(BAD))
def test_each_bad_core_is_detected(name: str, tmp_path: Path) -> None:
    """On the VHDL engine, or on the fast one where the fault needs too many cycles."""
    _check(BAD[name], tmp_path, BAD[name].engine)


@pytest.mark.parametrize("name", [*OF_THE_ISSUE, "missing-reset", "valid-follows-ready"])
def test_the_fast_engine_detects_bad_cores(name: str, tmp_path: Path) -> None:
    _check(BAD[name], tmp_path, "fast")
