/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that all implementations of BLAKE2 share. Section numbers are those of RFC 7693. */
#ifndef FAIRHASH_BLAKE2_H
#define FAIRHASH_BLAKE2_H

#include "cpu.h"
#include "internal.h"

/* 2.6 Initialization Vector. */
extern const uint64_t fairhash_blake2b_iv[8];
extern const uint32_t fairhash_blake2s_iv[8];

/* 2.7 Message schedule SIGMA. */
static const uint8_t BLAKE2_SIGMA[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

/*
 * 3.3: absorbs blocks with one of two compression functions. Their arguments are the state, the block, the number of bytes up
 * to the end of the block without padding, and whether the block is the last one.
 */
static inline void blake2_absorb(fairhash_context *context, const uint8_t *blocks, size_t count,
                                 void (*compress_b)(uint64_t *h, const uint8_t *block, uint64_t t, bool last),
                                 void (*compress_s)(uint32_t *h, const uint8_t *block, uint64_t t, bool last)) {
    const uint64_t block_bytes = context->algorithm->block_bits / 8;
    /* A message that is not finished may end within a byte. */
    const uint64_t message_bytes = count_bytes(context->message_bits);
    for (size_t i = 0; i < count; i++) {
        const uint64_t start_bytes = (context->blocks + i) * block_bytes;
        const bool last = message_bytes - start_bytes <= block_bytes;
        const uint64_t t = last ? message_bytes : start_bytes + block_bytes;
        if (block_bytes == 128) {
            compress_b(context->state.w64, blocks, t, last);
        } else {
            compress_s(context->state.w32, blocks, t, last);
        }
        blocks += block_bytes;
    }
}

#endif
