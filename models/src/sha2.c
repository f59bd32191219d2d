/* SPDX-License-Identifier: Apache-2.0 */
/* SHA-224, SHA-256, SHA-384, SHA-512: FIPS 180-4, whose section numbers, names and order are kept. */
#include <string.h>
#include <threads.h>

#include "internal.h"

/* 4.2.2, 4.2.3: the 32-bit constants are the first halves of the first 64 of the 64-bit ones. */
static uint64_t K_512[80];
static uint32_t K_256[64];
/* 5.3: of the 1st to 8th and of the 9th to 16th prime. */
static uint64_t SQUARE_ROOTS[16];
static once_flag constants_once = ONCE_FLAG_INIT;

/* The first 64 bits of the fractional part of the `degree`-th root of a prime: the root of prime * 2^(64 * degree), bit by bit. */
static uint64_t fractional_root(unsigned degree, uint32_t prime) {
    uint32_t root[3] = {0};
    for (int bit = 66; bit >= 0; bit--) {
        uint32_t power[9] = {1};
        root[bit / 32] |= UINT32_C(1) << bit % 32;
        for (unsigned n = 0; n < degree; n++) {
            uint32_t product[9] = {0};
            for (unsigned i = 0; i < 3; i++) {
                uint64_t carry = 0;
                for (unsigned j = 0; i + j < 9; j++) {
                    carry += product[i + j] + (uint64_t)root[i] * power[j];
                    product[i + j] = (uint32_t)carry;
                    carry >>= 32;
                }
            }
            memcpy(power, product, sizeof power);
        }
        if (power[2 * degree] >= prime) {
            root[bit / 32] &= ~(UINT32_C(1) << bit % 32);
        }
    }
    return (uint64_t)root[1] << 32 | root[0];
}

static void make_constants(void) {
    uint32_t prime = 1;
    for (unsigned i = 0; i < 80; i++) {
        bool composite = true;
        while (composite) {
            prime++;
            composite = false;
            for (uint32_t d = 2; d < prime; d++) {
                composite = composite || prime % d == 0;
            }
        }
        K_512[i] = fractional_root(3, prime);
        if (i < 64) {
            K_256[i] = (uint32_t)(K_512[i] >> 32);
        }
        if (i < 16) {
            SQUARE_ROOTS[i] = fractional_root(2, prime);
        }
    }
}

/* 5.3 Setting the initial hash value: 224 takes the second 32 bits of the roots that 384 takes whole, 256 the first of 512's. */
static void start(fairhash_context *context) {
    call_once(&constants_once, make_constants);
    for (unsigned i = 0; i < 8; i++) {
        switch (context->algorithm->digest_bits) {
        case 224:
            context->state.w32[i] = (uint32_t)SQUARE_ROOTS[8 + i];
            break;
        case 256:
            context->state.w32[i] = (uint32_t)(SQUARE_ROOTS[i] >> 32);
            break;
        case 384:
            context->state.w64[i] = SQUARE_ROOTS[8 + i];
            break;
        default:
            context->state.w64[i] = SQUARE_ROOTS[i];
            break;
        }
    }
}

/* 4.1.2, 4.1.3 Functions. Ch and Maj are the same for both word sizes. */
#define CH(x, y, z) (((x) & (y)) ^ (~(x) & (z)))
#define MAJ(x, y, z) (((x) & (y)) ^ ((x) & (z)) ^ ((y) & (z)))

static inline uint32_t Sigma0_256(uint32_t x) { return rotr32(x, 2) ^ rotr32(x, 13) ^ rotr32(x, 22); }
static inline uint32_t Sigma1_256(uint32_t x) { return rotr32(x, 6) ^ rotr32(x, 11) ^ rotr32(x, 25); }
static inline uint32_t sigma0_256(uint32_t x) { return rotr32(x, 7) ^ rotr32(x, 18) ^ x >> 3; }
static inline uint32_t sigma1_256(uint32_t x) { return rotr32(x, 17) ^ rotr32(x, 19) ^ x >> 10; }
static inline uint64_t Sigma0_512(uint64_t x) { return rotr64(x, 28) ^ rotr64(x, 34) ^ rotr64(x, 39); }
static inline uint64_t Sigma1_512(uint64_t x) { return rotr64(x, 14) ^ rotr64(x, 18) ^ rotr64(x, 41); }
static inline uint64_t sigma0_512(uint64_t x) { return rotr64(x, 1) ^ rotr64(x, 8) ^ x >> 7; }
static inline uint64_t sigma1_512(uint64_t x) { return rotr64(x, 19) ^ rotr64(x, 61) ^ x >> 6; }

/* 6.2.2, 6.4.2 step 3, with the working variables a..h as v[0]..v[7]. */
#define STEP(word, Sigma0, Sigma1, v, k, w)                                                                                    \
    do {                                                                                                                       \
        const word T1 = v[7] + Sigma1(v[4]) + CH(v[4], v[5], v[6]) + (k) + (w);                                                \
        const word T2 = Sigma0(v[0]) + MAJ(v[0], v[1], v[2]);                                                                  \
        v[7] = v[6];                                                                                                           \
        v[6] = v[5];                                                                                                           \
        v[5] = v[4];                                                                                                           \
        v[4] = v[3] + T1;                                                                                                      \
        v[3] = v[2];                                                                                                           \
        v[2] = v[1];                                                                                                           \
        v[1] = v[0];                                                                                                           \
        v[0] = T1 + T2;                                                                                                        \
    } while (0)

/* 6.2.2 SHA-256 hash computation. */
static void hash_block_256(uint32_t *H, const uint8_t *M) {
    uint32_t W[64];
    for (unsigned t = 0; t < 16; t++) {
        W[t] = load_be32(M + (size_t)4 * t);
    }
    for (unsigned t = 16; t < 64; t++) {
        W[t] = sigma1_256(W[t - 2]) + W[t - 7] + sigma0_256(W[t - 15]) + W[t - 16];
    }
    uint32_t v[8];
    memcpy(v, H, sizeof v);
    for (unsigned t = 0; t < 64; t++) {
        STEP(uint32_t, Sigma0_256, Sigma1_256, v, K_256[t], W[t]);
    }
    for (unsigned i = 0; i < 8; i++) {
        H[i] += v[i];
    }
}

/* 6.4.2 SHA-512 hash computation. */
static void hash_block_512(uint64_t *H, const uint8_t *M) {
    uint64_t W[80];
    for (unsigned t = 0; t < 16; t++) {
        W[t] = load_be64(M + (size_t)8 * t);
    }
    for (unsigned t = 16; t < 80; t++) {
        W[t] = sigma1_512(W[t - 2]) + W[t - 7] + sigma0_512(W[t - 15]) + W[t - 16];
    }
    uint64_t v[8];
    memcpy(v, H, sizeof v);
    for (unsigned t = 0; t < 80; t++) {
        STEP(uint64_t, Sigma0_512, Sigma1_512, v, K_512[t], W[t]);
    }
    for (unsigned i = 0; i < 8; i++) {
        H[i] += v[i];
    }
}

static void absorb(fairhash_context *context, const uint8_t *blocks, size_t count) {
    for (; count > 0; count--) {
        if (context->algorithm->block_bits == 512) {
            hash_block_256(context->state.w32, blocks);
        } else {
            hash_block_512(context->state.w64, blocks);
        }
        blocks += context->algorithm->block_bits / 8;
    }
}

/* 5.1 Padding the message: a 1, zeros, and the length in 64 (5.1.1) or 128 (5.1.2) bits. */
static size_t pad(const fairhash_algorithm *algorithm, uint8_t *tail, size_t fill_bits, uint64_t message_bits) {
    const size_t block_bytes = algorithm->block_bits / 8;
    const size_t length = fairhash_pad_frame(tail, fill_bits, block_bytes, block_bytes / 8);
    store_be64(tail + length - 8, message_bits);
    return length;
}

/* 6.2.2 to 6.5: the leftmost bits of H. */
static void output(fairhash_context *context, uint8_t *digest, uint64_t digest_bits) {
    for (size_t i = 0; i < digest_bits / 8; i++) {
        digest[i] = context->algorithm->block_bits == 512 ? byte_be32(context->state.w32, i) : byte_be64(context->state.w64, i);
    }
}

#define SHA2(digest, block)                                                                                                    \
    {                                                                                                                          \
        .id = "sha-" #digest, .family = "sha2", .csv_algorithm = "SHA-2", .csv_version = "FIPS180-4", .digest_bits = digest,   \
        .block_bits = block, .bit_order = FAIRHASH_MSB_FIRST, .functions = &fairhash_sha2                                      \
    }

extern const fairhash_family fairhash_sha2;

static const fairhash_algorithm ALGORITHMS[] = {SHA2(224, 512), SHA2(256, 512), SHA2(384, 1024), SHA2(512, 1024)};

const fairhash_family fairhash_sha2 = {ALGORITHMS, LENGTH(ALGORITHMS), start, absorb, pad, output};
