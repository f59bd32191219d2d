/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that all implementations of Hamsi share: parameters, round constants and the tables of the message expansion. */
#ifndef FAIRHASH_HAMSI_H
#define FAIRHASH_HAMSI_H

#include "cpu.h"
#include "internal.h"

/*
 * The state is 4 rows of 4 words (Hamsi-256) or 8 words (Hamsi-512). A block has as many bytes as a row has words. A chaining
 * value has two rows.
 */
enum { HAMSI_ROWS = 4, HAMSI_MAX_COLUMNS = 8 };

/* The rounds of P. P_f has twice as many. */
enum { HAMSI_256_ROUNDS = 3, HAMSI_512_ROUNDS = 6 };

/* The constants alpha of P (index 0) and of P_f (index 1), one for each word of the state of Hamsi-512. */
extern const uint32_t fairhash_hamsi_alpha[2][HAMSI_ROWS][HAMSI_MAX_COLUMNS];

/*
 * Table [i][v]: the expanded words of a block whose nibble i is v and whose other nibbles are 0. The expansion of a block is
 * the sum over its nibbles.
 */
extern uint32_t fairhash_hamsi_expansion_256[8][16][8];
extern uint32_t fairhash_hamsi_expansion_512[16][16][16];

/* Computes both tables. Must be called only once. */
void fairhash_hamsi_make_expansions(void);

/*
 * Returns the number of the last block of the padded message, which uses P_f. The padding is a 1 and zeros to the end of a
 * block, then the length in 64 bits.
 */
static inline uint64_t hamsi_last_block(const fairhash_context *context) {
    const uint32_t block_bits = context->algorithm->block_bits;
    return context->message_bits / block_bits + 64 / block_bits;
}

#ifdef FAIRHASH_X86
void fairhash_hamsi_absorb_avx2(fairhash_context *context, const uint8_t *blocks, size_t count);
void fairhash_hamsi_absorb_avx512vl(fairhash_context *context, const uint8_t *blocks, size_t count);
#endif

#endif
