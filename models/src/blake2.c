/* SPDX-License-Identifier: Apache-2.0 */
/* BLAKE2b and BLAKE2s: RFC 7693. Section numbers, names and order are those of the RFC. */
#include <string.h>

#include "blake2.h"

/* 2.6 Initialization Vector, of SHA-512 and of SHA-256. */
const uint64_t fairhash_blake2b_iv[8] = {
    UINT64_C(0x6a09e667f3bcc908), UINT64_C(0xbb67ae8584caa73b), UINT64_C(0x3c6ef372fe94f82b), UINT64_C(0xa54ff53a5f1d36f1),
    UINT64_C(0x510e527fade682d1), UINT64_C(0x9b05688c2b3e6c1f), UINT64_C(0x1f83d9abfb41bd6b), UINT64_C(0x5be0cd19137e2179),
};
const uint32_t fairhash_blake2s_iv[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

/*
 * 2.5 Parameter block, 2.10 initial value: the first word is the only one that is not zero, without a salt and a tree. It has the
 * digest size nn, the key length kk, and 1 for the fanout and for the depth.
 */
static void start(fairhash_context *context) {
    const fairhash_algorithm *algorithm = context->algorithm;
    const uint32_t first_word = 0x01010000 ^ (uint32_t)algorithm->parameters.key_bytes << 8 ^ algorithm->digest_bits / 8;
    if (algorithm->block_bits == 1024) {
        memcpy(context->state.w64, fairhash_blake2b_iv, sizeof fairhash_blake2b_iv);
        context->state.w64[0] ^= first_word;
    } else {
        memcpy(context->state.w32, fairhash_blake2s_iv, sizeof fairhash_blake2s_iv);
        context->state.w32[0] ^= first_word;
    }
}

/* 3.1 Mixing function G, with the message words x and y. The two word sizes have different rotations. */
#define G(rotate, R1, R2, R3, R4, a, b, c, d, x, y)                                                                            \
    do {                                                                                                                       \
        a += b + (x);                                                                                                          \
        d = rotate(d ^ a, R1);                                                                                                 \
        c += d;                                                                                                                \
        b = rotate(b ^ c, R2);                                                                                                 \
        a += b + (y);                                                                                                          \
        d = rotate(d ^ a, R3);                                                                                                 \
        c += d;                                                                                                                \
        b = rotate(b ^ c, R4);                                                                                                 \
    } while (0)
#define G_B(...) G(rotr64, 32, 24, 16, 63, __VA_ARGS__)
#define G_S(...) G(rotr32, 16, 12, 8, 7, __VA_ARGS__)

/* Message word number k of round r. 2.7: the schedule SIGMA has ten rows. */
#define M(r, k) m[BLAKE2_SIGMA[(r) % 10][k]]

/* 3.2 Compression function F: round r. */
#define ROUND(G_, r)                                                                                                           \
    do {                                                                                                                       \
        G_(v0, v4, v8, v12, M(r, 0), M(r, 1));                                                                                 \
        G_(v1, v5, v9, v13, M(r, 2), M(r, 3));                                                                                 \
        G_(v2, v6, v10, v14, M(r, 4), M(r, 5));                                                                                \
        G_(v3, v7, v11, v15, M(r, 6), M(r, 7));                                                                                \
        G_(v0, v5, v10, v15, M(r, 8), M(r, 9));                                                                                \
        G_(v1, v6, v11, v12, M(r, 10), M(r, 11));                                                                              \
        G_(v2, v7, v8, v13, M(r, 12), M(r, 13));                                                                               \
        G_(v3, v4, v9, v14, M(r, 14), M(r, 15));                                                                               \
    } while (0)

/* Ten rounds. They are written out, so that r is a constant and message words are addressed directly. */
#define TEN_ROUNDS(G_)                                                                                                         \
    ROUND(G_, 0);                                                                                                              \
    ROUND(G_, 1);                                                                                                              \
    ROUND(G_, 2);                                                                                                              \
    ROUND(G_, 3);                                                                                                              \
    ROUND(G_, 4);                                                                                                              \
    ROUND(G_, 5);                                                                                                              \
    ROUND(G_, 6);                                                                                                              \
    ROUND(G_, 7);                                                                                                              \
    ROUND(G_, 8);                                                                                                              \
    ROUND(G_, 9)

/* 3.2 Compression function F: the state before the rounds and after them. t0 and t1 are the halves of the byte counter. */
#define COMPRESS(word, load, iv, t0, t1, last, rounds)                                                                         \
    word m[16];                                                                                                                \
    for (unsigned i = 0; i < 16; i++) {                                                                                        \
        m[i] = load(block + sizeof(word) * i);                                                                                 \
    }                                                                                                                          \
    word v0 = h[0], v1 = h[1], v2 = h[2], v3 = h[3], v4 = h[4], v5 = h[5], v6 = h[6], v7 = h[7];                               \
    word v8 = (iv)[0], v9 = (iv)[1], v10 = (iv)[2], v11 = (iv)[3];                                                             \
    word v12 = (iv)[4] ^ (t0), v13 = (iv)[5] ^ (t1), v14 = (last) ? ~(iv)[6] : (iv)[6], v15 = (iv)[7];                         \
    rounds;                                                                                                                    \
    h[0] ^= v0 ^ v8;                                                                                                           \
    h[1] ^= v1 ^ v9;                                                                                                           \
    h[2] ^= v2 ^ v10;                                                                                                          \
    h[3] ^= v3 ^ v11;                                                                                                          \
    h[4] ^= v4 ^ v12;                                                                                                          \
    h[5] ^= v5 ^ v13;                                                                                                          \
    h[6] ^= v6 ^ v14;                                                                                                          \
    h[7] ^= v7 ^ v15

/* 3.2: BLAKE2b has 12 rounds. Messages have fewer than 2^64 bits, so the upper half of its counter is zero. */
static void compress_b(uint64_t *h, const uint8_t *block, uint64_t t, bool last) {
    COMPRESS(uint64_t, load_le64, fairhash_blake2b_iv, t, 0, last, TEN_ROUNDS(G_B); ROUND(G_B, 0); ROUND(G_B, 1));
}

/* 3.2: BLAKE2s has 10 rounds. */
static void compress_s(uint32_t *h, const uint8_t *block, uint64_t t, bool last) {
    COMPRESS(uint32_t, load_le32, fairhash_blake2s_iv, (uint32_t)t, (uint32_t)(t >> 32), last, TEN_ROUNDS(G_S));
}

static void absorb(fairhash_context *context, const uint8_t *blocks, size_t count) {
    blake2_absorb(context, blocks, count, compress_b, compress_s);
}

/* 3.3: zeros up to the end of the block. Only an empty message without a key has a block of zeros. */
static size_t pad(const fairhash_algorithm *algorithm, uint8_t *tail, size_t fill_bits, uint64_t message_bits) {
    (void)tail;
    (void)fill_bits;
    (void)message_bits;
    return algorithm->block_bits / 8;
}

/* 3.3: the first nn bytes of the state. */
static void output(fairhash_context *context, uint8_t *digest, uint64_t digest_bits) {
    if (context->algorithm->block_bits == 1024) {
        write_le64(digest, context->state.w64, (size_t)digest_bits / 8);
    } else {
        write_le32(digest, context->state.w32, (size_t)digest_bits / 8);
    }
}

/* 3.3: the key and zeros are the first block. */
static void prefix(const fairhash_algorithm *algorithm, fairhash_affix *affix) {
    affix->string = algorithm->parameters.key;
    affix->string_bytes = algorithm->parameters.key_bytes;
    affix->end_bytes = algorithm->block_bits / 8 - algorithm->parameters.key_bytes;
}

static const fairhash_affixes KEY_BLOCK = {.only_with_key = true, .prefix = prefix};

extern const fairhash_family fairhash_blake2;

#define BLAKE2(letter, csv, digest, block)                                                                                     \
    {                                                                                                                          \
        .id = "blake2" letter "-" #digest, .family = "blake2", .csv_algorithm = (csv), .csv_version = "RFC7693",               \
        .digest_bits = (digest), .block_bits = (block), .needs_bits = true, .bit_order = FAIRHASH_LSB_FIRST,                   \
        .functions = &fairhash_blake2, .whole_bytes = true, .any_digest_bytes = true, .min_key_bytes = 1,                      \
        .max_key_bytes = (block) / 16, .affixes = &KEY_BLOCK                                                                   \
    }

/* 4: the sizes that have identifiers. */
static const fairhash_algorithm ALGORITHMS[] = {
    BLAKE2("b", "BLAKE2b", 160, 1024), BLAKE2("b", "BLAKE2b", 256, 1024), BLAKE2("b", "BLAKE2b", 384, 1024),
    BLAKE2("b", "BLAKE2b", 512, 1024), BLAKE2("s", "BLAKE2s", 128, 512),  BLAKE2("s", "BLAKE2s", 160, 512),
    BLAKE2("s", "BLAKE2s", 224, 512),  BLAKE2("s", "BLAKE2s", 256, 512),
};

const fairhash_family fairhash_blake2 = {ALGORITHMS, LENGTH(ALGORITHMS), start, absorb, pad, output};
