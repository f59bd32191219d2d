# SPDX-License-Identifier: Apache-2.0
"""Cores in a computer: the bus that feeds them, and what it leaves of their throughput."""
