# SPDX-License-Identifier: Apache-2.0
"""Searches over tool options and seeds (docs/searching.md)."""

from fairhash.studies.explore.search import Search, SearchResult, explore
from fairhash.studies.explore.strategies import STRATEGIES, Objective, objectives

__all__ = ["STRATEGIES", "Objective", "Search", "SearchResult", "explore", "objectives"]
