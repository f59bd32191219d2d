# SPDX-License-Identifier: Apache-2.0
"""The clock found by experiment on placed toys: equal to the static one, or higher where a path is false."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from fairhash.base.errors import FairhashError
from fairhash.catalog.core import Core
from fairhash.features.clock.highest_clock import highest_clock, period_of
from fairhash.netlist.timed.design import TimedDesign
from fairhash.netlist.timed.engine import TimedRun
from fairhash.targets.outcome import Placement
from fairhash.testbench.reference import Reference
from tests.netlist.timed.placed_toys import Words, placed_toy, random_words, timed_toy

PlacedToy = Callable[[str, str], tuple[Core, Placement, TimedDesign]]
REFERENCE: Reference = Words()
DEVICES = ("ecp5-25k-6", "ice40-hx8k")
WORDS = 3000


@pytest.fixture(scope="module")
def placed(tmp_path_factory: pytest.TempPathFactory) -> PlacedToy:
    """A toy on a device, placed once."""
    toys: dict[tuple[str, str], tuple[Core, Placement, TimedDesign]] = {}

    def get(architecture: str, device: str) -> tuple[Core, Placement, TimedDesign]:
        if (architecture, device) not in toys:
            core = timed_toy(architecture)
            toys[architecture, device] = (core, *placed_toy(core, device, tmp_path_factory.mktemp(architecture)))
        return toys[architecture, device]

    return get


@pytest.mark.parametrize("device", DEVICES)
def test_shift_chains_have_one_clock(device: str, placed: PlacedToy, tmp_path: Path) -> None:
    core, placement, design = placed("shift-chain", device)
    assert placement.effective_mhz
    experiment = highest_clock(design, random_words(core, WORDS), REFERENCE, tmp_path)
    assert 1e6 / experiment.period_ps == pytest.approx(placement.effective_mhz, rel=0.01)
    assert experiment.static_rank == 1
    assert experiment.path.ends == design.static.slowest_path(design.static.slowest()).ends
    assert (experiment.below.wrong_captures, experiment.below.first_cycle) == (0, None)
    assert experiment.above.wrong_captures > 0
    assert experiment.mhz <= 1e6 / experiment.period_ps < experiment.mhz + 0.1


@pytest.mark.parametrize("device", DEVICES)
def test_a_false_path_shows_the_gap(device: str, placed: PlacedToy, tmp_path: Path) -> None:
    core, placement, design = placed("false-path", device)
    assert placement.effective_mhz
    experiment = highest_clock(design, random_words(core, WORDS), REFERENCE, tmp_path)
    assert experiment.mhz > 1.1 * placement.effective_mhz
    assert experiment.path.delay_ps == experiment.period_ps < experiment.static_end_ps
    assert experiment.path.delay_ps == sum(step.wire_ps + step.cell_ps for step in experiment.path.steps)


@pytest.mark.parametrize("device", DEVICES)
def test_static_analysis_is_that_of_nextpnr(device: str, placed: PlacedToy) -> None:
    _, placement, design = placed("false-path", device)
    slowest = design.static.slowest()
    assert placement.effective_mhz
    # delays are rounded to whole ps, a few on the path to the other side
    assert design.static.period_ps(slowest) == pytest.approx(1e6 / placement.effective_mhz, abs=5)
    path = design.static.slowest_path(slowest)
    assert path.delay_ps == design.static.period_ps(slowest)
    assert path.delay_ps == sum(step.wire_ps + step.cell_ps for step in path.steps)


def test_bisection_finds_the_same_clock(placed: PlacedToy, tmp_path: Path) -> None:
    """The paper's way: whole simulations, whose registers are compared with those of a slow one."""
    core, _, design = placed("false-path", "ice40-hx8k")
    cases = random_words(core, 500)
    experiment = highest_clock(design, cases, REFERENCE, tmp_path)

    def states(period_ps: int) -> bytes:
        run = TimedRun(tmp_path / "report", tmp_path / "states", period_ps)
        design.simulate(cases, run, REFERENCE, tmp_path, "bisection")
        return (tmp_path / "states").read_bytes()

    right, low, high = states(1_000_000), experiment.period_ps // 2, 4 * experiment.period_ps
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if states(middle) == right else (middle, high)
    assert high == experiment.period_ps


def test_two_clocks_are_refused(placed: PlacedToy, tmp_path: Path) -> None:
    core, _, design = placed("shift-chain", "ice40-hx8k")
    other = replace(design, core=core.model_copy(update={"io_ratio": 2}))
    with pytest.raises(FairhashError, match="two clocks"):
        highest_clock(other, random_words(core, 10), REFERENCE, tmp_path)


def test_a_period_is_rounded_to_the_safe_side() -> None:
    assert period_of(100.0) == 10_000
    assert period_of(176.4) == 5668
