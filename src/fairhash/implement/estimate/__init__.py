# SPDX-License-Identifier: Apache-2.0
"""Area on families that no open tool places; docs/estimates.md says what it is worth."""

from fairhash.implement.estimate.mapping import REASON, estimated_area, map_estimate
from fairhash.implement.estimate.registry import estimates, find_estimate

__all__ = ["REASON", "estimated_area", "estimates", "find_estimate", "map_estimate"]
