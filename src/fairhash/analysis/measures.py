# SPDX-License-Identifier: Apache-2.0
"""Quantities computed from results. Sources: paper A §4 and §6, paper D Eq. 5."""

import math
from collections.abc import Sequence

from fairhash.results.schema import Result

REFERENCE_ARCHITECTURE = "highspeed"


def throughput_mbit_s(block_bits: int, block_cycles: int, clock_mhz: float, messages_in_flight: int = 1) -> float:
    """Throughput for long messages in Mbit/s: bits of a block over the time between blocks (paper A Eq. 1, D Eq. 5)."""
    return block_bits * messages_in_flight * clock_mhz / block_cycles


def result_throughput_mbit_s(result: Result) -> float | None:
    """Throughput of one run in Mbit/s from its measured cycles and effective clock; None where either is missing."""
    if result.achieved is None or result.measured_cycles is None:
        return None
    return throughput_mbit_s(
        result.block_bits,
        result.measured_cycles.formula.block,
        result.achieved.effective_mhz,
        result.messages_in_flight,
    )


def reference_core(digest_bits: int) -> str:
    """The core others are divided by: SHA-2 of equal digest on the same device in the same comparison (paper A §6)."""
    return f"sha-{digest_bits}/{REFERENCE_ARCHITECTURE}"


def geometric_mean(values: Sequence[float]) -> float:
    """Mean of ratios, as paper A averages over devices; of positive values, at least one."""
    return math.exp(math.fsum(math.log(value) for value in values) / len(values))
