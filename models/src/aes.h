/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One encryption round of AES (FIPS 197, 5.1) with lookup tables, for the families that are based on AES.
 *
 * A state is four columns. A column is a word with row 0 in its least significant byte. This is the little-endian word of the
 * block's bytes.
 */
#ifndef FAIRHASH_AES_H
#define FAIRHASH_AES_H

#include "internal.h"

/*
 * fairhash_aes_T[i][a]: the result of SubBytes and MixColumns for a column that has `a` in row i and no contribution from the
 * other rows.
 */
extern uint32_t fairhash_aes_T[4][256];

/* Computes the tables on the first call. */
void fairhash_aes_make_tables(void);

/* SubBytes, ShiftRows and MixColumns of x into y, which must be different arrays. The caller does AddRoundKey. */
static inline void aes_round(const uint32_t x[4], uint32_t y[4]) {
    for (unsigned j = 0; j < 4; j++) {
        y[j] = fairhash_aes_T[0][x[j] & 0xff] ^ fairhash_aes_T[1][x[(j + 1) % 4] >> 8 & 0xff] ^
               fairhash_aes_T[2][x[(j + 2) % 4] >> 16 & 0xff] ^ fairhash_aes_T[3][x[(j + 3) % 4] >> 24];
    }
}

#endif
