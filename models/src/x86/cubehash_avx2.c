/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CubeHash16/32 in vectors of eight words. It is compiled once for AVX2 and once for AVX2 with AVX-512VL, which has rotations.
 * Steps are those of cubehash.c.
 */
#include "cubehash.h"

#include <string.h>

#include "cpu.h"

#ifdef FAIRHASH_X86

#define AVX2 __attribute__((target("avx2")))
#define AVX512VL __attribute__((target("avx2,avx512vl")))
#define ROTATE(x, n) ((x) << (n) | (x) >> (32 - (n)))

/* Eight words x_ij000 ... x_ij111. This is vector number 2i + j of the state. */
typedef uint32_t words_8 __attribute__((vector_size(32)));

/* Applies one round. */
AVX2 static inline __attribute__((always_inline)) void transform(words_8 *x) {
    /* add x_0jklm into x_1jklm */
    x[2] += x[0];
    x[3] += x[1];
    /* rotate x_0jklm upwards by 7 bits, swap x_00klm with x_01klm, xor x_1jklm into x_0jklm */
    const words_8 rotated = ROTATE(x[0], 7);
    x[0] = ROTATE(x[1], 7) ^ x[2];
    x[1] = rotated ^ x[3];
    for (unsigned j = 0; j < 2; j++) {
        /* swap x_1jk0m with x_1jk1m, add x_0jklm into x_1jklm */
        words_8 y = x[2 + j];
        y = (words_8){y[2], y[3], y[0], y[1], y[6], y[7], y[4], y[5]} + x[j];
        /* rotate x_0jklm upwards by 11 bits, swap x_0j0lm with x_0j1lm, xor x_1jklm into x_0jklm */
        const words_8 z = ROTATE(x[j], 11);
        x[j] = (words_8){z[4], z[5], z[6], z[7], z[0], z[1], z[2], z[3]} ^ y;
        /* swap x_1jkl0 with x_1jkl1 */
        x[2 + j] = (words_8){y[1], y[0], y[3], y[2], y[5], y[4], y[7], y[6]};
    }
}

AVX2 static inline __attribute__((always_inline)) void absorb(uint32_t *state, const uint8_t *blocks, size_t count) {
    words_8 x[CUBEHASH_WORDS / 8];
    memcpy(x, state, sizeof x);
    for (; count > 0; count--) {
        words_8 block;
        memcpy(&block, blocks, sizeof block);
        x[0] ^= block;
        for (unsigned round = 0; round < CUBEHASH_ROUNDS; round++) {
            transform(x);
        }
        blocks += CUBEHASH_BLOCK_BYTES;
    }
    memcpy(state, x, sizeof x);
}

AVX2 static void absorb_avx2(uint32_t *state, const uint8_t *blocks, size_t count) { absorb(state, blocks, count); }

AVX512VL static void absorb_avx512vl(uint32_t *state, const uint8_t *blocks, size_t count) { absorb(state, blocks, count); }

bool fairhash_cubehash_try_avx2(uint32_t *state, const uint8_t *blocks, size_t count) {
    if (fairhash_cpu_has(FAIRHASH_CPU_AVX2 | FAIRHASH_CPU_AVX512VL)) {
        absorb_avx512vl(state, blocks, count);
        return true;
    }
    if (fairhash_cpu_has(FAIRHASH_CPU_AVX2)) {
        absorb_avx2(state, blocks, count);
        return true;
    }
    return false;
}

#else

bool fairhash_cubehash_try_avx2(uint32_t *state, const uint8_t *blocks, size_t count) {
    (void)state;
    (void)blocks;
    (void)count;
    return false;
}

#endif
