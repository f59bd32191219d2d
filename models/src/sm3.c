/* SPDX-License-Identifier: Apache-2.0 */
/* SM3: GB/T 32905-2016. Section numbers, names and order are those of the standard. */
#include <string.h>

#include "internal.h"

/* 4.2 Constants, one for rounds 0 to 15 and one for rounds 16 to 63. */
static const uint32_t T[2] = {0x79cc4519, 0x7a879d8a};

/* 4.3 Boolean functions, for rounds 0 to 15 and for rounds 16 to 63. */
#define FF_0(X, Y, Z) ((X) ^ (Y) ^ (Z))
#define FF_16(X, Y, Z) (((X) & (Y)) | ((X) & (Z)) | ((Y) & (Z)))
#define GG_0(X, Y, Z) ((X) ^ (Y) ^ (Z))
#define GG_16(X, Y, Z) (((X) & (Y)) | (~(X) & (Z)))

/* 4.4 Permutations. */
static inline uint32_t P0(uint32_t X) { return X ^ rotl32(X, 9) ^ rotl32(X, 17); }
static inline uint32_t P1(uint32_t X) { return X ^ rotl32(X, 15) ^ rotl32(X, 23); }

/* T_j rotated to the left by j mod 32. */
static inline uint32_t rotated_T(unsigned j) {
    const uint32_t constant = T[j < 16 ? 0 : 1];
    return j % 32 == 0 ? constant : rotl32(constant, j % 32);
}

/* 4.1 Initial value. */
static void start(fairhash_context *context) {
    static const uint32_t IV[8] = {0x7380166f, 0x4914b2b9, 0x172442d7, 0xda8a0600,
                                   0xa96f30bc, 0x163138aa, 0xe38dee4d, 0xb0fb0e4e};
    memcpy(context->state.w32, IV, sizeof IV);
}

/*
 * 5.3.3 Compression function, rounds `first` to `end` - 1. Each round renames the variables instead of moving them: A is
 * v[-j] and E is v[4 - j] of the first round's names, with indices modulo 4 in each half.
 *
 * 5.3.2 Message expansion: W is a ring buffer of 16 words. W_(j + 4) is computed in round j, where it is first used.
 */
#define LEFT(i) v[((i) + 64 - j) % 4]
#define RIGHT(i) v[4 + ((i) + 64 - j) % 4]
#define ROUNDS(first, end, FF, GG)                                                                                             \
    UNROLL                                                                                                                     \
    for (unsigned j = (first); j < (end); j++) {                                                                               \
        if (j >= 12) {                                                                                                         \
            W[(j + 4) % 16] = P1(W[(j + 4) % 16] ^ W[(j + 11) % 16] ^ rotl32(W[(j + 1) % 16], 15)) ^                           \
                              rotl32(W[(j + 7) % 16], 7) ^ W[(j + 14) % 16];                                                   \
        }                                                                                                                      \
        const uint32_t rotated_A = rotl32(LEFT(0), 12);                                                                        \
        const uint32_t SS1 = rotl32(rotated_A + RIGHT(0) + rotated_T(j), 7);                                                   \
        const uint32_t SS2 = SS1 ^ rotated_A;                                                                                  \
        const uint32_t TT1 = FF(LEFT(0), LEFT(1), LEFT(2)) + LEFT(3) + SS2 + (W[j % 16] ^ W[(j + 4) % 16]);                    \
        const uint32_t TT2 = GG(RIGHT(0), RIGHT(1), RIGHT(2)) + RIGHT(3) + SS1 + W[j % 16];                                    \
        LEFT(1) = rotl32(LEFT(1), 9);                                                                                          \
        LEFT(3) = TT1;                                                                                                         \
        RIGHT(1) = rotl32(RIGHT(1), 19);                                                                                       \
        RIGHT(3) = P0(TT2);                                                                                                    \
    }

/* 5.3.3 Compression function: V_(i + 1) = CF(V_i, B_i). */
static void compress(uint32_t *V, const uint8_t *B) {
    uint32_t W[16];
    for (unsigned j = 0; j < 16; j++) {
        W[j] = load_be32(B + (size_t)4 * j);
    }
    uint32_t v[8];
    memcpy(v, V, sizeof v);
    ROUNDS(0, 16, FF_0, GG_0)
    ROUNDS(16, 64, FF_16, GG_16)
    for (unsigned i = 0; i < 8; i++) {
        V[i] ^= v[i];
    }
}

/* 5.3.1 Iteration. */
static void absorb(fairhash_context *context, const uint8_t *blocks, size_t count) {
    for (; count > 0; count--) {
        compress(context->state.w32, blocks);
        blocks += 64;
    }
}

/* 5.2 Padding: a 1, zeros, and the length in 64 bits. */
static size_t pad(const fairhash_algorithm *algorithm, uint8_t *tail, size_t fill_bits, uint64_t message_bits) {
    const size_t length = fairhash_pad_frame(tail, fill_bits, algorithm->block_bits / 8, 8);
    store_be64(tail + length - 8, message_bits);
    return length;
}

/* 5.4 Output of the hash value. */
static void output(fairhash_context *context, uint8_t *digest, uint64_t digest_bits) {
    write_be32(digest, context->state.w32, (size_t)digest_bits / 8);
}

extern const fairhash_family fairhash_sm3;

static const fairhash_algorithm ALGORITHMS[] = {{.id = "sm3",
                                                 .family = "sm3",
                                                 .csv_algorithm = "SM3",
                                                 .csv_version = "GBT32905",
                                                 .digest_bits = 256,
                                                 .block_bits = 512,
                                                 .bit_order = FAIRHASH_MSB_FIRST,
                                                 .functions = &fairhash_sm3}};

const fairhash_family fairhash_sm3 = {ALGORITHMS, LENGTH(ALGORITHMS), start, absorb, pad, output};
