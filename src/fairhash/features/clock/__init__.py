# SPDX-License-Identifier: Apache-2.0
"""The highest clock of a placed core, found by simulation with delays."""
