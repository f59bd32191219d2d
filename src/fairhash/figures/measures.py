# SPDX-License-Identifier: Apache-2.0
"""Quantities computed from results. Sources: paper A §4 and §6, paper D Eq. 5."""

import math
from collections.abc import Sequence
from typing import Literal

from fairhash.catalog.cores import all_cores
from fairhash.catalog.device import GATE_EQUIVALENT
from fairhash.catalog.targets import find_counted
from fairhash.results.schema import Result

REFERENCE_ARCHITECTURE = "highspeed"

AreaMeasure = Literal["cells", "luts"]
"""`cells`: logic cells needed. `luts`: the count of the place tool, in which a register beside a used LUT costs nothing
and, where the tool counts registers apart (ECP5, MachXO3), a register alone costs nothing either."""
CELLS: AreaMeasure = "cells"
LUTS: AreaMeasure = "luts"


def throughput_mbit_s(block_bits: int, block_cycles: float, clock_mhz: float, messages_in_flight: int = 1) -> float:
    """Throughput for long messages in Mbit/s: bits of a block over the time between blocks (paper A Eq. 1, D Eq. 5)."""
    return block_bits * messages_in_flight * clock_mhz / block_cycles


def result_throughput_mbit_s(result: Result) -> float | None:
    """Throughput of one run in Mbit/s from its measured cycles and effective clock; None where either is missing.

    The blocks of a core of a tree hash take their share of what the core declares for the tree.
    """
    if result.achieved is None or result.measured_cycles is None:
        return None
    core = all_cores().get(result.core)
    return throughput_mbit_s(
        result.block_bits,
        core.block_cycles if core and core.tree else result.measured_cycles.formula.block,
        result.achieved.effective_mhz,
        result.messages_in_flight,
    )


def area(result: Result, measure: AreaMeasure = CELLS) -> int | None:
    """Area of one run in logic cells, or in gate equivalents on standard cells; None for a run without an area.

    Logic cells needed follow from the stored counts by the rule in the device's file (`[count]`): the counted cells,
    or as many cells as the registers need where that is more. On standard cells, and for a device that has no file,
    the stored area is the answer.
    """
    if result.resources is None:
        return None
    target = find_counted(result.device)
    if measure == LUTS or target is None:
        return result.resources.area_cells
    return target.count.cells_needed(result.resources.area_cells, result.resources.flip_flops)


def throughput_per_area(result: Result, measure: AreaMeasure = CELLS) -> float | None:
    """Mbit/s per logic cell (or gate equivalent) of one run; None where there is no throughput or no area."""
    throughput, cells = result_throughput_mbit_s(result), area(result, measure)
    return throughput / cells if throughput is not None and cells else None


def area_name(unit: str, measure: AreaMeasure) -> str:
    """What one unit of the area is called in a table; `unit` is the result's `area_unit`."""
    return unit if unit == GATE_EQUIVALENT else {"cells": "cell", "luts": "LUT"}[measure]


def reference_core(digest_bits: int) -> str:
    """The core others are divided by: SHA-2 of equal digest on the same device in the same comparison (paper A §6)."""
    return f"sha-{digest_bits}/{REFERENCE_ARCHITECTURE}"


def geometric_mean(values: Sequence[float]) -> float:
    """Mean of ratios, as paper A averages over devices; of positive values, at least one."""
    return math.exp(math.fsum(math.log(value) for value in values) / len(values))
