# SPDX-License-Identifier: Apache-2.0
"""What the areas and clocks of Table II say of one another, in sentences made of computed numbers."""

from fairhash.analysis.published import number, printed_table
from fairhash.papers.d.areas import SLICE_FLIP_FLOPS, SLICE_LUT6, slices, structures
from fairhash.papers.d.fpga import printed_cases
from fairhash.papers.d.structure import LUT6_ROUND, Structure, from_approach

FAMILY = "Virtex 6"
"""Of Table II; rows of Table III on it may stand beside its cases."""


def findings() -> tuple[str, ...]:
    """Areas, what they do to the efficiency, clocks."""
    return (*_areas(), _efficiency(), _clocks())


def room(case: str) -> int:
    """Six-input tables that the printed slices have besides the case's rounds, at most."""
    return SLICE_LUT6 * slices()[case] - structures()[case].lut6


def needed(case: str, like: str) -> int:
    """Slices for the case's rounds and as much besides them as another case has room for."""
    return -(-(room(like) + structures()[case].lut6) // SLICE_LUT6)


def _areas() -> tuple[str, ...]:
    built, printed = structures(), slices()
    small = [case for case in built if room(case) < 0 or built[case].flip_flops > SLICE_FLIP_FLOPS * printed[case]]
    none = "no printed area"
    like_i = [
        f"{needed(case, 'I')} slices in case {case} "
        f"(print {printed[case]}, {printed[case] / needed(case, 'I'):.2f} times that)"
        for case in built
        if case != "I"
    ]
    ranks_v = built["V"].flip_flops - built["II"].flip_flops
    return (
        f"By itself {'the area of case ' + ', '.join(small) if small else none} is too small for what the case must "
        "hold. Beside one another they do not agree.",
        f"Case I has room for {room('I')} six-input tables besides its round. With as many besides theirs, the others "
        f"need {', '.join(like_i)}.",
        f"Case II has room for {room('II')} besides one round, case V for {room('V')} besides two. With the rest of "
        f"case II, case V would need {needed('V', 'II')} slices; print adds {printed['V'] - printed['II']} for a "
        f"second round ({LUT6_ROUND} tables) and two ranks ({ranks_v} flip-flops).",
        f"Case III has the logic of case IV and {built['IV'].flip_flops - built['III'].flip_flops} flip-flops less, "
        f"and is printed {printed['III'] - printed['IV']} slices larger. Case V has "
        f"{built['V'].flip_flops - built['IV'].flip_flops} flip-flops more than case IV and is printed "
        f"{printed['IV'] - printed['V']} slices smaller.",
    )


def _efficiency() -> str:
    printed = slices()
    mbit_s = {case: 1000 * number(row["throughput_gbit_s"]) for case, row in printed_cases().items()}
    as_printed, as_needed = mbit_s["II"] / printed["II"], mbit_s["II"] / needed("II", "I")
    case_v = mbit_s["V"] / printed["V"]
    return (
        f"It matters: with {needed('II', 'I')} slices case II would give {as_needed:.2f} Mbit/s per slice instead of "
        f"{as_printed:.2f}, and case V would be {case_v / as_needed:.2f} times as efficient instead of "
        f"{case_v / as_printed:.2f}. A slice counts as soon as any part of it is used, so an area too large may be "
        "loose packing; none is proved impossible."
    )


def ring_clock_mhz() -> float:
    """Printed clock of the core of Table III with the approach of case IV, on the family of Table II."""
    wanted = _kind(structures()["IV"])
    (row,) = [
        row
        for row in printed_table("D", 3)
        if row["device"] == FAMILY and _kind(from_approach(row["approach"])) == wanted
    ]
    return number(row["fmax_mhz"])


def _kind(built: Structure) -> tuple[int, int]:
    return built.unrolled, built.ranks


def _clocks() -> str:
    fmax = {case: number(row["fmax_mhz"]) for case, row in printed_cases().items()}
    ring = ring_clock_mhz()
    return (
        f"Clocks: case IV has one round between registers, as case I has, and prints {fmax['IV']:.0f} MHz against "
        f"{fmax['I']:.0f}. The core of Table III with the approach of case IV, on the same family, prints {ring:.0f} "
        f"MHz, {ring / fmax['IV']:.1f} times case IV and {ring / fmax['I']:.1f} times case I. Case V at "
        f"{fmax['V']:.0f} MHz, with a part of a round between registers, is slower than that one with a whole round. "
        "So its ratio to case I says as much about case I as about case V."
    )
