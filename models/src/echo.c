/* SPDX-License-Identifier: Apache-2.0 */
/*
 * ECHO: R. Benadjila et al., "SHA-3 Proposal: ECHO", version of Round 2. Names and order are those of the specification. The
 * salt is zero.
 */
#include "echo.h"

#include "aes.h"

/*
 * The key is a 128-bit number, least significant byte first. Its initial value is the counter of message bits, and a block adds
 * at most 160 to it. The upper half is therefore zero, except for messages of 2^64 - 160 bits or more. Their carry is left out.
 */
static inline void sub_words(word w[WORDS], uint64_t *k) {
    for (unsigned i = 0; i < WORDS; i++) {
        uint32_t x[4] = {(uint32_t)w[i][0], (uint32_t)(w[i][0] >> 32), (uint32_t)w[i][1], (uint32_t)(w[i][1] >> 32)};
        uint32_t y[4];
        aes_round(x, y);
        y[0] ^= (uint32_t)*k;
        y[1] ^= (uint32_t)(*k >> 32);
        aes_round(y, x);
        w[i] = (word){x[0] | (uint64_t)x[1] << 32, x[2] | (uint64_t)x[3] << 32};
        (*k)++;
    }
}

static void absorb(fairhash_context *context, const uint8_t *blocks, size_t count) {
#ifdef FAIRHASH_X86
    if (fairhash_cpu_has(FAIRHASH_CPU_AES)) {
        fairhash_echo_absorb_aesni(context, blocks, count);
        return;
    }
#endif
    echo_compress(context, blocks, count, sub_words);
}

/* Initialization: every word of the chaining variable is the digest size. */
static void start(fairhash_context *context) {
    fairhash_aes_make_tables();
    for (unsigned i = 0; i < WORDS - context->algorithm->block_bits / 128; i++) {
        context->state.w64[2 * i] = context->algorithm->digest_bits;
    }
}

/*
 * Padding: a 1, zeros, the digest size in 16 bits, and the length of the message in 128 bits, both least significant byte
 * first.
 */
static size_t pad(const fairhash_algorithm *algorithm, uint8_t *tail, size_t fill_bits, uint64_t message_bits) {
    const size_t length = fairhash_pad_frame(tail, fill_bits, algorithm->block_bits / 8, 18);
    tail[length - 18] = (uint8_t)algorithm->digest_bits;
    tail[length - 17] = (uint8_t)(algorithm->digest_bits >> 8);
    store_le64(tail + length - 16, message_bits);
    return length;
}

/* The digest is the first bytes of the chaining variable. */
static void output(fairhash_context *context, uint8_t *digest, uint64_t digest_bits) {
    write_le64(digest, context->state.w64, (size_t)digest_bits / 8);
}

extern const fairhash_family fairhash_echo;

#define ECHO(digest, block)                                                                                                    \
    {                                                                                                                          \
        .id = "echo-" #digest, .family = "echo", .csv_algorithm = "ECHO", .csv_version = "r2", .digest_bits = (digest),        \
        .block_bits = (block), .needs_bits = true, .bit_order = FAIRHASH_MSB_FIRST, .functions = &fairhash_echo                \
    }

static const fairhash_algorithm ALGORITHMS[] = {ECHO(224, 1536), ECHO(256, 1536), ECHO(384, 1024), ECHO(512, 1024)};

const fairhash_family fairhash_echo = {ALGORITHMS, LENGTH(ALGORITHMS), start, absorb, pad, output};
