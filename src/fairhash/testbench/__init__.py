# SPDX-License-Identifier: Apache-2.0
"""The universal testbench: is a core right, and in how many cycles?"""
