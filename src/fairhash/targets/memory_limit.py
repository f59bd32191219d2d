# SPDX-License-Identifier: Apache-2.0
"""Memory limits for the tools of one stage, in MiB."""

USUAL_LIMIT_MIB = 8192
"""Used when the recipe sets none, and for simulations of sources."""
NETLIST_LIMIT_MIB = 16384
"""For simulations of netlists: preparing that of echo-512, 24,000 LUT4s, needs more than USUAL_LIMIT_MIB."""


def unusual_limit(limit_mib: float) -> dict[str, float]:
    """The memory limit as part of a key; empty for the usual limit, so that keys without a limit stay valid."""
    return {} if limit_mib == USUAL_LIMIT_MIB else {"limit_mib": limit_mib}
