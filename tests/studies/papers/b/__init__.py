# SPDX-License-Identifier: Apache-2.0
"""Tests of the reproduction of paper B."""
