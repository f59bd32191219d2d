/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SIMD's ladders in vectors of w = 4, 8 and 16 words, an element to each ladder. A vector has s ladders of each of its w / s
 * messages, side by side. If s is n, each of the vectors has its own messages; else, with s = 4 and n = 8, the second of two
 * vectors has the upper ladders of the first one's messages. Included once by each instruction set's file, which defines
 * LADDERS_TARGET, LADDERS_NAME(w, n, s, vectors), and IF and MAJ(w, x, y, z), and then says DEFINE_LADDERS(w, n, s, vectors).
 * What w = 16 needs is in simd_multi_buffer_avx512bw.c.
 */
#include <immintrin.h>
#include <string.h>

typedef uint32_t words_4 __attribute__((vector_size(16)));
typedef uint32_t words_8 __attribute__((vector_size(32)));

LADDERS_TARGET static inline words_4 load_4(const void *p) { return (words_4)_mm_loadu_si128((const __m128i *)p); }
LADDERS_TARGET static inline words_8 load_8(const void *p) { return (words_8)_mm256_loadu_si256((const __m256i *)p); }

/* The s words at `at` of every block. */
LADDERS_TARGET static inline words_4 block_4(const uint8_t *const *blocks, unsigned s, size_t at) {
    (void)s;
    return load_4(blocks[0] + at);
}

LADDERS_TARGET static inline words_8 block_8(const uint8_t *const *blocks, unsigned s, size_t at) {
    if (s == 8) {
        return load_8(blocks[0] + at);
    }
    const __m256i lower = _mm256_castsi128_si256((__m128i)load_4(blocks[0] + at));
    return (words_8)_mm256_inserti128_si256(lower, (__m128i)load_4(blocks[1] + at), 1);
}

/* Element j of the result is element j xor `distance`. */
LADDERS_TARGET static inline words_4 neighbours_4(words_4 x, unsigned distance) {
    switch (distance) {
    case 1:
        return (words_4)_mm_shuffle_epi32((__m128i)x, 0xb1);
    case 2:
        return (words_4)_mm_shuffle_epi32((__m128i)x, 0x4e);
    default:
        return (words_4)_mm_shuffle_epi32((__m128i)x, 0x1b);
    }
}

LADDERS_TARGET static inline words_8 neighbours_8(words_8 x, unsigned distance) {
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
        const __m256i places = _mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0);
        return (words_8)_mm256_permutevar8x32_epi32((__m256i)x, _mm256_xor_si256(places, _mm256_set1_epi32((int)distance)));
    }
    }
}

#define ROTL(w, x, count) ((x) << (int)(count) | (x) >> (int)(32 - (count)))

/*
 * Step i with the words W. The new A takes the place of D, the new B that of A; the next step's names move on accordingly.
 * D + W waits for nothing new, unlike the function of A; the empty assembly keeps compilers from adding in another order.
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
            D[v] += neighbours_##w(rotated[v ^ simd_neighbour(n, i) / (s)], simd_neighbour(n, i) % (s));                       \
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
    ((n) == (s) ? block_##w(blocks + (w) / (s) * v, s, 4 * (n) * (k)) : block_##w(blocks, s, 4 * ((n) * (k) + (s) * v)))

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
