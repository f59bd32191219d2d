/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A template of the function that compresses the blocks of VECTOR_LANES nodes of BLAKE3's tree at once (chunks or parents). Lane
 * i of a vector holds a word of node i. Section numbers are those of the specification.
 *
 * The including file defines VECTOR_LANES, TARGET (the attribute that selects the instruction set), NAME (the name of the
 * function), vector (a vector of words), load_words(), store_words(), and rotations to the right by 16, 12, 8 and 7 bits.
 */
#include "blake3.h"

/* GCC's scheduler before register allocation makes the function 12 % faster (AVX2, GCC 12, AMD EPYC). It is off by default. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("schedule-insns", "sched-pressure")
#endif

/*
 * 2.2: a step of the function G on the columns or diagonals 0 to 3, with the message words x0 to x3. The steps of the four
 * functions alternate, so that the instructions of one do not wait for each other.
 */
#define STEP(rotate_d, rotate_b, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3, x0, x1, x2, x3)                               \
    do {                                                                                                                       \
        v[0] += x0;                                                                                                            \
        v[1] += x1;                                                                                                            \
        v[2] += x2;                                                                                                            \
        v[3] += x3;                                                                                                            \
        v[0] += v[b0];                                                                                                         \
        v[1] += v[b1];                                                                                                         \
        v[2] += v[b2];                                                                                                         \
        v[3] += v[b3];                                                                                                         \
        v[d0] = rotate_d(v[d0] ^ v[0]);                                                                                        \
        v[d1] = rotate_d(v[d1] ^ v[1]);                                                                                        \
        v[d2] = rotate_d(v[d2] ^ v[2]);                                                                                        \
        v[d3] = rotate_d(v[d3] ^ v[3]);                                                                                        \
        v[c0] += v[d0];                                                                                                        \
        v[c1] += v[d1];                                                                                                        \
        v[c2] += v[d2];                                                                                                        \
        v[c3] += v[d3];                                                                                                        \
        v[b0] = rotate_b(v[b0] ^ v[c0]);                                                                                       \
        v[b1] = rotate_b(v[b1] ^ v[c1]);                                                                                       \
        v[b2] = rotate_b(v[b2] ^ v[c2]);                                                                                       \
        v[b3] = rotate_b(v[b3] ^ v[c3]);                                                                                       \
    } while (0)
#define COLUMNS(rotate_d, rotate_b, ...)                                                                                       \
    STEP(rotate_d, rotate_b, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, __VA_ARGS__)
#define DIAGONALS(rotate_d, rotate_b, ...)                                                                                     \
    STEP(rotate_d, rotate_b, 5, 6, 7, 4, 10, 11, 8, 9, 15, 12, 13, 14, __VA_ARGS__)

/* 2.2: round number r. */
#define M(r, k) m[BLAKE3_SCHEDULE[r][k]]
#define ROUND(r)                                                                                                               \
    do {                                                                                                                       \
        COLUMNS(rotate_16, rotate_12, M(r, 0), M(r, 2), M(r, 4), M(r, 6));                                                     \
        COLUMNS(rotate_8, rotate_7, M(r, 1), M(r, 3), M(r, 5), M(r, 7));                                                       \
        DIAGONALS(rotate_16, rotate_12, M(r, 8), M(r, 10), M(r, 12), M(r, 14));                                                \
        DIAGONALS(rotate_8, rotate_7, M(r, 9), M(r, 11), M(r, 13), M(r, 15));                                                  \
    } while (0)

/* A vector with the same word in all lanes. */
TARGET static inline __attribute__((always_inline)) vector all_lanes(uint32_t word) { return word - (vector){0}; }

TARGET void NAME(const blake3_nodes *nodes, uint32_t (*chaining_values)[8]) {
    vector h[8];
    vector t0;
    vector t1;
    for (unsigned i = 0; i < 8; i++) {
        h[i] = all_lanes(nodes->key[i]);
    }
    for (unsigned lane = 0; lane < VECTOR_LANES; lane++) {
        const uint64_t t = nodes->counter + (nodes->counts ? lane : 0U);
        t0[lane] = (uint32_t)t;
        t1[lane] = (uint32_t)(t >> 32);
    }
    for (size_t block = 0; block < nodes->blocks; block++) {
        vector m[16];
        load_words(m, nodes->inputs, 64 * block);
        const uint32_t d = nodes->flags | (block == 0 ? nodes->first_flags : 0U) | (block + 1 == nodes->blocks ? nodes->last_flags : 0U);
        vector v[16] = {
            h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7],
            all_lanes(BLAKE3_IV[0]), all_lanes(BLAKE3_IV[1]), all_lanes(BLAKE3_IV[2]), all_lanes(BLAKE3_IV[3]),
            t0, t1, all_lanes(64), all_lanes(d),
        };
        ROUND(0);
        ROUND(1);
        ROUND(2);
        ROUND(3);
        ROUND(4);
        ROUND(5);
        ROUND(6);
        for (unsigned i = 0; i < 8; i++) {
            h[i] = v[i] ^ v[i + 8];
        }
    }
    store_words(chaining_values, h);
}
