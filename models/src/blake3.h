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

/* 2.2 Table 1: the initial value IV, that of SHA-256. */
static const uint32_t BLAKE3_IV[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

/* Nodes of the tree that are compressed at once, one in each lane of a vector. */
typedef struct blake3_nodes {
    const uint8_t *const *inputs; /* the blocks of each lane. An input may occur several times */
    size_t blocks;                /* the number of blocks of a node: 16 for chunks, 1 for parents */
    const uint32_t *key;          /* the chaining value before the first block */
    uint64_t counter;             /* the counter t of the first lane */
    bool counts;                  /* each lane has the counter of the lane before it plus 1, else all have the same one */
    uint32_t flags;               /* the flags of all blocks */
    uint32_t first_flags;         /* further flags of the first block */
    uint32_t last_flags;          /* further flags of the last block */
} blake3_nodes;

enum { BLAKE3_MAX_LANES = 16 };


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

#ifdef FAIRHASH_X86
/* Compress nodes, whose blocks are all full. They need FAIRHASH_CPU_AVX2 and FAIRHASH_CPU_AVX512VL. */
void fairhash_blake3_nodes_8_avx2(const blake3_nodes *nodes, uint32_t (*chaining_values)[8]);
void fairhash_blake3_nodes_16_avx512vl(const blake3_nodes *nodes, uint32_t (*chaining_values)[8]);
#endif

#endif
