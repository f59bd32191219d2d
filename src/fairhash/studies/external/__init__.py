# SPDX-License-Identifier: Apache-2.0
"""Measurement of external cores beside ours, and export of our cores to other projects."""
