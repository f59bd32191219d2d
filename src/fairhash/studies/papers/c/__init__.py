# SPDX-License-Identifier: Apache-2.0
"""Paper C: SHA-1 against SHA-512."""
