# SPDX-License-Identifier: Apache-2.0
"""From a core to measured area and clock: elaborate, synthesise, place and route."""

from fairhash.implement.builds import tool_builds
from fairhash.implement.placement import Placement, place, place_request
from fairhash.implement.registry import DEFAULT_RECIPE, MAIN_RECIPE, devices, find_device, find_recipe, recipes
from fairhash.implement.synthesis import Synthesis, synthesis_commands, synthesise

__all__ = [
    "DEFAULT_RECIPE",
    "MAIN_RECIPE",
    "Placement",
    "Synthesis",
    "devices",
    "find_device",
    "find_recipe",
    "place",
    "place_request",
    "recipes",
    "synthesis_commands",
    "synthesise",
    "tool_builds",
]
