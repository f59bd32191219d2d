/* SPDX-License-Identifier: Apache-2.0 */
/* Fugue with AES instructions: a group of three columns is a register, and ROR3 a renaming of registers. */
#include "fugue.h"

#ifdef FAIRHASH_X86
#include <immintrin.h>
#include <string.h>

#define AES_FORM __attribute__((target("aes,ssse3,sse4.1")))
#define INLINE_AES_FORM static inline __attribute__((always_inline, target("aes,ssse3,sse4.1")))

/*
 * SMIX. AESENCLAST leaves S-box bytes with row i rotated left by i places: a_ij = W_i(j+i). The result is made with its
 * columns rotated left by one place, which is where CMIX needs them: in row i, column c is column J = c + 1 + i of the matrix
 * before its rotation, and there
 *
 *     (M W)_iJ = W_iJ + W_(i+3)J + 4 W_(i+1)J + 7 W_(i+2)J     and     r_i = a_i1 + a_i2 + a_i3
 *
 * is to be multiplied by M_Ji, which is 1, 7, 4, 1 for c = 0, 1, 2, 3. Products by 4 and 7 come from tables of nibbles.
 */
INLINE_AES_FORM __m128i smix_rotated(__m128i x) {
    const __m128i a = _mm_aesenclast_si128(x, _mm_setzero_si128());
    /* W_(i+3)J, W_(i+1)J and W_(i+2)J */
    const __m128i by_1 = _mm_shuffle_epi8(a, _mm_setr_epi8(11, 8, 9, 10, 15, 12, 13, 14, 3, 0, 1, 2, 7, 4, 5, 6));
    const __m128i by_4 = _mm_shuffle_epi8(a, _mm_setr_epi8(1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12));
    const __m128i by_7 = _mm_shuffle_epi8(a, _mm_setr_epi8(14, 15, 12, 13, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9));
    const __m128i r_12 = _mm_xor_si128(_mm_shuffle_epi32(a, 0x55), _mm_shuffle_epi32(a, 0xaa));
    const __m128i r = _mm_xor_si128(r_12, _mm_shuffle_epi32(a, 0xff));
    const __m128i zero = _mm_setzero_si128();
    const __m128i sum_1 = _mm_xor_si128(_mm_xor_si128(by_1, _mm_shuffle_epi32(a, 0x39)), _mm_blend_epi16(r, zero, 0x3c));
    const __m128i sum_7 = _mm_xor_si128(by_7, _mm_blend_epi16(zero, r, 0x0c));
    const __m128i sum_4 = _mm_xor_si128(by_4, _mm_blend_epi16(zero, r, 0x30));

    const __m128i low = _mm_set1_epi8(15);
    const __m128i low_4 = _mm_setr_epi8(0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60);
    const __m128i high_4 = _mm_setr_epi8(0, 64, -128, -64, 27, 91, -101, -37, 54, 118, -74, -10, 45, 109, -83, -19);
    const __m128i low_7 = _mm_setr_epi8(0, 7, 14, 9, 28, 27, 18, 21, 56, 63, 54, 49, 36, 35, 42, 45);
    const __m128i high_7 = _mm_setr_epi8(0, 112, -32, -112, -37, -85, 59, 75, -83, -35, 77, 61, 118, 6, -106, -26);
    const __m128i result_4 = _mm_xor_si128(_mm_shuffle_epi8(low_4, _mm_and_si128(sum_4, low)),
                                           _mm_shuffle_epi8(high_4, _mm_and_si128(_mm_srli_epi16(sum_4, 4), low)));
    const __m128i result_7 = _mm_xor_si128(_mm_shuffle_epi8(low_7, _mm_and_si128(sum_7, low)),
                                           _mm_shuffle_epi8(high_7, _mm_and_si128(_mm_srli_epi16(sum_7, 4), low)));
    return _mm_xor_si128(sum_1, _mm_xor_si128(result_4, result_7));
}

/*
 * The state between SMIX: group k of columns 3k..3k+2 is g[(base + k) % groups], its fourth place zero, and `base` a constant
 * wherever it is used; but columns 1, 2, 3, 0 are in y, as SMIX left them.
 */
enum { MAX_GROUPS = 12 };

typedef struct grouped_state {
    __m128i g[MAX_GROUPS];
    __m128i y;
} grouped_state;

/* Bytes of the columns in the order of the rows, and back; the fourth column cleared. */
#define SWAP_BYTES _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12)
#define SWAP_BYTES_OF_THREE _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, -1, -1, -1, -1)

/* Column 0 moved to column 1, column 3 to column 1, and columns 3, 0, 1 to 0, 1, 2; the others cleared. */
#define FROM_0_TO_1 _mm_setr_epi8(-1, -1, -1, -1, 0, 1, 2, 3, -1, -1, -1, -1, -1, -1, -1, -1)
#define FROM_3_TO_1 _mm_setr_epi8(-1, -1, -1, -1, 12, 13, 14, 15, -1, -1, -1, -1, -1, -1, -1, -1)
#define FIRST_THREE _mm_setr_epi8(12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, -1, -1, -1, -1)

#define GROUP(k) s->g[(base + (k)) % groups]

/* ROR3 (base is that after it), CMIX and SMIX. */
INLINE_AES_FORM void sub_round(grouped_state *s, unsigned base, unsigned groups) {
    const __m128i x = _mm_xor_si128(GROUP(0), s->y);
    const __m128i cmix = _mm_blend_epi16(s->y, _mm_setzero_si128(), 0xc0);
    GROUP(groups / 2) = _mm_xor_si128(GROUP(groups / 2), cmix);
    GROUP(1) = _mm_shuffle_epi8(s->y, FIRST_THREE);
    GROUP(2) = _mm_blend_epi16(GROUP(2), _mm_srli_si128(s->y, 8), 0x03);
    s->y = smix_rotated(x);
}

/* S_(3k+1) += S_3j. */
INLINE_AES_FORM void add_1_from_0(grouped_state *s, unsigned k, unsigned j, unsigned base, unsigned groups) {
    GROUP(k) = _mm_xor_si128(GROUP(k), _mm_shuffle_epi8(GROUP(j), FROM_0_TO_1));
}

/* TIX(I). */
INLINE_AES_FORM void tix(grouped_state *s, const uint8_t *word, unsigned base, unsigned groups, unsigned parts) {
    const unsigned first = parts == 2 ? 3 : 2 * parts - 1; /* S_10, S_16, S_22 */
    int I;
    memcpy(&I, word, 4);
    GROUP(first) = _mm_xor_si128(GROUP(first), _mm_shuffle_epi8(s->y, FROM_3_TO_1));
    GROUP(2) = _mm_xor_si128(GROUP(2), _mm_slli_si128(_mm_cvtsi32_si128(I), 8));
    s->y = _mm_xor_si128(_mm_insert_epi32(s->y, I, 3), _mm_blend_epi16(_mm_setzero_si128(), GROUP(groups - parts), 0x03));
    if (parts > 2) {
        add_1_from_0(s, 1, groups - parts + 1, base, groups);
    }
    if (parts > 3) {
        add_1_from_0(s, 2, groups - parts + 2, base, groups);
    }
}

/* The state's start moves by a group for each sub-round. */
#define BASE_AFTER(sub_rounds) ((2 * groups - (sub_rounds)) % groups)

/* The round transformation R for word number `number` since the state's start was at the first group. */
INLINE_AES_FORM void absorb_word(grouped_state *s, const uint8_t *blocks, unsigned number, unsigned groups, unsigned parts) {
    const unsigned before = number * parts;
    tix(s, blocks + (size_t)4 * number, BASE_AFTER(before), groups, parts);
    sub_round(s, BASE_AFTER(before + 1), groups);
    sub_round(s, BASE_AFTER(before + 2), groups);
    if (parts > 2) {
        sub_round(s, BASE_AFTER(before + 3), groups);
    }
    if (parts > 3) {
        sub_round(s, BASE_AFTER(before + 4), groups);
    }
}

/* `turns` times `words` words: 1, or as many as bring the state's start back, so that all registers have fixed names. */
INLINE_AES_FORM void absorb_turns(uint32_t *S, const uint8_t *blocks, size_t turns, unsigned words, unsigned groups,
                                  unsigned parts) {
    grouped_state state;
    grouped_state *s = &state;
    uint32_t columns[3 * MAX_GROUPS + 1] = {0};
    memcpy(columns, S, 12 * groups);
    for (unsigned k = 0; k < groups; k++) {
        s->g[k] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(columns + 3 * k)), SWAP_BYTES_OF_THREE);
    }
    s->y = _mm_shuffle_epi32(_mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)columns), SWAP_BYTES), 0x39);
    for (; turns > 0; turns--) {
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

INLINE_AES_FORM void absorb_sized(uint32_t *S, const uint8_t *blocks, size_t count, unsigned groups, unsigned parts) {
    const unsigned words = groups / parts;
    absorb_turns(S, blocks, count / words, words, groups, parts);
    blocks += count / words * words * 4;
    for (count %= words; count > 0; count--) {
        absorb_turns(S, blocks, 1, 1, groups, parts);
        blocks += 4;
    }
}

AES_FORM void fairhash_fugue_absorb_aesni(uint32_t *S, unsigned parts, const uint8_t *blocks, size_t count) {
    if (parts == 2) {
        absorb_sized(S, blocks, count, 10, 2);
    } else if (parts == 3) {
        absorb_sized(S, blocks, count, 12, 3);
    } else {
        absorb_sized(S, blocks, count, 12, 4);
    }
}

#endif
