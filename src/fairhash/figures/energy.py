# SPDX-License-Identifier: Apache-2.0
"""Energy on standard cells: of long messages and of short ones, at the achieved clock and at a common one.

Dynamic energy is the same at every clock; a slower clock adds leakage, which lasts longer. Glitches are
in none of these values, wires and clock trees only in those of routed netlists (docs/standard-cells.md).
"""

from fairhash.figures.figures import Figure
from fairhash.results.schema import Power

COMMON_CLOCK_MHZ = 10.0
"""The clock at which energies of cores with different clocks are compared: all cores reach it on all libraries."""


def pj_per_bit(figure: Figure) -> float | None:
    """Energy for one bit of a long message in pJ at the achieved clock; None where it was not measured."""
    power = _power(figure)
    return power.pj_per_bit if power else None


def common_clock_pj_per_bit(figure: Figure) -> float | None:
    """Energy for one bit of a long message in pJ at COMMON_CLOCK_MHZ; None where it was not measured."""
    power = _power(figure)
    clock = figure.clock_mhz
    if power is None or clock is None:
        return None
    dynamic_mw = power.switching_mw + power.internal_mw + power.clock_mw
    # milliwatts times microseconds are nanojoules
    nj = (dynamic_mw / clock.median + power.leakage_mw / COMMON_CLOCK_MHZ) * power.cycles
    return 1000 * nj / power.bits


def short_message_pj(figure: Figure) -> float | None:
    """Energy of one message of the fewest blocks in pJ at the achieved clock; None where it was not measured."""
    power = _power(figure)
    return power.short_message.pj if power and power.short_message else None


def _power(figure: Figure) -> Power | None:
    """The power of the first run that has one: standard cells have one run."""
    return next((run.power for run in figure.succeeded if run.power), None)
