# SPDX-License-Identifier: Apache-2.0
"""Why values of ours depart from paper C, computed from the results that the values are made of."""

from statistics import median

from fairhash.papers.c.evidence import PAIR, PAPER_ARCHITECTURE, Evidence, logic_share
from fairhash.papers.differences import Explanation

_COUNTER_BITS = {"sha-1": 32, "sha-512": 2 * 64}
"""Bits of 5-to-3 counters in a round: one counter of SHA-1's word, two of SHA-512's (paper C, Sect. 4)."""


def area(evidence: Evidence, device: str) -> Explanation | None:
    """Return what SHA-512's cells over SHA-1's consist of, or None if one of the two is not known."""
    small, large = (evidence.ours.known_figure(f"{name}/{PAPER_ARCHITECTURE}", device) for name in PAIR)
    if not (
        small and large and small.area_cells and small.luts and small.flip_flops and large.luts and large.flip_flops
    ):
        return None
    luts, registers = large.luts.median / small.luts.median, large.flip_flops.median / small.flip_flops.median
    bits = _COUNTER_BITS["sha-512"] / _COUNTER_BITS["sha-1"]
    text = (
        f"SHA-512 has {registers:.2f} times the registers and {luts:.2f} times the LUTs: a round has {bits:.0f} times "
        "the bits of 5-to-3 counters, two counters of 64 bits and one of 32, and the counters are LUTs here."
    )
    blocks = evidence.ours.known_figure(f"sha-512/{PAPER_ARCHITECTURE}-block-ram", device)
    if blocks and blocks.area_cells:
        text += (
            f" With its constants in block RAM, as in the paper, the factor is "
            f"{blocks.area_cells.median / small.area_cells.median:.2f}."
        )
    return Explanation(text, f"{_source(device)}: resources of {_names()}")


def wires(evidence: Evidence, device: str) -> Explanation | None:
    """Return how the wires' part of a critical path compares with that of all cores of paper C on the device.

    None if fewer than five other cores are known and have a critical path.
    """
    figures = [each for each in evidence.ours.shown_figures if each.first.device == device and not each.preliminary]
    shares = [100 * (1 - share) for each in figures if (share := logic_share(each)) is not None and share < 1]
    if len(shares) <= len(PAIR) + 3:
        return None
    text = (
        f"A property of the device, not of the core: the {len(shares)} known cores of this paper on it have "
        f"{min(shares):.0f} to {max(shares):.0f} % of the slowest path in wires, median {median(shares):.0f} %."
    )
    return Explanation(text, f"{_source(device)}: critical_path of these cores")


def _names() -> str:
    return " and ".join(f"{name}/{PAPER_ARCHITECTURE}" for name in PAIR)


def _source(device: str) -> str:
    return f"results/{device}.jsonl"
