/* SPDX-License-Identifier: Apache-2.0 */
#include "aes.h"

#include <threads.h>

#include "gf256.h"

uint32_t fairhash_aes_T[4][256];
static once_flag tables_once = ONCE_FLAG_INIT;

/* 5.1.3 MixColumns: the first column of the matrix is 02, 01, 01, 03. The other columns are rotations of it. */
static void make_tables(void) {
    for (unsigned a = 0; a < 256; a++) {
        const uint32_t s = fairhash_aes_sbox((uint8_t)a);
        const uint32_t s2 = fairhash_gf256_multiply(2, (uint8_t)s);
        fairhash_aes_T[0][a] = s2 | s << 8 | s << 16 | (s ^ s2) << 24;
        for (unsigned i = 1; i < 4; i++) {
            fairhash_aes_T[i][a] = rotl32(fairhash_aes_T[0][a], 8 * i);
        }
    }
}

void fairhash_aes_make_tables(void) { call_once(&tables_once, make_tables); }
