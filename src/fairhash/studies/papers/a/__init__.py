# SPDX-License-Identifier: Apache-2.0
"""Paper A: Gaj, Homsirikamol and Rogawski, fourteen Round-2 SHA-3 candidates and SHA-2 on FPGAs (2010)."""
