# SPDX-License-Identifier: Apache-2.0
"""Measures the speed of the software models on one thread, and of OpenSSL's SHA3-256 for comparison."""

from fairhash.models.bench.speeds import QUICK, SIZES, THOROUGH, Effort, Run, Setting, Speed, measure

__all__ = ["QUICK", "SIZES", "THOROUGH", "Effort", "Run", "Setting", "Speed", "measure"]
