/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CubeHash16/32-h: D. J. Bernstein, "CubeHash specification (2.B.1)", with 10r = 160 rounds of initialisation and 160 rounds
 * of finalisation. Parameters, names and steps are those of the specification.
 */
#include <string.h>
#include <threads.h>

#include "cubehash.h"
#include "internal.h"

enum { r = CUBEHASH_ROUNDS, b = CUBEHASH_BLOCK_BYTES, WORDS = CUBEHASH_WORDS };

/* The initial states for h = 224, 256, 384, 512. */
static uint32_t INITIAL_STATES[4][WORDS];
static once_flag initial_states_once = ONCE_FLAG_INIT;

/* Four words x_ijk00 ... x_ijk11. This is vector number 4i + 2j + k of the state. */
typedef uint32_t words_4 __attribute__((vector_size(16)));

#define ROTATE(x, n) ((x) << (n) | (x) >> (32 - (n)))

static inline void swap(words_4 *x, unsigned i, unsigned j) {
    const words_4 saved = x[i];
    x[i] = x[j];
    x[j] = saved;
}

/* Applies `rounds` rounds to the state. The comments are the ten steps of the specification, in its order. */
static void transform(uint32_t *state, unsigned rounds) {
    words_4 x[WORDS / 4];
    memcpy(x, state, sizeof x);
    for (unsigned n = 0; n < rounds; n++) {
        for (unsigned i = 0; i < 4; i++) { /* add x_0jklm into x_1jklm, rotate x_0jklm upwards by 7 bits */
            x[4 + i] += x[i];
            x[i] = ROTATE(x[i], 7);
        }
        swap(x, 0, 2); /* swap x_00klm with x_01klm */
        swap(x, 1, 3);
        for (unsigned i = 0; i < 4; i++) {
            words_4 *y = &x[4 + i];
            x[i] ^= *y;                                         /* xor x_1jklm into x_0jklm */
            *y = (words_4){(*y)[2], (*y)[3], (*y)[0], (*y)[1]}; /* swap x_1jk0m with x_1jk1m */
            *y += x[i];                                         /* add x_0jklm into x_1jklm */
            x[i] = ROTATE(x[i], 11);                            /* rotate x_0jklm upwards by 11 bits */
        }
        swap(x, 0, 1); /* swap x_0j0lm with x_0j1lm */
        swap(x, 2, 3);
        for (unsigned i = 0; i < 4; i++) {
            words_4 *y = &x[4 + i];
            x[i] ^= *y;                                         /* xor x_1jklm into x_0jklm */
            *y = (words_4){(*y)[1], (*y)[0], (*y)[3], (*y)[2]}; /* swap x_1jkl0 with x_1jkl1 */
        }
    }
    memcpy(state, x, sizeof x);
}

static const uint32_t DIGEST_BITS[] = {224, 256, 384, 512};

/* Initialisation: the first three words are h/8, b and r, and the other words are zero. Then 10r rounds follow. */
static void make_initial_states(void) {
    for (unsigned i = 0; i < LENGTH(DIGEST_BITS); i++) {
        INITIAL_STATES[i][0] = DIGEST_BITS[i] / 8;
        INITIAL_STATES[i][1] = b;
        INITIAL_STATES[i][2] = r;
        transform(INITIAL_STATES[i], 10 * r);
    }
}

static void start(fairhash_context *context) {
    call_once(&initial_states_once, make_initial_states);
    memcpy(context->state.w32, INITIAL_STATES[context->algorithm->variant], sizeof INITIAL_STATES[0]);
}

/* XOR each block into the first b bytes of the state, then apply r rounds. */
static void absorb(fairhash_context *context, const uint8_t *blocks, size_t count) {
    if (fairhash_cubehash_try_avx2(context->state.w32, blocks, count)) {
        return;
    }
    for (; count > 0; count--) {
        for (unsigned i = 0; i < b / 4; i++) {
            context->state.w32[i] ^= load_le32(blocks + (size_t)4 * i);
        }
        transform(context->state.w32, r);
        blocks += b;
    }
}

/* Append a 1 bit and the smallest number of 0 bits that completes a block. */
static size_t pad(const fairhash_algorithm *algorithm, uint8_t *tail, size_t fill_bits, uint64_t message_bits) {
    (void)algorithm;
    (void)message_bits;
    return fairhash_pad_frame(tail, fill_bits, b, 0);
}

/* Finalisation: XOR 1 into x_11111, then apply 10r rounds. The digest is the first h/8 bytes. */
static void output(fairhash_context *context, uint8_t *digest, uint64_t digest_bits) {
    context->state.w32[31] ^= 1;
    transform(context->state.w32, 10 * r);
    write_le32(digest, context->state.w32, (size_t)digest_bits / 8);
}

extern const fairhash_family fairhash_cubehash;

/* The variant is the index in DIGEST_BITS. */
#define CUBEHASH(index, digest)                                                                                                \
    {                                                                                                                          \
        .id = "cubehash-" #digest, .family = "cubehash", .csv_algorithm = "CubeHash", .csv_version = "16/32",                  \
        .digest_bits = digest, .block_bits = 8 * b, .bit_order = FAIRHASH_MSB_FIRST, .variant = index,                         \
        .functions = &fairhash_cubehash                                                                                        \
    }

static const fairhash_algorithm ALGORITHMS[] = {CUBEHASH(0, 224), CUBEHASH(1, 256), CUBEHASH(2, 384), CUBEHASH(3, 512)};

const fairhash_family fairhash_cubehash = {ALGORITHMS, LENGTH(ALGORITHMS), start, absorb, pad, output};
