# SPDX-License-Identifier: Apache-2.0
"""Figures printed in paper A, for the families of its Tables 6 to 10 in their order (Spartan 3 to Stratix III)."""

SHA512_CLOCK_MHZ = (85.616, 153.965, 150.195, 93.41, 119.39, 167.25, 234.8)
"""Table 6."""
SHA512_THROUGHPUT = (1082.36, 1946.42, 1898.76, 1180.89, 1509.33, 2114.37, 2968.34)
"""Table 7, Mbit/s."""
SHA512_AREA = (1531, 1488, 813, 3633, 4137, 1623, 1620)
SHA512_RATIO = (0.71, 1.31, 2.34, 0.33, 0.36, 1.30, 1.83)

KECCAK_CLOCK_MHZ = (80.386, 135.63, 157.183, 149.61, 171.88, 196.66, 295.68)
"""Table 6."""
KECCAK_NORMALISED = (1.78, 1.67, 1.99, 3.04, 2.73, 2.23, 2.39)
"""Table 8."""
KECCAK_OVERALL = 2.22
KECCAK_AREA_NORMALISED = (2.03, 2.27, 1.74, 1.46, 1.30, 2.45, 2.43)
"""Table 9."""
KECCAK_AREA_OVERALL = 1.90
KECCAK_RATIO_OVERALL = 1.16
"""Table 10."""

OVERALLS = {
    "Groestl": ((2.16, 2.19, 3.00, 4.60, 4.19, 3.48, 3.60), 3.20),
    "Luffa": ((1.70, 1.81, 1.88, 2.17, 2.49, 2.36, 2.31), 2.08),
    "JH": ((1.39, 1.42, 1.60, 2.09, 1.85, 1.78, 1.63), 1.66),
    "CubeHash": ((1.21, 1.14, 1.19, 1.58, 1.36, 1.14, 1.10), 1.24),
    "SIMD": ((1.40, 1.68, 1.59, 1.57), 1.56),
    "BLAKE": ((0.94, 1.05, 1.07, 1.02, 1.07, 0.96), 1.02),
    "Shabal": ((0.52, 0.70, 0.86, 1.04, 0.87, 0.82, 0.77), 0.78),
    "Hamsi": ((0.57, 0.71, 0.72, 0.56, 0.55, 0.50, 0.59), 0.59),
}
"""Table 8: normalised throughputs where there are any, and the printed Overall."""
