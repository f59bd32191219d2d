/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A template of the round function of Luffa, with the w permutations in the lanes of vectors: lane j of word k is word k of
 * V_j. Sections and names are those of the specification, version 2.0.
 *
 * The including file defines LANES (4 for w = 3 and 4, 8 for w = 5) and FUNCTION_ATTRIBUTES. The functions are called
 * <name>_<LANES>. Lanes w and above hold unused values.
 */
#include <string.h>

#include "luffa.h"

#define PASTE(name, lanes) name##_##lanes
#define EXPAND(name, lanes) PASTE(name, lanes)
#define NAME(name) EXPAND(name, LANES)
#define word NAME(luffa_word)

typedef uint32_t word __attribute__((vector_size(4 * LANES)));

#define ROTATE(x, n) ((x) << (n) | (x) >> (32 - (n)))

/*
 * 4.2 SubCrumb: the S-box {d, e, 0, 1, 5, a, 7, 6, b, 3, 9, c, f, 8, 2, 4} on every bit position. a3 holds the most
 * significant bits.
 */
FUNCTION_ATTRIBUTES void NAME(sub_crumb)(word *a0, word *a1, word *a2, word *a3) {
    const word p = (*a0 | *a1) ^ *a3;
    const word q = *a2 ^ *a3;
    const word m = *a0 & *a3;
    const word n = m ^ ~*a1;
    const word s = m ^ q;
    const word x = n ^ (p & q);
    const word y = n | s;
    *a0 ^= y;
    *a1 = ~(p ^ y);
    *a2 = x & y;
    *a3 = s ^ x;
}

/* 4.3 MixWord. */
FUNCTION_ATTRIBUTES void NAME(mix_word)(word *x, word *y) {
    *y ^= *x;
    *x = ROTATE(*x, 2) ^ *y;
    *y = ROTATE(*y, 14) ^ *x;
    *x = ROTATE(*x, 10) ^ *y;
    *y = ROTATE(*y, 1);
}

/* 4.1 The permutations Q_0 ... Q_w-1. */
FUNCTION_ATTRIBUTES void NAME(permute)(word *a, const luffa_constants *constants) {
    for (unsigned r = 0; r < LUFFA_STEPS; r++) {
        NAME(sub_crumb)(&a[0], &a[1], &a[2], &a[3]);
        NAME(sub_crumb)(&a[5], &a[6], &a[7], &a[4]);
        for (unsigned k = 0; k < 4; k++) {
            NAME(mix_word)(&a[k], &a[k + 4]);
        }
        word c[2]; /* 4.4 AddConstant */
        memcpy(&c[0], constants->c[r][0], sizeof c[0]);
        memcpy(&c[1], constants->c[r][1], sizeof c[1]);
        a[0] ^= c[0];
        a[4] ^= c[1];
    }
}

/*
 * 3.2: multiplication by 2 in the ring of the message injection, modulo x^8 + x^4 + x^3 + x + 1. Word k is the coefficient of
 * x^k.
 */
FUNCTION_ATTRIBUTES void NAME(multiply_by_2)(word *a) {
    const word carry = a[7];
    for (unsigned k = 7; k > 0; k--) {
        a[k] = a[k - 1];
    }
    a[0] = carry;
    a[1] ^= carry;
    a[3] ^= carry;
    a[4] ^= carry;
}

/* Lane rotations modulo w: lane j of the result is lane j + 1 of V (lanes_down) or lane j - 1 of V (lanes_up). */
#if LANES == 4
static const word NAME(LANE_NUMBERS) = {0, 1, 2, 3};

FUNCTION_ATTRIBUTES void NAME(lanes_down)(word *result, const word *V, unsigned w) {
    for (unsigned k = 0; k < LUFFA_WORDS; k++) {
        result[k] = w == 3 ? (word){V[k][1], V[k][2], V[k][0], V[k][3]} : (word){V[k][1], V[k][2], V[k][3], V[k][0]};
    }
}

FUNCTION_ATTRIBUTES void NAME(lanes_up)(word *result, const word *V, unsigned w) {
    for (unsigned k = 0; k < LUFFA_WORDS; k++) {
        result[k] = w == 3 ? (word){V[k][2], V[k][0], V[k][1], V[k][3]} : (word){V[k][3], V[k][0], V[k][1], V[k][2]};
    }
}
#else
static const word NAME(LANE_NUMBERS) = {0, 1, 2, 3, 4, 5, 6, 7};

FUNCTION_ATTRIBUTES void NAME(lanes_down)(word *result, const word *V, unsigned w) {
    (void)w;
    for (unsigned k = 0; k < LUFFA_WORDS; k++) {
        result[k] = (word){V[k][1], V[k][2], V[k][3], V[k][4], V[k][0], V[k][5], V[k][6], V[k][7]};
    }
}

FUNCTION_ATTRIBUTES void NAME(lanes_up)(word *result, const word *V, unsigned w) {
    (void)w;
    for (unsigned k = 0; k < LUFFA_WORDS; k++) {
        result[k] = (word){V[k][4], V[k][0], V[k][1], V[k][2], V[k][3], V[k][5], V[k][6], V[k][7]};
    }
}
#endif

FUNCTION_ATTRIBUTES void NAME(add)(word *V, const word *other) {
    for (unsigned k = 0; k < LUFFA_WORDS; k++) {
        V[k] ^= other[k];
    }
}

/* Computes V_0 + ... + V_w-1 in every lane: first sums of two neighbours, then sums of two sums, then the remaining lane. */
FUNCTION_ATTRIBUTES void NAME(sum)(word *result, const word *V, unsigned w) {
    word rotated[LUFFA_WORDS];
    NAME(lanes_down)(result, V, w);
    NAME(add)(result, V);
    if (w >= 4) {
        NAME(lanes_down)(rotated, result, w);
        NAME(lanes_down)(rotated, rotated, w);
        NAME(add)(result, rotated);
    }
    if (w != 4) {
        NAME(lanes_up)(rotated, V, w);
        NAME(add)(result, rotated);
    }
}

/* 3.2.1 to 3.2.3 Message injection for w = 3, 4 and 5. */
FUNCTION_ATTRIBUTES void NAME(inject)(word *V, const uint8_t *block, unsigned w) {
    word Y[LUFFA_WORDS];
    NAME(sum)(Y, V, w);
    NAME(multiply_by_2)(Y);
    NAME(add)(V, Y);
    if (w == 5) { /* 2V_j + V_j+1 */
        NAME(lanes_down)(Y, V, w);
        NAME(multiply_by_2)(V);
        NAME(add)(V, Y);
    }
    if (w >= 4) { /* 2V_j + V_j-1 */
        NAME(lanes_up)(Y, V, w);
        NAME(multiply_by_2)(V);
        NAME(add)(V, Y);
    }
    word M[LUFFA_WORDS];
    for (unsigned k = 0; k < LUFFA_WORDS; k++) {
        M[k] = (word){0} ^ load_be32(block + (size_t)4 * k);
    }
    for (unsigned j = 1; j < w; j++) { /* V_j + 2^j M: iteration j doubles M in lanes j and above */
        const word mask = (word)(NAME(LANE_NUMBERS) >= j);
        word doubled[LUFFA_WORDS];
        memcpy(doubled, M, sizeof doubled);
        NAME(multiply_by_2)(doubled);
        for (unsigned k = 0; k < LUFFA_WORDS; k++) {
            M[k] = (M[k] & ~mask) | (doubled[k] & mask);
        }
    }
    NAME(add)(V, M);
}

/* 3.2 The round function for `count` blocks. */
FUNCTION_ATTRIBUTES void NAME(rounds)(uint32_t *state, const uint8_t *blocks, size_t count, unsigned w,
                                      const luffa_constants *constants) {
    word V[LUFFA_WORDS];
    memcpy(V, state, sizeof V);
    for (; count > 0; count--) {
        NAME(inject)(V, blocks, w);
        for (unsigned k = 4; k < LUFFA_WORDS; k++) { /* 4.5 Tweaks: the right half of V_j is rotated by j bits */
            V[k] = V[k] << NAME(LANE_NUMBERS) | V[k] >> (-NAME(LANE_NUMBERS) & 31);
        }
        NAME(permute)(V, constants);
        blocks += LUFFA_BLOCK_BYTES;
    }
    memcpy(state, V, sizeof V);
}

#undef PASTE
#undef EXPAND
#undef NAME
#undef word
#undef ROTATE
#undef LANES
