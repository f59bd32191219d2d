# SPDX-License-Identifier: Apache-2.0
"""Runs of cores: nothing twice, on all processors or machines, and an interrupted sweep goes on where it stopped."""

from fairhash.runs.implementing import implement
from fairhash.runs.progress import Progress

__all__ = ["Progress", "implement"]
