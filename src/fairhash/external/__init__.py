# SPDX-License-Identifier: Apache-2.0
"""Cores of other projects: their descriptions, and their sources in the form in which the bench reads cores."""
