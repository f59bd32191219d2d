# SPDX-License-Identifier: Apache-2.0
"""The verification ladder: all steps of the verification of a core, in order."""
