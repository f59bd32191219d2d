# SPDX-License-Identifier: Apache-2.0
"""The outside tools: how each is found, run, limited and read."""
