/* SPDX-License-Identifier: Apache-2.0 */
/*
 * BLAKE with AVX-512VL. The rows of the state are the vectors a, b, c and d, so one sequence of instructions computes four G
 * functions.
 *
 * To bring diagonals into columns, the code rotates the rows a, c and d. It does not rotate b, because the next step depends
 * on b. After the rotation the columns are G_7, G_4, G_5, G_6, from the left.
 *
 * Two-source permutations select the four message words of a step with a table of indices.
 */
#include "blake.h"

#ifdef FAIRHASH_X86

#include <immintrin.h>
#include <threads.h>

#define TARGET __attribute__((target("avx2,avx512f,avx512vl")))
#define INLINE static inline __attribute__((always_inline)) TARGET

enum { STEPS = 4 * FAIRHASH_BLAKE_PERMUTATIONS };

/*
 * For each step of each half round, from the left: the indices of the four message words, and the constants that they are
 * XORed with.
 */
static uint32_t WORD_INDICES_32[STEPS][4];
static uint32_t CONSTANTS_32[STEPS][4];
static uint64_t WORD_INDICES_64[STEPS][4];
static uint64_t CONSTANTS_64[STEPS][4];
static once_flag tables_once = ONCE_FLAG_INIT;

/* 2.1.2, 2.2.2: the first step of G_i uses m_sigma(2i) with c_sigma(2i+1), the second step m_sigma(2i+1) with c_sigma(2i). */
static void make_tables(void) {
    static const unsigned G[2][4] = {{0, 1, 2, 3}, {7, 4, 5, 6}};
    for (unsigned step = 0; step < STEPS; step++) {
        for (unsigned lane = 0; lane < 4; lane++) {
            const unsigned first = 2 * G[step / 2 % 2][lane];
            const unsigned word = fairhash_blake_sigma[step / 4][first + step % 2];
            const unsigned constant = fairhash_blake_sigma[step / 4][first + 1 - step % 2];
            WORD_INDICES_32[step][lane] = word;
            WORD_INDICES_64[step][lane] = word;
            CONSTANTS_32[step][lane] = fairhash_blake_c32[constant];
            CONSTANTS_64[step][lane] = fairhash_blake_c64[constant];
        }
    }
}

/* Shuffle controls that rotate a row by one, two or three words to the left. */
enum { ROTATE_1 = 0x39, ROTATE_2 = 0x4e, ROTATE_3 = 0x93 };

/* 2.1.2, 2.2.2: one of the two steps of G on four columns or diagonals. */
#define STEP(add, xor, rotate, words, rotation_d, rotation_b)                                                                  \
    do {                                                                                                                       \
        a = add(add(a, words), b);                                                                                             \
        d = rotate(xor(d, a), rotation_d);                                                                                     \
        c = add(c, d);                                                                                                         \
        b = rotate(xor(b, c), rotation_b);                                                                                     \
    } while (0)

/* All rounds. HALF(step) is a half round; `step` is its first step. */
#define ROUNDS(HALF, rotate_row, rounds)                                                                                       \
    for (unsigned r = 0, step = 0; r < (rounds); r++, step = (step + 4) % STEPS) {                                             \
        HALF(step);                                                                                                            \
        a = rotate_row(a, ROTATE_3);                                                                                           \
        c = rotate_row(c, ROTATE_1);                                                                                           \
        d = rotate_row(d, ROTATE_2);                                                                                           \
        HALF(step + 2);                                                                                                        \
        a = rotate_row(a, ROTATE_1);                                                                                           \
        c = rotate_row(c, ROTATE_3);                                                                                           \
        d = rotate_row(d, ROTATE_2);                                                                                           \
    }

INLINE __m128i words_32(const __m256i *m, unsigned step) {
    const __m128i indices = _mm_loadu_si128((const void *)WORD_INDICES_32[step]);
    const __m256i words = _mm256_permutex2var_epi32(m[0], _mm256_castsi128_si256(indices), m[1]);
    return _mm_xor_si128(_mm256_castsi256_si128(words), _mm_loadu_si128((const void *)CONSTANTS_32[step]));
}

/* The permutation instruction uses an index modulo 8. Bit 3 of the index selects the pair of vectors that contains the word. */
INLINE __m256i words_64(const __m256i *m, unsigned step) {
    const __m256i indices = _mm256_loadu_si256((const void *)WORD_INDICES_64[step]);
    const __m256i low = _mm256_permutex2var_epi64(m[0], indices, m[1]);
    const __m256i high = _mm256_permutex2var_epi64(m[2], indices, m[3]);
    const __m256i words = _mm256_mask_blend_epi64(_mm256_test_epi64_mask(indices, _mm256_set1_epi64x(8)), low, high);
    return _mm256_xor_si256(words, _mm256_loadu_si256((const void *)CONSTANTS_64[step]));
}

#define HALF_32(step)                                                                                                          \
    STEP(_mm_add_epi32, _mm_xor_si128, _mm_ror_epi32, words_32(m, step), 16, 12);                                              \
    STEP(_mm_add_epi32, _mm_xor_si128, _mm_ror_epi32, words_32(m, (step) + 1), 8, 7)
#define HALF_64(step)                                                                                                          \
    STEP(_mm256_add_epi64, _mm256_xor_si256, _mm256_ror_epi64, words_64(m, step), 32, 25);                                     \
    STEP(_mm256_add_epi64, _mm256_xor_si256, _mm256_ror_epi64, words_64(m, (step) + 1), 16, 11)

TARGET static void compress_32(uint32_t *h, const uint8_t *block, uint64_t t, unsigned rounds) {
    const __m256i swap = _mm256_broadcastsi128_si256(_mm_set_epi8(12, 13, 14, 15, 8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3));
    __m256i m[2];
    for (unsigned i = 0; i < 2; i++) {
        m[i] = _mm256_shuffle_epi8(_mm256_loadu_si256((const void *)(block + (size_t)32 * i)), swap);
    }
    const uint32_t t0 = (uint32_t)t;
    const uint32_t t1 = (uint32_t)(t >> 32);
    const __m128i counter = _mm_set_epi32((int)t1, (int)t1, (int)t0, (int)t0);
    const __m128i h0 = _mm_loadu_si128((const void *)h);
    const __m128i h1 = _mm_loadu_si128((const void *)(h + 4));
    __m128i a = h0;
    __m128i b = h1;
    __m128i c = _mm_loadu_si128((const void *)fairhash_blake_c32);
    __m128i d = _mm_xor_si128(counter, _mm_loadu_si128((const void *)(fairhash_blake_c32 + 4)));
    ROUNDS(HALF_32, _mm_shuffle_epi32, rounds)
    _mm_storeu_si128((void *)h, _mm_xor_si128(h0, _mm_xor_si128(a, c)));
    _mm_storeu_si128((void *)(h + 4), _mm_xor_si128(h1, _mm_xor_si128(b, d)));
}

TARGET static void compress_64(uint64_t *h, const uint8_t *block, uint64_t t, unsigned rounds) {
    const __m256i swap = _mm256_broadcastsi128_si256(_mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
    __m256i m[4];
    for (unsigned i = 0; i < 4; i++) {
        m[i] = _mm256_shuffle_epi8(_mm256_loadu_si256((const void *)(block + (size_t)32 * i)), swap);
    }
    const __m256i counter = _mm256_set_epi64x(0, 0, (long long)t, (long long)t);
    const __m256i h0 = _mm256_loadu_si256((const void *)h);
    const __m256i h1 = _mm256_loadu_si256((const void *)(h + 4));
    __m256i a = h0;
    __m256i b = h1;
    __m256i c = _mm256_loadu_si256((const void *)fairhash_blake_c64);
    __m256i d = _mm256_xor_si256(counter, _mm256_loadu_si256((const void *)(fairhash_blake_c64 + 4)));
    ROUNDS(HALF_64, _mm256_permute4x64_epi64, rounds)
    _mm256_storeu_si256((void *)h, _mm256_xor_si256(h0, _mm256_xor_si256(a, c)));
    _mm256_storeu_si256((void *)(h + 4), _mm256_xor_si256(h1, _mm256_xor_si256(b, d)));
}

void fairhash_blake_absorb_avx512vl(fairhash_context *context, const uint8_t *blocks, size_t count) {
    call_once(&tables_once, make_tables);
    blake_absorb(context, blocks, count, compress_32, compress_64);
}

#endif
