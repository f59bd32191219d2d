# SPDX-License-Identifier: Apache-2.0
"""FairHash: open, fair, reproducible hardware benchmarking of hash functions."""
