/* SPDX-License-Identifier: Apache-2.0 */
/* What the forms of Hamsi share: the parameters, the constants of the rounds and the tables of the message expansion. */
#ifndef FAIRHASH_HAMSI_H
#define FAIRHASH_HAMSI_H

#include "cpu.h"
#include "internal.h"

/* The state is 4 rows of 4 (Hamsi-256) or 8 (Hamsi-512) words; a block is as many bytes, a chaining value two rows. */
enum { HAMSI_ROWS = 4, HAMSI_MAX_COLUMNS = 8 };

/* The rounds of P; P_f has twice as many. */
enum { HAMSI_256_ROUNDS = 3, HAMSI_512_ROUNDS = 6 };

/* The constants alpha of P (row 0) and of P_f (row 1), one word per word of Hamsi-512's state. */
extern const uint32_t fairhash_hamsi_alpha[2][HAMSI_ROWS][HAMSI_MAX_COLUMNS];

/* The expanded words of a block that has only one nibble, at its place: an expansion is the sum over a block's nibbles. */
extern uint32_t fairhash_hamsi_expansion_256[8][16][8];
extern uint32_t fairhash_hamsi_expansion_512[16][16][16];

/* Makes both tables; to be called once. */
void fairhash_hamsi_make_expansions(void);

/* The number of the padded message's last block, the one for P_f: a 1 and zeros fill a block, 64 bits of length follow. */
static inline uint64_t hamsi_last_block(const fairhash_context *context) {
    const uint32_t block_bits = context->algorithm->block_bits;
    return context->message_bits / block_bits + 64 / block_bits;
}

#ifdef FAIRHASH_X86
void fairhash_hamsi_absorb_avx2(fairhash_context *context, const uint8_t *blocks, size_t count);
void fairhash_hamsi_absorb_avx512vl(fairhash_context *context, const uint8_t *blocks, size_t count);
#endif

#endif
