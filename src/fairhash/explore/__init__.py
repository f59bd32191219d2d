# SPDX-License-Identifier: Apache-2.0
"""Searches over options of the tools, requested clocks and seeds, and how they compare (docs/searching.md)."""

from fairhash.explore.objective import Objective, objectives
from fairhash.explore.search import Found, Search, explore
from fairhash.explore.strategies import STRATEGIES

__all__ = ["STRATEGIES", "Found", "Objective", "Search", "explore", "objectives"]
