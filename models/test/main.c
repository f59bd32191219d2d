/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

unsigned long checks_made = 0;

uint64_t random_below(uint64_t limit) {
    static uint64_t state = UINT64_C(0x9e3779b97f4a7c15);
    state ^= state << 13; /* G. Marsaglia, "Xorshift RNGs", 2003 */
    state ^= state >> 7;
    state ^= state << 17;
    return (state >> 16) % limit;
}

void random_bits(bool *bits, size_t count) {
    for (size_t i = 0; i < count; i++) {
        bits[i] = random_below(2) == 1;
    }
}

void encode(const bool *bits, size_t count, fairhash_bit_order order, uint8_t *bytes) {
    memset(bytes, 0, (count + 7) / 8);
    for (size_t i = 0; i < (count + 7) / 8 * 8; i++) {
        const size_t used_bits = count - i / 8 * 8 < 8 ? count % 8 : 8;
        size_t position = i % 8;
        if (order == FAIRHASH_MSB_FIRST) {
            position = 7 - position;
        } else if (order == FAIRHASH_LSB_FIRST_HIGH_PARTIAL) {
            position = (position + 8 - used_bits) % 8;
        }
        bytes[i / 8] |= (uint8_t)((i >= count || bits[i] ? 1U : 0U) << position);
    }
}

/* test_threads() must be first, so that its threads are the first to use the tables of the families. */
int main(void) {
    test_threads();
    test_cpu();
    test_family();
    test_updates();
    fairhash_cpu_allow(0);
    test_updates();
    fairhash_cpu_allow(UINT32_MAX);
    test_long();
    test_hash_many();
    test_padding();
    test_stream();
    test_arguments();
    test_parameters();
    test_trees();
    printf("%lu checks of %zu algorithms passed\n", checks_made, fairhash_count());
    return 0;
}
