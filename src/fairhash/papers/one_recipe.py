# SPDX-License-Identifier: Apache-2.0
"""Whether cores have the same order by the recipes of the rule and by one recipe for all of them."""

from collections.abc import Mapping

from fairhash.catalog.recipes import MAIN_RECIPE

_NEEDED = 2


def order_line(what: str, by_rule: Mapping[str, float], by_recipe: Mapping[str, float], *, smallest_first: bool) -> str:
    """Return one line that says whether the order of the cores differs.

    Args:
        what: the value by which the cores are ordered.
        by_rule: its known values, each core by the recipe that the rule chose.
        by_recipe: its known values by the recipe MAIN_RECIPE.
        smallest_first: whether the smallest value is the best.
    """
    names = [name for name in by_rule if name in by_recipe]
    if len(names) < _NEEDED:
        number = "1 core is" if len(names) == 1 else f"{len(names)} cores are"
        return (
            f"Order by recipe `{MAIN_RECIPE}` for all cores, by {what}: not measured; {number} known by "
            "both the rule and that recipe."
        )
    sign = 1 if smallest_first else -1
    rule = sorted(names, key=lambda name: sign * by_rule[name])
    recipe = sorted(names, key=lambda name: sign * by_recipe[name])
    if rule == recipe:
        return (
            f"Order by recipe `{MAIN_RECIPE}` for all cores, by {what}: the same, of {len(names)} cores known by both."
        )
    differing = [f"{one} / {other}" for one, other in zip(rule, recipe, strict=True) if one != other]
    return (
        f"Order by recipe `{MAIN_RECIPE}` for all cores, by {what}: differs at {len(differing)} of {len(names)} ranks "
        f"of the cores known by both (rule / `{MAIN_RECIPE}`): {', '.join(differing)}."
    )
