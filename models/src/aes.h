/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One encryption round of AES (FIPS 197, 5.1) by tables, for the families that are built on it. A state is four columns, each a
 * word with row 0 in its least significant byte: the bytes of a block in their order, loaded little-endian.
 */
#ifndef FAIRHASH_AES_H
#define FAIRHASH_AES_H

#include "internal.h"

/* SubBytes and MixColumns of a column that has only the byte `a`, in row i: fairhash_aes_T[i][a]. */
extern uint32_t fairhash_aes_T[4][256];

/* Makes the tables unless they are there. */
void fairhash_aes_make_tables(void);

/* SubBytes, ShiftRows and MixColumns; `y` is not `x`. AddRoundKey is the caller's. */
static inline void aes_round(const uint32_t x[4], uint32_t y[4]) {
    for (unsigned j = 0; j < 4; j++) {
        y[j] = fairhash_aes_T[0][x[j] & 0xff] ^ fairhash_aes_T[1][x[(j + 1) % 4] >> 8 & 0xff] ^
               fairhash_aes_T[2][x[(j + 2) % 4] >> 16 & 0xff] ^ fairhash_aes_T[3][x[(j + 3) % 4] >> 24];
    }
}

#endif
