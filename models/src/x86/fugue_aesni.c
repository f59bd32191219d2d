/* SPDX-License-Identifier: Apache-2.0 */
/* Fugue with AES instructions. A group of three columns is one register, and ROR3 renames registers. */
#include "fugue.h"

#ifdef FAIRHASH_X86
#include <immintrin.h>
#include <string.h>

#define AES_TARGET __attribute__((target("aes,ssse3,sse4.1")))
#define INLINE_AES_TARGET static inline __attribute__((always_inline, target("aes,ssse3,sse4.1")))

/*
 * SMIX. AESENCLAST applies the S-box and rotates row i left by i columns: a_ij = W_i(j+i). The function returns its result
 * with the columns rotated left by one, as CMIX needs them. In row i, column c of the result is column J = c + 1 + i of the
 * matrix before its rotation. There
 *
 *     (M W)_iJ = W_iJ + W_(i+3)J + 4 W_(i+1)J + 7 W_(i+2)J     and     r_i = a_i1 + a_i2 + a_i3
 *
 * The factor of r_i is M_Ji, which is 1, 7, 4, 1 for c = 0, 1, 2, 3. Products by 4 and 7 are table lookups for each nibble.
 */
INLINE_AES_TARGET __m128i smix_rotated(__m128i x) {
    const __m128i a = _mm_aesenclast_si128(x, _mm_setzero_si128());
    /* W_(i+3)J, W_(i+1)J and W_(i+2)J */
    const __m128i factor_1 = _mm_shuffle_epi8(a, _mm_setr_epi8(11, 8, 9, 10, 15, 12, 13, 14, 3, 0, 1, 2, 7, 4, 5, 6));
    const __m128i factor_4 = _mm_shuffle_epi8(a, _mm_setr_epi8(1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12));
    const __m128i factor_7 = _mm_shuffle_epi8(a, _mm_setr_epi8(14, 15, 12, 13, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9));
    const __m128i r_12 = _mm_xor_si128(_mm_shuffle_epi32(a, 0x55), _mm_shuffle_epi32(a, 0xaa));
    const __m128i r = _mm_xor_si128(r_12, _mm_shuffle_epi32(a, 0xff));
    const __m128i zero = _mm_setzero_si128();
    const __m128i sum_1 = _mm_xor_si128(_mm_xor_si128(factor_1, _mm_shuffle_epi32(a, 0x39)), _mm_blend_epi16(r, zero, 0x3c));
    const __m128i sum_7 = _mm_xor_si128(factor_7, _mm_blend_epi16(zero, r, 0x0c));
    const __m128i sum_4 = _mm_xor_si128(factor_4, _mm_blend_epi16(zero, r, 0x30));

    const __m128i low_nibble = _mm_set1_epi8(15);
    const __m128i low_4 = _mm_setr_epi8(0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60);
    const __m128i high_4 = _mm_setr_epi8(0, 64, -128, -64, 27, 91, -101, -37, 54, 118, -74, -10, 45, 109, -83, -19);
    const __m128i low_7 = _mm_setr_epi8(0, 7, 14, 9, 28, 27, 18, 21, 56, 63, 54, 49, 36, 35, 42, 45);
    const __m128i high_7 = _mm_setr_epi8(0, 112, -32, -112, -37, -85, 59, 75, -83, -35, 77, 61, 118, 6, -106, -26);
    const __m128i result_4 = _mm_xor_si128(_mm_shuffle_epi8(low_4, _mm_and_si128(sum_4, low_nibble)),
                                           _mm_shuffle_epi8(high_4, _mm_and_si128(_mm_srli_epi16(sum_4, 4), low_nibble)));
    const __m128i result_7 = _mm_xor_si128(_mm_shuffle_epi8(low_7, _mm_and_si128(sum_7, low_nibble)),
                                           _mm_shuffle_epi8(high_7, _mm_and_si128(_mm_srli_epi16(sum_7, 4), low_nibble)));
    return _mm_xor_si128(sum_1, _mm_xor_si128(result_4, result_7));
}

/*
 * The state between two SMIX. Group k contains columns 3k..3k+2 and a zero. It is g[(base + k) % groups], where `base` is
 * always a constant. Columns 1, 2, 3, 0 are valid only in y, in the order in which SMIX returns them.
 */
enum { MAX_GROUPS = 12 };

typedef struct grouped_state {
    __m128i g[MAX_GROUPS];
    __m128i y;
} grouped_state;

/* Shuffle controls that swap the bytes of each column, between words and rows. The second one also clears the fourth column. */
#define SWAP_BYTES _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12)
#define SWAP_BYTES_OF_THREE _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, -1, -1, -1, -1)

/*
 * Shuffle controls that move column 0 to column 1, column 3 to column 1, and columns 3, 0, 1 to columns 0, 1, 2. The other
 * columns become zero.
 */
#define COLUMN_0_TO_1 _mm_setr_epi8(-1, -1, -1, -1, 0, 1, 2, 3, -1, -1, -1, -1, -1, -1, -1, -1)
#define COLUMN_3_TO_1 _mm_setr_epi8(-1, -1, -1, -1, 12, 13, 14, 15, -1, -1, -1, -1, -1, -1, -1, -1)
#define COLUMNS_3_0_1 _mm_setr_epi8(12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, -1, -1, -1, -1)

#define GROUP(k) s->g[(base + (k)) % groups]

/* ROR3, CMIX and SMIX. `base` is its value after ROR3. */
INLINE_AES_TARGET void sub_round(grouped_state *s, unsigned base, unsigned groups) {
    const __m128i x = _mm_xor_si128(GROUP(0), s->y);
    const __m128i cmix = _mm_blend_epi16(s->y, _mm_setzero_si128(), 0xc0);
    GROUP(groups / 2) = _mm_xor_si128(GROUP(groups / 2), cmix);
    GROUP(1) = _mm_shuffle_epi8(s->y, COLUMNS_3_0_1);
    GROUP(2) = _mm_blend_epi16(GROUP(2), _mm_srli_si128(s->y, 8), 0x03);
    s->y = smix_rotated(x);
}

/* S_(3k+1) += S_3j. */
INLINE_AES_TARGET void add_1_from_0(grouped_state *s, unsigned k, unsigned j, unsigned base, unsigned groups) {
    GROUP(k) = _mm_xor_si128(GROUP(k), _mm_shuffle_epi8(GROUP(j), COLUMN_0_TO_1));
}

/* TIX(I). */
INLINE_AES_TARGET void tix(grouped_state *s, const uint8_t *word, unsigned base, unsigned groups, unsigned parts) {
    const unsigned tix_group = parts == 2 ? 3 : 2 * parts - 1; /* the group of S_10, S_16 or S_22 */
    int I;
    memcpy(&I, word, 4);
    GROUP(tix_group) = _mm_xor_si128(GROUP(tix_group), _mm_shuffle_epi8(s->y, COLUMN_3_TO_1));
    GROUP(2) = _mm_xor_si128(GROUP(2), _mm_slli_si128(_mm_cvtsi32_si128(I), 8));
    s->y = _mm_xor_si128(_mm_insert_epi32(s->y, I, 3), _mm_blend_epi16(_mm_setzero_si128(), GROUP(groups - parts), 0x03));
    if (parts > 2) {
        add_1_from_0(s, 1, groups - parts + 1, base, groups);
    }
    if (parts > 3) {
        add_1_from_0(s, 2, groups - parts + 2, base, groups);
    }
}

/* The value of `base` after a number of sub-rounds. Each sub-round moves the start of the state by one group. */
#define BASE_AFTER(sub_rounds) ((2 * groups - (sub_rounds)) % groups)

/* The round transformation R for the word blocks[4 * number]. `base` is 0 before word 0. */
INLINE_AES_TARGET void absorb_word(grouped_state *s, const uint8_t *blocks, unsigned number, unsigned groups, unsigned parts) {
    const unsigned sub_rounds_before = number * parts;
    tix(s, blocks + (size_t)4 * number, BASE_AFTER(sub_rounds_before), groups, parts);
    sub_round(s, BASE_AFTER(sub_rounds_before + 1), groups);
    sub_round(s, BASE_AFTER(sub_rounds_before + 2), groups);
    if (parts > 2) {
        sub_round(s, BASE_AFTER(sub_rounds_before + 3), groups);
    }
    if (parts > 3) {
        sub_round(s, BASE_AFTER(sub_rounds_before + 4), groups);
    }
}

/*
 * Absorbs `words` words, `repetitions` times. `words` is 1, or the number of words after which `base` is 0 again. All
 * registers then have fixed names in the loop.
 */
INLINE_AES_TARGET void absorb_repeated(uint32_t *S, const uint8_t *blocks, size_t repetitions, unsigned words, unsigned groups,
                                       unsigned parts) {
    grouped_state state;
    grouped_state *s = &state;
    uint32_t columns[3 * MAX_GROUPS + 1] = {0};
    memcpy(columns, S, 12 * groups);
    for (unsigned k = 0; k < groups; k++) {
        s->g[k] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(columns + 3 * k)), SWAP_BYTES_OF_THREE);
    }
    s->y = _mm_shuffle_epi32(_mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)columns), SWAP_BYTES), 0x39);
    for (; repetitions > 0; repetitions--) {
        absorb_word(s, blocks, 0, groups, parts);
        if (words >= 3) {
            absorb_word(s, blocks, 1, groups, parts);
            absorb_word(s, blocks, 2, groups, parts);
        }
        if (words >= 4) {
            absorb_word(s, blocks, 3, groups, parts);
        }
        if (words >= 5) {
            absorb_word(s, blocks, 4, groups, parts);
        }
        blocks += (size_t)4 * words;
    }
    const unsigned base = BASE_AFTER(words * parts);
    for (unsigned k = 0; k < groups; k++) {
        _mm_storeu_si128((__m128i *)(columns + 3 * k), _mm_shuffle_epi8(GROUP(k), SWAP_BYTES));
    }
    _mm_storeu_si128((__m128i *)columns, _mm_shuffle_epi8(_mm_shuffle_epi32(s->y, 0x93), SWAP_BYTES));
    memcpy(S, columns, 12 * groups);
}

INLINE_AES_TARGET void absorb_sized(uint32_t *S, const uint8_t *blocks, size_t count, unsigned groups, unsigned parts) {
    const unsigned words = groups / parts;
    absorb_repeated(S, blocks, count / words, words, groups, parts);
    blocks += count / words * words * 4;
    for (count %= words; count > 0; count--) {
        absorb_repeated(S, blocks, 1, 1, groups, parts);
        blocks += 4;
    }
}

AES_TARGET void fairhash_fugue_absorb_aesni(uint32_t *S, unsigned parts, const uint8_t *blocks, size_t count) {
    if (parts == 2) {
        absorb_sized(S, blocks, count, 10, 2);
    } else if (parts == 3) {
        absorb_sized(S, blocks, count, 12, 3);
    } else {
        absorb_sized(S, blocks, count, 12, 4);
    }
}

#endif
