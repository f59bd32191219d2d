/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Groestl with the AES instructions, on rows: a vector is a row of 16 columns, or one row of P and the same of Q with 8 columns
 * each. Names and section numbers as in groestl.c.
 */
#include "groestl.h"

#ifdef FAIRHASH_X86

#include <immintrin.h>
#include <string.h>

#define WITH_AES __attribute__((target("aes,ssse3")))
#define INLINE __attribute__((target("aes,ssse3"), always_inline)) static inline

/* One permutation of 16 columns or two of 8, made ready. */
typedef struct prepared {
    /* 3.4.2 AddRoundConstant: of row 0, of the rows 1 to 6, which are all the same, and of row 7. */
    __m128i constant[MAX_ROUNDS][3];
    /* 3.4.4 ShiftBytes and the inverse of AES's ShiftRows, which comes with AES's SubBytes. */
    __m128i shift[ROWS];
} prepared;

/* P and Q together for 8 columns; P, then Q for 16. By variant. */
static prepared pq_512[2];
static prepared pq_1024[2][2];

/* Writes the bytes of `which` that belong into the vectors from byte `place` on. */
static void prepare(prepared *into, const permutation *which, unsigned place) {
    for (unsigned round = 0; round < which->rounds; round++) {
        uint64_t A[MAX_COLUMNS] = {0};
        add_round_constant(A, which, round);
        for (unsigned j = 0; j < which->columns; j++) {
            ((uint8_t *)&into->constant[round][0])[place + j] = (uint8_t)(A[j] >> 56);
            ((uint8_t *)&into->constant[round][1])[place + j] = (uint8_t)(A[j] >> 8);
            ((uint8_t *)&into->constant[round][2])[place + j] = (uint8_t)A[j];
        }
    }
    for (unsigned row = 0; row < ROWS; row++) {
        for (unsigned j = 0; j < which->columns; j++) {
            /* AES's ShiftRows brings to byte 4c + r of a vector what was at 4(c + r) + r, modulo 16. */
            const unsigned to = place + j;
            const unsigned before_shift_rows = (to + 4 * (to % 4)) % 16;
            const unsigned from = place + (j + which->sigma[row]) % which->columns;
            ((uint8_t *)&into->shift[row])[before_shift_rows] = (uint8_t)from;
        }
    }
}

void fairhash_groestl_make_tables_aesni(void) {
    prepare(&pq_512[GROESTL_0], &P_512_0, 0);
    prepare(&pq_512[GROESTL_0], &Q_512_0, 8);
    prepare(&pq_512[GROESTL], &P_512, 0);
    prepare(&pq_512[GROESTL], &Q_512, 8);
    prepare(&pq_1024[GROESTL_0][0], &P_1024_0, 0);
    prepare(&pq_1024[GROESTL_0][1], &Q_1024_0, 0);
    prepare(&pq_1024[GROESTL][0], &P_1024, 0);
    prepare(&pq_1024[GROESTL][1], &Q_1024, 0);
}

INLINE __m128i xor(__m128i a, __m128i b) { return _mm_xor_si128(a, b); }

/* Twice every byte in the field of AES. */
INLINE __m128i twice(__m128i a) {
    const __m128i high = _mm_cmpgt_epi8(_mm_setzero_si128(), a);
    return xor(_mm_add_epi8(a, a), _mm_and_si128(high, _mm_set1_epi8(0x1b)));
}

/*
 * 3.4.5 MixBytes: row i becomes 2a[i] + 2a[i+1] + 3a[i+2] + 4a[i+3] + 5a[i+4] + 3a[i+5] + 5a[i+6] + 7a[i+7]. With sums t of two
 * neighbours, its bits of weight 4 are t[i+3] + t[i+6], and those of weight 2 and 1 are y[i+7] and y[i+4] where
 * y[i] = t[i] + t[i+2] + a[i+6].
 */
INLINE void mix_bytes(__m128i a[ROWS]) {
    __m128i t[ROWS];
    __m128i y[ROWS];
    for (unsigned i = 0; i < ROWS; i++) {
        t[i] = xor(a[i], a[(i + 1) % ROWS]);
    }
    for (unsigned i = 0; i < ROWS; i++) {
        y[i] = xor(xor(t[i], t[(i + 2) % ROWS]), a[(i + 6) % ROWS]);
    }
    for (unsigned i = 0; i < ROWS; i++) {
        const __m128i fours = xor(t[(i + 3) % ROWS], t[(i + 6) % ROWS]);
        a[i] = xor(twice(xor(twice(fours), y[(i + 7) % ROWS])), y[(i + 4) % ROWS]);
    }
}

INLINE void permute(__m128i a[ROWS], const prepared *which, unsigned rounds) {
    for (unsigned round = 0; round < rounds; round++) {
        for (unsigned i = 0; i < ROWS; i++) {
            const __m128i constant = which->constant[round][i == 0 ? 0 : i == ROWS - 1 ? 2 : 1];
            const __m128i shifted = _mm_shuffle_epi8(xor(a[i], constant), which->shift[i]);
            a[i] = _mm_aesenclast_si128(shifted, _mm_setzero_si128());
        }
        mix_bytes(a);
    }
}

/* Transposes 8 rows of 8 bytes, two rows a vector. */
INLINE void transpose(__m128i x[4]) {
    const __m128i pairs = _mm_set_epi8(15, 7, 14, 6, 13, 5, 12, 4, 11, 3, 10, 2, 9, 1, 8, 0);
    const __m128i x0 = _mm_shuffle_epi8(x[0], pairs);
    const __m128i x1 = _mm_shuffle_epi8(x[1], pairs);
    const __m128i x2 = _mm_shuffle_epi8(x[2], pairs);
    const __m128i x3 = _mm_shuffle_epi8(x[3], pairs);
    const __m128i low01 = _mm_unpacklo_epi16(x0, x1);
    const __m128i high01 = _mm_unpackhi_epi16(x0, x1);
    const __m128i low23 = _mm_unpacklo_epi16(x2, x3);
    const __m128i high23 = _mm_unpackhi_epi16(x2, x3);
    x[0] = _mm_unpacklo_epi32(low01, low23);
    x[1] = _mm_unpackhi_epi32(low01, low23);
    x[2] = _mm_unpacklo_epi32(high01, high23);
    x[3] = _mm_unpackhi_epi32(high01, high23);
}

/* 64 bytes, eight columns, to four vectors of two rows each. */
INLINE void load_columns(const uint8_t *bytes, __m128i rows[4]) {
    memcpy(rows, bytes, 64);
    transpose(rows);
}

/* 3.2 f(h, m) = P(h + m) + Q(m) + h for 8 columns; h and m have two rows a vector. */
INLINE void f_512(__m128i h[4], const uint8_t *block, const prepared *pq) {
    __m128i m[4];
    __m128i a[ROWS];
    load_columns(block, m);
    for (unsigned i = 0; i < 4; i++) {
        a[2 * i] = _mm_unpacklo_epi64(xor(h[i], m[i]), m[i]);
        a[2 * i + 1] = _mm_unpackhi_epi64(xor(h[i], m[i]), m[i]);
    }
    permute(a, pq, 10);
    for (unsigned i = 0; i < 4; i++) {
        h[i] = xor(h[i], xor(_mm_unpacklo_epi64(a[2 * i], a[2 * i + 1]), _mm_unpackhi_epi64(a[2 * i], a[2 * i + 1])));
    }
}

/* Rows of 16 columns from 128 bytes, and back. */
INLINE void load_rows(const uint8_t *bytes, __m128i rows[ROWS]) {
    __m128i left[4];
    __m128i right[4];
    load_columns(bytes, left);
    load_columns(bytes + 64, right);
    for (unsigned i = 0; i < 4; i++) {
        rows[2 * i] = _mm_unpacklo_epi64(left[i], right[i]);
        rows[2 * i + 1] = _mm_unpackhi_epi64(left[i], right[i]);
    }
}

INLINE void store_rows(const __m128i rows[ROWS], uint8_t *bytes) {
    __m128i left[4];
    __m128i right[4];
    for (unsigned i = 0; i < 4; i++) {
        left[i] = _mm_unpacklo_epi64(rows[2 * i], rows[2 * i + 1]);
        right[i] = _mm_unpackhi_epi64(rows[2 * i], rows[2 * i + 1]);
    }
    transpose(left);
    transpose(right);
    memcpy(bytes, left, 64);
    memcpy(bytes + 64, right, 64);
}

/* The same for 16 columns, P and Q one after the other. */
INLINE void f_1024(__m128i h[ROWS], const uint8_t *block, const prepared pq[2]) {
    __m128i m[ROWS];
    __m128i a[ROWS];
    load_rows(block, m);
    for (unsigned i = 0; i < ROWS; i++) {
        a[i] = xor(h[i], m[i]);
    }
    permute(a, &pq[0], 14);
    permute(m, &pq[1], 14);
    for (unsigned i = 0; i < ROWS; i++) {
        h[i] = xor(h[i], xor(a[i], m[i]));
    }
}

WITH_AES void fairhash_groestl_absorb_aesni(fairhash_context *context, const uint8_t *blocks, size_t count) {
    const unsigned columns = context->algorithm->block_bits / 64;
    const uint32_t variant = context->algorithm->variant;
    uint64_t *state = context->state.w64;
    uint8_t bytes[MAX_COLUMNS * ROWS];
    for (unsigned j = 0; j < columns; j++) {
        store_be64(bytes + (size_t)ROWS * j, state[j]);
    }
    if (columns == 8) {
        __m128i h[4];
        load_columns(bytes, h);
        for (size_t i = 0; i < count; i++) {
            f_512(h, blocks + (size_t)64 * i, &pq_512[variant]);
        }
        transpose(h);
        memcpy(bytes, h, sizeof h);
    } else {
        __m128i h[ROWS];
        load_rows(bytes, h);
        for (size_t i = 0; i < count; i++) {
            f_1024(h, blocks + (size_t)128 * i, pq_1024[variant]);
        }
        store_rows(h, bytes);
    }
    for (unsigned j = 0; j < columns; j++) {
        state[j] = load_be64(bytes + (size_t)ROWS * j);
    }
}

#endif
