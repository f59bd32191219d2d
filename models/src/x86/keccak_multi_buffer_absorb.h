/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The steps of FIPS 202, 3.2, on vectors of VECTOR_LANES 64-bit words, one of each state. Included once by each form, which
 * defines VECTOR_LANES, TARGET (the attribute that names its instruction set) and NAME (its absorb function).
 */
#include "keccak.h"
#include "keccak_multi_buffer.h"

enum { LANES = 25 };

typedef uint64_t vector __attribute__((vector_size(8 * VECTOR_LANES)));

#define STEP TARGET static inline __attribute__((always_inline))

/* One instruction where the set has one. */
#ifndef XOR3
#define XOR3(a, b, c) ((a) ^ (b) ^ (c))
#endif

STEP vector rotate(vector a, unsigned n) { return a << n | a >> (64 - n); }

/*
 * 3.3 Rnd: one round from A to E. C holds the sums of A's columns (3.2.1, step 1) and then those of E's: the rows of E come
 * out one by one, so that few vectors live at a time.
 */
STEP void round_of(const vector *A, vector *E, vector *C, uint64_t RC) {
    vector D[5];
    UNROLL
    for (unsigned x = 0; x < 5; x++) {
        D[x] = C[(x + 4) % 5] ^ rotate(C[(x + 1) % 5], 1); /* 3.2.1, step 2 */
    }
    UNROLL
    for (unsigned y = 0; y < 5; y++) {
        vector B[5];
        UNROLL
        for (unsigned x = 0; x < 5; x++) {
            const unsigned from = LANE(x + 3 * y, x); /* 3.2.3 pi */
            const vector a = A[from] ^ D[from % 5];   /* 3.2.1, step 3 */
            B[x] = from == 0 ? a : rotate(a, RHO[from]);
        }
        UNROLL
        for (unsigned x = 0; x < 5; x++) {
            vector e = B[x] ^ (~B[(x + 1) % 5] & B[(x + 2) % 5]); /* 3.2.4 chi */
            if (x == 0 && y == 0) {
                e ^= RC; /* 3.2.5 iota */
            }
            E[LANE(x, y)] = e;
            if (y == 2) {
                C[x] = XOR3(E[LANE(x, 0)], E[LANE(x, 1)], e);
            } else if (y == 4) {
                C[x] = XOR3(C[x], E[LANE(x, 3)], e);
            }
        }
    }
}

/* 3.4: Keccak-f[1600]. */
STEP void keccak_f(vector *A, const uint64_t *RC) {
    vector C[5];
    vector E[LANES];
    UNROLL
    for (unsigned x = 0; x < 5; x++) {
        C[x] = XOR3(XOR3(A[LANE(x, 0)], A[LANE(x, 1)], A[LANE(x, 2)]), A[LANE(x, 3)], A[LANE(x, 4)]);
    }
    for (unsigned i_r = 0; i_r < ROUNDS; i_r += 2) {
        round_of(A, E, C, RC[i_r]);
        round_of(E, A, C, RC[i_r + 1]);
    }
}

TARGET void NAME(uint64_t *const states[VECTOR_LANES], const uint8_t *const blocks[VECTOR_LANES], size_t block_lanes,
                 size_t count) {
    const uint64_t *const RC = fairhash_keccak_constants();
    vector A[LANES];
    for (size_t i = 0; i < LANES; i++) {
        vector lane;
        for (size_t j = 0; j < VECTOR_LANES; j++) {
            lane[j] = states[j][i];
        }
        A[i] = lane;
    }
    for (size_t block = 0; block < count; block++) {
        for (size_t i = 0; i < block_lanes; i++) {
            const size_t place = 8 * (block * block_lanes + i);
            vector lane;
            for (size_t j = 0; j < VECTOR_LANES; j++) {
                lane[j] = load_le64(blocks[j] + place);
            }
            A[i] ^= lane;
        }
        keccak_f(A, RC);
    }
    for (size_t i = 0; i < LANES; i++) {
        for (size_t j = 0; j < VECTOR_LANES; j++) {
            states[j][i] = A[i][j];
        }
    }
}
