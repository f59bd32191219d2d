/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations that all implementations of SHAvite-3 share. */
#ifndef FAIRHASH_SHAVITE3_H
#define FAIRHASH_SHAVITE3_H

#include "cpu.h"
#include "haifa.h"

/*
 * The two versions of SHAvite-3. In the specification, byte 0 of a word is the least significant byte, and row 0 of AES is
 * byte 0. The submitted code also loads words in little-endian order, but its row 0 is the most significant byte. The answers
 * of the submission are those of the code.
 *
 * In this implementation, row 0 is always the least significant byte. For PACKAGE, the bytes of all words of the submitted
 * code are therefore swapped: message, counter, chaining value and digest.
 */
enum variant { PACKAGE, SPECIFICATION };

/* C_256 has 12 rounds, each with three subkeys of four words. C_512 has 14 rounds, each with eight subkeys of four words. */
enum { ROUNDS_256 = 12, ROUNDS_512 = 14, RK_256 = 4 * 3 * ROUNDS_256, RK_512 = 4 * 2 * 4 * ROUNDS_512 };

static inline uint32_t swap32(uint32_t x) { return (rotl32(x, 8) & 0x00ff00ff) | (rotr32(x, 8) & 0xff00ff00); }

/* An addition of the counter in the message expansion: added[i] is added to rk[word + i]. */
typedef struct counter_addition {
    unsigned word;
    uint32_t added[4];
} counter_addition;

enum { COUNTER_ADDITIONS = 5 };

/*
 * Computes the four additions of C_256 or C_512, and a fifth one that is never reached. `offset` is the number of blocks that
 * the current absorb() has already processed.
 */
static inline void make_counter_additions(const fairhash_context *context, size_t offset,
                                          counter_addition additions[COUNTER_ADDITIONS]) {
    const uint64_t cnt = haifa_counter(context, offset);
    const bool swap = context->algorithm->variant == PACKAGE;
    const uint32_t cnt0 = swap ? swap32((uint32_t)cnt) : (uint32_t)cnt;
    const uint32_t cnt1 = swap ? swap32((uint32_t)(cnt >> 32)) : (uint32_t)(cnt >> 32);
    const uint32_t cnt2 = 0; /* message_bits has only 64 bits */
    const uint32_t cnt3 = 0;
    if (context->algorithm->block_bits == 512) {
        additions[0] = (counter_addition){16, {cnt0, ~cnt1, 0, 0}};
        additions[1] = (counter_addition){56, {0, cnt1, ~cnt0, 0}};
        additions[2] = (counter_addition){84, {0, 0, cnt1, ~cnt0}};
        additions[3] = (counter_addition){124, {cnt0, 0, 0, ~cnt1}};
    } else {
        additions[0] = (counter_addition){32, {cnt0, cnt1, cnt2, ~cnt3}};
        additions[1] = (counter_addition){164, {cnt3, cnt2, cnt1, ~cnt0}};
        additions[2] = (counter_addition){316, {cnt2, cnt3, cnt0, ~cnt1}};
        additions[3] = (counter_addition){440, {cnt1, cnt0, cnt3, ~cnt2}};
    }
    additions[4] = (counter_addition){RK_512, {0, 0, 0, 0}};
}

#ifdef FAIRHASH_X86
/* absorb() with FAIRHASH_CPU_SSSE3 and FAIRHASH_CPU_AES. */
void fairhash_shavite3_absorb_aesni(fairhash_context *context, const uint8_t *blocks, size_t count);
#endif

#endif
