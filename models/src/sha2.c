/* SPDX-License-Identifier: Apache-2.0 */
/* SHA-224, SHA-256, SHA-384, SHA-512, SHA-512/256: FIPS 180-4. Section numbers, names and order are those of the standard. */
#include <string.h>
#include <threads.h>

#include "sha2.h"

enum variant { SHA_224, SHA_256, SHA_384, SHA_512, SHA_512_256 };

/* 4.2.2, 4.2.3: the 32-bit constants are the upper halves of the first 64 of the 64-bit constants. */
static uint64_t K_512[80];
static uint32_t K_256[64];
/* 5.3: fractional parts of the square roots of the first 16 primes. */
static uint64_t SQUARE_ROOTS[16];
/* 5.3.6.2: the initial value of SHA-512/256. */
static uint64_t IV_512_256[8];
static once_flag constants_once = ONCE_FLAG_INIT;

/*
 * Returns the first 64 bits of the fractional part of the root of the given degree of a prime. The loop computes the root of
 * prime * 2^(64 * degree) bit by bit.
 */
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

/* 4.1.2, 4.1.3 Functions of the message schedule. The other functions are in sha2.h. */
static inline uint32_t sigma0_256(uint32_t x) { return rotr32(x, 7) ^ rotr32(x, 18) ^ x >> 3; }
static inline uint32_t sigma1_256(uint32_t x) { return rotr32(x, 17) ^ rotr32(x, 19) ^ x >> 10; }
static inline uint64_t sigma0_512(uint64_t x) { return rotr64(x, 1) ^ rotr64(x, 8) ^ x >> 7; }
static inline uint64_t sigma1_512(uint64_t x) { return rotr64(x, 19) ^ rotr64(x, 61) ^ x >> 6; }

/*
 * 6.2.2, 6.4.2 steps 1 and 3: `count` rounds. W is a ring buffer: after its round, a word is replaced by the word 16 positions
 * later.
 */
#define ROUNDS(count, word, Sigma0, Sigma1, sigma0, sigma1, K)                                                                 \
    for (unsigned t0 = 0; t0 < (count) - 16; t0 += 16) {                                                                       \
        UNROLL                                                                                                                 \
        for (unsigned i = 0; i < 16; i++) {                                                                                    \
            STEP(word, Sigma0, Sigma1, v, i, K[t0 + i] + W[i]);                                                                \
            W[i] += sigma1(W[(i + 14) % 16]) + W[(i + 9) % 16] + sigma0(W[(i + 1) % 16]);                                      \
        }                                                                                                                      \
    }                                                                                                                          \
    UNROLL                                                                                                                     \
    for (unsigned i = 0; i < 16; i++) {                                                                                        \
        STEP(word, Sigma0, Sigma1, v, i, K[(count) - 16 + i] + W[i]);                                                          \
    }

/* 6.2.2 SHA-256 hash computation. */
static void hash_block_256(uint32_t *H, const uint8_t *M) {
    uint32_t W[16];
    for (unsigned t = 0; t < 16; t++) {
        W[t] = load_be32(M + (size_t)4 * t);
    }
    uint32_t v[8];
    memcpy(v, H, sizeof v);
    ROUNDS(64, uint32_t, Sigma0_256, Sigma1_256, sigma0_256, sigma1_256, K_256)
    for (unsigned i = 0; i < 8; i++) {
        H[i] += v[i];
    }
}

/* 6.4.2 SHA-512 hash computation. */
static void hash_block_512(uint64_t *H, const uint8_t *M) {
    uint64_t W[16];
    for (unsigned t = 0; t < 16; t++) {
        W[t] = load_be64(M + (size_t)8 * t);
    }
    uint64_t v[8];
    memcpy(v, H, sizeof v);
    ROUNDS(80, uint64_t, Sigma0_512, Sigma1_512, sigma0_512, sigma1_512, K_512)
    for (unsigned i = 0; i < 8; i++) {
        H[i] += v[i];
    }
}

/* 5.3.6 SHA-512/t IV generation function for t = 256: SHA-512 of the string "SHA-512/256", with another initial value. */
static void make_iv_512_256(void) {
    const uint8_t M[128] = {'S', 'H', 'A', '-', '5', '1', '2', '/', '2', '5', '6', 0x80, [127] = 8 * 11};
    for (unsigned i = 0; i < 8; i++) {
        IV_512_256[i] = SQUARE_ROOTS[i] ^ UINT64_C(0xa5a5a5a5a5a5a5a5);
    }
    hash_block_512(IV_512_256, M);
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
    make_iv_512_256();
}

/*
 * 5.3 Setting the initial hash value. SHA-256 uses the upper halves of the values of SHA-512. SHA-224 uses the lower halves of
 * the values of SHA-384.
 */
static void start(fairhash_context *context) {
    call_once(&constants_once, make_constants);
    uint32_t *const H_256 = context->state.w32;
    uint64_t *const H_512 = context->state.w64;
    switch ((enum variant)context->algorithm->variant) {
    case SHA_224:
        for (unsigned i = 0; i < 8; i++) {
            H_256[i] = (uint32_t)SQUARE_ROOTS[8 + i];
        }
        break;
    case SHA_256:
        for (unsigned i = 0; i < 8; i++) {
            H_256[i] = (uint32_t)(SQUARE_ROOTS[i] >> 32);
        }
        break;
    case SHA_384:
        memcpy(H_512, SQUARE_ROOTS + 8, sizeof IV_512_256);
        break;
    case SHA_512:
        memcpy(H_512, SQUARE_ROOTS, sizeof IV_512_256);
        break;
    case SHA_512_256:
        memcpy(H_512, IV_512_256, sizeof IV_512_256);
        break;
    }
}

static void absorb_256(uint32_t *H, const uint8_t *M, size_t count) {
#ifdef FAIRHASH_X86
    if (fairhash_cpu_has(FAIRHASH_SHA256_SHANI)) {
        fairhash_sha256_shani(H, M, count, K_256);
        return;
    }
#endif
    for (; count > 0; count--) {
        hash_block_256(H, M);
        M += 64;
    }
}

static void absorb_512(uint64_t *H, const uint8_t *M, size_t count) {
#ifdef FAIRHASH_X86
    if (fairhash_cpu_has(FAIRHASH_SHA512_AVX512VL)) {
        fairhash_sha512_avx512vl(H, M, count, K_512);
        return;
    }
    if (fairhash_cpu_has(FAIRHASH_SHA512_AVX2)) {
        fairhash_sha512_avx2(H, M, count, K_512);
        return;
    }
#endif
    for (; count > 0; count--) {
        hash_block_512(H, M);
        M += 128;
    }
}

static void absorb(fairhash_context *context, const uint8_t *blocks, size_t count) {
    if (context->algorithm->block_bits == 512) {
        absorb_256(context->state.w32, blocks, count);
    } else {
        absorb_512(context->state.w64, blocks, count);
    }
}

/* 5.1 Padding the message: a 1, zeros, and the length in 64 (5.1.1) or 128 (5.1.2) bits. */
static size_t pad(const fairhash_algorithm *algorithm, uint8_t *tail, size_t fill_bits, uint64_t message_bits) {
    const size_t block_bytes = algorithm->block_bits / 8;
    const size_t length = fairhash_pad_frame(tail, fill_bits, block_bytes, block_bytes / 8);
    store_be64(tail + length - 8, message_bits);
    return length;
}

/* 6.2.2 to 6.7: the digest is the leftmost bits of H. */
static void output(fairhash_context *context, uint8_t *digest, uint64_t digest_bits) {
    if (context->algorithm->block_bits == 512) {
        write_be32(digest, context->state.w32, (size_t)digest_bits / 8);
    } else {
        write_be64(digest, context->state.w64, (size_t)digest_bits / 8);
    }
}

#define SHA2(name, csv, digest, block, variant_value)                                                                          \
    {.id = (name),                                                                                                             \
     .family = "sha2",                                                                                                         \
     .csv_algorithm = (csv),                                                                                                   \
     .csv_version = "FIPS180-4",                                                                                               \
     .digest_bits = (digest),                                                                                                  \
     .block_bits = (block),                                                                                                    \
     .bit_order = FAIRHASH_MSB_FIRST,                                                                                          \
     .variant = (variant_value),                                                                                               \
     .functions = &fairhash_sha2}

extern const fairhash_family fairhash_sha2;

/* Answer files name SHA-512/256 explicitly, because SHA-2 with 256 bits is SHA-256. */
static const fairhash_algorithm ALGORITHMS[] = {
    SHA2("sha-224", "SHA-2", 224, 512, SHA_224),
    SHA2("sha-256", "SHA-2", 256, 512, SHA_256),
    SHA2("sha-384", "SHA-2", 384, 1024, SHA_384),
    SHA2("sha-512", "SHA-2", 512, 1024, SHA_512),
    SHA2("sha-512-256", "SHA-512/256", 256, 1024, SHA_512_256),
};

const fairhash_family fairhash_sha2 = {ALGORITHMS, LENGTH(ALGORITHMS), start, absorb, pad, output};
