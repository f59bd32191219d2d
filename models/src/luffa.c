/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Luffa: C. De Canniere, H. Sato and D. Watanabe, "Hash Function Luffa: Specification Ver. 2.0", September 2009. Section
 * numbers and names are those of the specification. The round function is in luffa_rounds.h. Constants, padding and
 * finalization are in this file.
 */
#include <threads.h>

#define FUNCTION_ATTRIBUTES static inline __attribute__((always_inline))
#define LANES 4
#include "luffa_rounds.h"
#define LANES 8
#include "luffa_rounds.h"

enum { MAX_W = 5 };

/* Appendix A: the starting variables V_0 ... V_4. */
static const uint32_t STARTING_VARIABLES[MAX_W][LUFFA_WORDS] = {
    {0x6d251e69, 0x44b051e0, 0x4eaa6fb4, 0xdbf78465, 0x6e292011, 0x90152df4, 0xee058139, 0xdef610bb},
    {0xc3b44b95, 0xd9d2f256, 0x70eee9a0, 0xde099fa3, 0x5d9b0557, 0x8fc944b3, 0xcf1ccf0e, 0x746cd581},
    {0xf7efc89d, 0x5dba5781, 0x04016ce5, 0xad659c05, 0x0306194f, 0x666d1836, 0x24aa230a, 0x8b264ae7},
    {0x858075d5, 0x36d79cce, 0xe571f7d7, 0x204b1f67, 0x35870c6a, 0x57e9e923, 0x14bcb808, 0x7cde72ce},
    {0x6c68e9be, 0x5ec41e22, 0xc825b7c7, 0xaffb4363, 0xf5df3999, 0x0fc688f1, 0xb07224cc, 0x03e86cea},
};

/* Appendix B-1: the initial values of the constant generators, t_L in the upper half and t_R in the lower half. */
static const uint64_t GENERATOR_SEEDS[MAX_W] = {
    0x181cca53380cde06, 0x5b6f0876f16f8594, 0x7e106ce938979cb0, 0xbb62f36492e93c29, 0x9a025047cff2a940,
};

static luffa_constants CONSTANTS;
static once_flag constants_once = ONCE_FLAG_INIT;

/*
 * 4.4: one step of the linear feedback shift register. The halves are exchanged after it, so the constant is the lower half of
 * the result.
 */
static uint32_t next_constant(uint64_t *t) {
    *t = *t << 1 ^ (*t >> 63) * UINT64_C(0xc4d6496c55c61c8d);
    *t = rotl64(*t, 32);
    return (uint32_t)*t;
}

static void make_constants(void) {
    for (unsigned j = 0; j < MAX_W; j++) {
        uint64_t t = GENERATOR_SEEDS[j];
        for (unsigned r = 0; r < LUFFA_STEPS; r++) {
            CONSTANTS.c[r][0][j] = next_constant(&t);
            CONSTANTS.c[r][1][j] = next_constant(&t);
        }
    }
}

/* 2.2: sets the starting variables of the w permutations. w depends on the digest size and is the variant. */
static void start(fairhash_context *context) {
    const unsigned w = context->algorithm->variant;
    call_once(&constants_once, make_constants);
    for (unsigned j = 0; j < w; j++) {
        for (unsigned k = 0; k < LUFFA_WORDS; k++) {
            context->state.w32[k * luffa_lanes(w) + j] = STARTING_VARIABLES[j][k];
        }
    }
}

static void absorb(fairhash_context *context, const uint8_t *blocks, size_t count) {
    const unsigned w = context->algorithm->variant;
    uint32_t *state = context->state.w32;
    if (fairhash_luffa_try_avx2(state, blocks, count, w, &CONSTANTS)) {
        return;
    }
    if (w == 3) {
        rounds_4(state, blocks, count, 3, &CONSTANTS);
    } else if (w == 4) {
        rounds_4(state, blocks, count, 4, &CONSTANTS);
    } else {
        rounds_8(state, blocks, count, 5, &CONSTANTS);
    }
}

/* 3.1 Message padding: a 1 and zeros. */
static size_t pad(const fairhash_algorithm *algorithm, uint8_t *tail, size_t fill_bits, uint64_t message_bits) {
    (void)algorithm;
    (void)message_bits;
    return fairhash_pad_frame(tail, fill_bits, LUFFA_BLOCK_BYTES, 0);
}

/* 3.3 Finalization: rounds with zero blocks. The output function Z = V_0 + ... + V_w-1 follows each of them. */
static void output(fairhash_context *context, uint8_t *digest, uint64_t digest_bits) {
    static const uint8_t ZERO_BLOCK[LUFFA_BLOCK_BYTES];
    const unsigned w = context->algorithm->variant;
    uint32_t Z[LUFFA_WORDS];
    for (size_t i = 0; i < digest_bits / 8; i++) {
        if (i % LUFFA_BLOCK_BYTES == 0) {
            absorb(context, ZERO_BLOCK, 1);
            memset(Z, 0, sizeof Z);
            for (unsigned k = 0; k < LUFFA_WORDS; k++) {
                for (unsigned j = 0; j < w; j++) {
                    Z[k] ^= context->state.w32[k * luffa_lanes(w) + j];
                }
            }
        }
        digest[i] = byte_be32(Z, i % LUFFA_BLOCK_BYTES);
    }
}

extern const fairhash_family fairhash_luffa;

#define LUFFA(digest, w)                                                                                                       \
    {                                                                                                                          \
        .id = "luffa-" #digest, .family = "luffa", .csv_algorithm = "Luffa", .csv_version = "v2", .digest_bits = digest,       \
        .block_bits = 8 * LUFFA_BLOCK_BYTES, .bit_order = FAIRHASH_MSB_FIRST, .variant = w, .functions = &fairhash_luffa       \
    }

static const fairhash_algorithm ALGORITHMS[] = {LUFFA(224, 3), LUFFA(256, 3), LUFFA(384, 4), LUFFA(512, 5)};

const fairhash_family fairhash_luffa = {ALGORITHMS, LENGTH(ALGORITHMS), start, absorb, pad, output};
