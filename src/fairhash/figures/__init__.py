# SPDX-License-Identifier: Apache-2.0
"""Measures, statistics, tables, charts and the report, all from stored results."""
