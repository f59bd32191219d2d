# SPDX-License-Identifier: Apache-2.0
"""Results: their schema, the folders that store them, queries, export and import."""

from fairhash.results.results_folder import ResultsFolder, own_results
from fairhash.results.schema import Result

__all__ = ["Result", "ResultsFolder", "own_results"]
