/* SPDX-License-Identifier: Apache-2.0 */
/*
 * BLAKE-28, -32, -48, -64 (Round 2 of the SHA-3 competition: 10 and 14 rounds) and BLAKE-224, -256, -384, -512 (final round:
 * 14 and 16 rounds): J.-P. Aumasson, L. Henzen, W. Meier, R. C.-W. Phan, "SHA-3 proposal BLAKE", version 1.3 of December 2010.
 * Section numbers and names are those of the specification. The salt s is always zero and is omitted.
 */
#include "blake.h"

#include <string.h>

#include "internal.h"

/* 2.1.1 Constants: the first 512 bits of the fraction of pi. */
const uint32_t fairhash_blake_c32[16] = {
    0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0, 0x082efa98, 0xec4e6c89,
    0x452821e6, 0x38d01377, 0xbe5466cf, 0x34e90c6c, 0xc0ac29b7, 0xc97c50dd, 0x3f84d5b5, 0xb5470917,
};

/* 2.2.1 Constants: the first 1024 bits of the fraction of pi. */
const uint64_t fairhash_blake_c64[16] = {
    0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0, 0x082efa98ec4e6c89, 0x452821e638d01377, 0xbe5466cf34e90c6c,
    0xc0ac29b7c97c50dd, 0x3f84d5b5b5470917, 0x9216d5d98979fb1b, 0xd1310ba698dfb5ac, 0x2ffd72dbd01adfb7, 0xb8e1afed6a267e96,
    0xba7c9045f12c7f99, 0x24a19947b3916cf7, 0x0801f2e2858efc16, 0x636920d871574e69,
};

/* 2.1.1 Constants: the permutations of {0, ..., 15}. */
const uint8_t fairhash_blake_sigma[FAIRHASH_BLAKE_PERMUTATIONS][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

/*
 * 2.4, 2.2.1: the initial values of BLAKE-384 and BLAKE-512, which are those of SHA-384 and SHA-512. Their lower halves are
 * the initial value of BLAKE-224 (2.3), and their upper halves that of BLAKE-256 (2.1.1).
 */
static const uint64_t IV_384[8] = {
    0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17, 0x152fecd8f70e5939,
    0x67332667ffc00b31, 0x8eb44a8768581511, 0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4,
};
static const uint64_t IV_512[8] = {
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
    0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
};

static void start(fairhash_context *context) {
    for (unsigned i = 0; i < 8; i++) {
        switch (context->algorithm->digest_bits) {
        case 224:
            context->state.w32[i] = (uint32_t)IV_384[i];
            break;
        case 256:
            context->state.w32[i] = (uint32_t)(IV_512[i] >> 32);
            break;
        case 384:
            context->state.w64[i] = IV_384[i];
            break;
        default:
            context->state.w64[i] = IV_512[i];
            break;
        }
    }
}

/* 2.1.2, 2.2.2: G_i of round r on the state words a, b, c, d. The two word sizes have different constants and rotations. */
#define G(constants, rotate, r1, r2, r3, r4, r, i, a, b, c, d)                                                                 \
    do {                                                                                                                       \
        const unsigned j = fairhash_blake_sigma[r][2 * (i)];                                                                   \
        const unsigned k = fairhash_blake_sigma[r][2 * (i) + 1];                                                               \
        a += b + (m[j] ^ constants[k]);                                                                                        \
        d = rotate(d ^ a, r1);                                                                                                 \
        c += d;                                                                                                                \
        b = rotate(b ^ c, r2);                                                                                                 \
        a += b + (m[k] ^ constants[j]);                                                                                        \
        d = rotate(d ^ a, r3);                                                                                                 \
        c += d;                                                                                                                \
        b = rotate(b ^ c, r4);                                                                                                 \
    } while (0)
#define G_32(...) G(fairhash_blake_c32, rotr32, 16, 12, 8, 7, __VA_ARGS__)
#define G_64(...) G(fairhash_blake_c64, rotr64, 32, 25, 16, 11, __VA_ARGS__)

/* Round r: G on the columns, then on the diagonals. */
#define ROUND(G_, r)                                                                                                           \
    do {                                                                                                                       \
        G_(r, 0, v0, v4, v8, v12);                                                                                             \
        G_(r, 1, v1, v5, v9, v13);                                                                                             \
        G_(r, 2, v2, v6, v10, v14);                                                                                            \
        G_(r, 3, v3, v7, v11, v15);                                                                                            \
        G_(r, 4, v0, v5, v10, v15);                                                                                            \
        G_(r, 5, v1, v6, v11, v12);                                                                                            \
        G_(r, 6, v2, v7, v8, v13);                                                                                             \
        G_(r, 7, v3, v4, v9, v14);                                                                                             \
    } while (0)

/*
 * All rounds (10, 14 or 16) with sigma_(r mod 10). They are unrolled because r must be a constant for the message words to be
 * addressed directly.
 */
#define ROUNDS(G_, rounds)                                                                                                     \
    for (unsigned rounds_left = (rounds);; rounds_left -= 10) {                                                                \
        ROUND(G_, 0);                                                                                                          \
        ROUND(G_, 1);                                                                                                          \
        ROUND(G_, 2);                                                                                                          \
        ROUND(G_, 3);                                                                                                          \
        if (rounds_left == 4) {                                                                                                \
            break;                                                                                                             \
        }                                                                                                                      \
        ROUND(G_, 4);                                                                                                          \
        ROUND(G_, 5);                                                                                                          \
        if (rounds_left == 6) {                                                                                                \
            break;                                                                                                             \
        }                                                                                                                      \
        ROUND(G_, 6);                                                                                                          \
        ROUND(G_, 7);                                                                                                          \
        ROUND(G_, 8);                                                                                                          \
        ROUND(G_, 9);                                                                                                          \
        if (rounds_left == 10) {                                                                                               \
            break;                                                                                                             \
        }                                                                                                                      \
    }

/*
 * 2.1.2, 2.2.2 Compression function: initialisation, rounds, finalisation. t_0 and t_1 are the lower and the upper half of the
 * counter.
 */
#define COMPRESS(word, load, constants, G_, t0, t1)                                                                            \
    word m[16];                                                                                                                \
    for (unsigned i = 0; i < 16; i++) {                                                                                        \
        m[i] = load(block + sizeof(word) * i);                                                                                 \
    }                                                                                                                          \
    word v0 = h[0], v1 = h[1], v2 = h[2], v3 = h[3], v4 = h[4], v5 = h[5], v6 = h[6], v7 = h[7];                               \
    word v8 = constants[0], v9 = constants[1], v10 = constants[2], v11 = constants[3];                                         \
    word v12 = (t0) ^ constants[4], v13 = (t0) ^ constants[5], v14 = (t1) ^ constants[6], v15 = (t1) ^ constants[7];           \
    ROUNDS(G_, rounds)                                                                                                         \
    h[0] ^= v0 ^ v8;                                                                                                           \
    h[1] ^= v1 ^ v9;                                                                                                           \
    h[2] ^= v2 ^ v10;                                                                                                          \
    h[3] ^= v3 ^ v11;                                                                                                          \
    h[4] ^= v4 ^ v12;                                                                                                          \
    h[5] ^= v5 ^ v13;                                                                                                          \
    h[6] ^= v6 ^ v14;                                                                                                          \
    h[7] ^= v7 ^ v15

static void compress_32(uint32_t *h, const uint8_t *block, uint64_t t, unsigned rounds) {
    COMPRESS(uint32_t, load_be32, fairhash_blake_c32, G_32, (uint32_t)t, (uint32_t)(t >> 32));
}

static void compress_64(uint64_t *h, const uint8_t *block, uint64_t t, unsigned rounds) {
    COMPRESS(uint64_t, load_be64, fairhash_blake_c64, G_64, t, 0);
}

static void absorb(fairhash_context *context, const uint8_t *blocks, size_t count) {
#ifdef FAIRHASH_X86
    if (fairhash_cpu_has(FAIRHASH_CPU_AVX512VL)) {
        fairhash_blake_absorb_avx512vl(context, blocks, count);
        return;
    }
#endif
    blake_absorb(context, blocks, count, compress_32, compress_64);
}

/*
 * 2.1.3, 2.2.3 Padding: a 1, zeros, one more bit, and the length in 64 or 128 bits. The extra bit is 1 if the digest is the
 * whole state, and 0 if the digest is truncated (2.3, 2.4).
 */
static size_t pad(const fairhash_algorithm *algorithm, uint8_t *tail, size_t fill_bits, uint64_t message_bits) {
    const size_t block_bits = algorithm->block_bits;
    const size_t length_bits = block_bits / 8;
    const size_t length = (fill_bits + 2 + length_bits + block_bits - 1) / block_bits * block_bits / 8;
    tail[fill_bits / 8] |= (uint8_t)(0x80U >> fill_bits % 8);
    if (2 * algorithm->digest_bits == block_bits) {
        tail[length - length_bits / 8 - 1] |= 1;
    }
    store_be64(tail + length - 8, message_bits);
    return length;
}

/* The digest is the leftmost bits of the final h. */
static void output(fairhash_context *context, uint8_t *digest, uint64_t digest_bits) {
    if (context->algorithm->block_bits == 512) {
        write_be32(digest, context->state.w32, (size_t)digest_bits / 8);
    } else {
        write_be64(digest, context->state.w64, (size_t)digest_bits / 8);
    }
}

extern const fairhash_family fairhash_blake;

#define BLAKE(name, version, digest, rounds)                                                                                   \
    {                                                                                                                          \
        .id = "blake-" #name, .family = "blake", .csv_algorithm = "BLAKE", .csv_version = (version), .digest_bits = (digest),  \
        .block_bits = (digest) <= 256 ? 512 : 1024, .needs_bits = true, .bit_order = FAIRHASH_MSB_FIRST, .variant = (rounds),  \
        .functions = &fairhash_blake                                                                                           \
    }

static const fairhash_algorithm ALGORITHMS[] = {
    BLAKE(28, "r2", 224, 10),     BLAKE(32, "r2", 256, 10),     BLAKE(48, "r2", 384, 14),     BLAKE(64, "r2", 512, 14),
    BLAKE(224, "final", 224, 14), BLAKE(256, "final", 256, 14), BLAKE(384, "final", 384, 16), BLAKE(512, "final", 512, 16),
};

const fairhash_family fairhash_blake = {ALGORITHMS, LENGTH(ALGORITHMS), start, absorb, pad, output};
