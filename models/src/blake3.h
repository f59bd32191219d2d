/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that all implementations of BLAKE3 share. Section numbers are those of its specification. */
#ifndef FAIRHASH_BLAKE3_H
#define FAIRHASH_BLAKE3_H

#include "cpu.h"
#include "internal.h"

/* 2.2 Table 3: the domain flags. */
enum {
    CHUNK_START = 1,
    CHUNK_END = 2,
    PARENT = 4,
    ROOT = 8,
    KEYED_HASH = 16,
    DERIVE_KEY_CONTEXT = 32,
    DERIVE_KEY_MATERIAL = 64,
};

extern const uint32_t fairhash_blake3_iv[8];

/* 2.2 Table 2: the message words of the seven rounds. Each row is the row before it, permuted. */
static const uint8_t BLAKE3_SCHEDULE[7][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8},
    {3, 4, 10, 12, 13, 2, 7, 14, 6, 5, 9, 0, 11, 15, 8, 1},
    {10, 7, 12, 9, 14, 3, 13, 15, 4, 0, 11, 2, 5, 8, 1, 6},
    {12, 13, 9, 11, 15, 10, 14, 8, 7, 2, 5, 3, 0, 1, 6, 4},
    {9, 14, 11, 5, 8, 12, 15, 1, 13, 3, 0, 10, 2, 6, 4, 7},
    {11, 15, 5, 0, 1, 9, 8, 6, 14, 10, 2, 12, 3, 4, 7, 13},
};

#endif
