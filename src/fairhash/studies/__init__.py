# SPDX-License-Identifier: Apache-2.0
"""Studies that use the bench: searches, external cores, a computer that hashes, reproduced papers."""
