/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Groestl with the AES instructions, on rows. A vector is one row of 16 columns, or, for 8 columns, one row of P and the same
 * row of Q. Names and section numbers are those of groestl.c.
 */
#include "groestl.h"

#ifdef FAIRHASH_X86

#include <immintrin.h>
#include <string.h>

#define AES_TARGET __attribute__((target("aes,ssse3")))
#define INLINE __attribute__((target("aes,ssse3"), always_inline)) static inline

/* The tables of one permutation of 16 columns, or of two permutations of 8 columns. */
typedef struct round_tables {
    /* 3.4.2 AddRoundConstant: the constants of row 0, of rows 1 to 6, which are all the same, and of row 7. */
    __m128i constant[MAX_ROUNDS][3];
    /* Shuffle controls for 3.4.4 ShiftBytes and the inverse of AES's ShiftRows, because AESENCLAST also does ShiftRows. */
    __m128i shift[ROWS];
} round_tables;

/* For each variant: P and Q together for 8 columns, or P, then Q, for 16 columns. */
static round_tables pq_512[2];
static round_tables pq_1024[2][2];

/* Writes the bytes of permutation `p` into the vectors of `tables`, from byte `offset` on. */
static void fill_round_tables(round_tables *tables, const permutation *p, unsigned offset) {
    for (unsigned round = 0; round < p->rounds; round++) {
        uint64_t A[MAX_COLUMNS] = {0};
        add_round_constant(A, p, round);
        for (unsigned j = 0; j < p->columns; j++) {
            ((uint8_t *)&tables->constant[round][0])[offset + j] = (uint8_t)(A[j] >> 56);
            ((uint8_t *)&tables->constant[round][1])[offset + j] = (uint8_t)(A[j] >> 8);
            ((uint8_t *)&tables->constant[round][2])[offset + j] = (uint8_t)A[j];
        }
    }
    for (unsigned row = 0; row < ROWS; row++) {
        for (unsigned j = 0; j < p->columns; j++) {
            /* AES's ShiftRows moves byte 4(c + r) + r (modulo 16) of a vector to byte 4c + r. */
            const unsigned target = offset + j;
            const unsigned before_shift_rows = (target + 4 * (target % 4)) % 16;
            const unsigned source = offset + (j + p->sigma[row]) % p->columns;
            ((uint8_t *)&tables->shift[row])[before_shift_rows] = (uint8_t)source;
        }
    }
}

void fairhash_groestl_make_tables_aesni(void) {
    fill_round_tables(&pq_512[GROESTL_0], &P_512_0, 0);
    fill_round_tables(&pq_512[GROESTL_0], &Q_512_0, 8);
    fill_round_tables(&pq_512[GROESTL], &P_512, 0);
    fill_round_tables(&pq_512[GROESTL], &Q_512, 8);
    fill_round_tables(&pq_1024[GROESTL_0][0], &P_1024_0, 0);
    fill_round_tables(&pq_1024[GROESTL_0][1], &Q_1024_0, 0);
    fill_round_tables(&pq_1024[GROESTL][0], &P_1024, 0);
    fill_round_tables(&pq_1024[GROESTL][1], &Q_1024, 0);
}

INLINE __m128i xor(__m128i a, __m128i b) { return _mm_xor_si128(a, b); }

/* Multiplies every byte by 2 in the field of AES. */
INLINE __m128i twice(__m128i a) {
    const __m128i high = _mm_cmpgt_epi8(_mm_setzero_si128(), a);
    return xor(_mm_add_epi8(a, a), _mm_and_si128(high, _mm_set1_epi8(0x1b)));
}

/*
 * 3.4.5 MixBytes: row i becomes 2a[i] + 2a[i+1] + 3a[i+2] + 4a[i+3] + 5a[i+4] + 3a[i+5] + 5a[i+6] + 7a[i+7].
 *
 * Each factor is a sum of 4, 2 and 1. Let t[i] = a[i] + a[i+1] and y[i] = t[i] + t[i+2] + a[i+6]. Then the terms with 4 add up
 * to 4(t[i+3] + t[i+6]), those with 2 to 2y[i+7], and those with 1 to y[i+4].
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

INLINE void permute(__m128i a[ROWS], const round_tables *tables, unsigned rounds) {
    for (unsigned round = 0; round < rounds; round++) {
        for (unsigned i = 0; i < ROWS; i++) {
            const __m128i constant = tables->constant[round][i == 0 ? 0 : i == ROWS - 1 ? 2 : 1];
            const __m128i shifted = _mm_shuffle_epi8(xor(a[i], constant), tables->shift[i]);
            a[i] = _mm_aesenclast_si128(shifted, _mm_setzero_si128());
        }
        mix_bytes(a);
    }
}

/* Transposes 8 rows of 8 bytes. A vector has two rows. */
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

/* Loads eight columns, 64 bytes, into four vectors of two rows each. */
INLINE void load_columns(const uint8_t *bytes, __m128i rows[4]) {
    memcpy(rows, bytes, 64);
    transpose(rows);
}

/* 3.2 f(h, m) = P(h + m) + Q(m) + h for 8 columns. Each vector of h and m has two rows. */
INLINE void f_512(__m128i h[4], const uint8_t *block, const round_tables *pq) {
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

/* Converts 128 bytes to rows of 16 columns, and back. */
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

/* 3.2 f(h, m) for 16 columns: first P, then Q. */
INLINE void f_1024(__m128i h[ROWS], const uint8_t *block, const round_tables pq[2]) {
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

AES_TARGET void fairhash_groestl_absorb_aesni(fairhash_context *context, const uint8_t *blocks, size_t count) {
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
