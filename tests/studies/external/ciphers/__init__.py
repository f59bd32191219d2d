# SPDX-License-Identifier: Apache-2.0
"""Independent models of the ciphers in examples/ciphers/, written from the standards."""
