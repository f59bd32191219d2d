/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that all implementations of SIMD share. simd.c describes the algorithm. */
#ifndef FAIRHASH_SIMD_H
#define FAIRHASH_SIMD_H

#include "cpu.h"
#include "internal.h"

enum { SIMD_PRIME = 257, SIMD_EXPANDED = 32, SIMD_STEPS = 36 };

/* Returns alpha, which has order 32n modulo 257. */
static inline unsigned simd_alpha(unsigned n) { return n == 4 ? 139 : 41; }

/* The multipliers of the inner code, for the first 16 rows of the expanded message and for the second 16 rows. */
enum { SIMD_CODE_0 = 185, SIMD_CODE_1 = 233 };

/* Step i uses the words in row SIMD_P[i] of the expanded message. */
static const uint8_t SIMD_P[SIMD_EXPANDED] = {4,  6,  0,  2,  7,  5,  3,  1,  15, 11, 12, 8,  9,  13, 10, 14,
                                              17, 18, 23, 20, 22, 21, 16, 19, 30, 24, 25, 31, 27, 29, 28, 26};

/*
 * The rotation amounts of a round, one round in each row. Step i uses the entry i % 4 and the next entry, cyclically. The last
 * four steps use the last row.
 */
static const uint8_t SIMD_ROTATIONS[4][4] = {{3, 23, 17, 27}, {28, 19, 22, 7}, {29, 9, 15, 5}, {4, 13, 10, 25}};

static inline unsigned simd_rotation(unsigned i, unsigned k) {
    return SIMD_ROTATIONS[i < SIMD_EXPANDED ? i / 8 : 3][(i + k) % 4];
}

/* In step i, ladder j adds the A of ladder j XOR simd_neighbour(n, i). */
static inline unsigned simd_neighbour(unsigned n, unsigned i) {
    static const uint8_t NEIGHBOURS_4[] = {1, 2, 3};
    static const uint8_t NEIGHBOURS_8[] = {1, 6, 2, 3, 5, 7, 4};
    return n == 4 ? NEIGHBOURS_4[i % LENGTH(NEIGHBOURS_4)] : NEIGHBOURS_8[i % LENGTH(NEIGHBOURS_8)];
}

/*
 * Returns the number of blocks before the final block of a message. The final block follows the last bit of the message and
 * contains its length.
 */
static inline uint64_t simd_blocks_before_final(const fairhash_context *context) {
    const uint32_t block_bits = context->algorithm->block_bits;
    return context->message_bits / block_bits + (context->message_bits % block_bits != 0);
}

/* The largest number of messages that multi-buffer hashing processes at once. */
enum { SIMD_MAX_MESSAGES = 4 };

#ifdef FAIRHASH_X86
/* The largest number of field elements in a vector. */
enum { SIMD_MAX_POINTS = 32 };

/* Indices of the tables: for n = 4, for n = 8, and for n = 8 in two halves, b = 0..7 and b = 8..15. */
enum { SIMD_TABLES_4, SIMD_TABLES_8, SIMD_TABLES_8_HALVES, SIMD_TABLES = SIMD_TABLES_8_HALVES + 2 };

/*
 * The factors alpha^j for j = Ja + b, the factors omega^(bc), and, for blocks that are not final and for final blocks, the
 * points that are 1 because the transform is affine. simd_expansion.h defines a, b, c, J and omega. The values of b repeat in
 * a vector.
 */
typedef struct simd_tables {
    _Alignas(64) int16_t alpha[8][SIMD_MAX_POINTS];
    _Alignas(64) int16_t omega[8][SIMD_MAX_POINTS];
    _Alignas(64) int16_t affine[2][SIMD_MAX_POINTS];
} simd_tables;

/* Returns all tables. Computes them on the first call. */
const simd_tables *fairhash_simd_tables(void);

/*
 * Compresses `count` blocks with n ladders into the chaining value. Either all blocks are final blocks or none is. Needs
 * FAIRHASH_CPU_AVX2.
 */
void fairhash_simd_compress_avx2(uint32_t *chaining, const uint8_t *blocks, size_t count, unsigned n, bool final);

/*
 * Compress `count` blocks of each of several messages. With AVX2: four messages if n = 4, two if n = 8. With AVX-512 (BW and
 * VL): four messages. The same chaining value may occur several times, if it occurs with the same blocks.
 */
void fairhash_simd_compress_multi_avx2(uint32_t *const *chaining, const uint8_t *const *blocks, const bool *final, size_t count,
                                       unsigned n);
void fairhash_simd_compress_multi_avx512bw(uint32_t *const *chaining, const uint8_t *const *blocks, const bool *final,
                                           size_t count, unsigned n);

/*
 * Runs the ladders of one block of each message. The numbers in a name are w, n, s and `vectors`: there are `vectors` vectors
 * of w words, and each vector has s ladders of each message. A row of `chaining` is `vectors` vectors, and so is a row of Z,
 * but a row of Z has at least 8 words.
 */
typedef void fairhash_simd_ladders(uint32_t *chaining, const uint8_t *const *blocks, const uint32_t *Z);
fairhash_simd_ladders fairhash_simd_ladders_4_4_4_1_avx2;
fairhash_simd_ladders fairhash_simd_ladders_8_8_8_1_avx2;
fairhash_simd_ladders fairhash_simd_ladders_8_4_4_2_avx2;
fairhash_simd_ladders fairhash_simd_ladders_8_8_4_2_avx2;
fairhash_simd_ladders fairhash_simd_ladders_4_4_4_1_avx512vl;
fairhash_simd_ladders fairhash_simd_ladders_8_8_8_1_avx512vl;
fairhash_simd_ladders fairhash_simd_ladders_16_4_4_1_avx512bw;
fairhash_simd_ladders fairhash_simd_ladders_16_8_4_2_avx512bw;
#endif

#endif
