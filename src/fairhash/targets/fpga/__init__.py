# SPDX-License-Identifier: Apache-2.0
"""Synthesis, placement and routing on FPGAs, and the area and clock they give."""
