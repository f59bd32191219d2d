# SPDX-License-Identifier: Apache-2.0
"""The estimates that exist: one data file each in devices/estimate/."""

from functools import cache
from pathlib import Path

from fairhash.catalog.datafile import read_named
from fairhash.catalog.estimate import Estimate

_FOLDER = Path(__file__).resolve().parents[1] / "devices" / "estimate"


@cache
def _estimates() -> dict[str, Estimate]:
    return read_named(_FOLDER, Estimate, "see docs/estimates.md")


def estimates() -> dict[str, Estimate]:
    """Every estimate by id, sorted."""
    return dict(_estimates())


def find_estimate(name: str) -> Estimate | None:
    """The estimate called `name`, by its id or one of its further names."""
    for found in _estimates().values():
        if name == found.id or name in found.also:
            return found
    return None
