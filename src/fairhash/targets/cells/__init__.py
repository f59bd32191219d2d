# SPDX-License-Identifier: Apache-2.0
"""Mapping, static timing analysis and power estimation on libraries of standard cells."""
