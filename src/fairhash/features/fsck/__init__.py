# SPDX-License-Identifier: Apache-2.0
"""Checks of stored outcomes and results for damage."""
