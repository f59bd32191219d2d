/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that all implementations of BLAKE share. Section numbers are those of "SHA-3 proposal BLAKE", version 1.3. */
#ifndef FAIRHASH_BLAKE_H
#define FAIRHASH_BLAKE_H

#include "cpu.h"
#include "haifa.h"

enum { FAIRHASH_BLAKE_PERMUTATIONS = 10 };

/* 2.1.1, 2.2.1 Constants: c_0, ..., c_15 for both word sizes, and the permutations sigma_0, ..., sigma_9. */
extern const uint32_t fairhash_blake_c32[16];
extern const uint64_t fairhash_blake_c64[16];
extern const uint8_t fairhash_blake_sigma[FAIRHASH_BLAKE_PERMUTATIONS][16];

/*
 * 2.1.3, 2.2.3 Hashing a message: the iterated hash. An implementation passes its two compression functions. The counter t of a
 * block is that of HAIFA. The variant of the algorithm is the number of rounds.
 */
static inline void blake_absorb(fairhash_context *context, const uint8_t *blocks, size_t count,
                                void (*compress_32)(uint32_t *h, const uint8_t *block, uint64_t t, unsigned rounds),
                                void (*compress_64)(uint64_t *h, const uint8_t *block, uint64_t t, unsigned rounds)) {
    const fairhash_algorithm *algorithm = context->algorithm;
    for (size_t i = 0; i < count; i++) {
        const uint64_t t = haifa_counter(context, i);
        if (algorithm->block_bits == 512) {
            compress_32(context->state.w32, blocks, t, algorithm->variant);
        } else {
            compress_64(context->state.w64, blocks, t, algorithm->variant);
        }
        blocks += algorithm->block_bits / 8;
    }
}

#ifdef FAIRHASH_X86
/* absorb() with FAIRHASH_CPU_AVX512VL. */
void fairhash_blake_absorb_avx512vl(fairhash_context *context, const uint8_t *blocks, size_t count);
#endif

#endif
