# SPDX-License-Identifier: Apache-2.0
"""Vendors' tools, with reports written for the tests."""
