# SPDX-License-Identifier: Apache-2.0
"""What a result is, where results are kept, and how they travel."""

from fairhash.results.database import Database
from fairhash.results.schema import Result

__all__ = ["Database", "Result"]
