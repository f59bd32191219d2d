# SPDX-License-Identifier: Apache-2.0
"""Made-up runs of paper D's cores; the figures are round, so that what follows from them can be worked by hand."""

from collections.abc import Sequence

from fairhash.results.schema import Resources, Result
from tests.results.samples import sample

SHAPES = {
    "highspeed": (1, 24),
    "case-1": (1, 24),
    "case-1-wide": (1, 24),
    "case-2": (2, 48),
    "case-3": (1, 12),
    "case-4": (2, 24),
    "case-5": (4, 48),
    "sums-2": (2, 48),
    "pipelined-3": (3, 24),
    "subpipelined-3": (3, 72),
}
"""Messages in flight and cycles of a block."""


def several(
    architecture: str,
    clocks_mhz: Sequence[float],
    cells: int,
    flip_flops: int = 2000,
    *,
    algorithm: str = "keccak-512",
    device: str = "ecp5-85k-8",
    unit: str = "TRELLIS_COMB",
    recipe: str = "default",
) -> list[Result]:
    """One run for each clock, with seeds 1, 2, ..."""
    messages, cycles = SHAPES[architecture]
    return [
        sample(
            f"{algorithm}/{architecture}",
            clock,
            seed=seed,
            block_bits=576 if algorithm == "keccak-512" else 1088,
            block_cycles=cycles,
            device=device,
            area_unit=unit,
            recipe=recipe,
            messages_in_flight=messages,
            resources=Resources(area_cells=cells, luts=cells, flip_flops=flip_flops),
        )
        for seed, clock in enumerate(clocks_mhz, 1)
    ]


def cells_run(architecture: str, clock_mhz: float, area_ge: int, device: str = "osu018") -> list[Result]:
    """The one run there is of a core in standard cells, by the recipe of all cores."""
    return several(architecture, (clock_mhz,), area_ge, device=device, unit="GE", recipe="best")
