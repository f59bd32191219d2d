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

/* The blocks of a message before its final one: that behind the message's last bit, which holds its length. */
static inline uint64_t simd_blocks_before_final(const fairhash_context *context) {
    const uint32_t block_bits = context->algorithm->block_bits;
    return context->message_bits / block_bits + (context->message_bits % block_bits != 0);
}

/* How many messages are taken at once, at most. */
enum { SIMD_MOST_MESSAGES = 4 };

#ifdef FAIRHASH_X86
/* Vectors have up to 32 field elements. */
enum { SIMD_MOST_POINTS = 32 };

/* Which tables: for n = 4; for n = 8; for n = 8 with b = 0..7 and with b = 8..15 only. */
enum { SIMD_TABLES_4, SIMD_TABLES_8, SIMD_TABLES_8_APART, SIMD_TABLES = SIMD_TABLES_8_APART + 2 };

/* alpha^j for j = Ja + b, omega^(bc), and which bytes the affine ones belong to (simd_expansion.h); b repeats in a vector. */
typedef struct simd_tables {
    _Alignas(64) int16_t alpha[8][SIMD_MOST_POINTS];
    _Alignas(64) int16_t omega[8][SIMD_MOST_POINTS];
    _Alignas(64) int16_t affine[2][SIMD_MOST_POINTS];
} simd_tables;

/* All tables, made on the first call. */
const simd_tables *fairhash_simd_tables(void);

/* Compresses `count` blocks of n ladders into the chaining value; `final` is that of all of them. For AVX2. */
void fairhash_simd_compress_avx2(uint32_t *chaining, const uint8_t *blocks, size_t count, unsigned n, bool final);

/*
 * The same for several messages: four if n = 4 or if it is AVX-512 (BW and VL), two if n = 8 with AVX2. The same chaining value
 * may stand several times with the same blocks.
 */
void fairhash_simd_compress_multi_avx2(uint32_t *const *chaining, const uint8_t *const *blocks, const bool *final, size_t count,
                                       unsigned n);
void fairhash_simd_compress_multi_avx512bw(uint32_t *const *chaining, const uint8_t *const *blocks, const bool *final,
                                           size_t count, unsigned n);

/*
 * Runs the ladders of a block of each message, in `vectors` vectors of w words that have s ladders of each message; names say
 * w, n, s and vectors. `chaining` and each row of Z are rows of so many vectors; rows of Z have no fewer than 8 words.
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
