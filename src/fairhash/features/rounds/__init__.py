# SPDX-License-Identifier: Apache-2.0
"""Proofs that one round of a datapath equals a description written from the algorithm's specification."""
