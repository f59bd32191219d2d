# SPDX-License-Identifier: Apache-2.0
"""Implements and measures cores on each kind of target: FPGAs, cell libraries, estimates, vendor tools."""
