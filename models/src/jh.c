/* SPDX-License-Identifier: Apache-2.0 */
/*
 * JH in Round 2 of the SHA-3 competition (35.5 rounds) and JH42 in its final round (42 rounds): H. Wu, "The Hash Function JH".
 * Names are those of the specification. Section numbers are those of the document for 35.5 rounds. The rounds are in jh_e8.h.
 * Constants, padding and output are in this file.
 */
#include <threads.h>

#include "jh_e8.h"

enum variant { JH, JH42 };

/* 4.5: with d = 8, E_8 has 5(d - 1) = 35 rounds and half a round. E_8 of JH42 has 6(d - 1) rounds. */
static const unsigned ROUNDS[] = {35, 42};

static const uint32_t DIGEST_BITS[] = {224, 256, 384, 512};

static jh_constant C[JH_MAX_ROUNDS];
static uint8_t INITIAL_HASH[2][LENGTH(DIGEST_BITS)][JH_WORDS * JH_WORD_BYTES];
static once_flag tables_once = ONCE_FLAG_INIT;

/* 4.1 S-boxes: S_0 and S_1. */
static const uint8_t S[2][16] = {
    {9, 0, 4, 11, 13, 12, 3, 15, 1, 10, 2, 6, 7, 5, 8, 14},
    {3, 12, 6, 13, 5, 7, 1, 9, 15, 2, 0, 4, 11, 10, 14, 8},
};

/* Returns 2a in GF(2^4) modulo x^4 + x + 1. */
static uint8_t twice(uint8_t a) { return (uint8_t)((a << 1 ^ (a >> 3) * 0x13) & 0xf); }

/* 4.3 P_d = phi_d P'_d pi_d on `count` = 2^d elements. */
static void P(uint8_t *a, unsigned count) {
    uint8_t b[256];
    for (unsigned i = 0; i < count / 2; i++) {
        const unsigned odd = 2 * i + 1;
        /*
         * pi_d swaps a_4i+2 with a_4i+3. P'_d moves the even elements to the first half and the odd elements to the second
         * half.
         */
        b[i] = a[i % 2 == 0 ? odd - 1 : odd];
        b[i + count / 2] = a[i % 2 == 0 ? odd : odd - 1];
    }
    for (unsigned i = 0; i < count; i++) { /* phi_d swaps adjacent elements in the second half */
        a[i] = b[i < count / 2 ? i : i ^ 1];
    }
}

/* 4.6: C_r+1 = R_6(C_r, 0), the round function (4.4) on 64 elements, with the S-box S_0 for all elements. */
static void next_constant(uint8_t *a) {
    for (unsigned i = 0; i < 64; i += 2) {
        const uint8_t A = S[0][a[i]];
        a[i + 1] = S[0][a[i + 1]] ^ twice(A);
        a[i] = A ^ twice(a[i + 1]);
    }
    P(a, 64);
}

/*
 * 7.2.7: computes the constants in the order of the bit-sliced state. The position of an element in the state is the number of
 * its bit in the word, plus 128 for the odd words. P_8 permutes the elements together with their positions. The swaps of the
 * round then change the positions.
 */
static void make_constants(void) {
    static const char C_0[] = "6a09e667f3bcc908b2fb1366ea957d3e3adec17512775099da2f590b0667322a"; /* sqrt(2) - 1 */
    uint8_t constant[64];
    uint8_t position[256];
    for (unsigned i = 0; i < 64; i++) {
        constant[i] = (uint8_t)(C_0[i] <= '9' ? C_0[i] - '0' : C_0[i] - 'a' + 10);
    }
    for (unsigned i = 0; i < 256; i++) {
        position[i] = (uint8_t)(i % 2 << 7 | i / 2);
    }
    for (unsigned r = 0; r < JH_MAX_ROUNDS; r++) {
        for (unsigned i = 0; i < 256; i++) {
            const unsigned bit = constant[i / 4] >> (3 - i % 4) & 1U;
            uint8_t *word = position[i] < 128 ? C[r].even : C[r].odd;
            word[position[i] % 128 / 8] |= (uint8_t)(bit << (7 - position[i] % 8));
        }
        next_constant(constant);
        P(position, 256);
        for (unsigned i = 0; i < 256; i++) {
            position[i] ^= (uint8_t)(position[i] >> 7 << r % JH_PERIOD);
        }
    }
}

/* F_8 of either version. Calls the function with constant parameters, so that the compiler generates code for each version. */
static void f8_portable(enum variant variant, uint8_t *state, const uint8_t *blocks, size_t count) {
    if (variant == JH) {
        jh_f8(state, blocks, count, C, ROUNDS[JH], true);
    } else {
        jh_f8(state, blocks, count, C, ROUNDS[JH42], false);
    }
}

/* 6.3 The initial hash value. H(-1) starts with the digest size in 16 bits and is otherwise zero. H(0) = F_8(H(-1), 0). */
static void make_tables(void) {
    static const uint8_t M_0[JH_BLOCK_BYTES];
    make_constants();
    for (unsigned variant = JH; variant <= JH42; variant++) {
        for (unsigned i = 0; i < LENGTH(DIGEST_BITS); i++) {
            uint8_t *H = INITIAL_HASH[variant][i];
            H[0] = (uint8_t)(DIGEST_BITS[i] >> 8);
            H[1] = (uint8_t)DIGEST_BITS[i];
            f8_portable((enum variant)variant, H, M_0, 1);
        }
    }
}

static void start(fairhash_context *context) {
    call_once(&tables_once, make_tables);
    for (unsigned i = 0; i < LENGTH(DIGEST_BITS); i++) {
        if (DIGEST_BITS[i] == context->algorithm->digest_bits) {
            memcpy(context->state.bytes, INITIAL_HASH[context->algorithm->variant][i], sizeof INITIAL_HASH[0][0]);
        }
    }
}

static void absorb(fairhash_context *context, const uint8_t *blocks, size_t count) {
    const enum variant variant = (enum variant)context->algorithm->variant;
    if (!fairhash_jh_f8_try_avx2(context->state.bytes, blocks, count, C, ROUNDS[variant], variant == JH)) {
        f8_portable(variant, context->state.bytes, blocks, count);
    }
}

/*
 * 6.1 Padding: a 1, then 383 zeros and as many more as complete a block, then the length in 128 bits. At least 512 bits are
 * added: one block if the message has whole blocks, else two blocks, the first of which completes the last block of the
 * message. `fill_bits` counts a whole last block as 512 bits.
 */
static size_t pad(const fairhash_algorithm *algorithm, uint8_t *tail, size_t fill_bits, uint64_t message_bits) {
    const size_t message_blocks = (fill_bits + algorithm->block_bits - 1) / algorithm->block_bits;
    const size_t length = (message_blocks + 1) * JH_BLOCK_BYTES;
    tail[fill_bits / 8] |= (uint8_t)(0x80U >> (fill_bits % 8));
    store_be64(tail + length - 8, message_bits);
    return length;
}

/* 6.5 The digest is the last bits of H(N). */
static void output(fairhash_context *context, uint8_t *digest, uint64_t digest_bits) {
    const size_t bytes = (size_t)digest_bits / 8;
    memcpy(digest, context->state.bytes + sizeof INITIAL_HASH[0][0] - bytes, bytes);
}

extern const fairhash_family fairhash_jh;

#define ONE_SIZE(prefix, version, digest, variant_value)                                                                       \
    {                                                                                                                          \
        .id = prefix "-" #digest, .family = "jh", .csv_algorithm = "JH", .csv_version = (version), .digest_bits = (digest),    \
        .block_bits = 8 * JH_BLOCK_BYTES, .bit_order = FAIRHASH_MSB_FIRST, .variant = (variant_value),                         \
        .functions = &fairhash_jh                                                                                              \
    }
#define ALL_SIZES(prefix, version, variant_value)                                                                              \
    ONE_SIZE(prefix, version, 224, variant_value), ONE_SIZE(prefix, version, 256, variant_value),                              \
        ONE_SIZE(prefix, version, 384, variant_value), ONE_SIZE(prefix, version, 512, variant_value)

static const fairhash_algorithm ALGORITHMS[] = {
    ALL_SIZES("jh", "r2", JH),
    ALL_SIZES("jh42", "final", JH42),
};

const fairhash_family fairhash_jh = {ALGORITHMS, LENGTH(ALGORITHMS), start, absorb, pad, output};
