# SPDX-License-Identifier: Apache-2.0
"""Cores that are not in the catalogue, and packages of those that are."""
