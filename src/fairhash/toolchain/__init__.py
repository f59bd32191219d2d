# SPDX-License-Identifier: Apache-2.0
"""The external tools: one module for each, and how they are found, run and limited."""
