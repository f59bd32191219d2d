/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A template of the ladders of SIMD in vectors of w = 4, 8 or 16 words, one element for each ladder. A vector has s ladders of
 * each of its w / s messages. If s is n, each vector has its own messages. If s = 4 and n = 8, the first of two vectors has
 * the lower ladders of its messages, and the second the upper ladders of the same messages.
 *
 * The including file defines LADDERS_TARGET, LADDERS_NAME(w, n, s, vectors), IF(w, x, y, z) and MAJ(w, x, y, z). It then uses
 * DEFINE_LADDERS(w, n, s, vectors) to define functions. The operations for w = 16 are in simd_multi_buffer_avx512bw.c.
 */
#include <immintrin.h>
#include <string.h>

typedef uint32_t words_4 __attribute__((vector_size(16)));
typedef uint32_t words_8 __attribute__((vector_size(32)));

LADDERS_TARGET static inline words_4 load_4(const void *p) { return (words_4)_mm_loadu_si128((const __m128i *)p); }
LADDERS_TARGET static inline words_8 load_8(const void *p) { return (words_8)_mm256_loadu_si256((const __m256i *)p); }

/* Loads the s words at byte `offset` of every block. */
LADDERS_TARGET static inline words_4 load_block_4(const uint8_t *const *blocks, unsigned s, size_t offset) {
    (void)s;
    return load_4(blocks[0] + offset);
}

LADDERS_TARGET static inline words_8 load_block_8(const uint8_t *const *blocks, unsigned s, size_t offset) {
    if (s == 8) {
        return load_8(blocks[0] + offset);
    }
    const __m256i lower = _mm256_castsi128_si256((__m128i)load_4(blocks[0] + offset));
    return (words_8)_mm256_inserti128_si256(lower, (__m128i)load_4(blocks[1] + offset), 1);
}

/* Returns a vector whose element j is element j XOR `distance` of x. */
LADDERS_TARGET static inline words_4 swap_elements_4(words_4 x, unsigned distance) {
    switch (distance) {
    case 1:
        return (words_4)_mm_shuffle_epi32((__m128i)x, 0xb1);
    case 2:
        return (words_4)_mm_shuffle_epi32((__m128i)x, 0x4e);
    default:
        return (words_4)_mm_shuffle_epi32((__m128i)x, 0x1b);
    }
}

LADDERS_TARGET static inline words_8 swap_elements_8(words_8 x, unsigned distance) {
    switch (distance) {
    case 0:
        return x;
    case 1:
        return (words_8)_mm256_shuffle_epi32((__m256i)x, 0xb1);
    case 2:
        return (words_8)_mm256_shuffle_epi32((__m256i)x, 0x4e);
    case 3:
        return (words_8)_mm256_shuffle_epi32((__m256i)x, 0x1b);
    default: {
        const __m256i indices = _mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0);
        return (words_8)_mm256_permutevar8x32_epi32((__m256i)x, _mm256_xor_si256(indices, _mm256_set1_epi32((int)distance)));
    }
    }
}

#define ROTL(w, x, count) ((x) << (int)(count) | (x) >> (int)(32 - (count)))

/*
 * Step i with the words W. The new A is stored in D and the new B in A, and the next step passes its arguments in another
 * order. D + W depends on no result of the last step, so it is added first. The empty assembly statement prevents the compiler
 * from reordering the additions.
 */
#define STEP(w, n, s, vectors, i, ROW, A, B, C, D)                                                                             \
    {                                                                                                                          \
        words_##w rotated[vectors];                                                                                            \
        for (unsigned v = 0; v < (vectors); v++) {                                                                             \
            rotated[v] = ROTL(w, A[v], simd_rotation(i, 0));                                                                   \
            D[v] += load_##w(ROW);                                                                                             \
            __asm__("" : "+x"(D[v]));                                                                                          \
            D[v] += (i) % 8 < 4 ? IF(w, A[v], B[v], C[v]) : MAJ(w, A[v], B[v], C[v]);                                          \
            D[v] = ROTL(w, D[v], simd_rotation(i, 1));                                                                         \
        }                                                                                                                      \
        for (unsigned v = 0; v < (vectors); v++) {                                                                             \
            D[v] += swap_elements_##w(rotated[v ^ simd_neighbour(n, i) / (s)], simd_neighbour(n, i) % (s));                    \
            A[v] = rotated[v];                                                                                                 \
        }                                                                                                                      \
    }
#define Z_ROW(w, vectors, i) Z + (SIMD_P[i] * (vectors) + v) * ((w) < 8 ? 8 : (w))
#define H_ROW(w, vectors, k) chaining + ((k) * (vectors) + v) * (w)
#define FOUR_STEPS(w, n, s, vectors, i)                                                                                        \
    STEP(w, n, s, vectors, i, Z_ROW(w, vectors, i), A, B, C, D)                                                                \
    STEP(w, n, s, vectors, (i) + 1, Z_ROW(w, vectors, (i) + 1), D, A, B, C)                                                    \
    STEP(w, n, s, vectors, (i) + 2, Z_ROW(w, vectors, (i) + 2), C, D, A, B)                                                    \
    STEP(w, n, s, vectors, (i) + 3, Z_ROW(w, vectors, (i) + 3), B, C, D, A)
#define BLOCK_ROW(w, n, s, k)                                                                                                  \
    ((n) == (s) ? load_block_##w(blocks + (w) / (s) * v, s, 4 * (n) * (k))                                                     \
                : load_block_##w(blocks, s, 4 * ((n) * (k) + (s) * v)))

#define DEFINE_LADDERS(w, n, s, vectors)                                                                                       \
    LADDERS_TARGET void LADDERS_NAME(w, n, s, vectors)(uint32_t * chaining, const uint8_t *const *blocks, const uint32_t *Z) { \
        words_##w A[vectors];                                                                                                  \
        words_##w B[vectors];                                                                                                  \
        words_##w C[vectors];                                                                                                  \
        words_##w D[vectors];                                                                                                  \
        for (unsigned v = 0; v < (vectors); v++) {                                                                             \
            A[v] = load_##w(H_ROW(w, vectors, 0)) ^ BLOCK_ROW(w, n, s, 0);                                                     \
            B[v] = load_##w(H_ROW(w, vectors, 1)) ^ BLOCK_ROW(w, n, s, 1);                                                     \
            C[v] = load_##w(H_ROW(w, vectors, 2)) ^ BLOCK_ROW(w, n, s, 2);                                                     \
            D[v] = load_##w(H_ROW(w, vectors, 3)) ^ BLOCK_ROW(w, n, s, 3);                                                     \
        }                                                                                                                      \
        FOUR_STEPS(w, n, s, vectors, 0)                                                                                        \
        FOUR_STEPS(w, n, s, vectors, 4)                                                                                        \
        FOUR_STEPS(w, n, s, vectors, 8)                                                                                        \
        FOUR_STEPS(w, n, s, vectors, 12)                                                                                       \
        FOUR_STEPS(w, n, s, vectors, 16)                                                                                       \
        FOUR_STEPS(w, n, s, vectors, 20)                                                                                       \
        FOUR_STEPS(w, n, s, vectors, 24)                                                                                       \
        FOUR_STEPS(w, n, s, vectors, 28)                                                                                       \
        STEP(w, n, s, vectors, 32, H_ROW(w, vectors, 0), A, B, C, D)                                                           \
        STEP(w, n, s, vectors, 33, H_ROW(w, vectors, 1), D, A, B, C)                                                           \
        STEP(w, n, s, vectors, 34, H_ROW(w, vectors, 2), C, D, A, B)                                                           \
        STEP(w, n, s, vectors, 35, H_ROW(w, vectors, 3), B, C, D, A)                                                           \
        for (unsigned v = 0; v < (vectors); v++) {                                                                             \
            memcpy(H_ROW(w, vectors, 0), &A[v], sizeof A[v]);                                                                  \
            memcpy(H_ROW(w, vectors, 1), &B[v], sizeof B[v]);                                                                  \
            memcpy(H_ROW(w, vectors, 2), &C[v], sizeof C[v]);                                                                  \
            memcpy(H_ROW(w, vectors, 3), &D[v], sizeof D[v]);                                                                  \
        }                                                                                                                      \
    }
