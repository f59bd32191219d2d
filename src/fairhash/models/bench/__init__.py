# SPDX-License-Identifier: Apache-2.0
"""The speed of the software models on one thread, beside OpenSSL's SHA3-256."""

from fairhash.models.bench.setting import Setting
from fairhash.models.bench.speeds import QUICK, SIZES, THOROUGH, Effort, Run, Speed, measure

__all__ = ["QUICK", "SIZES", "THOROUGH", "Effort", "Run", "Setting", "Speed", "measure"]
