# SPDX-License-Identifier: Apache-2.0
"""Energy at the achieved clock and at the common one, from powers whose energies are known by hand."""

import pytest

from fairhash.figures import energy
from fairhash.figures.figures import Figure, figures
from fairhash.results.schema import Power, ShortMessage
from tests.results.samples import sample


def _figure(power: Power | None) -> Figure:
    """One run at 500 MHz: a cycle takes 2 ns."""
    (figure,) = figures([sample(clock_mhz=500, device="osu018", area_unit="GE", seed=0, power=power)])
    return figure


def test_a_slower_clock_adds_leakage_only() -> None:
    """1000 cycles of 2 ns hash 4000 bits. 9 mW of dynamic power are 18 nJ at every clock, 1 mW of leakage is 2 nJ.

    At 10 MHz the cycles take 100 us, in which leakage is 100 nJ.
    """
    power = Power(
        total_mw=10, switching_mw=5, internal_mw=3, clock_mw=1, leakage_mw=1, pj_per_bit=5, cycles=1000, bits=4000
    )
    figure = _figure(power)
    assert energy.pj_per_bit(figure) == pytest.approx((18 + 2) * 1000 / 4000)
    assert energy.common_clock_pj_per_bit(figure) == pytest.approx((18 + 100) * 1000 / 4000)
    assert energy.short_message_pj(figure) is None
    short = power.model_copy(update={"short_message": ShortMessage(pj=123, blocks=1, cycles=80, bits=400)})
    assert energy.short_message_pj(_figure(short)) == 123


def test_a_run_without_power_has_no_energy() -> None:
    figure = _figure(None)
    assert energy.pj_per_bit(figure) is None
    assert energy.common_clock_pj_per_bit(figure) is None
    assert energy.short_message_pj(figure) is None
