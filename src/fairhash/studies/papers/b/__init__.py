# SPDX-License-Identifier: Apache-2.0
"""Paper B: lightweight cores of the SHA-3 candidates."""
