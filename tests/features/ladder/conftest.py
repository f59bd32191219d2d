# SPDX-License-Identifier: Apache-2.0
"""A checkout of its own for each test."""

from tests.bench.conftest import checkout, core, fake, store

__all__ = ["checkout", "core", "fake", "store"]
