/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A template of the function that absorbs blocks into VECTOR_LANES states at once, with the steps of FIPS 202, 3.2. A vector
 * holds one 64-bit lane of each state. The including file defines VECTOR_LANES, TARGET (the attribute that selects the
 * instruction set) and NAME (the name of the function).
 */
#include "keccak.h"
#include "keccak_multi_buffer.h"

enum { LANES = 25 };

typedef uint64_t vector __attribute__((vector_size(8 * VECTOR_LANES)));

#define INLINE TARGET static inline __attribute__((always_inline))

/* The including file may define XOR3 as one instruction. */
#ifndef XOR3
#define XOR3(a, b, c) ((a) ^ (b) ^ (c))
#endif

INLINE vector rotate(vector a, unsigned n) { return a << n | a >> (64 - n); }

/*
 * 3.3 Rnd: one round from A to E. On entry, C holds the column sums of A (3.2.1, step 1). On exit, it holds those of E. They
 * are computed while the rows of E are computed one by one, so that few vectors are live at a time.
 */
INLINE void apply_round(const vector *A, vector *E, vector *C, uint64_t RC) {
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
            const unsigned source = LANE(x + 3 * y, x); /* 3.2.3 pi */
            const vector a = A[source] ^ D[source % 5]; /* 3.2.1, step 3 */
            B[x] = source == 0 ? a : rotate(a, RHO[source]);
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

/* 3.3: Keccak-p[1600, rounds]. RC are the constants of its rounds. The result replaces A. */
INLINE void keccak_p(vector *A, const uint64_t *RC, unsigned rounds) {
    vector C[5];
    vector E[LANES];
    UNROLL
    for (unsigned x = 0; x < 5; x++) {
        C[x] = XOR3(XOR3(A[LANE(x, 0)], A[LANE(x, 1)], A[LANE(x, 2)]), A[LANE(x, 3)], A[LANE(x, 4)]);
    }
    for (unsigned i_r = 0; i_r < rounds; i_r += 2) {
        apply_round(A, E, C, RC[i_r]);
        apply_round(E, A, C, RC[i_r + 1]);
    }
}

TARGET void NAME(uint64_t *const states[VECTOR_LANES], const uint8_t *const blocks[VECTOR_LANES], unsigned rounds,
                 size_t block_lanes, size_t count) {
    const uint64_t *const RC = fairhash_keccak_constants() + ROUNDS - rounds;
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
            const size_t offset = 8 * (block * block_lanes + i);
            vector lane;
            for (size_t j = 0; j < VECTOR_LANES; j++) {
                lane[j] = load_le64(blocks[j] + offset);
            }
            A[i] ^= lane;
        }
        keccak_p(A, RC, rounds);
    }
    for (size_t i = 0; i < LANES; i++) {
        for (size_t j = 0; j < VECTOR_LANES; j++) {
            states[j][i] = A[i][j];
        }
    }
}
