/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SIMD's ladders for vectors of n = 4 and n = 8 words, an element to each ladder. Included once by each instruction set's file,
 * which defines LADDERS_TARGET, LADDERS_NAME(n), and IF and MAJ(n, x, y, z).
 */
#include <immintrin.h>
#include <string.h>

typedef uint32_t words_4 __attribute__((vector_size(16)));
typedef uint32_t words_8 __attribute__((vector_size(32)));

LADDERS_TARGET static inline words_4 load_4(const void *p) { return (words_4)_mm_loadu_si128((const __m128i *)p); }
LADDERS_TARGET static inline words_8 load_8(const void *p) { return (words_8)_mm256_loadu_si256((const __m256i *)p); }

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

#define ROTL(x, count) ((x) << (int)(count) | (x) >> (int)(32 - (count)))

/*
 * Step i with the words W. The new A takes the place of D, the new B that of A; the next step's names move on accordingly.
 * D + W waits for nothing new, unlike the function of A; the empty assembly keeps compilers from adding in another order.
 */
#define STEP(n, i, W, A, B, C, D)                                                                                              \
    do {                                                                                                                       \
        const words_##n rotated = ROTL(A, simd_rotation(i, 0));                                                                \
        D += W;                                                                                                                \
        __asm__("" : "+x"(D));                                                                                                 \
        D += (i) % 8 < 4 ? IF(n, A, B, C) : MAJ(n, A, B, C);                                                                   \
        D = ROTL(D, simd_rotation(i, 1)) + neighbours_##n(rotated, simd_neighbour(n, i));                                      \
        A = rotated;                                                                                                           \
    } while (0)
#define FOUR_STEPS(n, i)                                                                                                       \
    STEP(n, i, load_##n(Z + 8 * SIMD_P[i]), A, B, C, D);                                                                       \
    STEP(n, (i) + 1, load_##n(Z + 8 * SIMD_P[(i) + 1]), D, A, B, C);                                                           \
    STEP(n, (i) + 2, load_##n(Z + 8 * SIMD_P[(i) + 2]), C, D, A, B);                                                           \
    STEP(n, (i) + 3, load_##n(Z + 8 * SIMD_P[(i) + 3]), B, C, D, A)

/* Z points to the block's first word in the first of the rows, which are 8 words apart. */
#define DEFINE_LADDERS(n)                                                                                                      \
    LADDERS_TARGET void LADDERS_NAME(n)(uint32_t * chaining, const uint8_t *block, const uint32_t *Z) {                        \
        words_##n H[4];                                                                                                        \
        for (unsigned k = 0; k < 4; k++) {                                                                                     \
            H[k] = load_##n(chaining + (n)*k);                                                                                 \
        }                                                                                                                      \
        words_##n A = H[0] ^ load_##n(block);                                                                                  \
        words_##n B = H[1] ^ load_##n(block + 4 * (n));                                                                        \
        words_##n C = H[2] ^ load_##n(block + 8 * (n));                                                                        \
        words_##n D = H[3] ^ load_##n(block + 12 * (n));                                                                       \
        FOUR_STEPS(n, 0);                                                                                                      \
        FOUR_STEPS(n, 4);                                                                                                      \
        FOUR_STEPS(n, 8);                                                                                                      \
        FOUR_STEPS(n, 12);                                                                                                     \
        FOUR_STEPS(n, 16);                                                                                                     \
        FOUR_STEPS(n, 20);                                                                                                     \
        FOUR_STEPS(n, 24);                                                                                                     \
        FOUR_STEPS(n, 28);                                                                                                     \
        STEP(n, 32, H[0], A, B, C, D);                                                                                         \
        STEP(n, 33, H[1], D, A, B, C);                                                                                         \
        STEP(n, 34, H[2], C, D, A, B);                                                                                         \
        STEP(n, 35, H[3], B, C, D, A);                                                                                         \
        memcpy(chaining, &A, sizeof A);                                                                                        \
        memcpy(chaining + (n), &B, sizeof B);                                                                                  \
        memcpy(chaining + 2 * (n), &C, sizeof C);                                                                              \
        memcpy(chaining + 3 * (n), &D, sizeof D);                                                                              \
    }

DEFINE_LADDERS(4)
DEFINE_LADDERS(8)
