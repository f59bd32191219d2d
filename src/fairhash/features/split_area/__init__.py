# SPDX-License-Identifier: Apache-2.0
"""The area of control, datapath and shell of a core, synthesised apart."""
