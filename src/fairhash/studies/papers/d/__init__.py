# SPDX-License-Identifier: Apache-2.0
"""Paper D: Wong, Haj-Yahya, Sau and Chattopadhyay, five Keccak-512 architectures (2018)."""
