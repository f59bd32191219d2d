/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that all implementations of CubeHash share. */
#ifndef FAIRHASH_CUBEHASH_H
#define FAIRHASH_CUBEHASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CUBEHASH_ROUNDS = 16, CUBEHASH_BLOCK_BYTES = 32, CUBEHASH_WORDS = 32 };

/*
 * Absorbs `count` blocks into the state with AVX2, if the processor supports it and the caller allows it. Else returns false
 * and changes nothing. Defined in x86/cubehash_avx2.c.
 */
bool fairhash_cubehash_try_avx2(uint32_t *state, const uint8_t *blocks, size_t count);

#endif
