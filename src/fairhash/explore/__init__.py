# SPDX-License-Identifier: Apache-2.0
"""Searches over tool options and seeds (docs/searching.md)."""

from fairhash.explore.objective import Objective, objectives
from fairhash.explore.search import Search, SearchResult, explore
from fairhash.explore.strategies import STRATEGIES

__all__ = ["STRATEGIES", "Objective", "Search", "SearchResult", "explore", "objectives"]
