# SPDX-License-Identifier: Apache-2.0
"""Reproductions of papers: published tables and figures with our values; one folder for each paper."""
