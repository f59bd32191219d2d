# SPDX-License-Identifier: Apache-2.0
"""The hash functions that are standardised or widely deployed today, compared as paper A compared the candidates."""
