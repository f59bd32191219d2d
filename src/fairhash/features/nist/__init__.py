# SPDX-License-Identifier: Apache-2.0
"""NIST's three groups of tests, through the sources and through placed netlists."""
