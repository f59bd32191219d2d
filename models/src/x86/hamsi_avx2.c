/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Hamsi with AVX2. A row of the state is one register. The same code is compiled again with AVX-512VL, for which the compiler
 * generates rotations and three-operand logic.
 */
#include "hamsi.h"

#ifdef FAIRHASH_X86
#include <immintrin.h>
#include <string.h>

#define AVX2_TARGET __attribute__((target("avx2")))
#define AVX512VL_TARGET __attribute__((target("avx2,avx512vl")))
#define INLINE_AVX2_TARGET static inline __attribute__((always_inline, target("avx2")))

typedef uint32_t row_4 __attribute__((vector_size(16)));
typedef uint32_t row_8 __attribute__((vector_size(32)));

/* 2.3.2 Substitution Layer, as in hamsi.c. A macro, because rows have two types. */
#define SUBSTITUTE(row_type, s)                                                                                                \
    do {                                                                                                                       \
        const row_type a = (s)[0];                                                                                             \
        const row_type b = (s)[1];                                                                                             \
        const row_type c = (s)[2];                                                                                             \
        const row_type d = (s)[3];                                                                                             \
        const row_type p = (a & c) ^ d;                                                                                        \
        const row_type r = (a | d) ^ b;                                                                                        \
        (s)[0] = b ^ c ^ p;                                                                                                    \
        (s)[1] = (r | (a ^ b ^ c ^ p)) ^ p;                                                                                    \
        (s)[3] = ~(a ^ c ^ (b & ~p));                                                                                          \
        (s)[2] = ~(r ^ (s)[1] ^ (s)[3]);                                                                                       \
    } while (0)

/* 2.3.3 L. */
#define ROTATE(x, n) ((x) << (n) | (x) >> (32 - (n)))
#define L(a, b, c, d)                                                                                                          \
    do {                                                                                                                       \
        (a) = ROTATE(a, 13);                                                                                                   \
        (c) = ROTATE(c, 3);                                                                                                    \
        (b) ^= (a) ^ (c);                                                                                                      \
        (d) ^= (c) ^ (a) << 3;                                                                                                 \
        (b) = ROTATE(b, 1);                                                                                                    \
        (d) = ROTATE(d, 7);                                                                                                    \
        (a) ^= (b) ^ (d);                                                                                                      \
        (c) ^= (d) ^ (b) << 7;                                                                                                 \
        (a) = ROTATE(a, 5);                                                                                                    \
        (c) = ROTATE(c, 22);                                                                                                   \
    } while (0)

/* Hamsi-256. Rotates the words of a row to the left by n positions, 1 to 3. */
#define ROTATE_WORDS_4(row, n) ((row_4)_mm_shuffle_epi32((__m128i)(row), 0xe4 >> 2 * (n) | (0xe4 << (8 - 2 * (n)) & 0xff)))

INLINE_AVX2_TARGET void permute_4(row_4 s[4], unsigned is_final) {
    row_4 alpha[4];
    for (unsigned i = 0; i < 4; i++) {
        memcpy(&alpha[i], fairhash_hamsi_alpha[is_final][i], sizeof alpha[i]);
    }
    for (uint32_t round = 0; round < (is_final ? 2 * HAMSI_256_ROUNDS : HAMSI_256_ROUNDS); round++) {
        s[0] ^= alpha[0] ^ (row_4){0, round, 0, 0};
        s[1] ^= alpha[1];
        s[2] ^= alpha[2];
        s[3] ^= alpha[3];
        SUBSTITUTE(row_4, s);
        s[1] = ROTATE_WORDS_4(s[1], 1);
        s[2] = ROTATE_WORDS_4(s[2], 2);
        s[3] = ROTATE_WORDS_4(s[3], 3);
        L(s[0], s[1], s[2], s[3]);
        s[1] = ROTATE_WORDS_4(s[1], 3);
        s[2] = ROTATE_WORDS_4(s[2], 2);
        s[3] = ROTATE_WORDS_4(s[3], 1);
    }
}

INLINE_AVX2_TARGET void absorb_4(fairhash_context *context, const uint8_t *blocks, size_t count) {
    __m128i h[2];
    memcpy(h, context->state.w32, sizeof h);
    const uint64_t last_index = hamsi_last_block(context) - context->blocks;
    for (size_t block = 0; block < count; block++) {
        uint32_t bits = load_be32(blocks + 4 * block);
        __m256i expanded = _mm256_setzero_si256();
        for (unsigned i = 8; i-- > 0; bits >>= 4) {
            const __m256i *words = (const __m256i *)fairhash_hamsi_expansion_256[i][bits & 0xf];
            expanded = _mm256_xor_si256(expanded, _mm256_load_si256(words));
        }
        const __m128i m[2] = {_mm256_castsi256_si128(expanded), _mm256_extracti128_si256(expanded, 1)};
        row_4 s[4] = {
            (row_4)_mm_unpacklo_epi64(m[0], h[0]),
            (row_4)_mm_unpackhi_epi64(h[0], m[0]),
            (row_4)_mm_unpacklo_epi64(m[1], h[1]),
            (row_4)_mm_unpackhi_epi64(h[1], m[1]),
        };
        if (block == last_index) {
            permute_4(s, 1);
        } else {
            permute_4(s, 0);
        }
        h[0] = _mm_xor_si128(h[0], (__m128i)s[0]);
        h[1] = _mm_xor_si128(h[1], (__m128i)s[2]);
    }
    memcpy(context->state.w32, h, sizeof h);
}

/* Hamsi-512. Permutes the words of a row: the arguments are the indices of the words. */
#define PERMUTE_WORDS_8(row, ...) ((row_8)_mm256_permutevar8x32_epi32((__m256i)(row), _mm256_setr_epi32(__VA_ARGS__)))

/* Transposes four rows of four words, in the lower halves. */
#define TRANSPOSE(s)                                                                                                           \
    do {                                                                                                                       \
        const __m256i t0 = _mm256_unpacklo_epi32((__m256i)(s)[0], (__m256i)(s)[1]);                                            \
        const __m256i t1 = _mm256_unpackhi_epi32((__m256i)(s)[0], (__m256i)(s)[1]);                                            \
        const __m256i t2 = _mm256_unpacklo_epi32((__m256i)(s)[2], (__m256i)(s)[3]);                                            \
        const __m256i t3 = _mm256_unpackhi_epi32((__m256i)(s)[2], (__m256i)(s)[3]);                                            \
        (s)[0] = (row_8)_mm256_unpacklo_epi64(t0, t2);                                                                         \
        (s)[1] = (row_8)_mm256_unpackhi_epi64(t0, t2);                                                                         \
        (s)[2] = (row_8)_mm256_unpacklo_epi64(t1, t3);                                                                         \
        (s)[3] = (row_8)_mm256_unpackhi_epi64(t1, t3);                                                                         \
    } while (0)

/*
 * Applies L to the eight diagonals, and then to four groups of four words of one row. For the second step, the code moves the
 * words of each group to the lower half of its row, in the order a, b, c, d of L. The other words stay unchanged in the upper
 * halves.
 */
INLINE_AVX2_TARGET void diffuse_8(row_8 s[4]) {
    s[1] = PERMUTE_WORDS_8(s[1], 1, 2, 3, 4, 5, 6, 7, 0);
    s[2] = PERMUTE_WORDS_8(s[2], 2, 3, 4, 5, 6, 7, 0, 1);
    s[3] = PERMUTE_WORDS_8(s[3], 3, 4, 5, 6, 7, 0, 1, 2);
    L(s[0], s[1], s[2], s[3]);
    s[0] = PERMUTE_WORDS_8(s[0], 0, 2, 5, 7, 1, 3, 4, 6); /* words 0 2 5 7, then 1 3 4 6, of the row */
    s[1] = PERMUTE_WORDS_8(s[1], 0, 2, 3, 5, 7, 1, 4, 6); /* words 1 3 4 6, then 0 2 5 7 */
    s[2] = PERMUTE_WORDS_8(s[2], 6, 1, 3, 4, 7, 0, 2, 5); /* words 0 3 5 6, then 1 2 4 7 */
    s[3] = PERMUTE_WORDS_8(s[3], 6, 7, 1, 4, 5, 0, 2, 3); /* words 1 2 4 7, then 0 3 5 6 */
    row_8 t[4] = {s[0], s[1], s[2], s[3]};
    TRANSPOSE(t);
    L(t[0], t[1], t[2], t[3]);
    TRANSPOSE(t);
    for (unsigned i = 0; i < 4; i++) {
        s[i] = (row_8)_mm256_blend_epi32((__m256i)s[i], (__m256i)t[i], 0x0f);
    }
    s[0] = PERMUTE_WORDS_8(s[0], 0, 4, 1, 5, 6, 2, 7, 3);
    s[1] = PERMUTE_WORDS_8(s[1], 4, 0, 5, 1, 2, 6, 3, 7);
    s[2] = PERMUTE_WORDS_8(s[2], 0, 4, 5, 1, 6, 2, 3, 7);
    s[3] = PERMUTE_WORDS_8(s[3], 4, 0, 1, 5, 2, 6, 7, 3);
}

INLINE_AVX2_TARGET void permute_8(row_8 s[4], unsigned is_final) {
    row_8 alpha[4];
    memcpy(alpha, fairhash_hamsi_alpha[is_final], sizeof alpha);
    for (uint32_t round = 0; round < (is_final ? 2 * HAMSI_512_ROUNDS : HAMSI_512_ROUNDS); round++) {
        s[0] ^= alpha[0] ^ (row_8){0, round, 0, 0, 0, 0, 0, 0};
        s[1] ^= alpha[1];
        s[2] ^= alpha[2];
        s[3] ^= alpha[3];
        SUBSTITUTE(row_8, s);
        diffuse_8(s);
    }
}

/* Exchanges the second and the third pair of eight words. Unpacking two such rows gives two rows of the concatenation. */
#define SWAP_MIDDLE_PAIRS(words) _mm256_permute4x64_epi64(words, 0xd8)

INLINE_AVX2_TARGET void absorb_8(fairhash_context *context, const uint8_t *blocks, size_t count) {
    __m256i h[2];
    memcpy(h, context->state.w32, sizeof h);
    h[0] = SWAP_MIDDLE_PAIRS(h[0]);
    h[1] = SWAP_MIDDLE_PAIRS(h[1]);
    const uint64_t last_index = hamsi_last_block(context) - context->blocks;
    for (size_t block = 0; block < count; block++) {
        uint64_t bits = load_be64(blocks + 8 * block);
        __m256i m[2] = {_mm256_setzero_si256(), _mm256_setzero_si256()};
        for (unsigned i = 16; i-- > 0; bits >>= 4) {
            const __m256i *words = (const __m256i *)fairhash_hamsi_expansion_512[i][bits & 0xf];
            m[0] = _mm256_xor_si256(m[0], _mm256_load_si256(words));
            m[1] = _mm256_xor_si256(m[1], _mm256_load_si256(words + 1));
        }
        m[0] = SWAP_MIDDLE_PAIRS(m[0]);
        m[1] = SWAP_MIDDLE_PAIRS(m[1]);
        row_8 s[4] = {
            (row_8)_mm256_unpacklo_epi64(m[0], h[0]),
            (row_8)_mm256_unpackhi_epi64(h[0], m[0]),
            (row_8)_mm256_unpacklo_epi64(m[1], h[1]),
            (row_8)_mm256_unpackhi_epi64(h[1], m[1]),
        };
        if (block == last_index) {
            permute_8(s, 1);
        } else {
            permute_8(s, 0);
        }
        h[0] = _mm256_xor_si256(h[0], SWAP_MIDDLE_PAIRS((__m256i)s[0]));
        h[1] = _mm256_xor_si256(h[1], SWAP_MIDDLE_PAIRS((__m256i)s[2]));
    }
    h[0] = SWAP_MIDDLE_PAIRS(h[0]);
    h[1] = SWAP_MIDDLE_PAIRS(h[1]);
    memcpy(context->state.w32, h, sizeof h);
}

INLINE_AVX2_TARGET void absorb_blocks(fairhash_context *context, const uint8_t *blocks, size_t count) {
    if (context->algorithm->block_bits == 32) {
        absorb_4(context, blocks, count);
    } else {
        absorb_8(context, blocks, count);
    }
}

AVX2_TARGET void fairhash_hamsi_absorb_avx2(fairhash_context *context, const uint8_t *blocks, size_t count) {
    absorb_blocks(context, blocks, count);
}

AVX512VL_TARGET void fairhash_hamsi_absorb_avx512vl(fairhash_context *context, const uint8_t *blocks, size_t count) {
    absorb_blocks(context, blocks, count);
}

#endif
