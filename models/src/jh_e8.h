/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The compression function F_8 of JH in the bit-sliced form of section 7 of H. Wu, "The Hash Function JH". Names are those of
 * the specification. All functions are inlined into jh.c, and into x86/jh_avx2.c for other instruction sets.
 *
 * The 1024-bit state A is eight 128-bit words x_0 ... x_7, in the order of A. The grouping (4.5) then needs no operation: bit
 * b of the even elements q_0, q_2, ... is the word x_2b, and bit b of the odd elements is x_2b+1. The code only uses
 * operations on whole words, rotations of their halves and swaps within bytes, so it does not depend on the byte order of the
 * machine.
 */
#ifndef FAIRHASH_JH_E8_H
#define FAIRHASH_JH_E8_H

#include <string.h>

#include "internal.h"

enum { JH_MAX_ROUNDS = 42, JH_WORD_BYTES = 16, JH_WORDS = 8, JH_BLOCK_BYTES = 64, JH_PERIOD = 7 };

typedef uint64_t jh_word __attribute__((vector_size(JH_WORD_BYTES)));
typedef uint32_t jh_word_32 __attribute__((vector_size(JH_WORD_BYTES)));
typedef uint16_t jh_word_16 __attribute__((vector_size(JH_WORD_BYTES)));

/* 7.2.7 Round constants: the bits of one round for the even elements and for the odd elements. */
typedef struct jh_constant {
    uint8_t even[JH_WORD_BYTES];
    uint8_t odd[JH_WORD_BYTES];
} jh_constant;

#define JH_INLINE static inline __attribute__((always_inline))

/*
 * 7.2.1 Sbox: applies S_0 or S_1 to 128 elements. The bits of the constant select the S-box. m0 holds the most significant
 * bits of the elements.
 */
JH_INLINE void jh_sbox(jh_word *m0, jh_word *m1, jh_word *m2, jh_word *m3, const uint8_t *constant) {
    jh_word c;
    memcpy(&c, constant, sizeof c);
    *m3 = ~*m3;
    *m0 ^= ~*m2 & c;
    const jh_word temp = c ^ (*m0 & *m1);
    *m0 ^= *m2 & *m3;
    *m3 ^= ~*m1 & *m2;
    *m1 ^= *m0 & *m2;
    *m2 ^= *m0 & ~*m3;
    *m0 ^= *m1 | *m3;
    *m3 ^= *m1 & *m2;
    *m1 ^= temp & *m0;
    *m2 ^= temp;
}

/* The Sbox layer: even elements, then odd elements. */
JH_INLINE void jh_substitute(jh_word *x, const jh_constant *C) {
    jh_sbox(&x[0], &x[2], &x[4], &x[6], C->even);
    jh_sbox(&x[1], &x[3], &x[5], &x[7], C->odd);
}

/*
 * 7.2.2 Linear transform, (4.2): D = B + 2A, then C = A + 2D in GF(2^4), where A is the even element and B the odd element of
 * a pair.
 */
JH_INLINE void jh_mix(jh_word *x) {
    x[1] ^= x[2];
    x[3] ^= x[4];
    x[5] ^= x[6] ^ x[0];
    x[7] ^= x[0];
    x[0] ^= x[3];
    x[2] ^= x[5];
    x[4] ^= x[7] ^ x[1];
    x[6] ^= x[1];
}

/* 7.2.3 Permutations: swaps adjacent groups of 2^n bits. */
JH_INLINE void jh_swap(jh_word *x, unsigned n) {
    static const uint64_t LOW[] = {0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f};
    if (n < 3) {
        *x = (*x & LOW[n]) << (1U << n) | (*x >> (1U << n) & LOW[n]);
    } else if (n == 3) {
        *x = (jh_word)((jh_word_16)*x << 8 | (jh_word_16)*x >> 8);
    } else if (n == 4) {
        *x = (jh_word)((jh_word_32)*x << 16 | (jh_word_32)*x >> 16);
    } else if (n == 5) {
        *x = *x << 32 | *x >> 32;
    } else {
        *x = (jh_word){(*x)[1], (*x)[0]};
    }
}

/* 7.2.9 Round function R_8 of a round r with r mod 7 = n. Swapping bits of the odd words has the effect of P_8. */
JH_INLINE void jh_round(jh_word *x, const jh_constant *C, unsigned n) {
    jh_substitute(x, C);
    jh_mix(x);
    jh_swap(&x[1], n);
    jh_swap(&x[3], n);
    jh_swap(&x[5], n);
    jh_swap(&x[7], n);
}

/*
 * 7.2.10 E_8. `rounds` is a multiple of 7, after which every element is at its first position again. E_8 of Round 2 ends with
 * half a round, which is only the Sbox layer.
 */
JH_INLINE void jh_e8(jh_word *x, const jh_constant *C, unsigned rounds, bool half_round) {
    for (unsigned r = 0; r < rounds; r += JH_PERIOD) {
        jh_round(x, &C[r], 0);
        jh_round(x, &C[r + 1], 1);
        jh_round(x, &C[r + 2], 2);
        jh_round(x, &C[r + 3], 3);
        jh_round(x, &C[r + 4], 4);
        jh_round(x, &C[r + 5], 5);
        jh_round(x, &C[r + 6], 6);
    }
    if (half_round) {
        jh_substitute(x, &C[rounds]);
    }
}

/* 5.1 F_8 for `count` blocks: a block is added to the first half of the state before E_8, and to the second half after it. */
JH_INLINE void jh_f8(uint8_t *state, const uint8_t *blocks, size_t count, const jh_constant *C, unsigned rounds,
                     bool half_round) {
    jh_word x[JH_WORDS];
    memcpy(x, state, sizeof x);
    for (; count > 0; count--) {
        jh_word M[JH_WORDS / 2];
        memcpy(M, blocks, sizeof M);
        for (unsigned i = 0; i < JH_WORDS / 2; i++) {
            x[i] ^= M[i];
        }
        jh_e8(x, C, rounds, half_round);
        for (unsigned i = 0; i < JH_WORDS / 2; i++) {
            x[JH_WORDS / 2 + i] ^= M[i];
        }
        blocks += JH_BLOCK_BYTES;
    }
    memcpy(state, x, sizeof x);
}

/*
 * Computes F_8 for `count` blocks with AVX2, if the processor supports it and the caller allows it. Else returns false and
 * changes nothing. Defined in x86/jh_avx2.c.
 */
bool fairhash_jh_f8_try_avx2(uint8_t *state, const uint8_t *blocks, size_t count, const jh_constant *C, unsigned rounds,
                             bool half_round);

#endif
