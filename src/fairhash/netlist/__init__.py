# SPDX-License-Identifier: Apache-2.0
"""Netlists: checks before measurement, simulation, switching activity, delays."""
