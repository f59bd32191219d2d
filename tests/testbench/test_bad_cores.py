# SPDX-License-Identifier: Apache-2.0
"""Every known-bad core is caught by the mode meant for it, and its right twin passes everything."""

import random
from pathlib import Path

import pytest

from fairhash.catalog.core import Core
from fairhash.catalog.external_core import ExternalCore
from fairhash.testbench import plans
from fairhash.testbench.modes import MODES
from fairhash.testbench.plans import Setup
from fairhash.testbench.report import VerifyReport
from fairhash.testbench.verification import untested_modes, verify
from tests.testbench.toys import RANDOM, SEED, TOY, Bad, EngineName, bad_cores, options, toy_core

BAD = bad_cores()
OF_THE_ISSUE = ("swapped-constant", "lost-word", "wrong-last-block", "stuck-ready")


def _mode_for(bad: Bad) -> str:
    return next(mode.name for mode in MODES.values() if bad.name in mode.catches)


def _check(bad: Bad, folder: Path, engine: EngineName) -> VerifyReport:
    """Verify a known-bad core; its mode must fail, and the modes that cannot show the error must pass."""
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


@pytest.mark.parametrize("engine", ["fast", "vhdl"])
def test_a_core_is_reset_for_as_long_as_it_declares(engine: EngineName, tmp_path: Path) -> None:
    """The toy whose counter is set back in the second cycle of a reset: wrong at the default of one, right at two."""
    core = BAD["long-reset-needed"].core(tmp_path)
    assert core.reset_cycles == 1
    assert not verify(core, options("reset", engine=engine), reference=TOY).ok
    declared = core.model_copy(update={"reset_cycles": 2})
    report = verify(declared, options("reset", engine=engine), reference=TOY)
    assert report.ok, report.text()


@pytest.mark.parametrize("declared", [1, 3, 9])
def test_resets_have_the_declared_length_and_more(declared: int) -> None:
    """The first reset, at power-up, and some later ones have exactly the declared length; none is shorter."""
    core = toy_core().model_copy(update={"reset_cycles": declared})
    setup = Setup(core, TOY, random.Random(SEED), RANDOM, "fast")
    resets = [case.reset for case in plans.resets(setup)]
    assert resets[0] == declared
    assert set(resets) == {declared, declared + 1, declared + 2, declared + 5, declared + 37}
    held = {case.during for case in plans.resets(setup) if case.reset == declared}
    assert held == set(range(8)), "every combination of the other inputs, also in the shortest reset"
    assert {case.reset for case in plans.cycles(setup)} == {max(4, declared)}


def test_a_core_for_messages_in_one_segment() -> None:
    """No mode that is run cuts a message, several would otherwise, and the mode that does is reported as untested."""

    def cutting(core: Core) -> set[str]:
        setups = {name: Setup(core, TOY, random.Random(5), 60, "fast") for name in MODES}
        cases = [(name, case) for name, mode in MODES.items() for case in mode.cases(setups[name])]
        return {name for name, case in cases for one in case.messages if len(one.segments or ()) > 1}

    core = toy_core()
    facts = ExternalCore(top=core.entity, home=core.home, description=core.source, segments=False)
    declared = core.model_copy(update={"external": facts})
    assert cutting(core) == {"segments", "stalls", "back-to-back", "reset", "counters"}
    assert cutting(declared) == {"segments"}
    assert untested_modes(declared) == ("segments",)
