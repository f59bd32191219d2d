/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Keccak-p[1600] on several states at once: declarations that keccak.c, keccak_multi_buffer.c and the implementations with x86
 * instruction sets share.
 */
#ifndef FAIRHASH_KECCAK_MULTI_BUFFER_H
#define FAIRHASH_KECCAK_MULTI_BUFFER_H

#include <stddef.h>
#include <stdint.h>

/* Returns the 24 round constants of iota. Computes them on the first call. */
const uint64_t *fairhash_keccak_constants(void);

/*
 * Absorb `count` blocks of `block_lanes` 64-bit lanes into each of four or eight states, with Keccak-p[1600, rounds]. The same
 * state may occur several times, if it occurs with the same blocks. The first function needs FAIRHASH_CPU_AVX2, the second one
 * FAIRHASH_CPU_AVX512VL.
 */
void fairhash_keccak_absorb_4_avx2(uint64_t *const states[4], const uint8_t *const blocks[4], unsigned rounds,
                                   size_t block_lanes, size_t count);
void fairhash_keccak_absorb_8_avx512vl(uint64_t *const states[8], const uint8_t *const blocks[8], unsigned rounds,
                                       size_t block_lanes, size_t count);

#endif
