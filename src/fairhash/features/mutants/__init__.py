# SPDX-License-Identifier: Apache-2.0
"""Mutants of netlists: which changes of a netlist the testbench notices, and which change nothing."""
