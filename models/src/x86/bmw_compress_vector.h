/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Blue Midnight Wish's compression function with sixteen words in one V, for one word size, included once for each:
 * bmw_avx512vl.c defines WORD, NAME(x), the rotations S and R, the constant K, V and operations on it. Words differ in function
 * only by numbers of places, which are in tables; a shift by the width of a word gives zero.
 */

enum { NAME(WIDTH) = 8 * sizeof(WORD) };

/* s_i of each lane: the numbers of its two shifts and two rotations. */
typedef struct NAME(s_table) {
    WORD shr[20], shl[20], rotl_1[20], rotl_2[20];
} NAME(s_table);

/* Shifts to the left; to the right where the specification has one. */
typedef struct NAME(shift_table) {
    WORD shl[16], shr[16];
} NAME(shift_table);

static NAME(s_table) NAME(MOD_5); /* lane i has s_(i mod 5), f_0's */
static NAME(s_table) NAME(MOD_4); /* place i has s_(i mod 4), expand_1's */
static NAME(shift_table) NAME(SHIFTS_XH), NAME(SHIFTS_XL), NAME(SHIFTS_Q);
static WORD NAME(MULTIPLES)[16];      /* 16 K, 17 K, ... */
static WORD NAME(TERMS)[5][16];       /* f_0: the places of W's terms */
static WORD NAME(COMPLEMENTS)[5][16]; /* all ones where the term is subtracted */
static WORD NAME(SUBTRACTED)[16];     /* how many are: what the complements are short of */
static WORD NAME(FOLD_Q)[16];         /* f_2: the Q_16 ... Q_31 that meet XL */
static WORD NAME(FOLD_H)[16];         /* f_2: the H that is rotated into each of H_8 ... H_15 */

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

static void NAME(make_shift_table)(NAME(shift_table) *table, const int8_t *places) {
    for (unsigned i = 0; i < 16; i++) {
        table->shl[i] = (WORD)(places[i] >= 0 ? places[i] : NAME(WIDTH));
        table->shr[i] = (WORD)(places[i] < 0 ? -places[i] : NAME(WIDTH));
    }
}

static void NAME(make_tables)(void) {
    NAME(make_s_table)(&NAME(MOD_5), 5);
    NAME(make_s_table)(&NAME(MOD_4), 4);
    NAME(make_shift_table)(&NAME(SHIFTS_XH), BMW_SHIFTS_XH);
    NAME(make_shift_table)(&NAME(SHIFTS_XL), BMW_SHIFTS_XL);
    NAME(make_shift_table)(&NAME(SHIFTS_Q), BMW_SHIFTS_Q);
    for (unsigned i = 0; i < 16; i++) {
        NAME(MULTIPLES)[i] = (i + 16) * K;
        for (unsigned term = 0; term < 5; term++) {
            const bool minus = (BMW_TERMS[term].minus >> i & 1) != 0;
            NAME(TERMS)[term][i] = BMW_TERMS[term].place[i];
            NAME(COMPLEMENTS)[term][i] = minus ? (WORD)-1 : 0;
            NAME(SUBTRACTED)[i] += minus ? 1 : 0;
        }
        NAME(FOLD_Q)[i] = i < 8 ? i + 8 : (i + 7) % 8;
        NAME(FOLD_H)[i] = (i + 4) % 8;
    }
    for (unsigned i = 0; i < 32; i++) {
        NAME(COUNT)[i] = i;
        NAME(LATER_ROTL)[i] = i > 16 + 2 && i % 2 == 1 ? R[(31 - i) / 2] : 0;
        NAME(LATER_SHR)[i] = i == 17 || i == 18 ? 19 - i : (WORD)NAME(WIDTH);
        NAME(LATER)[i] = i > 16 ? (WORD)-1 : 0;
    }
}

/* The logic function of each lane. The rotations of s_4, both by none, cancel. */
INLINE V NAME(s)(V x, const NAME(s_table) *table, unsigned first) {
    const V shifted = NAME(xor)(NAME(shr)(x, NAME(load)(table->shr + first)), NAME(shl)(x, NAME(load)(table->shl + first)));
    const V once = NAME(rotl)(x, NAME(load)(table->rotl_1 + first));
    const V twice = NAME(rotl)(x, NAME(load)(table->rotl_2 + first));
    return NAME(xor)(shifted, NAME(xor)(once, twice));
}

INLINE V NAME(shift)(V x, const NAME(shift_table) *table) {
    return NAME(xor)(NAME(shl)(x, NAME(load)(table->shl)), NAME(shr)(x, NAME(load)(table->shr)));
}

/* A term of W, or its complement where it is subtracted. */
INLINE V NAME(term)(V X, unsigned term) {
    return NAME(xor)(NAME(pick)(X, NAME(load)(NAME(TERMS)[term])), NAME(load)(NAME(COMPLEMENTS)[term]));
}

/* f_0: Q_0 ... Q_15. */
INLINE V NAME(f0_lanes)(V M, V H) {
    const V X = NAME(xor)(M, H);
    V W = NAME(add)(NAME(term)(X, 4), NAME(load)(NAME(SUBTRACTED)));
    W = NAME(add)(W, NAME(add)(NAME(add)(NAME(term)(X, 0), NAME(term)(X, 1)), NAME(add)(NAME(term)(X, 2), NAME(term)(X, 3))));
    return NAME(add)(NAME(s)(W, &NAME(MOD_5), 0), NAME(pick)(H, NAME(load)(NAME(COUNT) + 1)));
}

/* AddElement(0) ... AddElement(15). */
INLINE V NAME(add_elements)(V M, V H) {
    const V rotated = NAME(rotl)(M, NAME(load)(NAME(COUNT) + 1));
    V sum = NAME(add)(rotated, NAME(pick)(rotated, NAME(load)(NAME(COUNT) + 3)));
    sum = NAME(sub)(sum, NAME(pick)(rotated, NAME(load)(NAME(COUNT) + 10)));
    return NAME(xor)(NAME(add)(sum, NAME(load)(NAME(MULTIPLES))), NAME(pick)(H, NAME(load)(NAME(COUNT) + 7)));
}

/* The words of Q_0 ... Q_15 that are i places after the first of each sum, as far as there are. */
#define EARLIER(i) sums = NAME(add)(sums, NAME(drop)(Q, i))
#define EARLIER_ROTATED(i) sums = NAME(add)(sums, NAME(rotl)(NAME(drop)(Q, i), NAME(all)(R[(i) / 2])))
/* What the words after Q_(i + 16) take of it in expand_2: rotated or, s_4 and s_5, shifted and itself. */
#define LATER(i) sums = NAME(add)(sums, NAME(later)(NAME(spread)(sums, i), i))

/*
 * f_1: Q_16 ... Q_31. First every sum's part of Q_0 ... Q_15; then each new word, from Q_16 on, is added to the sums of those
 * after it. Lane i has Q_(i + 16).
 */
INLINE V NAME(f1_lanes)(V Q, V M, V H) {
    V sums = Q;
    EARLIER_ROTATED(1);
    EARLIER(2);
    EARLIER_ROTATED(3);
    EARLIER(4);
    EARLIER_ROTATED(5);
    EARLIER(6);
    EARLIER_ROTATED(7);
    EARLIER(8);
    EARLIER_ROTATED(9);
    EARLIER(10);
    EARLIER_ROTATED(11);
    EARLIER(12);
    EARLIER_ROTATED(13);
    const V terms_16 = NAME(s)(Q, &NAME(MOD_4), 1);
    const V terms_17 = NAME(keep)(0xfffe, NAME(s)(Q, &NAME(MOD_4), 0));
    sums = NAME(add)(NAME(keep)(0xfffc, sums), NAME(keep)(3, NAME(two_sums)(terms_16, terms_17)));
    sums = NAME(add)(sums, NAME(add_elements)(M, H));
    const V Q_16 = NAME(spread)(sums, 0);
    const V s0 = NAME(s)(Q_16, &NAME(MOD_4), 3); /* in lane 1: Q_17 is still expand_1's */
    sums = NAME(add)(sums, NAME(xor)(NAME(keep)(0xfffc, NAME(later)(Q_16, 0)), NAME(keep)(2, s0)));
    LATER(1);
    LATER(2);
    LATER(3);
    LATER(4);
    LATER(5);
    LATER(6);
    LATER(7);
    LATER(8);
    LATER(9);
    LATER(10);
    LATER(11);
    LATER(12);
    LATER(13);
    LATER(14);
    return sums;
}

/* f_2: the new double pipe; `low` and `high` are Q_0 ... Q_15 and Q_16 ... Q_31. */
INLINE V NAME(f2_lanes)(V low, V high, V M) {
    V XL;
    V XH;
    NAME(xor_sums)(high, &XL, &XH);
    const V left = NAME(xor)(NAME(xor)(NAME(shift)(XH, &NAME(SHIFTS_XH)), NAME(shift)(high, &NAME(SHIFTS_Q))), M);
    const V right = NAME(xor)(NAME(xor)(NAME(shift)(XL, &NAME(SHIFTS_XL)), NAME(pick)(high, NAME(load)(NAME(FOLD_Q)))), low);
    const V sum = NAME(add)(left, right);
    const V rotated = NAME(rotl)(NAME(pick)(sum, NAME(load)(NAME(FOLD_H))), NAME(load)(NAME(COUNT) + 1));
    return NAME(add)(sum, NAME(keep)(0xff00, rotated));
}

INLINE V NAME(compress_lanes)(V H, V M) {
    const V low = NAME(f0_lanes)(M, H);
    return NAME(f2_lanes)(low, NAME(f1_lanes)(low, M, H), M);
}

#undef EARLIER
#undef EARLIER_ROTATED
#undef LATER
