# SPDX-License-Identifier: Apache-2.0
"""The keys of a core on whatever it is implemented on."""

from collections.abc import Mapping

from fairhash.catalog.core import Core
from fairhash.catalog.device import CellLibrary
from fairhash.catalog.recipe import Recipe
from fairhash.catalog.target import Estimate, Target, VendorDevice
from fairhash.runs.facts import Bench, CellKeys, CoreKeys, Keys
from fairhash.runs.other_facts import EstimateKeys, VendorKeys


def keys_of(core: Core, device: Target, recipe: Recipe, builds: Mapping[str, str], bench: Bench) -> CoreKeys:
    """Those of the kind the device is, with the recipe's limits for this core."""
    recipe = recipe.with_timeout_factor(core.patience)
    match device:
        case CellLibrary():
            return CellKeys(core, device, recipe, builds, bench)
        case Estimate():
            return EstimateKeys(core, device, recipe, builds, bench)
        case VendorDevice():
            return VendorKeys(core, device, recipe, builds, bench)
    return Keys(core, device, recipe, builds, bench)
