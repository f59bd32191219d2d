/* SPDX-License-Identifier: Apache-2.0 */
/* What the two forms of SHAvite-3 share. */
#ifndef FAIRHASH_SHAVITE3_H
#define FAIRHASH_SHAVITE3_H

#include "cpu.h"
#include "haifa.h"

/*
 * The specification numbers the bytes of a word from the least significant, and row 0 of AES is byte 0. The submitted code
 * loads words in that way too, but takes row 0 from the most significant byte, and the submission's answers are that code's.
 *
 * Here every word has row 0 in its least significant byte. For PACKAGE all words of that code are therefore swapped: those of
 * the message, of the counter, of the chaining value and of the digest.
 */
enum variant { PACKAGE, SPECIFICATION };

/* C_256 has 12 rounds with three subkeys of four words, C_512 has 14 rounds with twice four. */
enum { ROUNDS_256 = 12, ROUNDS_512 = 14, RK_256 = 4 * 3 * ROUNDS_256, RK_512 = 4 * 2 * 4 * ROUNDS_512 };

static inline uint32_t swap32(uint32_t x) { return (rotl32(x, 8) & 0x00ff00ff) | (rotr32(x, 8) & 0xff00ff00); }

/* One of the places where the counter enters the message expansion: what is added to rk[word] and the three words after it. */
typedef struct counter_place {
    unsigned word;
    uint32_t added[4];
} counter_place;

enum { COUNTER_PLACES = 5 };

/* The four places and an end that is never reached, in C_256 or C_512 for the block after `done` blocks of this absorb(). */
static inline void counter_places(const fairhash_context *context, size_t done, counter_place places[COUNTER_PLACES]) {
    const uint64_t cnt = haifa_counter(context, done);
    const bool swap = context->algorithm->variant == PACKAGE;
    const uint32_t cnt0 = swap ? swap32((uint32_t)cnt) : (uint32_t)cnt;
    const uint32_t cnt1 = swap ? swap32((uint32_t)(cnt >> 32)) : (uint32_t)(cnt >> 32);
    const uint32_t cnt2 = 0; /* message_bits is a number of 64 bits */
    const uint32_t cnt3 = 0;
    if (context->algorithm->block_bits == 512) {
        places[0] = (counter_place){16, {cnt0, ~cnt1, 0, 0}};
        places[1] = (counter_place){56, {0, cnt1, ~cnt0, 0}};
        places[2] = (counter_place){84, {0, 0, cnt1, ~cnt0}};
        places[3] = (counter_place){124, {cnt0, 0, 0, ~cnt1}};
    } else {
        places[0] = (counter_place){32, {cnt0, cnt1, cnt2, ~cnt3}};
        places[1] = (counter_place){164, {cnt3, cnt2, cnt1, ~cnt0}};
        places[2] = (counter_place){316, {cnt2, cnt3, cnt0, ~cnt1}};
        places[3] = (counter_place){440, {cnt1, cnt0, cnt3, ~cnt2}};
    }
    places[4] = (counter_place){RK_512, {0, 0, 0, 0}};
}

#ifdef FAIRHASH_X86
/* absorb() for processors with FAIRHASH_CPU_SSSE3 and FAIRHASH_CPU_AES. */
void fairhash_shavite3_absorb_aesni(fairhash_context *context, const uint8_t *blocks, size_t count);
#endif

#endif
