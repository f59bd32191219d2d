# SPDX-License-Identifier: Apache-2.0
"""Where paper A's published values contradict one another; reasons: docs/published-paper-a.md. There are no others."""

from tests.published.paper_a import Contradiction

C_IN = "c_IN = block bits / w"
C_OUT = "c_OUT = output bits / w / r_IO"
INIT_AND_IN = "Eq. 2: c_INIT and c_IN"
CLOCK_RATIO = "r_IO: smallest by Eq. 3"
THROUGHPUT_BY_AREA = "throughput / area"
VENDORS = "mean of vendors"
NO_CLOCK = "no clock in Table 6"

KNOWN = {
    Contradiction(1, "BMW", "hash_time_256_cycles", C_OUT, "1", "4/8"),
    Contradiction(1, "Fugue", "hash_time_256_cycles", INIT_AND_IN, "1", "two terms"),
    Contradiction(1, "Fugue", "hash_time_512_cycles", INIT_AND_IN, "1", "two terms"),
    Contradiction(1, "Keccak", "hash_time_256_cycles", C_IN, "16", "17"),
    Contradiction(1, "Keccak", "hash_time_512_cycles", C_IN, "16", "9"),
    Contradiction(1, "Groestl", "hash_time_512_cycles", CLOCK_RATIO, "2", "1"),
    Contradiction(1, "SIMD", "hash_time_512_cycles", CLOCK_RATIO, "1", "2"),
    Contradiction(5, "SHA-2", "xilinx_throughput_per_area_ratio", THROUGHPUT_BY_AREA, "1.12", "1.09"),
    Contradiction(5, "SHA-2", "overall_throughput_ratio", VENDORS, "1.65", "1.63"),
    Contradiction(5, "SHA-2", "overall_area_ratio", VENDORS, "1.72", "1.61"),
    Contradiction(5, "SHA-2", "overall_throughput_per_area_ratio", VENDORS, "0.96", "1.02"),
    Contradiction(8, "ECHO", "cyclone_ii", NO_CLOCK, "0.00", "N/A"),
    Contradiction(9, "ECHO", "cyclone_ii", NO_CLOCK, "0.00", "N/A"),
    Contradiction(10, "ECHO", "cyclone_ii", NO_CLOCK, "0.00", "N/A"),
}


def known(*tables: int) -> set[Contradiction]:
    """Those of the tables."""
    return {one for one in KNOWN if one.table in tables}
