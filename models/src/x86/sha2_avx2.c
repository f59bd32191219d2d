/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SHA-384 and SHA-512 with AVX2 and BMI2. The message schedule is computed in vectors of two words. The rounds use
 * general-purpose registers; the rotations of BMI2 do not overwrite their source. Names and sections are those of FIPS 180-4.
 */
#include "sha2.h"

#ifdef FAIRHASH_X86

#include <immintrin.h>
#include <string.h>

typedef uint64_t pair __attribute__((vector_size(16)));

#define AVX2_INLINE __attribute__((target("avx2"), always_inline)) static inline

/* Compilers generate one rotation instruction for this if AVX-512VL is available. */
AVX2_INLINE pair rotr_pair(pair x, unsigned n) { return x >> n | x << (64 - n); }

/* 4.1.3 Functions of the message schedule. */
AVX2_INLINE pair sigma0(pair x) { return rotr_pair(x, 1) ^ rotr_pair(x, 8) ^ x >> 7; }
AVX2_INLINE pair sigma1(pair x) { return rotr_pair(x, 19) ^ rotr_pair(x, 61) ^ x >> 6; }

AVX2_INLINE pair load(const void *p) { return (pair)_mm_loadu_si128(p); }

/* Returns the second word of a pair and the first word of the next pair. */
AVX2_INLINE pair middle_pair(pair first, pair next) { return (pair)_mm_alignr_epi8((__m128i)next, (__m128i)first, 8); }

/* 6.4.2 for one block. W is a ring buffer of 8 pairs. KW holds K_t + W_t of the next 16 rounds. */
__attribute__((target("avx2,bmi2"), always_inline)) static inline void hash_block(uint64_t *H, const uint8_t *M,
                                                                                  const uint64_t *K) {
    const __m128i big_endian = _mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
    pair W[8];
    uint64_t KW[16];
    UNROLL
    for (unsigned i = 0; i < 8; i++) {
        W[i] = (pair)_mm_shuffle_epi8((__m128i)load(M + (size_t)16 * i), big_endian);
        const pair sum = W[i] + load(K + (size_t)2 * i);
        memcpy(KW + (size_t)2 * i, &sum, sizeof sum);
    }
    uint64_t v[8];
    memcpy(v, H, sizeof v);
    for (unsigned t = 16; t < 80; t += 16) {
        UNROLL
        for (unsigned i = 0; i < 8; i++) {
            STEP(uint64_t, Sigma0_512, Sigma1_512, v, 2 * i, KW[2 * i]);
            STEP(uint64_t, Sigma0_512, Sigma1_512, v, 2 * i + 1, KW[2 * i + 1]);
            W[i] += sigma0(middle_pair(W[i], W[(i + 1) % 8])) + middle_pair(W[(i + 4) % 8], W[(i + 5) % 8]) +
                    sigma1(W[(i + 7) % 8]);
            const pair sum = W[i] + load(K + t + (size_t)2 * i);
            memcpy(KW + (size_t)2 * i, &sum, sizeof sum);
        }
    }
    UNROLL
    for (unsigned i = 0; i < 16; i++) {
        STEP(uint64_t, Sigma0_512, Sigma1_512, v, i, KW[i]);
    }
    for (unsigned i = 0; i < 8; i++) {
        H[i] += v[i];
    }
}

__attribute__((target("avx2,bmi2"))) void fairhash_sha512_avx2(uint64_t *H, const uint8_t *M, size_t count, const uint64_t *K) {
    for (; count > 0; count--) {
        hash_block(H, M, K);
        M += 128;
    }
}

__attribute__((target("avx2,bmi2,avx512vl"))) void fairhash_sha512_avx512vl(uint64_t *H, const uint8_t *M, size_t count,
                                                                            const uint64_t *K) {
    for (; count > 0; count--) {
        hash_block(H, M, K);
        M += 128;
    }
}

#endif
