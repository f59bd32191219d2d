# SPDX-License-Identifier: Apache-2.0
"""Paper E: what limits a computer that hashes, in software or with an accelerator."""
