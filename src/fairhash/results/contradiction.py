# SPDX-License-Identifier: Apache-2.0
"""What a row of results claims that contradicts its other fields: such a row was not measured."""

import math
from collections.abc import Iterator

from fairhash.catalog.targets import targets
from fairhash.results.schema import Clocks, Result

_TOLERANCE = 1e-6
"""Relative difference up to which two numbers agree: figures are stored as computed, not rounded."""
_ROUNDED = 0.01
"""The same for delays, whose parts some tools round to 1 ps."""


def contradiction(result: Result) -> str:
    """The first field that contradicts another, with the value that follows from the others; empty if there is none."""
    return next(_contradictions(result), "")


def _contradictions(result: Result) -> Iterator[str]:
    if result.core.split("/")[0] != result.algorithm:
        yield f"algorithm: {result.algorithm} is not that of the core {result.core}"
    if result.key == result.series:
        yield "series: equal to the key, which depends on the seed too"
    target = targets().get(result.device)
    if target and target.family != result.device_family:
        yield f"device_family: {result.device} is of the family {target.family}"
    yield from _clocks("requested", result.requested, result.io_ratio)
    if result.achieved:
        yield from _clocks("achieved", result.achieved, result.io_ratio)
    resources = result.resources
    if resources and not resources.area_cells and resources.luts + resources.flip_flops:
        yield "resources.area_cells: no cells, although there are LUTs or flip-flops"
    measured = result.measured_cycles
    if measured:
        declared = tuple(measured.formula.cycles(blocks, result.io_ratio) for blocks in measured.blocks)
        if declared != measured.cycles:
            yield f"measured_cycles.cycles: {_short(measured.cycles)}, by the formula {_short(declared)}"
    path = result.critical_path
    if path and not math.isclose(path.delay_ns, path.logic_ns + path.routing_ns, rel_tol=_ROUNDED, abs_tol=_ROUNDED):
        yield f"critical_path.delay_ns: {path.delay_ns:g}, logic and routing are {path.logic_ns + path.routing_ns:g}"
    yield from _power(result)


def _clocks(name: str, clocks: Clocks, io_ratio: int) -> Iterator[str]:
    """Whether the effective clock follows from the two; with two clocks paths between them may limit it further."""
    both = [clocks.clk_mhz, clocks.io_clk_mhz / io_ratio if clocks.io_clk_mhz else None]
    known = [clock for clock in both if clock is not None]
    if not known:
        return
    least, effective = min(known), clocks.effective_mhz
    too_low = io_ratio == 1 and effective < least and not _agree(effective, least)
    if too_low or (effective > least and not _agree(effective, least)):
        yield f"{name}.effective_mhz: {effective:g}, by the clocks {least:g}"


def _power(result: Result) -> Iterator[str]:
    power = result.power
    if power is None:
        return
    total = power.switching_mw + power.internal_mw + power.clock_mw + power.leakage_mw
    if not _agree(power.total_mw, total):
        yield f"power.total_mw: {power.total_mw:g}, the sum of its parts is {total:g}"
    if result.achieved and power.bits:
        # mW by MHz is nJ
        energy = 1e3 * power.total_mw * power.cycles / result.achieved.effective_mhz / power.bits
        if not _agree(power.pj_per_bit, energy):
            yield f"power.pj_per_bit: {power.pj_per_bit:g}, by power and clock {energy:g}"


def _agree(one: float, other: float) -> bool:
    return math.isclose(one, other, rel_tol=_TOLERANCE, abs_tol=_TOLERANCE)


def _short(numbers: tuple[int, ...]) -> str:
    return f"{', '.join(map(str, numbers))[:60]}"
