/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that luffa.c and x86/luffa_avx2.c share. The round function is in luffa_rounds.h. */
#ifndef FAIRHASH_LUFFA_H
#define FAIRHASH_LUFFA_H

#include "internal.h"

enum { LUFFA_STEPS = 8, LUFFA_WORDS = 8, LUFFA_BLOCK_BYTES = 32, LUFFA_MAX_LANES = 8 };

/*
 * 4.4: in step r, c[r][0] is added to word 0 and c[r][1] to word 4. There is one lane for each permutation. Lanes after the
 * last permutation are zero.
 */
typedef struct luffa_constants {
    uint32_t c[LUFFA_STEPS][2][LUFFA_MAX_LANES];
} luffa_constants;

/* Returns the number of lanes of a state with w permutations. Word k of V_j is state[k * lanes + j]. */
static inline unsigned luffa_lanes(unsigned w) { return w == 5 ? 8 : 4; }

/*
 * Absorbs `count` blocks with AVX2, if the processor supports it and the caller allows it. Else returns false and changes
 * nothing. Defined in x86/luffa_avx2.c.
 */
bool fairhash_luffa_try_avx2(uint32_t *state, const uint8_t *blocks, size_t count, unsigned w,
                             const luffa_constants *constants);

#endif
