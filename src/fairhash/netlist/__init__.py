# SPDX-License-Identifier: Apache-2.0
"""Netlists: whether they are fit to be measured, their simulation and its activity."""
