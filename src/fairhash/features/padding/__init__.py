# SPDX-License-Identifier: Apache-2.0
"""What a padding unit in front of a core costs: cells, clock, and cycles (docs/padding.md)."""
