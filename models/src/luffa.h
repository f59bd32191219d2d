/* SPDX-License-Identifier: Apache-2.0 */
/* What luffa.c and luffa_avx2.c share; the round function itself is in luffa_rounds.h. */
#ifndef FAIRHASH_LUFFA_H
#define FAIRHASH_LUFFA_H

#include "internal.h"

enum { LUFFA_STEPS = 8, LUFFA_WORDS = 8, LUFFA_BLOCK_BYTES = 32, LUFFA_MAX_LANES = 8 };

/* 4.4: c[r][0] is added to word 0 and c[r][1] to word 4 in step r; one lane for each permutation, zero past the last. */
typedef struct luffa_constants {
    uint32_t c[LUFFA_STEPS][2][LUFFA_MAX_LANES];
} luffa_constants;

/* Lanes that a state of w permutations has: word k of V_j is state[k * lanes + j]. */
static inline unsigned luffa_lanes(unsigned w) { return w == 5 ? 8 : 4; }

/* luffa_avx2.c; false if the processor does not have what it takes. */
bool fairhash_luffa_try_avx2(uint32_t *state, const uint8_t *blocks, size_t count, unsigned w,
                             const luffa_constants *constants);

#endif
