# SPDX-License-Identifier: Apache-2.0
"""Routed netlists with their delays: read, simulated with and without time, and searched for the highest clock."""
