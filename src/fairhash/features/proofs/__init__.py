# SPDX-License-Identifier: Apache-2.0
"""Formal proofs about cores and their parts (docs/proofs.md)."""
