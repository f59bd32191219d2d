/* SPDX-License-Identifier: Apache-2.0 */
/* What the forms of SIMD share; simd.c says what it is for. */
#ifndef FAIRHASH_SIMD_H
#define FAIRHASH_SIMD_H

#include "cpu.h"
#include "internal.h"

enum { SIMD_PRIME = 257, SIMD_EXPANDED = 32, SIMD_STEPS = 36 };

/* Roots of unity of order 32n modulo 257. */
static inline unsigned simd_alpha(unsigned n) { return n == 4 ? 139 : 41; }

/* The inner codes of the first and of the second sixteen words. */
enum { SIMD_CODE_0 = 185, SIMD_CODE_1 = 233 };

/* Step i takes the words in row P(i) of the expanded message. */
static const uint8_t SIMD_P[SIMD_EXPANDED] = {4,  6,  0,  2,  7,  5,  3,  1,  15, 11, 12, 8,  9,  13, 10, 14,
                                              17, 18, 23, 20, 22, 21, 16, 19, 30, 24, 25, 31, 27, 29, 28, 26};

/* Step i rotates by entry i % 4 of its round's row and by the next one, cyclically; the last four steps use the last row. */
static const uint8_t SIMD_ROTATIONS[4][4] = {{3, 23, 17, 27}, {28, 19, 22, 7}, {29, 9, 15, 5}, {4, 13, 10, 25}};

static inline unsigned simd_rotation(unsigned i, unsigned k) {
    return SIMD_ROTATIONS[i < SIMD_EXPANDED ? i / 8 : 3][(i + k) % 4];
}

/* In step i ladder j adds A of ladder j xor this. */
static inline unsigned simd_neighbour(unsigned n, unsigned i) {
    static const uint8_t OF_4[] = {1, 2, 3};
    static const uint8_t OF_8[] = {1, 6, 2, 3, 5, 7, 4};
    return n == 4 ? OF_4[i % LENGTH(OF_4)] : OF_8[i % LENGTH(OF_8)];
}

#ifdef FAIRHASH_X86
/* Compresses `count` blocks of n ladders into the chaining value; `final` is that of all of them. For AVX2. */
void fairhash_simd_avx2(uint32_t *chaining, const uint8_t *blocks, size_t count, unsigned n, bool final);

/* Runs the ladders of one block, whose first expanded word Z[0] is; its next row of words starts at Z[8]. */
typedef void fairhash_simd_ladders(uint32_t *chaining, const uint8_t *block, const uint32_t *Z);
fairhash_simd_ladders fairhash_simd_ladders_4_avx2;
fairhash_simd_ladders fairhash_simd_ladders_8_avx2;
fairhash_simd_ladders fairhash_simd_ladders_4_avx512;
fairhash_simd_ladders fairhash_simd_ladders_8_avx512;
#endif

#endif
