# SPDX-License-Identifier: Apache-2.0
"""Runs of cores on targets: stored outcomes are reused, jobs run in parallel, interrupted sweeps can be continued."""

from fairhash.bench.implementing import implement
from fairhash.bench.jobs import Progress

__all__ = ["Progress", "implement"]
