# SPDX-License-Identifier: Apache-2.0
"""Limits of memory for the tools of one stage, in MiB."""

USUAL_LIMIT_MIB = 8192
"""Used when the recipe sets none, and for simulations of sources."""
NETLIST_LIMIT_MIB = 16384
"""For simulations of netlists: echo-512's 24,000 LUT4s need more than the usual limit to be prepared."""


def unusual_limit(limit_mib: float) -> dict[str, float]:
    """The limit as data of a key; empty for the usual one, which few runs come near and older results do not name."""
    return {} if limit_mib == USUAL_LIMIT_MIB else {"limit_mib": limit_mib}
