/* SPDX-License-Identifier: Apache-2.0 */
/* BLAKE3 with AVX-512: sixteen nodes of the tree at once. */
#include "blake3.h"

#ifdef FAIRHASH_X86

#define VECTOR_LANES 16
#define TARGET __attribute__((target("avx512f,avx512vl")))
#define NAME fairhash_blake3_nodes_16_avx512vl
#define INLINE TARGET static inline __attribute__((always_inline))

typedef uint32_t vector __attribute__((vector_size(64)));

/* AVX-512 has rotations, which compilers recognise. */
INLINE vector rotate_16(vector x) { return x >> 16 | x << 16; }
INLINE vector rotate_12(vector x) { return x >> 12 | x << 20; }
INLINE vector rotate_8(vector x) { return x >> 8 | x << 24; }
INLINE vector rotate_7(vector x) { return x >> 7 | x << 25; }

/* The words of two vectors alternately: the first eight words of both, or the last eight. */
#ifdef __clang__
#define INTERLEAVE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define INTERLEAVE(a, b, ...) __builtin_shuffle(a, b, (vector){__VA_ARGS__})
#endif
#define LOW(a, b) INTERLEAVE(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define HIGH(a, b) INTERLEAVE(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)

/*
 * Transposes a matrix of sixteen rows of sixteen words. A step writes its number of row and column as eight bits and rotates
 * them by one; four steps exchange row and column.
 */
INLINE void transpose(vector *rows) {
    for (unsigned step = 0; step < 4; step++) {
        vector mixed[16];
        for (unsigned i = 0; i < 8; i++) {
            mixed[2 * i] = LOW(rows[i], rows[i + 8]);
            mixed[2 * i + 1] = HIGH(rows[i], rows[i + 8]);
        }
        memcpy(rows, mixed, sizeof mixed);
    }
}

/* Loads the 16 message words of the block at `offset` of each input. */
INLINE void load_words(vector *m, const uint8_t *const *inputs, size_t offset) {
    for (unsigned lane = 0; lane < VECTOR_LANES; lane++) {
        memcpy(&m[lane], inputs[lane] + offset, sizeof m[lane]);
    }
    transpose(m);
}

/* Stores the eight words of each lane. */
INLINE void store_words(uint32_t (*words)[8], const vector *h) {
    vector rows[16] = {{0}};
    memcpy(rows, h, 8 * sizeof h[0]);
    transpose(rows);
    for (unsigned lane = 0; lane < VECTOR_LANES; lane++) {
        memcpy(words[lane], &rows[lane], sizeof words[lane]);
    }
}

#include "blake3_lanes.h"

#endif
