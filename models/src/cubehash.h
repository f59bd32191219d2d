/* SPDX-License-Identifier: Apache-2.0 */
/* What cubehash.c and cubehash_avx2.c share. */
#ifndef FAIRHASH_CUBEHASH_H
#define FAIRHASH_CUBEHASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CUBEHASH_ROUNDS = 16, CUBEHASH_BLOCK_BYTES = 32, CUBEHASH_WORDS = 32 };

/* cubehash_avx2.c: absorbs whole blocks; false if the processor does not have what it takes. */
bool fairhash_cubehash_try_avx2(uint32_t *state, const uint8_t *blocks, size_t count);

#endif
