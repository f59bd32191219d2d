/* SPDX-License-Identifier: Apache-2.0 */
/* What the two forms of ECHO share: all but BIG.SubWords. */
#ifndef FAIRHASH_ECHO_H
#define FAIRHASH_ECHO_H

#include <string.h>

#include "cpu.h"
#include "haifa.h"

/* A word of the state is itself a state of AES: 16 bytes, column by column. */
typedef uint8_t word __attribute__((vector_size(16)));
typedef int8_t signs __attribute__((vector_size(16)));

/* The state has four columns of four words; w[4 * column + row]. */
enum { WORDS = 16 };

/* BIG.SubWords: two rounds of AES on every word, the first with the key `k`, which then counts up, the second with the salt, 0. */
typedef void (*big_sub_words)(word w[WORDS], uint64_t *k);

/* Twice every byte in the field of AES. */
static inline word double_bytes(word x) { return (x + x) ^ ((word)((signs)x < 0) & 0x1b); }

/* BIG.ShiftRows: words of row i move i columns to the left. BIG.MixColumns: AES's on every four bytes at one place of a column. */
__attribute__((always_inline)) static inline void big_shift_rows_and_mix_columns(word w[WORDS]) {
    word v[WORDS];
    for (unsigned column = 0; column < 4; column++) {
        const word a = w[4 * column];
        const word b = w[(4 * column + 5) % WORDS];
        const word c = w[(4 * column + 10) % WORDS];
        const word d = w[(4 * column + 15) % WORDS];
        const word ab = double_bytes(a ^ b);
        const word bc = double_bytes(b ^ c);
        const word cd = double_bytes(c ^ d);
        v[4 * column] = ab ^ b ^ c ^ d;
        v[4 * column + 1] = bc ^ a ^ c ^ d;
        v[4 * column + 2] = cd ^ a ^ b ^ d;
        v[4 * column + 3] = ab ^ bc ^ cd ^ a ^ b ^ c;
    }
    memcpy(w, v, sizeof v);
}

/* COMPRESS_512 and COMPRESS_1024, of `count` blocks; the chaining variable has 4 words and 8 rounds, or 8 words and 10 rounds. */
__attribute__((always_inline)) static inline void echo_compress(fairhash_context *context, const uint8_t *blocks, size_t count,
                                                                big_sub_words sub_words) {
    const size_t m_bytes = context->algorithm->block_bits / 8;
    const size_t v_bytes = sizeof(word) * WORDS - m_bytes;
    const unsigned rounds = v_bytes == 64 ? 8 : 10;
    for (size_t done = 0; done < count; done++) {
        word w[WORDS];
        memcpy(w, context->state.bytes, v_bytes);
        memcpy((uint8_t *)w + v_bytes, blocks, m_bytes);
        uint64_t k = haifa_counter(context, done);
        for (unsigned round = 0; round < rounds; round++) {
            sub_words(w, &k);
            big_shift_rows_and_mix_columns(w);
        }
        /* BIG.Final: all words before and after the rounds, folded to the size of the chaining variable. */
        for (size_t i = 0; i < WORDS; i++) {
            word before;
            memcpy(&before, i < v_bytes / 16 ? context->state.bytes + 16 * i : blocks + 16 * i - v_bytes, sizeof before);
            w[i] ^= before;
        }
        for (size_t i = v_bytes / 16; i < WORDS; i++) {
            w[i % (v_bytes / 16)] ^= w[i];
        }
        memcpy(context->state.bytes, w, v_bytes);
        blocks += m_bytes;
    }
}

#ifdef FAIRHASH_X86
/* absorb() for processors with FAIRHASH_CPU_AES. */
void fairhash_echo_absorb_aesni(fairhash_context *context, const uint8_t *blocks, size_t count);
#endif

#endif
