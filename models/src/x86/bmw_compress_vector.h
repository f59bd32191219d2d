/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Parts of the compression function of Blue Midnight Wish with the sixteen words of an array in one vector of type V, for one
 * word size: all but expand_2. bmw_avx512vl.c includes this template once for each word size. It defines WORD, NAME(x), the
 * rotation amounts S, the constant K, V and the operations on V.
 *
 * The formulas of the sixteen words differ only in shift amounts and word indices, which are in tables. A shift by the width
 * of a word gives zero.
 */

enum { NAME(WIDTH) = 8 * sizeof(WORD) };

/* The amounts of the two shifts and the two rotations of a logic function s_i, for each lane. */
typedef struct NAME(s_table) {
    WORD shr[20], shl[20], rotl_1[20], rotl_2[20];
} NAME(s_table);

/* Shift amounts for each lane. A lane shifts left or right; the other amount is the width of a word. */
typedef struct NAME(shift_table) {
    WORD shl[16], shr[16];
} NAME(shift_table);

static NAME(s_table) NAME(S_F0);       /* element i has s_(i mod 5), for f_0 */
static NAME(s_table) NAME(S_EXPAND_1); /* element i has s_(i mod 4), for expand_1 */
static NAME(shift_table) NAME(SHIFTS_XH), NAME(SHIFTS_XL), NAME(SHIFTS_Q);
static WORD NAME(MULTIPLES)[16];        /* 16 K, 17 K, ... */
static WORD NAME(TERM_INDICES)[5][16];  /* f_0: the word indices of the terms of W */
static WORD NAME(COMPLEMENTS)[5][16];   /* f_0: all ones where the term is subtracted */
static WORD NAME(SUBTRACTED_COUNT)[16]; /* f_0: the number of subtracted terms, to turn complements into negatives */
static WORD NAME(Q_INDICES)[16];        /* f_2: the indices of the words Q_16 ... Q_31 that are XORed with XL */
static WORD NAME(H_INDICES)[16];        /* f_2: the index of the word H that is rotated and added to each of H_8 ... H_15 */

static void NAME(make_s_table)(NAME(s_table) *table, unsigned modulus) {
    static const WORD SHR[5] = {1, 1, 2, 2, 1};
    static const WORD SHL[5] = {3, 2, 1, 2, 0};
    for (unsigned i = 0; i < 20; i++) {
        table->shr[i] = SHR[i % modulus];
        table->shl[i] = SHL[i % modulus];
        table->rotl_1[i] = i % modulus < 4 ? S[i % modulus][0] : 0;
        table->rotl_2[i] = i % modulus < 4 ? S[i % modulus][1] : 0;
    }
}

static void NAME(make_shift_table)(NAME(shift_table) *table, const int8_t *amounts) {
    for (unsigned i = 0; i < 16; i++) {
        table->shl[i] = (WORD)(amounts[i] >= 0 ? amounts[i] : NAME(WIDTH));
        table->shr[i] = (WORD)(amounts[i] < 0 ? -amounts[i] : NAME(WIDTH));
    }
}

static void NAME(make_tables)(void) {
    NAME(make_s_table)(&NAME(S_F0), 5);
    NAME(make_s_table)(&NAME(S_EXPAND_1), 4);
    NAME(make_shift_table)(&NAME(SHIFTS_XH), BMW_SHIFTS_XH);
    NAME(make_shift_table)(&NAME(SHIFTS_XL), BMW_SHIFTS_XL);
    NAME(make_shift_table)(&NAME(SHIFTS_Q), BMW_SHIFTS_Q);
    for (unsigned i = 0; i < 16; i++) {
        NAME(MULTIPLES)[i] = (i + 16) * K;
        for (unsigned term = 0; term < 5; term++) {
            const bool subtracted = (BMW_TERMS[term].subtracted >> i & 1) != 0;
            NAME(TERM_INDICES)[term][i] = BMW_TERMS[term].index[i];
            NAME(COMPLEMENTS)[term][i] = subtracted ? (WORD)-1 : 0;
            NAME(SUBTRACTED_COUNT)[i] += subtracted ? 1 : 0;
        }
        NAME(Q_INDICES)[i] = i < 8 ? i + 8 : (i + 7) % 8;
        NAME(H_INDICES)[i] = (i + 4) % 8;
    }
    for (unsigned i = 0; i < 32; i++) {
        NAME(LANE_NUMBERS)[i] = i;
    }
}

/*
 * Applies the logic function of each lane, from element `first` of the table on. For s_4, both rotation amounts are 0, so the
 * two rotated words cancel.
 */
INLINE V NAME(s)(V x, const NAME(s_table) *table, unsigned first) {
    const V shifted = NAME(xor)(NAME(shr)(x, NAME(load)(table->shr + first)), NAME(shl)(x, NAME(load)(table->shl + first)));
    const V rotated_1 = NAME(rotl)(x, NAME(load)(table->rotl_1 + first));
    const V rotated_2 = NAME(rotl)(x, NAME(load)(table->rotl_2 + first));
    return NAME(xor)(shifted, NAME(xor)(rotated_1, rotated_2));
}

INLINE V NAME(shift)(V x, const NAME(shift_table) *table) {
    return NAME(xor)(NAME(shl)(x, NAME(load)(table->shl)), NAME(shr)(x, NAME(load)(table->shr)));
}

/* Returns a term of W, or its bitwise complement where it is subtracted. */
INLINE V NAME(term)(V X, unsigned term) {
    return NAME(xor)(NAME(permute)(X, NAME(load)(NAME(TERM_INDICES)[term])), NAME(load)(NAME(COMPLEMENTS)[term]));
}

/* f_0: returns Q_0 ... Q_15. */
INLINE V NAME(f0_vector)(V M, V H) {
    const V X = NAME(xor)(M, H);
    V W = NAME(add)(NAME(term)(X, 4), NAME(load)(NAME(SUBTRACTED_COUNT)));
    W = NAME(add)(W, NAME(add)(NAME(add)(NAME(term)(X, 0), NAME(term)(X, 1)), NAME(add)(NAME(term)(X, 2), NAME(term)(X, 3))));
    return NAME(add)(NAME(s)(W, &NAME(S_F0), 0), NAME(permute)(H, NAME(load)(NAME(LANE_NUMBERS) + 1)));
}

/* Returns AddElement(0) ... AddElement(15). */
INLINE V NAME(add_elements)(V M, V H) {
    const V rotated = NAME(rotl)(M, NAME(load)(NAME(LANE_NUMBERS) + 1));
    V sum = NAME(add)(rotated, NAME(permute)(rotated, NAME(load)(NAME(LANE_NUMBERS) + 3)));
    sum = NAME(sub)(sum, NAME(permute)(rotated, NAME(load)(NAME(LANE_NUMBERS) + 10)));
    return NAME(xor)(NAME(add)(sum, NAME(load)(NAME(MULTIPLES))), NAME(permute)(H, NAME(load)(NAME(LANE_NUMBERS) + 7)));
}

/* Returns AddElement(0) ... AddElement(15). Lanes 0 and 1 also have the terms of expand_1 that are in Q_0 ... Q_15. */
INLINE V NAME(first_sums)(V Q, V M, V H) {
    const V terms_16 = NAME(s)(Q, &NAME(S_EXPAND_1), 1);
    const V terms_17 = NAME(mask)(0xfffe, NAME(s)(Q, &NAME(S_EXPAND_1), 0));
    return NAME(add)(NAME(mask)(3, NAME(two_sums)(terms_16, terms_17)), NAME(add_elements)(M, H));
}

/* f_2: returns the new double pipe. `low` is Q_0 ... Q_15 and `high` is Q_16 ... Q_31. */
INLINE V NAME(f2_vector)(V low, V high, V M) {
    V XL;
    V XH;
    NAME(xor_sums)(high, &XL, &XH);
    const V left = NAME(xor)(NAME(xor)(NAME(shift)(XH, &NAME(SHIFTS_XH)), NAME(shift)(high, &NAME(SHIFTS_Q))), M);
    const V right =
        NAME(xor)(NAME(xor)(NAME(shift)(XL, &NAME(SHIFTS_XL)), NAME(permute)(high, NAME(load)(NAME(Q_INDICES)))), low);
    const V sum = NAME(add)(left, right);
    const V rotated = NAME(rotl)(NAME(permute)(sum, NAME(load)(NAME(H_INDICES))), NAME(load)(NAME(LANE_NUMBERS) + 1));
    return NAME(add)(sum, NAME(mask)(0xff00, rotated));
}
