/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The compression function of Blue Midnight Wish for one word size. bmw.h includes this template once for each word size and
 * defines WORD, ROTL, NAME(x) and K. Names are those of the specification. All array indices are constants, so that the
 * compiler keeps words in registers.
 */

/* The logic functions s_0 ... s_5. */
static inline WORD NAME(s0)(WORD x) { return x >> 1 ^ x << 3 ^ ROTL(x, NAME(S)[0][0]) ^ ROTL(x, NAME(S)[0][1]); }
static inline WORD NAME(s1)(WORD x) { return x >> 1 ^ x << 2 ^ ROTL(x, NAME(S)[1][0]) ^ ROTL(x, NAME(S)[1][1]); }
static inline WORD NAME(s2)(WORD x) { return x >> 2 ^ x << 1 ^ ROTL(x, NAME(S)[2][0]) ^ ROTL(x, NAME(S)[2][1]); }
static inline WORD NAME(s3)(WORD x) { return x >> 2 ^ x << 2 ^ ROTL(x, NAME(S)[3][0]) ^ ROTL(x, NAME(S)[3][1]); }
static inline WORD NAME(s4)(WORD x) { return x >> 1 ^ x; }
static inline WORD NAME(s5)(WORD x) { return x >> 2 ^ x; }

/*
 * f_0: the first half of the quadruple pipe, Q_0 ... Q_15. The arguments of s_0 ... s_4 are W_0 ... W_15, sums of words of X =
 * M ^ H.
 */
BMW_INLINE void NAME(f0)(WORD *Q, const WORD *M, const WORD *H) {
    WORD X[16];
    for (unsigned i = 0; i < 16; i++) {
        X[i] = M[i] ^ H[i];
    }
    Q[0] = NAME(s0)(X[5] - X[7] + X[10] + X[13] + X[14]) + H[1];
    Q[1] = NAME(s1)(X[6] - X[8] + X[11] + X[14] - X[15]) + H[2];
    Q[2] = NAME(s2)(X[0] + X[7] + X[9] - X[12] + X[15]) + H[3];
    Q[3] = NAME(s3)(X[0] - X[1] + X[8] - X[10] + X[13]) + H[4];
    Q[4] = NAME(s4)(X[1] + X[2] + X[9] - X[11] - X[14]) + H[5];
    Q[5] = NAME(s0)(X[3] - X[2] + X[10] - X[12] + X[15]) + H[6];
    Q[6] = NAME(s1)(X[4] - X[0] - X[3] - X[11] + X[13]) + H[7];
    Q[7] = NAME(s2)(X[1] - X[4] - X[5] - X[12] - X[14]) + H[8];
    Q[8] = NAME(s3)(X[2] - X[5] - X[6] + X[13] - X[15]) + H[9];
    Q[9] = NAME(s4)(X[0] - X[3] + X[6] - X[7] + X[14]) + H[10];
    Q[10] = NAME(s0)(X[8] - X[1] - X[4] - X[7] + X[15]) + H[11];
    Q[11] = NAME(s1)(X[8] - X[0] - X[2] - X[5] + X[9]) + H[12];
    Q[12] = NAME(s2)(X[1] + X[3] - X[6] - X[9] + X[10]) + H[13];
    Q[13] = NAME(s3)(X[2] + X[4] + X[7] + X[10] + X[11]) + H[14];
    Q[14] = NAME(s4)(X[3] - X[5] + X[8] - X[11] - X[12]) + H[15];
    Q[15] = NAME(s0)(X[12] - X[4] - X[6] - X[9] + X[13]) + H[0];
}

/* AddElement(i), for Q_(i + 16). `rotated` holds all M_i, each rotated left by i + 1 bits. */
#define ADD_ELEMENT(i)                                                                                                         \
    ((rotated[(i) % 16] + rotated[((i) + 3) % 16] - rotated[((i) + 10) % 16] + ((i) + 16) * K) ^ H[((i) + 7) % 16])

/* Four consecutive terms of expand_1, from Q_i on. */
#define FOUR_TERMS(i) (NAME(s1)(Q[i]) + NAME(s2)(Q[(i) + 1]) + NAME(s3)(Q[(i) + 2]) + NAME(s0)(Q[(i) + 3]))

/* The terms of expand_1 for Q_16, and for Q_17 without s_0(Q_16). An implementation may define a function for it. */
#ifndef EXPAND_1_TERMS
#define EXPAND_1_TERMS(Q, terms_16, terms_17)                                                                                  \
    do {                                                                                                                       \
        *(terms_16) = FOUR_TERMS(0) + FOUR_TERMS(4) + FOUR_TERMS(8) + FOUR_TERMS(12);                                          \
        *(terms_17) = FOUR_TERMS(1) + FOUR_TERMS(5) + FOUR_TERMS(9) + NAME(s1)(Q[13]) + NAME(s2)(Q[14]) + NAME(s3)(Q[15]);     \
    } while (0)
#endif

/*
 * expand_2. `unrotated` is Q_(j-16) + Q_(j-14) + ... + Q_(j-4). The macro updates it for j + 2, by one addition and one
 * subtraction.
 */
#define EXPAND_2(j, unrotated)                                                                                                 \
    do {                                                                                                                       \
        Q[j] = ADD_ELEMENT((j) - 16) + unrotated + ROTL(Q[(j) - 15], NAME(R)[0]) + ROTL(Q[(j) - 13], NAME(R)[1]) +             \
               ROTL(Q[(j) - 11], NAME(R)[2]) + ROTL(Q[(j) - 9], NAME(R)[3]) + ROTL(Q[(j) - 7], NAME(R)[4]) +                   \
               ROTL(Q[(j) - 5], NAME(R)[5]) + ROTL(Q[(j) - 3], NAME(R)[6]) + NAME(s4)(Q[(j) - 2]) + NAME(s5)(Q[(j) - 1]);      \
        unrotated += Q[(j) - 2] - Q[(j) - 16];                                                                                 \
    } while (0)

/* f_1: the second half of the quadruple pipe, Q_16 ... Q_31, with two rounds of expand_1 and fourteen rounds of expand_2. */
BMW_INLINE void NAME(f1)(WORD *Q, const WORD *M, const WORD *H) {
    WORD rotated[16];
    for (unsigned i = 0; i < 16; i++) {
        rotated[i] = ROTL(M[i], i + 1);
    }
    WORD terms_16;
    WORD terms_17;
    EXPAND_1_TERMS(Q, &terms_16, &terms_17);
    Q[16] = terms_16 + ADD_ELEMENT(0);
    Q[17] = terms_17 + NAME(s0)(Q[16]) + ADD_ELEMENT(1);
    WORD even = Q[2] + Q[4] + Q[6] + Q[8] + Q[10] + Q[12] + Q[14];
    WORD odd = Q[3] + Q[5] + Q[7] + Q[9] + Q[11] + Q[13] + Q[15];
    EXPAND_2(18, even);
    EXPAND_2(19, odd);
    EXPAND_2(20, even);
    EXPAND_2(21, odd);
    EXPAND_2(22, even);
    EXPAND_2(23, odd);
    EXPAND_2(24, even);
    EXPAND_2(25, odd);
    EXPAND_2(26, even);
    EXPAND_2(27, odd);
    EXPAND_2(28, even);
    EXPAND_2(29, odd);
    EXPAND_2(30, even);
    EXPAND_2(31, odd);
}

/* f_2: folds the quadruple pipe into the new double pipe. */
BMW_INLINE void NAME(f2)(WORD *H, const WORD *Q, const WORD *M) {
    const WORD XL = Q[16] ^ Q[17] ^ Q[18] ^ Q[19] ^ Q[20] ^ Q[21] ^ Q[22] ^ Q[23];
    const WORD XH = XL ^ Q[24] ^ Q[25] ^ Q[26] ^ Q[27] ^ Q[28] ^ Q[29] ^ Q[30] ^ Q[31];
    H[0] = (XH << 5 ^ Q[16] >> 5 ^ M[0]) + (XL ^ Q[24] ^ Q[0]);
    H[1] = (XH >> 7 ^ Q[17] << 8 ^ M[1]) + (XL ^ Q[25] ^ Q[1]);
    H[2] = (XH >> 5 ^ Q[18] << 5 ^ M[2]) + (XL ^ Q[26] ^ Q[2]);
    H[3] = (XH >> 1 ^ Q[19] << 5 ^ M[3]) + (XL ^ Q[27] ^ Q[3]);
    H[4] = (XH >> 3 ^ Q[20] ^ M[4]) + (XL ^ Q[28] ^ Q[4]);
    H[5] = (XH << 6 ^ Q[21] >> 6 ^ M[5]) + (XL ^ Q[29] ^ Q[5]);
    H[6] = (XH >> 4 ^ Q[22] << 6 ^ M[6]) + (XL ^ Q[30] ^ Q[6]);
    H[7] = (XH >> 11 ^ Q[23] << 2 ^ M[7]) + (XL ^ Q[31] ^ Q[7]);
    H[8] = ROTL(H[4], 9) + (XH ^ Q[24] ^ M[8]) + (XL << 8 ^ Q[23] ^ Q[8]);
    H[9] = ROTL(H[5], 10) + (XH ^ Q[25] ^ M[9]) + (XL >> 6 ^ Q[16] ^ Q[9]);
    H[10] = ROTL(H[6], 11) + (XH ^ Q[26] ^ M[10]) + (XL << 6 ^ Q[17] ^ Q[10]);
    H[11] = ROTL(H[7], 12) + (XH ^ Q[27] ^ M[11]) + (XL << 4 ^ Q[18] ^ Q[11]);
    H[12] = ROTL(H[0], 13) + (XH ^ Q[28] ^ M[12]) + (XL >> 3 ^ Q[19] ^ Q[12]);
    H[13] = ROTL(H[1], 14) + (XH ^ Q[29] ^ M[13]) + (XL >> 4 ^ Q[20] ^ Q[13]);
    H[14] = ROTL(H[2], 15) + (XH ^ Q[30] ^ M[14]) + (XL >> 7 ^ Q[21] ^ Q[14]);
    H[15] = ROTL(H[3], 16) + (XH ^ Q[31] ^ M[15]) + (XL >> 2 ^ Q[22] ^ Q[15]);
}

/* The compression function: replaces H by f_2(M, f_1(M, H, f_0(M, H))). */
BMW_INLINE void NAME(compress)(WORD *H, const WORD *M) {
    WORD Q[32];
    NAME(f0)(Q, M, H);
    NAME(f1)(Q, M, H);
    NAME(f2)(H, Q, M);
}

#undef ADD_ELEMENT
#undef FOUR_TERMS
#undef EXPAND_1_TERMS
#undef EXPAND_2
