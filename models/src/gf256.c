/* SPDX-License-Identifier: Apache-2.0 */
#include "gf256.h"

uint8_t fairhash_gf256_multiply(uint8_t a, uint8_t b) {
    unsigned product = 0;
    unsigned shifted = a;
    for (; b != 0; b >>= 1) {
        if (b & 1) {
            product ^= shifted;
        }
        shifted <<= 1;
        if (shifted & 0x100) {
            shifted ^= 0x11b;
        }
    }
    return (uint8_t)product;
}

uint8_t fairhash_aes_sbox(uint8_t a) {
    /* The inverse of a is a^254. This is 0 for a = 0, as required. */
    uint8_t inverse = 1;
    for (unsigned i = 0; i < 254; i++) {
        inverse = fairhash_gf256_multiply(inverse, a);
    }
    unsigned result = 0x63;
    for (unsigned i = 0; i < 5; i++) {
        result ^= (unsigned)inverse << i | (unsigned)inverse >> (8 - i);
    }
    return (uint8_t)result;
}
