/* SPDX-License-Identifier: Apache-2.0 */
/* SHA-1: FIPS 180-4. Section numbers, names and order are those of the standard. */
#include <string.h>

#include "sha1.h"

/* 4.2.1, one constant for every 20 rounds. */
static const uint32_t K[4] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};

/* 5.3.1 Setting the initial hash value. */
static void start(fairhash_context *context) {
    static const uint32_t H0[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    memcpy(context->state.w32, H0, sizeof H0);
}

/* 4.1.1 Functions. */
#define CH(x, y, z) (((x) & (y)) ^ (~(x) & (z)))
#define PARITY(x, y, z) ((x) ^ (y) ^ (z))
#define MAJ(x, y, z) (((x) & (y)) ^ ((x) & (z)) ^ ((y) & (z)))

/*
 * 6.1.2 steps 1 and 3, 20 rounds, from round t0 on. Each round renames the working variables instead of moving them: a..e are
 * v[-t]..v[4-t], with indices modulo 5. W is a ring buffer of 16 words.
 */
#define VARIABLE(i) v[((i) + 80 - t) % 5]
#define ROUNDS(t0, f)                                                                                                          \
    UNROLL                                                                                                                     \
    for (unsigned t = (t0); t < (t0) + 20; t++) {                                                                              \
        if (t >= 16) {                                                                                                         \
            W[t % 16] = rotl32(W[(t + 13) % 16] ^ W[(t + 8) % 16] ^ W[(t + 2) % 16] ^ W[t % 16], 1);                           \
        }                                                                                                                      \
        VARIABLE(4) += rotl32(VARIABLE(0), 5) + f(VARIABLE(1), VARIABLE(2), VARIABLE(3)) + K[(t0) / 20] + W[t % 16];           \
        VARIABLE(1) = rotl32(VARIABLE(1), 30);                                                                                 \
    }

/* 6.1.2 SHA-1 hash computation. */
static void hash_block(uint32_t *H, const uint8_t *M) {
    uint32_t W[16];
    for (unsigned t = 0; t < 16; t++) {
        W[t] = load_be32(M + (size_t)4 * t);
    }
    uint32_t v[5];
    memcpy(v, H, sizeof v);
    ROUNDS(0, CH)
    ROUNDS(20, PARITY)
    ROUNDS(40, MAJ)
    ROUNDS(60, PARITY)
    for (unsigned i = 0; i < 5; i++) {
        H[i] += v[i];
    }
}

static void absorb(fairhash_context *context, const uint8_t *blocks, size_t count) {
#ifdef FAIRHASH_X86
    if (fairhash_cpu_has(FAIRHASH_SHA1_SHANI)) {
        fairhash_sha1_shani(context->state.w32, blocks, count);
        return;
    }
#endif
    for (; count > 0; count--) {
        hash_block(context->state.w32, blocks);
        blocks += 64;
    }
}

/* 5.1.1 Padding the message: a 1, zeros, and the length in 64 bits. */
static size_t pad(const fairhash_algorithm *algorithm, uint8_t *tail, size_t fill_bits, uint64_t message_bits) {
    const size_t length = fairhash_pad_frame(tail, fill_bits, algorithm->block_bits / 8, 8);
    store_be64(tail + length - 8, message_bits);
    return length;
}

static void output(fairhash_context *context, uint8_t *digest, uint64_t digest_bits) {
    write_be32(digest, context->state.w32, (size_t)digest_bits / 8);
}

extern const fairhash_family fairhash_sha1;

static const fairhash_algorithm ALGORITHMS[] = {{.id = "sha-1",
                                                 .family = "sha1",
                                                 .csv_algorithm = "SHA-1",
                                                 .csv_version = "FIPS180-4",
                                                 .digest_bits = 160,
                                                 .block_bits = 512,
                                                 .bit_order = FAIRHASH_MSB_FIRST,
                                                 .functions = &fairhash_sha1}};

const fairhash_family fairhash_sha1 = {ALGORITHMS, LENGTH(ALGORITHMS), start, absorb, pad, output};
