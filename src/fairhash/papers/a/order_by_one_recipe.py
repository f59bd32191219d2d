# SPDX-License-Identifier: Apache-2.0
"""Whether the orders of Tables 5 to 10 differ if all cores have one recipe."""

from fairhash.papers.a.candidates import ALL, Bits
from fairhash.papers.a.normalised_values import MEASURE_NAMES, NormalisedValues, Ranking, overall
from fairhash.papers.orders import order_line
from fairhash.papers.our_results import OurResults


def ranking_line(by_rule: Ranking, by_recipe: Ranking) -> str:
    """Return the line of one of Tables 8 to 10."""
    rule, recipe = ({name: each.value for name, each in one.overalls.items()} for one in (by_rule, by_recipe))
    return order_line(MEASURE_NAMES[by_rule.measure][0], rule, recipe, smallest_first=by_rule.measure == "area")


def table_5_line(by_rule: NormalisedValues, by_recipe: NormalisedValues) -> str:
    """Return the line of Table 5, by the quotient of throughput per area."""
    rule, recipe = (
        {
            candidate.name: mean["ratio"].value
            for candidate in ALL
            if (mean := overall(values.large_over_small(candidate), values.ours.overall_devices))
            and mean["ratio"].is_known
        }
        for values in (by_rule, by_recipe)
    )
    return order_line("512 over 256 bits in throughput per area", rule, recipe, smallest_first=False)


def clock_line(by_rule: OurResults, by_recipe: OurResults, bits: Bits) -> str:
    """Return the line of Table 6, by the clock on the first device."""
    device = by_rule.family_devices[0]
    rule, recipe = (
        {
            candidate.name: figure.clock_mhz.median
            for candidate in ALL
            if (figure := ours.known_figure(candidate.core(bits), device)) and figure.clock_mhz
        }
        for ours in (by_rule, by_recipe)
    )
    return order_line(f"clock on {device}", rule, recipe, smallest_first=False)
