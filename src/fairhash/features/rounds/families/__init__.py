# SPDX-License-Identifier: Apache-2.0
"""The rounds of each family, written from its specification, and how each datapath's registers hold them."""
