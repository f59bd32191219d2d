/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that all implementations of Groestl share: the permutations and their constants. */
#ifndef FAIRHASH_GROESTL_H
#define FAIRHASH_GROESTL_H

#include "cpu.h"
#include "internal.h"

enum variant { GROESTL_0, GROESTL };

/* 3.4.1: the state has 8 rows. A column is a word with row 0 in its most significant byte. */
enum { ROWS = 8, MAX_COLUMNS = 16, MAX_ROUNDS = 14 };

/* One of the permutations P and Q, for 8 columns (512 bits) or 16 columns (1024 bits). */
typedef struct permutation {
    unsigned columns;
    unsigned rounds;
    enum variant variant;
    bool is_q;
    uint8_t sigma[ROWS]; /* 3.4.4 ShiftBytes: row i is shifted left by sigma[i] columns */
} permutation;

/*
 * P and Q for both state sizes and both versions. The tweak of the final version extended the round constants to all columns
 * and gave Q its own shifts.
 */
#define SIGMA_512 {0, 1, 2, 3, 4, 5, 6, 7}
#define SIGMA_1024 {0, 1, 2, 3, 4, 5, 6, 11}
static const permutation P_512_0 = {8, 10, GROESTL_0, false, SIGMA_512};
static const permutation Q_512_0 = {8, 10, GROESTL_0, true, SIGMA_512};
static const permutation P_1024_0 = {16, 14, GROESTL_0, false, SIGMA_1024};
static const permutation Q_1024_0 = {16, 14, GROESTL_0, true, SIGMA_1024};
static const permutation P_512 = {8, 10, GROESTL, false, SIGMA_512};
static const permutation Q_512 = {8, 10, GROESTL, true, {1, 3, 5, 7, 0, 2, 4, 6}};
static const permutation P_1024 = {16, 14, GROESTL, false, SIGMA_1024};
static const permutation Q_1024 = {16, 14, GROESTL, true, {1, 3, 5, 11, 0, 2, 4, 6}};

/* 3.4.2 AddRoundConstant. The constant of Groestl-0 is one byte: the round number in P, and its complement in Q. */
static inline void add_round_constant(uint64_t *A, const permutation *p, unsigned round) {
    if (p->variant == GROESTL_0) {
        A[0] ^= p->is_q ? (uint64_t)(0xff ^ round) : (uint64_t)round << 56;
        return;
    }
    for (unsigned j = 0; j < p->columns; j++) {
        const uint64_t constant = (uint64_t)j << 4 ^ round;
        A[j] ^= p->is_q ? ~constant : constant << 56;
    }
}

#ifdef FAIRHASH_X86
/* absorb() with FAIRHASH_CPU_SSSE3 and FAIRHASH_CPU_AES. start() must have made the tables. */
void fairhash_groestl_make_tables_aesni(void);
void fairhash_groestl_absorb_aesni(fairhash_context *context, const uint8_t *blocks, size_t count);
#endif

#endif
