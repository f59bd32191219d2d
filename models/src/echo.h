/* SPDX-License-Identifier: Apache-2.0 */
/* The parts of ECHO that all implementations share: everything except BIG.SubWords. */
#ifndef FAIRHASH_ECHO_H
#define FAIRHASH_ECHO_H

#include <string.h>

#include "cpu.h"
#include "haifa.h"

/*
 * A 128-bit word of the state, which is also an AES state, as two 64-bit halves. Its first byte is the least significant one.
 */
typedef uint64_t word __attribute__((vector_size(16)));
typedef uint8_t word_bytes __attribute__((vector_size(16)));
typedef int8_t signed_word_bytes __attribute__((vector_size(16)));

static inline word load_word(const uint8_t *p) { return (word){load_le64(p), load_le64(p + 8)}; }

/* The state has four columns of four words. Word (row, column) is w[4 * column + row]. */
enum { WORDS = 16 };

/*
 * BIG.SubWords: two rounds of AES on every word. The first round has the key `k`, which is then incremented. The key of the
 * second round is the salt, 0.
 */
typedef void (*big_sub_words)(word w[WORDS], uint64_t *k);

/* Multiplies every byte by 2 in the field of AES. */
static inline word double_bytes(word x) {
    const word_bytes reduced = (word_bytes)((signed_word_bytes)x < 0) & 0x1b;
    return (word)(((word_bytes)x + (word_bytes)x) ^ reduced);
}

/*
 * BIG.ShiftRows moves the words of row i by i columns to the left. BIG.MixColumns applies AES's MixColumns to every four bytes
 * that have the same position in the words of a column.
 */
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

/*
 * COMPRESS_512 and COMPRESS_1024 of `count` blocks. COMPRESS_512 has a chaining variable of 4 words and 8 rounds,
 * COMPRESS_1024 a chaining variable of 8 words and 10 rounds. The chaining variable is in `context->state.w64`, two halves for
 * each word.
 */
__attribute__((always_inline)) static inline void echo_compress(fairhash_context *context, const uint8_t *blocks, size_t count,
                                                                big_sub_words sub_words) {
    const unsigned m_words = context->algorithm->block_bits / 128;
    const unsigned v_words = WORDS - m_words;
    const unsigned rounds = v_words == 4 ? 8 : 10;
    uint64_t *v = context->state.w64;
    for (size_t offset = 0; offset < count; offset++) {
        word input[WORDS];
        word w[WORDS];
        for (unsigned i = 0; i < WORDS; i++) {
            input[i] = i < v_words ? (word){v[2 * i], v[2 * i + 1]} : load_word(blocks + (size_t)16 * (i - v_words));
        }
        memcpy(w, input, sizeof w);
        uint64_t k = haifa_counter(context, offset);
        for (unsigned round = 0; round < rounds; round++) {
            sub_words(w, &k);
            big_shift_rows_and_mix_columns(w);
        }
        /* BIG.Final: XOR the words before and after the rounds, and fold the result to the size of the chaining variable. */
        for (unsigned i = 0; i < v_words; i++) {
            word sum = {0, 0};
            for (unsigned j = i; j < WORDS; j += v_words) {
                sum ^= input[j] ^ w[j];
            }
            v[2 * i] = sum[0];
            v[2 * i + 1] = sum[1];
        }
        blocks += (size_t)16 * m_words;
    }
}

#ifdef FAIRHASH_X86
/* absorb() with FAIRHASH_CPU_AES. */
void fairhash_echo_absorb_aesni(fairhash_context *context, const uint8_t *blocks, size_t count);
#endif

#endif
