# SPDX-License-Identifier: Apache-2.0
"""The checksum of a row of the results table, which shows a row that was changed after it was stored."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

CHECKED = ("key", "series", "core", "algorithm", "device", "recipe", "seed", "status", "verdict", "date", "body")
"""The columns that the checksum covers: all others. The order is part of the checksum."""


def row_checksum(row: Mapping[Any, Any]) -> str:
    """SHA-256 of a row's columns, 64 hexadecimal digits."""
    text = json.dumps([row[name] for name in CHECKED], ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
