# SPDX-License-Identifier: Apache-2.0
"""Searches over options of the tools, requested clocks and seeds, and how they compare (docs/searching.md)."""

from fairhash.explore.objective import OBJECTIVES, Objective
from fairhash.explore.search import Found, Search, explore
from fairhash.explore.strategies import STRATEGIES

__all__ = ["OBJECTIVES", "STRATEGIES", "Found", "Objective", "Search", "explore"]
