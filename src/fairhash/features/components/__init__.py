# SPDX-License-Identifier: Apache-2.0
"""Which components and padded cores were simulated: the checks, their stored outcomes and their table."""
