# SPDX-License-Identifier: Apache-2.0
"""Results: their schema, the database that stores them, export and import."""

from fairhash.results.database import Database
from fairhash.results.schema import Result

__all__ = ["Database", "Result"]
